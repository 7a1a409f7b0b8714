package inmem

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
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

// club are the settings that keys depend on.
func (t *tables) club() *person.Club {
	return &person.Club{Rules: t.volunteerRules(), Searchable: t.searchSettings().Fields}
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
			t.people[id] = kept{person: after}
		}
		return nil
	})
}

func (s people) Record(ctx context.Context, id person.ID, as person.AsOf) (r person.Record, err error) {
	err = s.run(ctx, func(t *tables) error {
		p, err := t.person(id)
		if err == nil {
			r = t.record(&p, t.club(), as)
		}
		return err
	})
	return r, err
}

func (t *tables) record(p *person.Person, club *person.Club, as person.AsOf) person.Record {
	indexed := person.Indexed{Person: p, Club: club}
	r := indexed.Record(as)
	for _, u := range t.users {
		if u.Person == p.ID {
			r.LinkedUser = u.ID
		}
	}
	for _, row := range p.Relations {
		kind, typed := t.relationTypes.byID[row.Type]
		other, err := t.person(row.To)
		if !typed || err != nil {
			continue
		}
		related := person.Related{To: row.To, Document: row.Document(), TypeName: kind.Name, TypeSlug: kind.Slug}
		if as.Reader.Permits(other.Subject()) {
			related.Name, related.Photo = other.Name.Full(), other.Photo
		}
		r.Relations = append(r.Relations, related)
	}
	r.Labels = t.labelsOf(p)
	return r
}

func (t *tables) labelsOf(p *person.Person) (labels []term.Term) {
	for _, id := range p.Labels {
		if label, there := t.labels.byID[id]; there {
			labels = append(labels, label)
		}
	}
	return labels
}

// found are the people within a scope who pass a filter.
func (t *tables) found(scope access.Scope, filter person.Filter) (list []person.Indexed) {
	club := t.club()
	for _, k := range t.people {
		indexed := person.Indexed{Person: &k.person, Club: club}
		if k.removed.IsZero() && scope.Permits(k.person.Subject()) && filter.Match(&indexed) {
			list = append(list, indexed)
		}
	}
	return list
}

// part is a page of those found, and how many they are.
func (t *tables) part(q person.Query) (list []person.Indexed, total int) {
	found := t.found(q.Reader, q.Filter)
	slices.SortFunc(found, func(a, b person.Indexed) int { return person.Compare(q.Order, &a, &b) })
	start := min(q.Offset, len(found))
	return found[start:min(start+q.Limit, len(found))], len(found)
}

func (s people) List(ctx context.Context, q person.Query) (page person.Page, err error) {
	err = s.run(ctx, func(t *tables) error {
		var list []person.Indexed
		list, page.Total = t.part(q)
		for _, p := range list {
			page.Records = append(page.Records, t.record(p.Person, p.Club, q.AsOf))
		}
		return nil
	})
	return page, err
}

func (s people) Find(ctx context.Context, q person.Query) (list []person.Summary, err error) {
	err = s.run(ctx, func(t *tables) error {
		found, _ := t.part(q)
		for _, p := range found {
			list = append(list, t.summary(p.Person))
		}
		return nil
	})
	return list, err
}

func (t *tables) summary(p *person.Person) person.Summary {
	return person.Summary{ID: p.ID, Name: p.Name, Former: p.Membership.Former, Photo: p.Photo, Labels: t.labelsOf(p)}
}

func (s people) Tally(ctx context.Context, scope access.Scope, filter person.Filter, key string) (counts []listing.Count, err error) {
	err = s.run(ctx, func(t *tables) error {
		tally := map[string]int{}
		for _, p := range t.found(scope, filter) {
			tally[person.Keys.Of(key, &p)]++
		}
		for value, count := range tally {
			counts = append(counts, listing.Count{Value: value, Count: count})
		}
		slices.SortFunc(counts, func(a, b listing.Count) int { return strings.Compare(a.Value, b.Value) })
		return nil
	})
	return counts, err
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
		t.unrelate(func(row person.Relation) bool { return row.To == id })
		return nil
	})
}

// unrelate takes the rows of relations that are gone from everybody but the removed.
func (t *tables) unrelate(gone func(person.Relation) bool) {
	for id, k := range t.people {
		if k.removed.IsZero() && slices.ContainsFunc(k.person.Relations, gone) {
			k.person = k.person.Clone()
			k.person.Relations = slices.DeleteFunc(k.person.Relations, gone)
			if len(k.person.Relations) == 0 {
				k.person.Relations = nil
			}
			t.people[id] = k
		}
	}
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
