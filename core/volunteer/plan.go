package volunteer

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// The limits.
const (
	mostCapacity = 500
	mostText     = 200
	mostInSeries = 110 // two years of weeks
)

// Validate trims an edited shift first, and then adds to problems what may not be saved. Nobody is put out by a smaller capacity.
func (s *Shift) Validate(before *Shift, fills Fills, problems *fault.Problems) {
	s.Title, s.Place = strings.TrimSpace(s.Title), strings.TrimSpace(s.Place)
	if s.Title == "" {
		problems.Add("title", fault.Required)
	}
	for field, text := range map[string]string{"title": s.Title, "place": s.Place} {
		acf.CheckText(text, field, problems)
		if len([]rune(text)) > mostText {
			problems.Add(field, tooLong)
		}
	}
	if s.Date.IsZero() {
		problems.Add("date", fault.Required)
	}
	for field, clock := range map[string]string{"start": s.Start, "end": s.End} {
		if !civil.IsClock(clock) {
			problems.Add(field, notATime)
		}
	}
	if s.Start == s.End && civil.IsClock(s.End) {
		problems.Add("end", endsAtStart)
	}
	switch {
	case s.Capacity < 1 || s.Capacity > mostCapacity:
		problems.Add("capacity", notACapacity)
	case s.Capacity < before.Capacity && s.Filled(fills) > s.Capacity:
		problems.Add("capacity", belowFilled)
	}
}

// Series returns the shift and the same one every so many weeks, until a day.
func (s *Shift) Series(weeks int, until civil.Date, problems *fault.Problems) (series []Shift) {
	if until.Before(s.Date) {
		problems.Add("until", endsBeforeStart)
		return nil
	}
	for date := s.Date; !until.Before(date); date = date.AddDays(7 * weeks) {
		if len(series) == mostInSeries {
			problems.Add("until", tooMany)
			return nil
		}
		one := s.Clone()
		one.Date = date
		series = append(series, one)
	}
	return series
}

// SignOffTime is how long before the beginning somebody can still sign off.
const SignOffTime = 24 * time.Hour

// Offered reports whether somebody can sign up for the shift at a moment: ErrFull, or ErrClosed for every other reason.
func (s *Shift) Offered(at time.Time, zone *time.Location, fills Fills) error {
	switch {
	case !s.Published || s.State != Planned || !s.Begins(zone).After(at):
		return ErrClosed
	case s.Filled(fills) >= s.Capacity:
		return ErrFull
	}
	return nil
}

// Releases reports whether somebody can still sign off at a moment.
func (s *Shift) Releases(at time.Time, zone *time.Location) bool {
	return s.State == Planned && !s.Begins(zone).Add(-SignOffTime).Before(at)
}

// Assign puts somebody on the shift, who fills a place: not a cancelled one, nobody twice, and never more than it needs.
func (s *Shift) Assign(a Assignment, fills Fills) error {
	switch {
	case s.State == Cancelled:
		return ErrCancelled
	case s.Has(a.Person):
		return ErrTwice
	case !fills(a.Person):
		return ErrUnable
	case s.Filled(fills) >= s.Capacity:
		return ErrFull
	}
	s.Assignments = append(slices.Clone(s.Assignments), a)
	return nil
}

// Release takes somebody from the shift.
func (s *Shift) Release(person int64) error {
	if !s.Has(person) {
		return ErrNotThere
	}
	s.Assignments = slices.DeleteFunc(slices.Clone(s.Assignments), func(a Assignment) bool { return a.Person == person })
	return nil
}

// Served counts the shifts that people did: those that have ended by a moment and were not cancelled.
func Served(shifts []Shift, at time.Time, zone *time.Location) map[int64]int {
	counts := map[int64]int{}
	for i := range shifts {
		s := &shifts[i]
		if s.State == Cancelled || !s.Over(at, zone) {
			continue
		}
		var counted []int64
		for _, a := range s.Assignments {
			if !slices.Contains(counted, a.Person) {
				counted = append(counted, a.Person)
				counts[a.Person]++
			}
		}
	}
	return counts
}
