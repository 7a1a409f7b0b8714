package dossiers

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/suppression"
)

// byNumber sorts what has a kind and a number.
func byNumber(list []map[string]any) {
	slices.SortFunc(list, func(a, b map[string]any) int {
		return cmp.Or(cmp.Compare(a["kind"].(account.FavoriteKind), b["kind"].(account.FavoriteKind)),
			cmp.Compare(a["number"].(int64), b["number"].(int64)))
	})
}

// wrote is what the person wrote as a user, but for private notes and tasks.
func (s *Service) wrote(ctx context.Context, of *subject) (any, error) {
	wrote := &of.traces.Wrote
	activities, err := s.activities(ctx, of, wrote.Activities)
	if err != nil {
		return nil, err
	}
	notes, err := s.notes(ctx, of, wrote.Notes)
	if err != nil {
		return nil, err
	}
	messages, err := s.messages(ctx, wrote.Messages)
	if err != nil {
		return nil, err
	}
	items, err := s.feedback(ctx, of.user)
	if err != nil {
		return nil, err
	}
	comments := []map[string]any{}
	for i := range wrote.Comments {
		c := &wrote.Comments[i]
		comments = append(comments, map[string]any{"created": s.stamp(c.Created), "feedback": c.Item, "content": c.Content})
	}
	return map[string]any{
		"activities": activities, "notes": notes, "messages": messages, "feedback": items, "feedback_comments": comments,
	}, nil
}

// messages are the mails that a user wrote to people, without whom they reached.
func (s *Service) messages(ctx context.Context, ids []int64) ([]map[string]any, error) {
	list := []map[string]any{}
	for _, id := range ids {
		m, err := s.Messages.ByID(ctx, id)
		if errors.Is(err, message.ErrAbsent) { // it was purged meanwhile
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, map[string]any{
			"created": s.stamp(m.Created), "subject": m.Subject, "content": m.Content, "reply_to": m.ReplyTo.Email,
			"people": m.People, "addresses": m.Addresses,
		})
	}
	return list, nil
}

// feedback is what a user reported, of nobody nothing.
func (s *Service) feedback(ctx context.Context, user account.UserID) ([]map[string]any, error) {
	list := []map[string]any{}
	if user == 0 {
		return list, nil
	}
	all, err := every(func(offset int) ([]feedback.Item, error) {
		page, err := s.Feedback.Page(ctx, feedback.Query{Author: user, Offset: offset, Limit: most})
		return page.Records, err
	})
	for i := range all {
		f := &all[i]
		list = append(list, map[string]any{
			"number": f.ID, "created": s.stamp(f.Created), "type": f.Type, "status": f.Status, "title": f.Title, "content": f.Content,
			"steps": f.Steps, "expected": f.Expected, "actual": f.Actual, "use_case": f.UseCase, "browser": f.Browser,
			"version": f.Version, "page": f.Address, "errors": f.Errors, "screenshots": len(f.Screenshots),
		})
	}
	return list, err
}

// rest is where else the person stands.
func (s *Service) rest(ctx context.Context, of *subject) (any, error) {
	found := &of.traces
	told := map[string]any{
		"favorite_of": found.Fans, "last_opened_by": found.Recent, "merged": append([]person.ID{}, found.Merged...),
	}
	for _, e := range s.Directory.View().LeaverRules().Kept {
		if e.Person == of.ID {
			told["kept_after_leaving"] = map[string]any{"reason": e.Reason, "by": e.By, "since": day(e.Since)}
		}
	}
	if job := s.Directory.View().BulkJob(); job.Number > 0 {
		for _, problem := range job.Errors {
			if problem.Person == of.ID {
				told["not_billed"] = map[string]any{"season": job.Season.String(), "reason": problem.Message}
			}
		}
	}
	for _, part := range []struct {
		name string
		read func(context.Context, *subject) (any, error)
	}{
		{"shared_with", s.sharedWith}, {"imports", s.imports}, {"not_the_same_as", s.apart}, {"undeliverable", s.undeliverable},
		{"invites", s.invites}, {"erasures", s.erasures},
	} {
		var err error
		if told[part.name], err = part.read(ctx, of); err != nil {
			return nil, err
		}
	}
	return told, nil
}

// sharedWith is with whom the record was shared.
func (s *Service) sharedWith(ctx context.Context, of *subject) (any, error) {
	list := []map[string]any{}
	for _, share := range s.Directory.View().SharedWith(access.People, of.ID) {
		user, err := s.Users.ByID(ctx, share.User)
		if errors.Is(err, account.ErrAbsent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, map[string]any{"name": user.DisplayName, "permission": share.Permission})
	}
	return list, nil
}

// imports are the rows of files that were about the person, with what they changed.
func (s *Service) imports(ctx context.Context, of *subject) (any, error) {
	list := []map[string]any{}
	for i := range of.traces.Imported {
		row := &of.traces.Imported[i]
		file, err := s.Imports.ByID(ctx, row.Import)
		if errors.Is(err, peoplefile.ErrAbsent) {
			continue
		}
		if err != nil {
			return nil, err
		}
		cells := []map[string]any{}
		for n, cell := range row.Cells {
			if n < len(file.Columns) {
				cells = append(cells, map[string]any{"column": file.Columns[n].Heading, "value": cell})
			}
		}
		list = append(list, map[string]any{
			"file": file.File, "by": file.UserName, "made": s.stamp(file.Made), "row": row.Number, "cells": cells,
			"outcome": row.Outcome, "changes": row.Changes, "reasons": row.Reasons, "undone": row.Undone,
		})
	}
	return list, nil
}

// apart are the numbers of those of whom somebody said that they are not this person.
func (s *Service) apart(ctx context.Context, of *subject) (any, error) {
	pairs, err := s.Doubles.Dismissed(ctx)
	list := []person.ID{}
	for pair := range pairs {
		if pair.A == of.ID || pair.B == of.ID {
			list = append(list, pair.A+pair.B-of.ID)
		}
	}
	slices.Sort(list)
	return list, err
}

// undeliverable is what is known of the person's addresses that mail does not reach.
func (s *Service) undeliverable(ctx context.Context, of *subject) (any, error) {
	all, err := every(func(offset int) ([]suppression.Suppression, error) {
		page, err := s.Blocked.Page(ctx, suppression.Query{Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		if known := &all[i]; slices.Contains(of.emails, known.Address) {
			list = append(list, map[string]any{
				"address": known.Address, "kind": known.Kind, "blocked": known.Blocked,
				"first": s.stamp(known.First), "last": s.stamp(known.Last),
			})
		}
	}
	return list, err
}

// invites are those to workspaces that the person got or sent.
func (s *Service) invites(_ context.Context, of *subject) (any, error) {
	list := []map[string]any{}
	for i := range of.traces.Invites {
		v := &of.traces.Invites[i]
		w, _ := s.Directory.View().Workspace(v.Workspace)
		list = append(list, map[string]any{
			"workspace": w.Name, "to": v.Email, "role": v.Role, "by": v.ByName, "made": s.stamp(v.Made), "used": s.stamp(v.Used),
			"revoked": s.stamp(v.Revoked),
		})
	}
	return list, nil
}

// erasures are those of the person that were planned and taken back.
func (s *Service) erasures(ctx context.Context, of *subject) (any, error) {
	all, err := every(func(offset int) ([]erasure.Erasure, error) {
		page, err := s.Erasures.Page(ctx, erasure.Query{Person: of.ID, Offset: offset, Limit: most})
		return page.Records, err
	})
	list := []map[string]any{}
	for i := range all {
		e := &all[i]
		list = append(list, map[string]any{"asked": s.stamp(e.Asked), "cause": e.Cause, "state": e.State, "ended": s.stamp(e.Ended)})
	}
	return list, err
}
