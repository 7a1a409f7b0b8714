package inmem

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
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

func (s people) Create(ctx context.Context, p person.Person) (id person.ID, err error) {
	err = s.run(ctx, func(t *tables) error {
		t.lastPerson++
		id = t.lastPerson
		p = p.Clone()
		p.ID, p.Created, p.Modified = id, civil.Instant(p.Created), civil.Instant(p.Modified)
		t.people[id] = kept{person: p}
		return nil
	})
	return id, err
}

func (s people) Update(ctx context.Context, id person.ID, change func(*person.Person) error) error {
	return s.run(ctx, func(t *tables) error {
		before, err := t.person(id)
		if err != nil {
			return err
		}
		var edited *person.Person
		for range 2 { // as the contract allows: whoever counts on one run finds out here
			p := before.Clone()
			if err := change(&p); err != nil {
				return err
			}
			edited = &p
		}
		after := edited.Clone()
		after.ID, after.Author = before.ID, before.Author
		after.Created, after.Modified = civil.Instant(edited.Created), civil.Instant(edited.Modified)
		t.people[id] = kept{person: after}
		return nil
	})
}

func (s people) Record(ctx context.Context, id person.ID, as person.AsOf) (r person.Record, err error) {
	err = s.run(ctx, func(t *tables) error {
		p, err := t.person(id)
		if err == nil {
			r = t.record(&p, as)
		}
		return err
	})
	return r, err
}

func (t *tables) record(p *person.Person, as person.AsOf) person.Record {
	r := p.Record(as)
	for _, u := range t.users {
		if u.Person == p.ID {
			r.LinkedUser = u.ID
		}
	}
	return r
}

func (s people) List(ctx context.Context, q person.Query) (page person.Page, err error) {
	err = s.run(ctx, func(t *tables) error {
		var found []person.Person
		for _, k := range t.people {
			if k.removed.IsZero() && q.Scope.Permits(k.person.Subject()) && q.Filter.Match(&k.person, q.AsOf) {
				found = append(found, k.person)
			}
		}
		slices.SortFunc(found, func(a, b person.Person) int { return person.Compare(q.Order, &a, &b, q.AsOf) })
		page.Total = len(found)
		start := min(q.Offset, len(found))
		for _, p := range found[start:min(start+q.Limit, len(found))] {
			page.Records = append(page.Records, t.record(&p, q.AsOf))
		}
		return nil
	})
	return page, err
}

func (s people) Visible(ctx context.Context, scope access.Scope, ids []person.ID) (visible []person.ID, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, id := range ids {
			if p, err := t.person(id); err == nil && scope.Permits(p.Subject()) {
				visible = append(visible, id)
			}
		}
		return nil
	})
	return visible, err
}

func (s people) Remove(ctx context.Context, id person.ID, at time.Time, allowed func(access.Subject) error) error {
	return s.run(ctx, func(t *tables) error {
		p, err := t.person(id)
		if err != nil {
			return err
		}
		if err := allowed(p.Subject()); err != nil {
			return err
		}
		t.people[id] = kept{person: p, removed: at}
		return nil
	})
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (count int, err error) {
	err = s.run(ctx, func(t *tables) error {
		before := len(t.people)
		maps.DeleteFunc(t.people, func(_ person.ID, k kept) bool {
			return !k.removed.IsZero() && k.removed.Before(removedBefore)
		})
		for id, u := range t.users {
			if _, there := t.people[u.Person]; u.Person != 0 && !there {
				u.Person = 0
				t.users[id] = u
			}
		}
		count = before - len(t.people)
		return nil
	})
	return count, err
}
