package directory

import (
	"cmp"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
)

// team is a team or a committee in memory.
type team struct {
	record group.Record    // without People
	values *listing.Values // of group.Keys

	damaged error // what is stored can't be read; nothing but the number is set then
}

func newTeam(g *group.Group) *team { return &team{record: g.Record(), values: group.Keys.Values(g)} }

// takeGroups keeps changed groups. The groups right below a removed one then stand at the top: stores say so, too.
func (v *View) takeGroups(c *Changes) {
	if len(c.Groups)+len(c.DamagedGroups)+len(c.RemovedGroups) == 0 {
		return
	}
	v.groups = maps.Clone(v.groups)
	for i := range c.Groups {
		v.groups[c.Groups[i].ID] = newTeam(&c.Groups[i])
	}
	for id, err := range c.DamagedGroups {
		v.groups[id] = &team{record: group.Record{ID: id}, damaged: err}
	}
	for _, id := range c.RemovedGroups {
		delete(v.groups, id)
	}
}

// Group returns one group, within the reader's scope or not, with the counts of the people within the scope. None is group.ErrAbsent;
// one whose stored form can't be read is an internal fault.
func (v *View) Group(id group.ID, as group.AsOf) (group.Record, error) {
	t, err := v.group(id)
	if err != nil {
		return group.Record{}, err
	}
	return v.counted(t, as), nil
}

func (v *View) group(id group.ID) (*team, error) {
	t := v.groups[id]
	if t == nil {
		return nil, group.ErrAbsent
	}
	return t, t.damaged
}

// DamagedGroups are the groups whose stored form can't be read, by number. They are in no list.
func (v *View) DamagedGroups() (ids []group.ID) {
	for id, t := range v.groups {
		if t.damaged != nil {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (v *View) counted(t *team, as group.AsOf) group.Record {
	r := t.record
	r.People = map[work.Role]int{}
	for _, id := range v.entries[r.ID] {
		m := v.people.at(id)
		if m.damaged != nil || m.record.Former || !as.Reader.Permits(m.record.Subject()) {
			continue
		}
		var roles [3]work.Role // everybody counts once a role
		known := roles[:0]
		for i := range m.work {
			e := &m.work[i]
			if e.Group == r.ID && e.CurrentOn(as.Day) && !slices.Contains(known, e.role) {
				known = append(known, e.role)
				r.People[e.role]++
			}
		}
	}
	return r
}

// Groups returns one page: the records within the reader's scope that pass q.Filter, in q.Order, and their number in all. An offset
// beyond the end gives no records and the right total. The order is total: equal records are sorted by number.
func (v *View) Groups(q group.Query) (page group.Page) {
	type fitting struct {
		*team
		points int
	}
	conditions, rank := group.Keys.Conditions(q.Filter.Conditions()), group.Keys.Ranking(q.Order.Best)
	var found []fitting
	for _, t := range v.groups {
		if t.damaged == nil && q.Reader.Permits(t.record.Subject()) && t.passes(&q.Filter, conditions) {
			found = append(found, fitting{t, rank.Points(t.values)})
		}
	}
	sorting, desc := group.Keys.Sorting(q.Order), q.Order.Desc()
	slices.SortFunc(found, func(a, b fitting) int {
		return cmp.Or(b.points-a.points, sorting.Compare(a.values, b.values), listing.Direct(cmp.Compare(a.record.ID, b.record.ID), desc))
	})
	page.Total = len(found)
	start := min(q.Offset, len(found))
	for _, t := range found[start : start+min(q.Limit, len(found)-start)] {
		if q.Bare {
			page.Records = append(page.Records, t.record)
			continue
		}
		page.Records = append(page.Records, v.counted(t.team, q.AsOf))
	}
	return page
}

func (t *team) passes(f *group.Filter, conditions []listing.Condition) bool {
	if f.Include != nil && !slices.Contains(f.Include, t.record.ID) || slices.Contains(f.Exclude, t.record.ID) ||
		f.Slugs != nil && !slices.Contains(f.Slugs, group.Slug(t.record.Title, t.record.ID)) {
		return false
	}
	return !slices.ContainsFunc(conditions, func(c listing.Condition) bool { return !c.Match(t.values) })
}

// Roster returns everybody's entries in a group, current or not, of the people within the scope, in no particular order. No such
// group is group.ErrAbsent.
func (v *View) Roster(id group.ID, scope access.Scope) (entries []roster.Entry, err error) {
	if _, err := v.group(id); err != nil {
		return nil, err
	}
	for _, one := range v.entries[id] {
		m := v.people.at(one)
		if m.damaged != nil || !scope.Permits(m.record.Subject()) {
			continue
		}
		for _, e := range m.work {
			if e.Group == id {
				entries = append(entries, roster.Entry{Person: v.summary(m), Work: e.Entry, Role: e.role})
			}
		}
	}
	return entries, nil
}
