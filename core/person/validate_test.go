package person_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestRelationsThatSayNothingAreDropped(t *testing.T) {
	t.Parallel()
	row := func(to person.ID, kind int64, label string) person.Relation {
		return person.Relation{To: to, Type: kind, Label: label}
	}
	for _, c := range []struct {
		name      string
		now, want []person.Relation
	}{
		{"to the person itself", []person.Relation{row(5, 1, ""), row(12, 1, "")}, []person.Relation{row(5, 1, "")}},
		{"of the same type to the same person: the first stays", []person.Relation{row(5, 2, "a"), row(5, 2, "b")},
			[]person.Relation{row(5, 2, "a")}},
		{"other types stay", []person.Relation{row(5, 1, ""), row(5, 2, "")}, []person.Relation{row(5, 1, ""), row(5, 2, "")}},
		{"other people stay, in their order", []person.Relation{row(6, 1, ""), row(5, 1, "")},
			[]person.Relation{row(6, 1, ""), row(5, 1, "")}},
		{"all of them", []person.Relation{row(12, 1, "")}, nil},
	} {
		p := jan()
		err := save(&p, person.References{Types: []int64{1, 2}}, func(p *person.Person, _ *fault.Problems) { p.Relations = c.now })
		if err != nil || !reflect.DeepEqual(p.Relations, c.want) {
			t.Errorf("%s: got %+v, %v", c.name, p.Relations, err)
		}
	}
}

func TestARefusedRelationIsNamedByItsPlaceAmongThoseSent(t *testing.T) {
	t.Parallel()
	p := jan()
	got := wrong(save(&p, person.References{Hidden: []person.ID{7}, Types: []int64{1}}, func(p *person.Person, _ *fault.Problems) {
		p.Relations = []person.Relation{{To: 12, Type: 1}, {To: 5, Type: 1}, {To: 5, Type: 1}, {To: 7, Type: 9}}
	}))
	want := []string{"acf.relationships[3].related_person: " + person.ErrAbsent.Message,
		"acf.relationships[3].relationship_type: " + person.NoSuchType}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAGroupSaysItsKind(t *testing.T) {
	t.Parallel()
	groups := map[int64]work.Kind{3: work.Team, 1000: work.Committee}
	for _, c := range []struct {
		name  string
		entry work.Entry
		want  work.Kind
	}{
		{"whatever a client says", work.Entry{Group: 3, Kind: work.Committee}, work.Team},
		{"where a client says nothing", work.Entry{Group: 1000}, work.Committee},
		{"one of before that is not to be seen stays what it was", work.Entry{Group: 5, Kind: work.Team}, work.Committee},
		{"none leaves it to the client", work.Entry{Kind: work.Committee}, work.Committee},
	} {
		p := jan()
		p.Work = append(p.Work, work.Entry{Group: 5, Kind: work.Committee})
		err := save(&p, person.References{Groups: groups}, func(p *person.Person, _ *fault.Problems) { p.Work = []work.Entry{c.entry} })
		if err != nil || p.Work[0].Kind != c.want {
			t.Errorf("%s: got %q, %v", c.name, p.Work[0].Kind, err)
		}
	}
}

func TestANewRowNamesAGroupThatTheEditorSees(t *testing.T) {
	t.Parallel()
	p := jan() // in group 3
	got := wrong(save(&p, person.References{Groups: map[int64]work.Kind{4: work.Team}}, func(p *person.Person, _ *fault.Problems) {
		p.Work = []work.Entry{{Group: 3}, {Group: 3, Title: "again"}, {Group: 4}, {Group: 5}, {Group: 12}, {}}
	}))
	want := []string{"acf.work_history[3].team: " + person.NoSuchGroup, "acf.work_history[4].team: " + person.NoSuchGroup}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestANewPeriodEndsOnOrAfterItsStart(t *testing.T) {
	t.Parallel()
	day := func(n int) civil.Date { return civil.Date{Year: 2026, Month: 1, Day: n} }
	old := work.Entry{Group: 3, Title: "Trainer", Start: day(9), End: day(8)}
	renamed, moved, elsewhere := old, old, old
	renamed.Title, moved.End, elsewhere.Group = "Leider", day(7), 4
	mended := old
	mended.End = day(9)
	for _, c := range []struct {
		name    string
		row     work.Entry
		refused bool
	}{
		{"the end before the start", work.Entry{Start: day(9), End: day(8)}, true},
		{"the same day", work.Entry{Start: day(9), End: day(9)}, false},
		{"no end", work.Entry{Start: day(9)}, false},
		{"no start", work.Entry{End: day(9)}, false},
		{"a row of before, sent back", old, false},
		{"a row of before under another title", renamed, false},
		{"a row of before that ends still sooner", moved, true},
		{"a row of before in another group", elsewhere, true},
		{"a row of before, mended", mended, false},
	} {
		for _, synchronized := range []bool{false, true} {
			p := jan()
			p.Work = append(p.Work, old)
			refs := person.References{AnyPeriod: synchronized, Groups: map[int64]work.Kind{4: work.Team}}
			got := wrong(save(&p, refs, func(p *person.Person, _ *fault.Problems) { p.Work = append(p.Work[:1:1], c.row) }))
			var want []string
			if c.refused && !synchronized {
				want = []string{"acf.work_history[1].end_date: " + person.EndsTooSoon}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, synchronized %v: got %q, want %q", c.name, synchronized, got, want)
			}
		}
	}
}

func TestALabelThatSomebodyHasMayStay(t *testing.T) {
	t.Parallel()
	p := jan()
	if err := save(&p, person.References{}, func(p *person.Person, _ *fault.Problems) { p.Name.First = "Jo" }); err != nil ||
		!slices.Equal(p.Labels, []int64{6}) {
		t.Errorf("got %v, %v", p.Labels, err)
	}
}

func TestWhatAnEditNewlyRefersTo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		edit   func(*person.Person)
		people []person.ID
		groups []int64
	}{
		{"nothing", func(p *person.Person) { p.Name.First = "Jo" }, nil, nil},
		{"nothing that goes", func(p *person.Person) { p.Relations, p.Work, p.Labels = nil, nil, nil }, nil, nil},
		{"nothing that was there", func(p *person.Person) { p.Relations, p.Work[0].Title = append(p.Relations, p.Relations[0]), "x" },
			nil, nil},
		{"the person of a row with another label", func(p *person.Person) { p.Relations[0].Label = "x" }, []person.ID{5}, nil},
		{"the person of a row of another type", func(p *person.Person) { p.Relations[0].Type = 2 }, []person.ID{5}, nil},
		{"new people, each once, but not the person itself", func(p *person.Person) {
			p.Relations = append(p.Relations, person.Relation{To: 7, Type: 1}, person.Relation{To: 7, Type: 1},
				person.Relation{To: 12, Type: 1}, person.Relation{Type: 1})
		}, []person.ID{7}, nil},
		{"new groups", func(p *person.Person) {
			p.Work = append(p.Work, work.Entry{Group: 4}, work.Entry{Group: 4}, work.Entry{})
		}, nil, []int64{4}},
		{"nothing with another row of a group of before", func(p *person.Person) { p.Work = append(p.Work, work.Entry{Group: 3}) }, nil,
			nil},
	} {
		before := jan()
		after := before.Clone()
		c.edit(&after)
		if people, groups := after.NewReferences(&before); !slices.Equal(people, c.people) || !slices.Equal(groups, c.groups) {
			t.Errorf("%s: got %v and %v, want %v and %v", c.name, people, groups, c.people, c.groups)
		}
	}
}
