package directory

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
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
	v.teams, v.committees, v.listed = 0, 0, &listed{}
	for _, t := range v.groups {
		if t.damaged == nil {
			v.listed.teams = append(v.listed.teams, t)
			t.count(&v.teams, &v.committees)
		}
	}
}

// count adds the group to the teams or the committees.
func (t *team) count(teams, committees *int) {
	if t.record.Kind == work.Team {
		*teams++
	} else {
		*committees++
	}
}

var placeGroupSearch = group.Keys.Place(group.KeySearch)

// listed are the groups whose stored form can be read, in no particular order.
type listed struct {
	teams []*team
	once  sync.Once
	text  string // what a search looks in, one group after the other; see having
	ends  []int  // where the text of each group ends
}

func (l *listed) all() iter.Seq[*team] { return slices.Values(l.teams) }

// having returns the groups in which a search finds a word. The text of all of them is put together once.
func (l *listed) having(word string) iter.Seq[*team] {
	l.once.Do(func() {
		var all strings.Builder
		for _, t := range l.teams {
			all.WriteString(t.values.At(placeGroupSearch))
			all.WriteString(lineEnd)
			l.ends = append(l.ends, all.Len())
		}
		l.text = all.String()
	})
	return func(yield func(*team) bool) {
		for from := 0; ; {
			at := strings.Index(l.text[from:], word)
			if at < 0 {
				return
			}
			i, _ := slices.BinarySearch(l.ends, from+at+1)
			if !yield(l.teams[i]) {
				return
			}
			from = l.ends[i]
		}
	}
}

// Group returns one group, whether the reader may see it or not, with the counts of the people whom the reader may see. None is
// group.ErrAbsent; one whose stored form can't be read is an internal fault.
func (v *View) Group(id group.ID, as record.View) (group.Record, error) {
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

func (v *View) counted(t *team, as record.View) group.Record {
	r := t.record
	r.People = map[work.Role]int{}
	var staff []leader
	seen := v.within(as.Reader.People)
	for _, id := range v.entries[r.ID] {
		m := v.people.at(id)
		if m.record.Former || !seen.Contains(uint32(id)) { //nolint:gosec // a table holds no greater number
			continue
		}
		var roles [3]work.Role // everybody counts once a role
		known := roles[:0]
		for i := range m.work {
			e := &m.work[i]
			if e.Group != r.ID || !e.CurrentOn(as.Day) {
				continue
			}
			if !slices.Contains(known, e.role) {
				known = append(known, e.role)
				r.People[e.role]++
			}
			if e.role == work.Staff {
				staff = append(staff, leader{m, e.Title})
			}
		}
	}
	r.Staff = leaders(staff)
	return r
}

// leader is a role of a member who leads a team.
type leader struct {
	*member
	title string
}

func leaders(staff []leader) (list []group.Leader) {
	slices.SortFunc(staff, func(a, b leader) int {
		return cmp.Or(
			strings.Compare(a.values.At(placeLast), b.values.At(placeLast)),
			strings.Compare(a.values.At(placeFirst), b.values.At(placeFirst)),
			cmp.Compare(a.record.ID, b.record.ID), strings.Compare(a.title, b.title),
		)
	})
	for _, l := range staff {
		list = append(list, group.Leader{Person: l.record.ID, Name: l.record.Title, Title: l.title})
	}
	return list
}

// Groups returns one page: the groups that the reader may see and that pass q.Filter, in q.Order, and their number in all. An
// offset beyond the end gives no records and the right total. The order is total: equal records are sorted by number.
func (v *View) Groups(q record.Query) (page record.Page[group.Record]) {
	found := record.Select(group.Keys, &q.Filter, &q.Window, v.readable(q.Reader.Groups, v.listed.all()))
	page.Total = found.Total
	for _, t := range found.Records {
		if q.Bare {
			page.Records = append(page.Records, t.record)
			continue
		}
		page.Records = append(page.Records, v.counted(t, q.View))
	}
	return page
}

// readable returns those of some groups that a reader may see, as rows of a list.
func (v *View) readable(scope access.Scope, of iter.Seq[*team]) iter.Seq[record.Row[*team]] {
	grants := v.grants(scope.User)
	return func(yield func(record.Row[*team]) bool) {
		for t := range of {
			row := record.Row[*team]{ID: t.record.ID, Values: t.values, Record: t}
			if (scope.All || permitsGroup(scope, &grants, t)) && !yield(row) {
				return
			}
		}
	}
}

// GroupCounts returns how many teams and how many committees the reader may see.
func (v *View) GroupCounts(reader access.Reader) (teams, committees int) {
	if reader.Groups.All {
		return v.teams, v.committees
	}
	for row := range v.readable(reader.Groups, v.listed.all()) {
		row.Record.count(&teams, &committees)
	}
	return teams, committees
}

// Roster returns everybody's entries in a group, current or not, of the people whom the reader may see, in no particular order.
// No such group is group.ErrAbsent.
func (v *View) Roster(id group.ID, reader access.Reader) (entries []roster.Entry, err error) {
	if _, err := v.group(id); err != nil {
		return nil, err
	}
	seen := v.within(reader.People)
	for _, one := range v.entries[id] {
		if !seen.Contains(uint32(one)) { //nolint:gosec // a table holds no greater number
			continue
		}
		m := v.people.at(one)
		for _, e := range m.work {
			if e.Group == id {
				entries = append(entries, roster.Entry{Person: v.summary(m), Work: e.Entry, Role: e.role})
			}
		}
	}
	return entries, nil
}

// About returns what the page of a group shows of somebody, whom the reader may see or not; of the parents of a child it tells of
// those whom the reader may see. Of nobody it is empty. Nobody is reached who has died, and no parents about who has.
func (v *View) About(id person.ID, as record.View) roster.About {
	m := v.people.at(id)
	if m == nil || m.damaged != nil {
		return roster.About{}
	}
	about := roster.About{
		Birthdate: m.values.At(placeBirthdate), Certificate: m.values.At(placeCertificate),
		Screened: m.lasts(placeScreened, as.Day), Contacts: "[]",
	}
	if m.died() {
		return about
	}
	about.Contacts = acf.Member(m.record.Document, "contact_info")
	if born, _ := civil.Parse(about.Birthdate); !person.Child(born, as.Day) {
		return about
	}
	seen := v.within(as.Reader.People)
	for _, row := range m.relations {
		parent := v.people.at(row.To)
		if row.Type != relation.Parent || parent == nil || parent.damaged != nil || parent.died() ||
			!seen.Contains(uint32(row.To)) { //nolint:gosec // a table holds no greater number
			continue
		}
		about.Parents = append(about.Parents, roster.Parent{
			ID: row.To, Name: parent.record.Title, Contacts: acf.Member(parent.record.Document, "contact_info"),
		})
	}
	return about
}

func (m *member) died() bool { return m.values.At(placeDeceased) == listing.Flag(true) }
