package matchday_test

import (
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/matchday"
)

// contract: club §2.11-11
func TestAMergerReturnsWhatMergeReturns(t *testing.T) {
	day := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	of := func(source matchday.Source, matches ...matchday.Match) matchday.Fetched {
		return matchday.Fetched{Source: source, At: day, Tried: day, Matches: matches}.Kept()
	}
	window := func(days int) matchday.Window {
		first := civil.On(day, time.UTC)
		return matchday.Window{From: first, To: first.AddDays(days), Zone: time.UTC}
	}
	one, other := matchday.Match{ID: 1, Start: day, HomeCode: "7"}, matchday.Match{ID: 2, Start: day.AddDate(0, 0, 1)}
	old := of(matchday.TeamSource("7"), other)
	old.At = day.Add(-time.Hour)
	moved := one
	moved.Start = day.Add(time.Hour)
	nothing := matchday.Fetched{Source: matchday.Cancellations}
	var merger matchday.Merger
	versions := map[string]string{}
	for _, c := range []struct {
		name       string
		programmes []matchday.Fetched
		off        matchday.Fetched
		days       int
	}{
		{"nothing was ever fetched", []matchday.Fetched{{Source: matchday.Programme}}, nothing, 6},
		{"one match", []matchday.Fetched{of(matchday.Programme, one)}, nothing, 6},
		{"two", []matchday.Fetched{of(matchday.Programme, one, other)}, nothing, 6},
		{"two, of which one is later", []matchday.Fetched{of(matchday.Programme, one, other)}, nothing, 0},
		{"a moved one", []matchday.Fetched{of(matchday.Programme, moved)}, nothing, 6},
		{"one that was called off", []matchday.Fetched{of(matchday.Programme, one)}, of(matchday.Cancellations, one), 6},
		{"one of a team, too", []matchday.Fetched{of(matchday.Programme, one), of(matchday.TeamSource("7"), one)}, nothing, 6},
		{"the same of another team", []matchday.Fetched{of(matchday.Programme, one), of(matchday.TeamSource("8"), one)}, nothing, 6},
		{"another one of a team", []matchday.Fetched{of(matchday.Programme, one), of(matchday.TeamSource("7"), other)}, nothing, 6},
		{"the same, fetched long before", []matchday.Fetched{of(matchday.Programme, one), old}, nothing, 6},
	} {
		want := matchday.Merge(c.programmes, c.off, window(c.days))
		for range 2 {
			got := merger.Merge(c.programmes, c.off, window(c.days))
			if !slices.EqualFunc(got.Matches, want, func(a, b matchday.Match) bool {
				return a.ID == b.ID && a.Start.Equal(b.Start) && a.Cancelled == b.Cancelled && slices.Equal(a.Teams, b.Teams)
			}) {
				t.Errorf("%s: %v, want %v", c.name, got.Matches, want)
			}
			if before, had := versions[got.Version]; had && before != c.name {
				t.Errorf("%s has the version of %s", c.name, before)
			}
			versions[got.Version] = c.name
		}
	}
	if len(versions) != 10 {
		t.Errorf("%d versions of 10 programmes", len(versions))
	}
}

func TestAMergerKeepsABoundedNumber(t *testing.T) {
	var merger matchday.Merger
	day := civil.On(time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC), time.UTC)
	for i := range 200 {
		from := day.AddDays(i)
		merged := merger.Merge([]matchday.Fetched{{Source: matchday.Programme}}, matchday.Fetched{},
			matchday.Window{From: from, To: from, Zone: time.UTC})
		if len(merged.Matches) != 0 {
			t.Fatalf("%v of nothing", merged.Matches)
		}
	}
	if kept := merger.Kept(); kept > 64 {
		t.Errorf("%d are kept", kept)
	}
}
