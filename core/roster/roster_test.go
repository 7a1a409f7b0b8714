package roster_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
)

var today = civil.Date{Year: 2026, Month: 3, Day: 29}

func entry(id person.ID, name person.Name, e work.Entry) roster.Entry {
	return roster.Entry{Person: person.Summary{ID: id, Name: name}, Work: e, Role: work.DefaultRules().RoleOf(e)}
}

func spelled(list []roster.Entry) string {
	words := []string{}
	for _, e := range list {
		words = append(words, fmt.Sprintf("%s %s", e.Person.Name.First, e.Work.Title))
	}
	return fmt.Sprint(words)
}

// exactly returns spelled, with all that makes a difference to a reader.
func exactly(list []roster.Entry) string {
	words := []string{}
	for _, e := range list {
		words = append(words, fmt.Sprint(e.Person.ID, e.Role, e.Work.Title, e.Work.Start, e.Work.End))
	}
	return fmt.Sprint(words)
}

func TestWhoIsAndWasInAGroup(t *testing.T) {
	t.Parallel()
	current := func(title string) work.Entry { return work.Entry{Group: 3, Title: title, Current: true} }
	ended := func(title string, days int) work.Entry {
		return work.Entry{Group: 3, Title: title, End: today.AddDays(-days)}
	}
	an, bo := person.Name{First: "An", Last: "Visser"}, person.Name{First: "Bo", Infix: "de", Last: "Kok"}
	cas, dirk := person.Name{First: "Cas", Last: "kók"}, person.Name{First: "Dirk", Last: "Aal"}
	gone := entry(5, person.Name{First: "Gé", Last: "Aal"}, current("Speler"))
	gone.Person.Former = true
	goneBefore := entry(5, person.Name{First: "Gé", Last: "Aal"}, ended("Speler", 1))
	goneBefore.Person.Former = true
	lastDay := current("Trainer")
	lastDay.End = today
	forgotten := current("Leider")
	forgotten.End = today.AddDays(-1)
	for _, c := range []struct {
		name            string
		entries         []roster.Entry
		current, former string
	}{
		{"nobody", nil, "[]", "[]"},
		{"staff, then players, each by name", []roster.Entry{
			entry(1, an, current("Speler")), entry(2, bo, current("Trainer")), entry(3, cas, current("Leider")),
			entry(4, dirk, current("Keeper")),
		}, "[Bo Trainer Cas Leider Dirk Keeper An Speler]", "[]"},
		{"somebody with two roles stands in both places", []roster.Entry{
			entry(1, an, current("Speler")), entry(1, an, current("Trainer")), entry(2, bo, current("Speler")),
		}, "[An Trainer Bo Speler An Speler]", "[]"},
		{"the last day is still current, a forgotten end is not", []roster.Entry{
			entry(1, an, lastDay), entry(2, bo, forgotten), entry(3, cas, work.Entry{Group: 3, Title: "Leider"}),
		}, "[An Trainer]", "[Bo Leider Cas Leider]"},
		{"those who were, last ended first, without an end last", []roster.Entry{
			entry(1, an, ended("Speler", 9)), entry(2, bo, ended("Trainer", 1)), entry(3, cas, work.Entry{Group: 3, Title: "Speler"}),
			entry(4, dirk, ended("Speler", 1)),
		}, "[]", "[Dirk Speler Bo Trainer An Speler Cas Speler]"},
		{"no former members, in neither list", []roster.Entry{gone, goneBefore, entry(1, an, current("Speler"))}, "[An Speler]", "[]"},
		{"equal names by number, equal entries by title", []roster.Entry{
			entry(9, an, current("Speler")), entry(8, an, current("Verdediger")), entry(8, an, current("Keeper")),
		}, "[An Keeper An Verdediger An Speler]", "[]"},
	} {
		r := roster.Of(c.entries, today)
		if got := spelled(r.Current); got != c.current {
			t.Errorf("%s: current %s, want %s", c.name, got, c.current)
		}
		if got := spelled(r.Former); got != c.former {
			t.Errorf("%s: former %s, want %s", c.name, got, c.former)
		}
	}
}

func TestAMembersListIsByName(t *testing.T) {
	t.Parallel()
	member := func(id person.ID, first, last string) roster.Entry {
		return entry(id, person.Name{First: first, Last: last}, work.Entry{Group: 1000, Kind: work.Committee, Title: "Lid",
			Current: true})
	}
	r := roster.Of([]roster.Entry{member(1, "Bo", "Kok"), member(2, "An", "kok"), member(3, "Cas", "Aal")}, today)
	if got := spelled(r.Current); got != "[Cas Lid An Lid Bo Lid]" {
		t.Errorf("got %s", got)
	}
}

// In which order a store returns them makes no difference.
func TestTheOrderOfTheEntriesMakesNoDifference(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		entries := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) roster.Entry {
			id := rapid.Int64Range(1, 3).Draw(t, "id")
			e := entry(id, person.Name{First: rapid.SampledFrom([]string{"An", "Bo"}).Draw(t, "name")}, work.Entry{
				Title: rapid.SampledFrom([]string{"Speler", "Trainer", ""}).Draw(t, "title"), Current: rapid.Bool().Draw(t, "current"),
				Start: rapid.SampledFrom([]civil.Date{{}, today}).Draw(t, "start"),
				End:   rapid.SampledFrom([]civil.Date{{}, today, today.AddDays(-1)}).Draw(t, "end"),
			})
			e.Person.Former = id == 3
			return e
		}), 0, 8).Draw(t, "entries")
		want := roster.Of(entries, today)
		got := roster.Of(rapid.Permutation(entries).Draw(t, "shuffled"), today)
		if exactly(got.Current) != exactly(want.Current) || exactly(got.Former) != exactly(want.Former) {
			t.Fatalf("got  %v\nwant %v", got, want)
		}
		kept := slices.DeleteFunc(slices.Clone(entries), func(e roster.Entry) bool { return e.Person.Former })
		if len(got.Current)+len(got.Former) != len(kept) {
			t.Fatalf("%d entries became %d and %d", len(kept), len(got.Current), len(got.Former))
		}
	})
}
