package usecase_test

import (
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/duplicates"
	"github.com/clubhuis/clubhuis/core/work"
)

// merging is a club whose people are merged.
type merging struct {
	*importing
	service *duplicates.Service
}

func newMerging(t *testing.T) *merging {
	t.Helper()
	c := newImporting(t)
	return &merging{c, &duplicates.Service{
		Directory: c.Directory, Duplicates: c.Duplicates, Atomic: c.store, Now: c.people.Now, Zone: c.people.Zone,
		Replace: c.people.Replace, Follow: c.accounts().Follow,
	}}
}

// add makes somebody, created by a user.
func (m *merging) add(by access.Viewer, first string, change func(*person.Person)) person.ID {
	m.t.Helper()
	p := person.New(by.User, importedAt)
	p.Name.First = first
	if change != nil {
		change(&p)
	}
	ids, err := m.People.Create(m.t.Context(), p)
	if err != nil {
		m.t.Fatal(err)
	}
	return ids[0]
}

func (m *merging) team(title string) group.ID {
	m.t.Helper()
	g := group.New(work.Team, 99, importedAt)
	g.Title = title
	id, err := m.Groups.Create(m.t.Context(), g)
	if err != nil {
		m.t.Fatal(err)
	}
	return id
}

func (m *merging) person(id person.ID) person.Person {
	m.t.Helper()
	stored, _ := m.Directory.View().Stored(id)
	p, err := stored.Person()
	if err != nil {
		m.t.Fatal(err)
	}
	return p
}

func TestWhatEitherReferredToIsKept(t *testing.T) {
	t.Parallel()
	m := newMerging(t)
	member := m.user("lid", access.Member)
	alive, gone := m.team("JO9-1"), m.team("JO11-1")
	hidden := m.add(m.anna, "Els", nil)
	trainer := work.Entry{Group: alive, Kind: work.Team, Title: "Trainer", Current: true,
		Start: civil.Date{Year: 2024, Month: 8, Day: 1}}
	player := work.Entry{Group: gone, Kind: work.Team, Title: "Speler", Start: civil.Date{Year: 2020, Month: 8, Day: 1},
		End: civil.Date{Year: 2021, Month: 6, Day: 30}}
	backwards := player
	backwards.Start, backwards.End = player.End, player.Start
	child := []person.Relation{{To: hidden, Type: relation.Child}}
	pairs := map[string]struct {
		viewer access.Viewer
		rows   []work.Entry
		to     []person.Relation
	}{
		"a team that is gone, to an administrator":      {m.user("beheer", access.Administrator), []work.Entry{player}, nil},
		"a team that the viewer does not see":           {m.anna, []work.Entry{trainer}, nil},
		"a period that ends before it starts":           {m.anna, []work.Entry{backwards}, nil},
		"somebody whom the viewer does not see":         {member, nil, []person.Relation{{To: hidden, Type: relation.Sibling}}},
		"a child of whom the viewer would be no parent": {member, nil, child},
		"all of it": {m.anna, []work.Entry{trainer, player}, child},
	}
	merged := map[string][2]person.ID{}
	for name, pair := range pairs {
		stays := m.add(pair.viewer, "Jan", nil)
		goes := m.add(pair.viewer, "Jan", func(p *person.Person) { p.Work, p.Relations = pair.rows, pair.to })
		merged[name] = [2]person.ID{stays, goes}
	}
	if err := m.Groups.Remove(t.Context(), gone, importedAt); err != nil {
		t.Fatal(err)
	}
	for name, pair := range pairs {
		stays, goes := merged[name][0], merged[name][1]
		if _, err := m.service.Merge(t.Context(), pair.viewer, stays, goes, nil); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		same := func(a, b work.Entry) bool {
			return a.Group == b.Group && a.Kind == b.Kind && a.Start == b.Start && a.End == b.End && a.Current == b.Current
		}
		if p := m.person(stays); !slices.EqualFunc(p.Work, pair.rows, same) || !person.SameRelations(p.Relations, pair.to) {
			t.Errorf("%s: %+v, %+v", name, p.Work, p.Relations)
		}
	}
}

func TestWhatOthersAreToWhoGoesTheyAreToWhoStays(t *testing.T) {
	t.Parallel()
	m := newMerging(t)
	types := relation.Defaults()
	typed := func(slug string) term.ID {
		return types[slices.IndexFunc(types, func(t relation.Type) bool { return t.Slug == slug })].ID
	}
	row := func(to person.ID, slug, label string) person.Relation {
		return person.Relation{To: to, Type: typed(slug), Label: label, Extra: acf.Extra{"since": []byte(`"2019"`)}}
	}
	stays := m.add(m.anna, "Jan", func(p *person.Person) { p.Gender = "male" })
	goes := m.add(m.anna, "Jan", nil)
	els := m.add(m.anna, "Els", func(p *person.Person) {
		p.Relations = []person.Relation{row(goes, "ex", "lang"), row(goes, "friend", ""), row(goes, "niece", "")}
	})
	bo := m.add(m.anna, "Bo", func(p *person.Person) {
		p.Relations = []person.Relation{row(goes, "inlaw", ""), row(stays, "inlaw", "x"), row(goes, "niece", ""),
			row(stays, "nephew", "")}
	})
	one := m.add(m.anna, "Kim", func(p *person.Person) { p.Relations = []person.Relation{row(goes, "stepsibling", "")} })
	other := m.add(m.anna, "Els", nil) // whom nobody is related to by this
	relate := func(id person.ID, rows ...person.Relation) {
		t.Helper()
		err := m.People.Update(t.Context(), []person.ID{id}, func(people map[person.ID]*person.Person) error {
			people[id].Relations = rows
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	relate(goes, row(els, "friend", ""), row(els, "aunt", ""), row(bo, "aunt", ""))
	relate(stays, row(goes, "ex", ""), row(bo, "aunt", ""))
	before := m.person(one).Revision
	if _, err := m.service.Merge(t.Context(), m.anna, stays, goes, nil); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[person.ID][]person.Relation{
		els:   {row(stays, "ex", "lang"), row(stays, "friend", ""), row(stays, "nephew", "")},
		bo:    {row(stays, "inlaw", "x"), row(stays, "nephew", "")},
		one:   {row(stays, "stepsibling", "")},
		other: nil,
		stays: {row(bo, "aunt", ""), row(els, "friend", ""), row(els, "aunt", "")},
	} {
		if p := m.person(id); !person.SameRelations(p.Relations, want) {
			t.Errorf("%d has %+v, want %+v", id, p.Relations, want)
		}
	}
	if p := m.person(one); p.Revision <= before || p.Editor != m.anna.User {
		t.Errorf("%d, by %d", p.Revision, p.Editor)
	}
	noted, err := m.PersonChanges.Page(t.Context(), person.ChangesQuery{Person: one, Limit: 9})
	if err != nil || noted.Total != 2 {
		t.Errorf("noted %+v, %v", noted, err)
	}
	// Nothing of who stays changes, and others still are to it what they were.
	again := m.add(m.anna, "Jan", nil)
	relate(other, row(again, "ex", ""))
	if _, err := m.service.Merge(t.Context(), m.anna, stays, again, nil); err != nil {
		t.Fatal(err)
	}
	if p := m.person(other); !person.SameRelations(p.Relations, []person.Relation{row(stays, "ex", "")}) {
		t.Errorf("%+v", p.Relations)
	}
}
