// Package volunteer owns the shifts that volunteers do for the club, such as an evening behind the bar: when and where, how many
// people are needed, and who comes.
//
// It does not know who counts as a volunteer (core/work), and not who may plan shifts: see core/usecase/shifts.
package volunteer

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/record"
)

// Shift is one piece of work at one time.
type Shift struct {
	record.Head
	Title       string
	Place       string
	Date        civil.Date
	Start, End  string // HH:MM at the club; an end before the start is on the next day
	Capacity    int    // how many people are needed
	State       State
	Published   bool
	Assignments []Assignment // each person once, in the order in which they came
}

// Assignment is somebody who comes.
type Assignment struct {
	Person int64     `json:"person"`
	By     int64     `json:"by"` // the user who said so
	At     time.Time `json:"at"`
}

// State is what was decided about a shift.
type State string

// The states. Whether a planned shift is open or full follows from its assignments: see Shift.Status.
const (
	Planned   State = ""
	Cancelled State = "cancelled"
	Completed State = "completed"
)

// Status is what becomes of a shift, as the contract calls it.
type Status string

// The statuses.
const (
	IsOpen      Status = "open"
	IsFull      Status = "full"
	IsCancelled Status = "cancelled"
	IsCompleted Status = "completed"
)

// Fills reports whether somebody fills a place: whoever was removed, is a former member, or died does not.
type Fills func(person int64) bool

// Filled is how many places are filled: a person fills one, however often named.
func (s *Shift) Filled(fills Fills) int {
	var counted []int64
	for _, a := range s.Assignments {
		if !slices.Contains(counted, a.Person) && fills(a.Person) {
			counted = append(counted, a.Person)
		}
	}
	return len(counted)
}

// Status returns what becomes of the shift.
func (s *Shift) Status(fills Fills) Status {
	switch {
	case s.State != Planned:
		return Status(s.State)
	case s.Filled(fills) >= s.Capacity:
		return IsFull
	}
	return IsOpen
}

// Begins returns when the shift begins, in the club's zone.
func (s *Shift) Begins(zone *time.Location) time.Time { return s.Date.At(s.Start, zone) }

// Ends returns when it ends.
func (s *Shift) Ends(zone *time.Location) time.Time {
	day := s.Date
	if s.End <= s.Start {
		day = day.AddDays(1)
	}
	return day.At(s.End, zone)
}

// Over reports whether the shift has ended by a moment.
func (s *Shift) Over(at time.Time, zone *time.Location) bool { return !s.Ends(zone).After(at) }

// At returns who is on one of the other shifts, which are not cancelled, at the time of this one.
func (s *Shift) At(others []Shift, zone *time.Location) map[int64]bool {
	busy := map[int64]bool{}
	begins, ends := s.Begins(zone), s.Ends(zone)
	for i := range others {
		o := &others[i]
		if o.ID == s.ID || o.State == Cancelled || !o.Begins(zone).Before(ends) || !begins.Before(o.Ends(zone)) {
			continue
		}
		for _, a := range o.Assignments {
			busy[a.Person] = true
		}
	}
	return busy
}

// Has reports whether somebody is assigned.
func (s *Shift) Has(person int64) bool {
	return slices.ContainsFunc(s.Assignments, func(a Assignment) bool { return a.Person == person })
}

// Clone returns a copy that shares nothing with s.
func (s *Shift) Clone() Shift {
	c := *s
	c.Assignments = slices.Clone(s.Assignments)
	return c
}

// Reassigned gives the assignments of one person to another one, who is assigned once.
func Reassigned(list []Assignment, from, to int64) (moved []Assignment) {
	for _, a := range list {
		if a.Person == from {
			a.Person = to
		}
		if !slices.ContainsFunc(moved, func(has Assignment) bool { return has.Person == a.Person }) {
			moved = append(moved, a)
		}
	}
	return moved
}
