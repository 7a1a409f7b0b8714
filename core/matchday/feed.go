package matchday

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Warning says that a source can't be relied upon.
type Warning struct {
	Source  Source
	Code    string // a Problem, or Never or Stale
	Message string
}

// The codes of warnings besides the problems.
const (
	Never = "never_fetched"
	Stale = "stale"
)

// State is how old one source is.
type State struct {
	At    time.Time // zero for never
	Fresh bool
}

// Feed is how old the sources of a programme are, and what is wrong with them.
type Feed struct {
	At                       time.Time // the oldest, zero when one was never fetched
	Programme, Cancellations State
	Warnings                 []Warning
}

// Shown is a programme: the matches of a window in their order, and where they come from.
type Shown struct {
	Matches []Match
	Feed    Feed
}

// Window is from one day to another, both included, in the club's zone.
type Window struct {
	From, To civil.Date
	Zone     *time.Location
}

// Holds reports whether a match is played in the window.
func (w Window) Holds(m *Match) bool {
	day := civil.On(m.Start, w.Zone)
	return !day.Before(w.From) && !w.To.Before(day)
}

// NewFeed tells of what was fetched: of one programme or several, of which the oldest and worst counts, and of the cancellations.
func NewFeed(programmes []Fetched, cancellations Fetched, now time.Time) (feed Feed) {
	feed.Cancellations = State{cancellations.At, cancellations.Fresh(now)}
	for i := range programmes {
		f := &programmes[i]
		state := State{f.At, f.Fresh(now)}
		if i == 0 {
			feed.Programme = state
		} else {
			feed.Programme = State{older(feed.Programme.At, f.At), feed.Programme.Fresh && state.Fresh}
		}
		feed.warn(f, state)
	}
	feed.warn(&cancellations, feed.Cancellations)
	feed.At = older(feed.Programme.At, feed.Cancellations.At)
	return feed
}

func older(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (f *Feed) warn(of *Fetched, state State) {
	code := string(of.Problem)
	switch {
	case code != "":
	case of.At.IsZero():
		code = Never
	case !state.Fresh:
		code = Stale
	default:
		return
	}
	f.Warnings = append(f.Warnings, Warning{of.Source, code, sentence(of, code)})
}

// Merge returns the matches of programmes and cancellations in a window, each once, by number: of several programmes the first
// that has it. One that was called off says so, whether a programme still has it or not. Of a match that has a new day since, a
// cancellation of the old one is no more. A team's programme from long before the club's tells no more than whose matches are.
func Merge(programmes []Fetched, cancellations Fetched, window Window) []Match {
	most := len(cancellations.Matches)
	for i := range programmes {
		most += len(programmes[i].Matches)
	}
	merged, places := make([]Match, 0, most), make(map[int64]int, most) // which has room for all, and stays where it is
	take := func(m *Match) *Match {
		place, had := places[m.ID]
		if !had {
			place = len(merged)
			places[m.ID] = place
			merged = append(merged, *m)
			merged[place].Teams = slices.Clone(m.Teams)
		}
		return &merged[place]
	}
	for i := range programmes {
		if outdated(programmes, i) {
			continue
		}
		code := programmes[i].Source.Team()
		for n := range programmes[i].Matches {
			m := &programmes[i].Matches[n]
			had := take(m)
			had.ofTeam(code)
			if m.Cancelled && !had.Cancelled && m.Start.Equal(had.Start) {
				had.Cancelled, had.Cancellation = true, m.Cancellation
			}
		}
	}
	for n := range cancellations.Matches {
		m := &cancellations.Matches[n]
		had := take(m)
		if civil.On(had.Start, window.Zone) == civil.On(m.Start, window.Zone) {
			had.Cancelled = true
			if m.Cancellation != "" {
				had.Cancellation = m.Cancellation
			}
		}
	}
	for i := range programmes {
		if !outdated(programmes, i) {
			continue
		}
		for n := range programmes[i].Matches {
			if place, had := places[programmes[i].Matches[n].ID]; had {
				merged[place].ofTeam(programmes[i].Source.Team())
			}
		}
	}
	merged = slices.DeleteFunc(merged, func(m Match) bool { return !window.Holds(&m) })
	slices.SortFunc(merged, Compare)
	return merged
}

// outdated reports whether one of the programmes is a team's from long before the club's: its matches may have been moved since,
// or be played after all.
func outdated(programmes []Fetched, i int) bool {
	f := &programmes[i]
	return f.Source.Team() != "" && slices.ContainsFunc(programmes, func(club Fetched) bool {
		return club.Source == Programme && club.At.Sub(f.At) >= FreshFor
	})
}

// ofTeam notes that the match stands in the programme of the team with a code.
func (m *Match) ofTeam(code string) {
	if code != "" && !slices.Contains(m.Teams, code) {
		m.Teams = append(m.Teams, code)
	}
}

// Only returns the matches in which a team with one of these codes plays.
func Only(matches []Match, codes ...string) []Match {
	return slices.DeleteFunc(slices.Clone(matches), func(m Match) bool { return !slices.ContainsFunc(codes, m.Of) })
}
