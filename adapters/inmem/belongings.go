package inmem

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type belongings struct{ handle }

var _ ports.Belongings = belongings{}

// HandOver implements ports.Belongings.
func (s belongings) HandOver(ctx context.Context, from, to account.UserID) error {
	return s.run(ctx, func(t *tables) error {
		own := t.shares[to].Clone()
		for id, k := range t.people {
			if k.person.Author == from {
				own.Set(access.People, id, "")
				k.person.Author = to
				k.person.Revision++
				t.people[id] = k
				t.note(aPerson, id)
			}
		}
		for id, k := range t.groups {
			if k.group.Author == from {
				own.Set(access.Groups, id, "")
				k.group.Author = to
				k.group.Revision++
				t.groups[id] = k
				t.note(aGroup, id)
			}
		}
		if shares := t.shares[to]; len(own.People) != len(shares.People) || len(own.Groups) != len(shares.Groups) {
			t.shares[to] = own
			t.note(personOf, to)
		}
		for id, i := range t.feedback.byID {
			if i.Author == from {
				i.Author = to
				i.Revision++
				t.feedback.byID[id] = i
			}
		}
		for id, m := range t.media {
			if m.Author == from {
				m.Author = to
				t.media[id] = m
			}
		}
		return nil
	})
}

// DropPrivateNotes implements ports.Belongings.
func (s belongings) DropPrivateNotes(ctx context.Context, user account.UserID) error {
	return s.run(ctx, func(t *tables) error {
		dropped(t.notes.byID, func(_ int64, n note.Note) bool { return n.Author == user && n.Visibility != note.Shared })
		return nil
	})
}

type memberFunctions struct{ handle }

var _ ports.MemberFunctions = memberFunctions{}

// Keep implements ports.MemberFunctions.
func (s memberFunctions) Keep(ctx context.Context, id person.ID, functions []string) error {
	return s.run(ctx, func(t *tables) error {
		if _, there := t.people[id]; !there {
			return person.ErrAbsent
		}
		t.functions[id] = slices.Clone(functions)
		return nil
	})
}

// Of implements ports.MemberFunctions.
func (s memberFunctions) Of(ctx context.Context, ids ...person.ID) (map[person.ID][]string, error) {
	return ask(ctx, s.handle, func(t *tables) (map[person.ID][]string, error) {
		functions := map[person.ID][]string{}
		for _, id := range ids {
			if list := t.functions[id]; len(list) > 0 {
				functions[id] = slices.Clone(list)
			}
		}
		return functions, nil
	})
}
