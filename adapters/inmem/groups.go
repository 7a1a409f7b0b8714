package inmem

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type groups struct{ handle }

var _ ports.Groups = groups{}

// keptGroup is a group and whether it was removed.
type keptGroup struct {
	group   group.Group
	removed bool
}

func (t *tables) group(id group.ID) (group.Group, error) {
	k, ok := t.groups[id]
	if !ok || k.removed {
		return group.Group{}, group.ErrAbsent
	}
	return k.group, nil
}

func (s groups) Create(ctx context.Context, g group.Group) (id group.ID, err error) {
	err = s.run(ctx, func(t *tables) error {
		t.lastGroup++
		id = t.lastGroup
		g = g.Clone()
		g.ID, g.Created, g.Modified = id, civil.Instant(g.Created), civil.Instant(g.Modified)
		t.groups[id] = keptGroup{group: g}
		return nil
	})
	return id, err
}

func (s groups) Update(ctx context.Context, id group.ID, change func(*group.Group) error) error {
	return s.run(ctx, func(t *tables) error {
		before, err := t.group(id)
		if err != nil {
			return err
		}
		var after group.Group
		for range 2 { // as the contract allows
			after = before.Clone()
			if err := change(&after); err != nil {
				return err
			}
		}
		g := after.Clone() // change may hold on to what it was given
		g.ID, g.Kind, g.Author = before.ID, before.Kind, before.Author
		g.Created, g.Modified = civil.Instant(g.Created), civil.Instant(g.Modified)
		t.groups[id] = keptGroup{group: g}
		return nil
	})
}

func (s groups) Record(ctx context.Context, id group.ID, as group.AsOf) (r group.Record, err error) {
	err = s.run(ctx, func(t *tables) error {
		g, err := t.group(id)
		if err == nil {
			r = t.groupRecord(&g, as)
		}
		return err
	})
	return r, err
}

func (t *tables) groupRecord(g *group.Group, as group.AsOf) group.Record {
	r := g.Record()
	r.People = map[work.Role]int{}
	counted := map[work.Role]map[int64]bool{}
	for _, e := range t.roster(g.ID, as.Reader) {
		if e.Person.Former || !e.Work.CurrentOn(as.Day) || counted[e.Role][e.Person.ID] {
			continue
		}
		if counted[e.Role] == nil {
			counted[e.Role] = map[int64]bool{}
		}
		counted[e.Role][e.Person.ID] = true
		r.People[e.Role]++
	}
	return r
}

func (s groups) List(ctx context.Context, q group.Query) (page group.Page, err error) {
	err = s.run(ctx, func(t *tables) error {
		var found []group.Group
		for _, k := range t.groups {
			if !k.removed && q.Reader.Permits(k.group.Subject()) && q.Filter.Match(&k.group) {
				found = append(found, k.group)
			}
		}
		slices.SortFunc(found, func(a, b group.Group) int { return group.Compare(q.Order, &a, &b) })
		page.Total = len(found)
		start := min(q.Offset, len(found))
		for _, g := range found[start:min(start+q.Limit, len(found))] {
			if q.Bare {
				page.Records = append(page.Records, g.Record())
				continue
			}
			page.Records = append(page.Records, t.groupRecord(&g, q.AsOf))
		}
		return nil
	})
	return page, err
}

func (s groups) Places(ctx context.Context, kind work.Kind) (places []group.Place, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, id := range slices.Sorted(maps.Keys(t.groups)) {
			if k := t.groups[id]; !k.removed && k.group.Kind == kind {
				places = append(places, group.Place{ID: id, Parent: k.group.Parent})
			}
		}
		return nil
	})
	return places, err
}

func (s groups) Roster(ctx context.Context, id group.ID, scope access.Scope) (entries []roster.Entry, err error) {
	err = s.run(ctx, func(t *tables) error {
		_, err := t.group(id)
		if err == nil {
			entries = t.roster(id, scope)
		}
		return err
	})
	return entries, err
}

func (t *tables) roster(id group.ID, scope access.Scope) (entries []roster.Entry) {
	rules := t.volunteerRules()
	for _, k := range t.people {
		if !k.removed.IsZero() || !scope.Permits(k.person.Subject()) {
			continue
		}
		for _, e := range k.person.Work {
			if e.Group == id {
				entry := work.Entry{Group: e.Group, Kind: e.Kind, Title: e.Title, Start: e.Start, End: e.End, Current: e.Current}
				entries = append(entries, roster.Entry{Person: t.summary(&k.person), Work: entry, Role: rules.RoleOf(e)})
			}
		}
	}
	return entries
}

func (s groups) Remove(ctx context.Context, id group.ID, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		g, err := t.group(id)
		if err != nil {
			return err
		}
		t.groups[id] = keptGroup{group: g, removed: true}
		for other, k := range t.groups {
			if k.group.Parent == id {
				k.group.Parent = 0
				t.groups[other] = k
			}
		}
		return nil
	})
}
