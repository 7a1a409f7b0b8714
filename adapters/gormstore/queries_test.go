package gormstore_test

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// counter counts the questions that a database is asked.
type counter struct {
	t       *testing.T
	queries atomic.Int64
}

func counted(t *testing.T, location string) (ports.Stores, ports.Atomic, *counter) {
	t.Helper()
	store, c := ready(t, location), &counter{t: t}
	ok(t, store.OnQuery(func() { c.queries.Add(1) }))
	return store.Stores(), store, c
}

func (c *counter) of(do func() error) int64 {
	c.t.Helper()
	before := c.queries.Load()
	ok(c.t, do())
	return c.queries.Load() - before
}

// related makes people who are all related to each other's predecessor, have labels, and play in a team.
func related(t *testing.T, s ports.Stores, count int) {
	t.Helper()
	for i := range count {
		p := person.New(1, at)
		p.Name.First, p.Labels = "Jan", []term.ID{1, 2}
		p.Work = []work.Entry{{Group: group.ClubWide, Kind: work.Committee, Current: true}, {Group: group.ClubWide, Kind: work.Committee, Title: "Lid", Current: true}}
		if i > 0 {
			p.Relations = []person.Relation{{To: person.ID(i), Type: relation.Parent}, {To: person.ID(i), Type: relation.Sibling}}
		}
		_, err := s.People.Create(t.Context(), p)
		ok(t, err)
		_, err = s.Groups.Create(t.Context(), group.New(work.Team, 1, at))
		ok(t, err)
	}
}

// What an answer costs does not grow with what it finds.
func TestAListAsksTheSameNumberOfQuestionsWhateverItFinds(t *testing.T) {
	for name, location := range databases {
		t.Run(name, func(t *testing.T) { listsCost(t, location) })
	}
}

func listsCost(t *testing.T, location func(testing.TB) string) {
	all := access.Scope{All: true}
	costs := func(count int) (costs map[string]int64) {
		s, _, c := counted(t, location(t))
		for _, name := range []string{"Jeugd", "Oud"} {
			_, err := s.Labels.Create(t.Context(), term.Term{Name: name, Slug: name})
			ok(t, err)
		}
		related(t, s, count)
		q := person.Query{AsOf: person.AsOf{Reader: all}, Limit: count}
		q.Order.Best = listing.Rank{{Test: listing.Test{Key: person.KeyFirst, Value: "jan"}, Points: 1}}
		groups := group.Query{AsOf: group.AsOf{Reader: all}, Limit: count}
		return map[string]int64{
			"People.List": c.of(func() error {
				page, err := s.People.List(t.Context(), q)
				if len(page.Records) != count || len(page.Records[count-1].Relations) != 2 || len(page.Records[0].Labels) != 2 {
					t.Errorf("%d records: %+v", len(page.Records), page.Records[count-1])
				}
				return err
			}),
			"People.Find": c.of(func() error {
				found, err := s.People.Find(t.Context(), q)
				if len(found) != count || len(found[0].Labels) != 2 {
					t.Errorf("%d found: %+v", len(found), found[0])
				}
				return err
			}),
			"People.Record": c.of(func() error { _, err := s.People.Record(t.Context(), 2, q.AsOf); return err }),
			"People.Tally":  c.of(func() error { _, err := s.People.Tally(t.Context(), all, q.Filter, person.KeyFirst); return err }),
			"Groups.List": c.of(func() error {
				page, err := s.Groups.List(t.Context(), groups)
				if len(page.Records) != count {
					t.Errorf("%d groups", len(page.Records))
				}
				return err
			}),
			"Groups.Record": c.of(func() error { _, err := s.Groups.Record(t.Context(), group.ClubWide, groups.AsOf); return err }),
			"Groups.Roster": c.of(func() error {
				entries, err := s.Groups.Roster(t.Context(), group.ClubWide, all)
				if len(entries) != 2*count || len(entries[0].Person.Labels) != 2 {
					t.Errorf("%d entries", len(entries))
				}
				return err
			}),
		}
	}
	few, many := costs(3), costs(30)
	most := map[string]int64{
		"People.List": 5, "People.Find": 3, "People.Record": 3, "People.Tally": 1, "Groups.List": 3, "Groups.Record": 2, "Groups.Roster": 3,
	}
	for method, limit := range most {
		if few[method] != many[method] || many[method] > limit || many[method] < 1 {
			t.Errorf("%s: %d questions about three, %d about thirty, at most %d", method, few[method], many[method], limit)
		}
	}
}

func TestAChangeAsksTheSameNumberOfQuestionsWhateverItHolds(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s, atomic, c := counted(t, location)
		admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
		service := &people.Service{Stores: s, Atomic: atomic, Now: func() time.Time { return at }, Zone: time.UTC}
		teams := make([]group.ID, 60)
		for i := range teams {
			id, err := s.Groups.Create(t.Context(), group.New(work.Team, 1, at))
			ok(t, err)
			teams[i] = id
		}
		patch := func(rows int) people.Edit {
			text := `[`
			for i := range rows {
				text += map[bool]string{true: ","}[i > 0] + fmt.Sprintf(`{"team":%d,"job_title":"T%d","is_current":true}`, teams[i], rows)
			}
			return person.Patch{ACF: fields.Extra{"first_name": []byte(`"Jan"`), "work_history": []byte(text + `]`)}}.Apply
		}
		costs := func(rows int) [2]int64 {
			var last person.ID
			create := c.of(func() error {
				r, err := service.Register(t.Context(), admin, patch(rows))
				last = r.ID
				return err
			})
			return [2]int64{create, c.of(func() error {
				_, err := service.Change(t.Context(), admin, last, patch(rows+1), teams[rows])
				return err
			})}
		}
		few := costs(1)
		if many := costs(50); many != few {
			t.Errorf("create, update: %v with one row, %v with fifty", few, many)
		}
		if most := [2]int64{8, 9}; few[0] > most[0] || few[1] > most[1] {
			t.Errorf("create, update: %v, at most %v", few, most)
		}
	})
}

// A change of many people costs what a change of one does, and so does a person with many relations.
func TestAChangeOfManyPeopleAsksAsMuchAsOfOne(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s, atomic, c := counted(t, location)
		service := newClub("", s, atomic).people
		label, err := s.Labels.Create(t.Context(), term.Term{Name: "Bar", Slug: "bar"})
		ok(t, err)
		team, err := s.Groups.Create(t.Context(), group.New(work.Team, 1, at))
		ok(t, err)
		related(t, s, 101)
		ids := make([]person.ID, 100)
		for i := range ids {
			ids[i] = person.ID(i + 2)
		}
		shared := person.Visibility("shared")
		bulk := func(ids []person.ID) int64 {
			return c.of(func() error {
				outcome, err := service.ChangeMany(t.Context(), administrator, ids, people.Bulk{
					Visibility: &shared, Workspaces: &[]int64{1, 2}, Labels: &[]term.ID{label}, Group: &team,
				})
				if len(outcome.Updated) != len(ids) || len(outcome.Failed) != 0 {
					t.Errorf("got %+v", outcome)
				}
				return err
			})
		}
		if one, many := bulk([]person.ID{1}), bulk(ids); one != many || one > 14 {
			t.Errorf("a bulk change of one: %d questions, of a hundred: %d", one, many)
		}
		for _, id := range []person.ID{1, 2, 101} {
			if p := kept(t, s.People, id); p.Visibility != shared || len(p.Work) != 3 || p.Work[2].Group != team || p.Work[2].Kind != work.Team {
				t.Errorf("%d: %+v", id, p)
			}
		}
		change := func(id person.ID, to []person.ID) int64 {
			return c.of(func() error {
				record, err := service.Change(t.Context(), administrator, id, func(p *person.Person, _ *fault.Problems) {
					for _, other := range to {
						p.Relations = append(p.Relations, person.Relation{To: other, Type: relation.Child})
					}
				})
				if len(record.Relations) < len(to) {
					t.Errorf("%d relations", len(record.Relations))
				}
				return err
			})
		}
		if one, many := change(60, ids[:1]), change(80, ids[10:40]); one != many || one > 18 {
			t.Errorf("one new relation: %d questions, thirty: %d", one, many)
		}
	})
}

// More values than one statement takes go in several.
func TestRowsBeyondOneStatementAreKept(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store, c := ready(t, location), &counter{t: t}
		ok(t, store.OnQuery(func() { c.queries.Add(1) }))
		s := store.Stores()
		related(t, s, 2)
		const count = 7000 // of 5 values, or of 9
		cost := c.of(func() error {
			return update(t.Context(), s.People, 1, func(p *person.Person) error {
				p.Relations, p.Work = nil, nil
				for i := range count {
					p.Relations = append(p.Relations, person.Relation{To: 2, Type: int64(i + 1)})
					p.Work = append(p.Work, work.Entry{Group: int64(i + 1), Kind: work.Team, Current: true})
				}
				return nil
			})
		})
		p := kept(t, s.People, 1)
		if len(p.Relations) != count || p.Relations[0].Type != 1 || p.Relations[count-1].Type != count || len(p.Work) != count {
			t.Errorf("%d relations, %d entries", len(p.Relations), len(p.Work))
		}
		pool, _, err := store.Pool()
		ok(t, err)
		for table, column := range map[string]string{"person_work": "group_id", "person_relations": "type_id"} {
			got := texts(t, pool, "SELECT CAST(COUNT(DISTINCT "+column+") AS TEXT) FROM "+table+" WHERE person_id = 1")
			same(t, got, []string{fmt.Sprint(count)})
		}
		if cost > 16 {
			t.Errorf("%d questions", cost)
		}
	})
}

// The index of parts takes many changed people at once.
func TestPeopleWhoAreRenamedTogetherAreFound(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s, _, _ := counted(t, location)
		const count = 120
		related(t, s, count)
		found := func(name string) int {
			t.Helper()
			search, err := s.People.List(t.Context(), person.Query{
				AsOf:   person.AsOf{Reader: access.Scope{All: true}},
				Filter: person.Filter{}.With(listing.Test{Key: person.KeyTitle, Is: listing.Contains, Value: name}),
			})
			ok(t, err)
			return search.Total
		}
		var ids []person.ID
		for i := range count {
			ids = append(ids, person.ID(i+1))
		}
		for _, part := range []struct {
			ids  []person.ID
			name string
		}{{ids[:3], "willemijn"}, {ids[3:90], "hubertus"}, {ids, "clementine"}, {ids[:1], "joachim"}} {
			ok(t, s.People.Update(t.Context(), part.ids, func(all map[person.ID]*person.Person) error {
				for _, p := range all {
					p.Name.First = part.name
				}
				return nil
			}))
			if got := found(part.name); got != len(part.ids) {
				t.Errorf("%s: %d of %d found", part.name, got, len(part.ids))
			}
		}
		for name, want := range map[string]int{"willemijn": 0, "hubertus": 0, "clementine": count - 1, "joachim": 1, "jan": 0} {
			if got := found(name); got != want {
				t.Errorf("%s: %d found, want %d", name, got, want)
			}
		}
	})
}

func TestAPageThatIsNotFullIsNotCounted(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		s, _, c := counted(t, location)
		for range 3 {
			_, err := s.People.Create(t.Context(), person.New(1, at))
			ok(t, err)
		}
		for _, page := range []struct {
			offset, limit int
			most          int64
		}{{0, 10, 3}, {2, 2, 3}, {0, 3, 4}, {1, 1, 4}, {3, 10, 2}, {9, 10, 2}, {0, 0, 1}} {
			asked := c.of(func() error {
				got, err := s.People.List(t.Context(), person.Query{AsOf: person.AsOf{Reader: access.Scope{All: true}}, Offset: page.offset, Limit: page.limit})
				if got.Total != 3 {
					t.Errorf("%d from %d: total %d", page.limit, page.offset, got.Total)
				}
				return err
			})
			if asked > page.most {
				t.Errorf("%d from %d: %d queries, at most %d", page.limit, page.offset, asked, page.most)
			}
		}
	})
}
