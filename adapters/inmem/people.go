package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ handle }

var _ ports.People = people{}

// kept is a person and when it was removed, the zero time for never, and by whom.
type kept struct {
	person  person.Person
	removed time.Time
	by      int64
	aside   []relationOf // what others were to somebody who is removed
}

// relationOf is a relation of somebody, and its place among all of them.
type relationOf struct {
	person person.ID
	place  int
	row    person.Relation
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
		for i := range list {
			if err := t.typesStand(&person.Person{}, &list[i]); err != nil {
				return nil, err
			}
		}
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

// typesStand refuses relations of a type that is not there, and that the person had none of before.
func (t *tables) typesStand(before, after *person.Person) error {
	for _, row := range after.Relations {
		had := slices.ContainsFunc(before.Relations, func(old person.Relation) bool { return old.Type == row.Type })
		if _, stands := t.relationTypes.byID[row.Type]; !stands && !had {
			return relation.ErrGone
		}
	}
	return nil
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
			before := t.people[id].person
			if err := t.typesStand(&before, edited[id]); err != nil {
				return err
			}
		}
		for _, id := range ids {
			before, after := t.people[id].person, edited[id].Clone()
			after.ID = before.ID
			after.Created, after.Modified = civil.Instant(after.Created), civil.Instant(after.Modified)
			if after.Same(&before) && after.Created.Equal(before.Created) && after.Modified.Equal(before.Modified) &&
				after.Editor == before.Editor {
				continue
			}
			after.Revision = before.Revision + 1
			was, is := before.Store(), after.Store()
			t.keep(kept{person: after})
			t.changes(id, after.Editor, after.Modified, person.Difference(&was, &is))
		}
		return nil
	})
}

func (s people) Remove(ctx context.Context, id person.ID, by int64, at time.Time,
	allowed func(access.Subject, record.Edition) error) error {
	return s.run(ctx, func(t *tables) error {
		p, err := t.person(id)
		if err != nil {
			return err
		}
		if err := allowed(access.Subject{Author: p.Author}, p.Edition()); err != nil {
			return err
		}
		p.Revision++
		removed := kept{person: p, removed: civil.Instant(at), by: by}
		for of, k := range t.people {
			for place, row := range k.person.Relations {
				if k.removed.IsZero() && row.To == id {
					removed.aside = append(removed.aside, relationOf{of, place, row})
				}
			}
		}
		t.keep(removed)
		t.changes(id, by, removed.removed, person.Removal(true))
		t.unrelate(by, removed.removed, func(row person.Relation) bool { return row.To == id })
		return nil
	})
}

func (s people) Related(ctx context.Context, to person.ID) ([]person.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (ids []person.ID, err error) {
		for id, k := range t.people {
			points := func(row person.Relation) bool { return row.To == to }
			if _, gone := t.person(to); gone == nil && k.removed.IsZero() && slices.ContainsFunc(k.person.Relations, points) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
		return ids, nil
	})
}

// unrelate takes the rows of relations that are gone from everybody but the removed.
func (t *tables) unrelate(by int64, at time.Time, gone func(person.Relation) bool) {
	for _, k := range t.people {
		if k.removed.IsZero() && slices.ContainsFunc(k.person.Relations, gone) {
			was := k.person.Store()
			k.person = k.person.Clone()
			k.person.Relations = slices.DeleteFunc(k.person.Relations, gone)
			if len(k.person.Relations) == 0 {
				k.person.Relations = nil
			}
			k.person.Revision, k.person.Editor = k.person.Revision+1, 0
			t.keep(k)
			is := k.person.Store()
			t.changes(k.person.ID, by, civil.Instant(at), person.Difference(&was, &is))
		}
	}
}

func (s people) Removed(ctx context.Context, q person.RemovedQuery) (record.Page[person.Removed], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[person.Removed], err error) {
		var found []person.Removed
		for _, k := range t.people {
			if r := t.removed(k); !k.removed.IsZero() && q.Match(&r) {
				found = append(found, r)
			}
		}
		slices.SortFunc(found, func(a, b person.Removed) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
		start := min(q.Offset, len(found))
		return record.Page[person.Removed]{Total: len(found), Records: found[start:min(start+q.Limit, len(found))]}, nil
	})
}

func (t *tables) removed(k kept) person.Removed {
	p := &k.person
	return person.Removed{
		ID: p.ID, Author: p.Author, Name: p.Name, Code: p.Membership.Code, At: k.removed, By: k.by, ByName: t.users[k.by].DisplayName,
	}
}

func (s people) Restore(ctx context.Context, id person.ID, by int64, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		k, there := t.people[id]
		if !there || k.removed.IsZero() {
			return person.ErrNotRemoved
		}
		p := k.person.Clone()
		p.Touch(by, at)
		p.Revision, p.Relations = p.Revision+1, nil
		for place, row := range k.person.Relations {
			other, there := t.people[row.To]
			switch _, stands := t.relationTypes.byID[row.Type]; {
			case !there || !stands:
			case other.removed.IsZero():
				p.Relations = append(p.Relations, row)
			default:
				other.aside = append(slices.Clone(other.aside), relationOf{id, place, row})
				t.people[row.To] = other
			}
		}
		t.keep(kept{person: p})
		delete(t.merged, id)
		t.changes(id, by, p.Modified, person.Removal(false))
		slices.SortFunc(k.aside, func(a, b relationOf) int { return cmp.Compare(a.place, b.place) })
		was := map[person.ID]person.Stored{}
		for _, back := range k.aside {
			of, there := t.people[back.person]
			if _, stands := t.relationTypes.byID[back.row.Type]; !there || !stands {
				continue
			}
			if _, noted := was[back.person]; !noted && of.removed.IsZero() {
				was[back.person] = of.person.Store()
			}
			of.person = of.person.Clone()
			of.person.Revision, of.person.Editor = of.person.Revision+1, 0
			rows := of.person.Relations
			of.person.Relations = slices.Insert(rows, min(back.place, len(rows)), back.row)
			t.keep(of)
		}
		for of, before := range was {
			other := t.people[of].person
			is := other.Store()
			t.changes(of, by, p.Modified, person.Difference(&before, &is))
		}
		return nil
	})
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		count = dropped(t.people, func(id person.ID, k kept) bool {
			return !k.removed.IsZero() && k.removed.Before(removedBefore) && !t.planned(id)
		})
		t.withoutDestroyed()
		return count, nil
	})
}
