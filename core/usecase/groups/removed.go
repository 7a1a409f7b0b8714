package groups

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Remove takes a group out of every answer. It returns what the group was, and the token of its undo. Entries of people go on
// naming it. Verenigingsbreed stays: group.ErrPermanent. A removal that was meant for another revision is a *record.Outdated.
func (s *Service) Remove(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected,
) (previous group.Record, token string, err error) {
	if previous, err = s.Show(ctx, viewer, kind, id); err != nil {
		return group.Record{}, "", err
	}
	if err := s.permit(s.Directory.View(), viewer, access.Delete, kind, &previous); err != nil {
		return group.Record{}, "", err
	}
	if id == group.ClubWide {
		return group.Record{}, "", group.ErrPermanent
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Groups.Update(ctx, id, func(g *group.Group) error { return expected.Check(g.Edition()) })
		if err != nil {
			return err
		}
		places, err := stores.Groups.Places(ctx, kind)
		if err != nil {
			return err
		}
		removed := undo.Group{ID: id, Kind: kind}
		for _, place := range places {
			if below, err := stores.Directory.View().Group(place.ID, record.View{}); err == nil && place.Parent == id {
				removed.Below = append(removed.Below, undo.Below{ID: below.ID, After: below.Revision + 1})
			}
		}
		if err := stores.Groups.Remove(ctx, id, s.Now()); err != nil {
			return err
		}
		kept, drawn, err := undo.New(s.Random, viewer.User, s.Now(), undo.Act{Group: &removed})
		if err != nil {
			return err
		}
		token = drawn
		if err := stores.Undos.Keep(ctx, kept); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.RecordRemoved, viewer, id, previous.Title))
	})
	return previous, token, s.named(ctx, err)
}

// TakeBack takes back the removal of a group. It stands where it stood, and so do the groups that stood right below it, unless
// they were changed since.
func (s *Service) TakeBack(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, act undo.Act,
) (outcome undo.Outcome, err error) {
	removed, now := act.Group, civil.Instant(s.Now())
	places, err := stores.Groups.Places(ctx, removed.Kind)
	if err != nil {
		return outcome, err
	}
	scope := viewer.May(access.Change, access.Groups, s.today())
	var parent group.ID
	err = stores.Groups.Restore(ctx, removed.ID, func(g *group.Group) error {
		if !scope.Created(g.Author) { // no view knows of it
			return group.ErrHidden
		}
		if g.Touch(viewer.User, now); !slices.ContainsFunc(places, func(place group.Place) bool { return place.ID == g.Parent }) {
			g.Parent = 0
		}
		parent = g.Parent
		return nil
	})
	switch {
	case errors.Is(err, group.ErrNotRemoved):
		outcome.Leave(removed.ID, s.nameOf(viewer, removed.ID), undo.There)
		return outcome, nil
	case errors.Is(err, group.ErrHidden):
		outcome.Leave(removed.ID, "", undo.Hidden)
		return outcome, nil
	case err != nil:
		return outcome, err
	}
	if err := s.leaveGone(ctx, stores, viewer, removed.ID); err != nil {
		return undo.Outcome{}, err
	}
	outcome.Undone = 1
	places = append(places, group.Place{ID: removed.ID, Parent: parent})
	for _, below := range removed.Below {
		reason, err := putBelow(ctx, stores.Groups, below, removed.ID, places)
		if err != nil {
			return undo.Outcome{}, err
		}
		if reason != "" {
			outcome.Leave(below.ID, s.nameOf(viewer, below.ID), reason)
		}
	}
	return outcome, nil
}

// putBelow puts a group below the one that it stood below. It returns why not, where it leaves it.
func putBelow(
	ctx context.Context, groups ports.Groups, below undo.Below, above group.ID, places []group.Place,
) (reason string, err error) {
	err = groups.Update(ctx, below.ID, func(g *group.Group) error {
		reason = ""
		switch {
		case g.Revision != below.After:
			reason = undo.Changed
		case !slices.Contains(group.Parents(g.ID, places), above):
			reason = undo.Circular
		default:
			g.Parent = above
		}
		return nil
	})
	if errors.Is(err, group.ErrAbsent) {
		return undo.Gone, nil
	}
	return reason, err
}

// nameOf returns what a group is called, "" for a viewer who may not know it.
func (s *Service) nameOf(viewer access.Viewer, id group.ID) string {
	found, err := s.Directory.View().Group(id, record.View{})
	if err != nil || !s.Directory.View().Permits(s.seenBy(viewer).Reader.Groups, id) {
		return ""
	}
	return found.Title
}
