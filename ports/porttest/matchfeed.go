package porttest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

// MatchSource is a federation that a test of ports.MatchFeed sets up.
type MatchSource struct {
	Feed ports.MatchFeed
	// Set says which matches a source has, and why it brings nothing: "", or matchday.Unreachable or Unexpected for all
	// sources.
	Set func(source matchday.Source, problem matchday.Problem, matches ...matchday.Match)
	Key string // the club's, which no error names
}

// MatchFeed is the contract of ports.MatchFeed.
func MatchFeed(t *testing.T, open func(testing.TB) MatchSource) {
	first := matchday.Match{
		ID: 7, Start: time.Date(2026, 3, 28, 13, 30, 0, 0, time.UTC), Home: "vv Één 1", Away: "B 2", HomeCode: "11", AwayCode: "22",
		AtHome: true,
		Pitch:  "veld 1", Location: "Sportpark", Rooms: matchday.Rooms{Home: "1", Away: "0 - geen kleedkamer"}, Competition: "0461",
	}
	later := matchday.Match{ID: 5, Start: first.Start.Add(24 * time.Hour), Home: "C 1", Away: "vv Één 1",
		HomeCode: "33", AwayCode: "11"}
	fetch := func(t *testing.T, f MatchSource, source matchday.Source) []matchday.Match {
		t.Helper()
		return must(f.Feed.Fetch(t.Context(), source))(t)
	}
	t.Run("each source has its own matches, in their order", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		f.Set(matchday.Programme, "", later, first)
		f.Set(matchday.TeamSource("11"), "", later)
		f.Set(matchday.Cancellations, "")
		alike(t, "the programme", fetch(t, f, matchday.Programme), []matchday.Match{first, later})
		alike(t, "the team's", fetch(t, f, matchday.TeamSource("11")), []matchday.Match{later})
		equal(t, "called off", len(fetch(t, f, matchday.Cancellations)), 0)
	})
	t.Run("what was called off says so, and why", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		off := later
		off.Cancelled, off.Cancellation = true, "Afgelast door bond"
		f.Set(matchday.Cancellations, "", off)
		alike(t, "called off", fetch(t, f, matchday.Cancellations), []matchday.Match{off})
	})
	t.Run("what goes wrong has a problem and names no key", func(t *testing.T) {
		t.Parallel()
		for _, problem := range []matchday.Problem{matchday.Unreachable, matchday.Unexpected} {
			f := open(t)
			f.Set(matchday.Programme, problem, first)
			got, err := f.Feed.Fetch(t.Context(), matchday.Programme)
			equal(t, "the problem", matchday.ProblemOf(err), problem)
			equal(t, "matches", len(got), 0)
			if err != nil && f.Key != "" && strings.Contains(err.Error(), f.Key) {
				t.Errorf("the error names the key: %v", err)
			}
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		_, err := open(t).Feed.Fetch(stopped, matchday.Programme)
		equal(t, "cancelled", matchday.ProblemOf(err), matchday.Unreachable)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled: %v", err)
		}
	})
}
