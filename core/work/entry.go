// Package work owns what somebody does or did in the club: one entry is a role in a team or a committee. It holds the one
// rule for "current" and the rule that makes a person a volunteer.
//
// It does not know people or teams beyond their numbers; core/person carries the entries as work_history.
package work

import (
	"slices"

	"encoding/json"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Kind tells what an entry's Group is.
type Kind string

// The kinds of group. Teams and committees share one space of ids.
const (
	Team      Kind = "team"
	Committee Kind = "commissie"
)

// Entry is one row of work_history (contract §2.1).
type Entry struct {
	Group       int64 // id of the team or committee, 0 for none
	Kind        Kind  // "" reads as Team
	Title       string
	Description string
	Start, End  civil.Date
	Current     bool // as stored; ask CurrentOn whether the entry is current on a day
	Extra       map[string]json.RawMessage
}

// CurrentOn is the one rule for "current" in the whole program: marked as current, and no end before the day.
// An entry that ends on the day itself still counts.
func (e Entry) CurrentOn(day civil.Date) bool {
	last := e.LastDay()
	return !last.IsZero() && !last.Before(day)
}

// Backwards reports whether the entry ends before it starts.
func (e Entry) Backwards() bool {
	return !e.Start.IsZero() && !e.End.IsZero() && e.End.Before(e.Start)
}

// Stop ends an entry on the day, unless it ended before. One that would have begun later ends on the day of its beginning.
func (e *Entry) Stop(day civil.Date) {
	e.Current = false
	if !e.End.IsZero() && !day.Before(e.End) {
		return
	}
	if e.End = day; e.Backwards() {
		e.End = e.Start
	}
}

// LastDay returns the last day on which the entry is current: the zero Date for never.
func (e Entry) LastDay() civil.Date {
	switch {
	case !e.Current:
		return civil.Date{}
	case e.End.IsZero():
		return Forever
	}
	return e.End
}

// Titles returns what somebody is in a group on a day, each once: the functions of those in the committee of the whole club.
func Titles(entries []Entry, group int64, day civil.Date) (titles []string) {
	for _, e := range entries {
		if e.Group == group && e.Title != "" && e.CurrentOn(day) && !slices.Contains(titles, e.Title) {
			titles = append(titles, e.Title)
		}
	}
	return titles
}
