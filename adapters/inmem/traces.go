package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/trace"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

type traces struct{ handle }

var _ ports.Traces = traces{}

// wantedOf returns the numbers of the records that are wanted, sorted.
func wantedOf[T any](all map[int64]T, wanted func(*T) bool) (ids []int64) {
	for id, v := range all {
		if wanted(&v) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (s traces) Of(ctx context.Context, of trace.Subject) (trace.Traces, error) {
	return ask(ctx, s.handle, func(t *tables) (found trace.Traces, err error) {
		for marked := range t.favorites {
			if marked.Favorite == (account.Favorite{Kind: account.FavoritePerson, ID: of.Person}) {
				found.Fans++
			}
		}
		for _, list := range t.recents {
			if slices.Contains(list, of.Person) {
				found.Recent++
			}
		}
		found.Together = wantedOf(t.activities.byID, func(a *activity.Activity) bool {
			return a.Person != of.Person && slices.Contains(a.Participants, of.Person)
		})
		reached := func(a mail.Address) bool { return slices.Contains(of.Emails, strings.ToLower(a.Email)) }
		found.Mails = wantedOf(t.mails.byID, func(m *mail.Mail) bool { return m.Person == 0 && slices.ContainsFunc(m.To, reached) })
		for _, id := range slices.Sorted(maps.Keys(t.imports.rows)) {
			for _, row := range t.imports.rows[id] {
				if of.Person != 0 && row.Person == of.Person {
					found.Imported = append(found.Imported, trace.Imported{Import: id, Result: copied(row)})
				}
			}
		}
		for _, from := range slices.Sorted(maps.Keys(t.merged)) {
			if t.becameOne(from, of.Person) {
				found.Merged = append(found.Merged, from)
			}
		}
		found.Invites = picked(t.invites, func(i *workspace.Invite) bool {
			return slices.Contains(of.Emails, i.Email) || of.User != 0 && i.By == of.User
		}, func(a, b workspace.Invite) int { return cmp.Compare(a.ID, b.ID) })
		if of.User != 0 {
			found.Wrote = t.wrote(of.User)
		}
		return found, nil
	})
}

// wrote is what a user wrote.
func (t *tables) wrote(user account.UserID) (wrote trace.Wrote) {
	wrote.Activities = wantedOf(t.activities.byID, func(a *activity.Activity) bool { return a.Author == user })
	wrote.Notes = wantedOf(t.notes.byID, func(n *note.Note) bool { return n.Author == user && n.Visibility == note.Shared })
	wrote.Messages = wantedOf(t.messages, func(m *message.Message) bool { return m.Author == user })
	for _, c := range t.comments {
		if c.Author == user {
			wrote.Comments = append(wrote.Comments, c)
		}
	}
	return wrote
}

func (s traces) Used(ctx context.Context, people []person.ID) ([]person.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (used []person.ID, err error) {
		add := func(ids ...person.ID) {
			for _, id := range ids {
				if slices.Contains(people, id) {
					used = append(used, id)
				}
			}
		}
		for _, u := range t.users {
			add(u.Person)
		}
		for _, v := range t.billing.byID {
			add(v.Person)
		}
		for _, c := range t.cases.byID {
			add(c.Person)
		}
		for _, shift := range t.shifts.byID {
			for _, a := range shift.Assignments {
				add(a.Person)
			}
		}
		for _, a := range t.activities.byID {
			add(a.Shown().People...)
		}
		for _, n := range t.notes.byID {
			add(n.Shown().People...)
		}
		for _, v := range t.tasks.byID {
			add(v.Shown().People...)
		}
		for _, m := range t.mails.byID {
			if m.Author != 0 {
				add(m.Shown().People...)
			}
		}
		for from, into := range t.merged {
			if t.becameOne(from, into) {
				add(into)
			}
		}
		slices.Sort(used)
		return slices.Compact(used), nil
	})
}
