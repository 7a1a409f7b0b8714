// Package jubilee owns the anniversaries of members: how long somebody must have been one, and on which day that is (contract
// §2.11 rule 5).
//
// It does not know who may see them, and nothing of how long somebody is a volunteer.
package jubilee

import (
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// Span is how long a membership lasts at a milestone, in months.
type Span int

// Years is a span of whole years.
func Years(n int) Span { return Span(12 * n) }

// The spans that a club may celebrate: half years, from one year to a hundred.
const (
	shortest = Span(12)
	longest  = Span(1200)
	half     = 6
)

// Years returns the span in years: 12.5 for twelve and a half.
func (s Span) Years() float64 { return float64(s) / 12 }

// String returns the years.
func (s Span) String() string { return strconv.FormatFloat(s.Years(), 'f', -1, 64) }

// After returns the day so long after another one. A day that its month does not have is the first of the next one: 29 February
// becomes 1 March.
func (s Span) After(day civil.Date) civil.Date {
	return civil.Of(time.Date(day.Year, day.Month+time.Month(s), day.Day, 0, 0, 0, 0, time.UTC).AddDate(0, 0, -overflow(day, s)))
}

// overflow is by how many days a day of the month lies behind the first of the next one, when the month is too short for it.
func overflow(day civil.Date, s Span) int {
	first := time.Date(day.Year, day.Month+time.Month(s), 1, 0, 0, 0, 0, time.UTC)
	return max(0, day.Day-first.AddDate(0, 1, -1).Day()-1)
}

// Settings are what a club celebrates.
type Settings struct {
	Milestones []Span `json:"months"` // in order, each once
}

// Default returns those of a new club.
func Default() Settings {
	var s Settings
	for _, years := range []int{25, 40, 50, 60, 65, 70, 75} {
		s.Milestones = append(s.Milestones, Years(years))
	}
	return s
}

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings { return Settings{Milestones: slices.Clone(s.Milestones)} }

// mostMilestones is how many a club celebrates at most.
const mostMilestones = 50

// FromYears returns the settings of a club that celebrates so many years, in any order. Faults are of the field milestones.
func FromYears(years []float64) (s Settings, err error) {
	var problems fault.Problems
	if len(years) > mostMilestones {
		problems.Add("milestones", TooMany)
		return s, problems.Fault()
	}
	for _, n := range years {
		span := Span(n * 12)
		if float64(span) != n*12 || span%half != 0 || span < shortest || span > longest {
			problems.Add("milestones", NotAMilestone)
			return Settings{}, problems.Fault()
		}
		s.Milestones = append(s.Milestones, span)
	}
	slices.Sort(s.Milestones)
	s.Milestones = slices.Compact(s.Milestones)
	return s, nil
}

// Years returns what the club celebrates, in years.
func (s Settings) Years() []float64 {
	years := make([]float64, len(s.Milestones))
	for i, span := range s.Milestones {
		years[i] = span.Years()
	}
	return years
}

// Milestone is a day on which somebody has been a member for so long.
type Milestone struct {
	Span
	Date civil.Date
}

// Between returns the milestones from one day to another, both included, of who became a member on since and leaves on until,
// which is the zero Date for who does not leave. Who has left by then reaches none.
func (s Settings) Between(since, until, from, to civil.Date) (reached []Milestone) {
	if since.IsZero() {
		return nil
	}
	for _, span := range s.Milestones {
		date := span.After(since)
		if !date.Before(from) && !to.Before(date) && (until.IsZero() || !until.Before(date)) {
			reached = append(reached, Milestone{span, date})
		}
	}
	return reached
}

// Candidates are tests on people that everybody passes who is a member today and reaches a milestone between the days; others may
// pass, too, so ask Between. The deceased and former members don't.
func (s Settings) Candidates(today, from, to civil.Date) []listing.Test {
	joined := []listing.Test{}
	for _, span := range s.Milestones {
		earliest := (-span).After(from).AddDays(-3) // who began on a day that the month of the milestone does not have
		latest := (-span).After(to)
		latest.Day++ // compared as a text it need not exist
		joined = append(joined, listing.Test{AllOf: []listing.Test{
			{Key: person.KeySince, Is: listing.From, Value: text(earliest)},
			{Key: person.KeySince, Is: listing.Before, Value: text(latest)},
		}})
	}
	return append(person.MemberOn(today), listing.Test{AnyOf: joined})
}

// text returns a day as it is compared as a text. Days of the year 10000 and later come after every one that can be written.
func text(day civil.Date) string {
	if day.Year > 9999 {
		return "9999-99-99"
	}
	return day.String()
}
