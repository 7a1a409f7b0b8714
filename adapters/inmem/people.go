package inmem

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ handle }

var _ ports.People = people{}

// kept is a person and when it was removed, the zero time for never.
type kept struct {
	person  person.Person
	removed time.Time
}

func (t *tables) person(id person.ID) (person.Person, error) {
	k, ok := t.people[id]
	if !ok || !k.removed.IsZero() {
		return person.Person{}, person.ErrAbsent
	}
	return k.person, nil
}

func (s people) Create(ctx context.Context, list ...person.Person) ([]person.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (ids []person.ID, err error) {
		for _, p := range list {
			t.lastPerson++
			p = p.Clone()
			p.ID, p.Created, p.Modified = t.lastPerson, civil.Instant(p.Created), civil.Instant(p.Modified)
			p.Revision = 1
			t.keep(kept{person: p})
			ids = append(ids, p.ID)
		}
		return ids, nil
	})
}

func (t *tables) keep(k kept) {
	t.people[k.person.ID] = k
	t.note(aPerson, k.person.ID)
}

func (s people) Update(ctx context.Context, ids []person.ID, change func(map[person.ID]*person.Person) error) error {
	return s.run(ctx, func(t *tables) error {
		var edited map[person.ID]*person.Person
		for range 2 { // as the contract allows: whoever counts on one run finds out here
			edited = map[person.ID]*person.Person{}
			for _, id := range ids {
				before, err := t.person(id)
				if err != nil {
					return err
				}
				p := before.Clone()
				edited[id] = &p
			}
			if err := change(edited); err != nil {
				return err
			}
		}
		for _, id := range ids {
			before, after := t.people[id].person, edited[id].Clone()
			after.ID, after.Author = before.ID, before.Author
			after.Created, after.Modified = civil.Instant(after.Created), civil.Instant(after.Modified)
			if after.Same(&before) && after.Created.Equal(before.Created) && after.Modified.Equal(before.Modified) &&
				after.Editor == before.Editor {
				continue
			}
			after.Revision = before.Revision + 1
			t.keep(kept{person: after})
		}
		return nil
	})
}

func (s people) Remove(ctx context.Context, id person.ID, at time.Time,
	allowed func(access.Subject, record.Edition) error) error {
	return s.run(ctx, func(t *tables) error {
		p, err := t.person(id)
		if err != nil {
			return err
		}
		if err := allowed(p.Subject(), p.Edition()); err != nil {
			return err
		}
		p.Revision++
		t.keep(kept{person: p, removed: at})
		t.unrelate(func(row person.Relation) bool { return row.To == id })
		return nil
	})
}

// unrelate takes the rows of relations that are gone from everybody but the removed.
func (t *tables) unrelate(gone func(person.Relation) bool) {
	for _, k := range t.people {
		if k.removed.IsZero() && slices.ContainsFunc(k.person.Relations, gone) {
			k.person = k.person.Clone()
			k.person.Relations = slices.DeleteFunc(k.person.Relations, gone)
			if len(k.person.Relations) == 0 {
				k.person.Relations = nil
			}
			k.person.Revision, k.person.Editor = k.person.Revision+1, 0
			t.keep(k)
		}
	}
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		count = dropped(t.people, func(_ person.ID, k kept) bool {
			return !k.removed.IsZero() && k.removed.Before(removedBefore)
		})
		for id, u := range t.users {
			if _, there := t.people[u.Person]; u.Person != 0 && !there {
				u.Person = 0
				t.users[id] = u
				t.note(personOf, id)
			}
		}
		return count, nil
	})
}
