package volunteer

import (
	"cmp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// ShortageDays is how far ahead a shortage is looked for: until that many days after today, that day included.
const ShortageDays = 30

// Shortages are the shifts for which people are still looked for (contract §2.11 rule 7).
type Shortages struct {
	OpenShifts int
	OpenPlaces int
	Items      []Shortage // all of them, the next one first
}

// Shortage is a shift with places that nobody fills.
type Shortage struct {
	ID         int64
	Title      string
	Date       civil.Date
	Start, End string
	Needed     int // its capacity
	Filled     int
}

// ShortagesAt returns those of the shifts that are published, planned, have not begun, begin within ShortageDays of the moment,
// and are not full.
func ShortagesAt(at time.Time, zone *time.Location, shifts []Shift, fills Fills) Shortages {
	last := civil.On(at, zone).AddDays(ShortageDays)
	found := Shortages{Items: []Shortage{}}
	for i := range shifts {
		s := &shifts[i]
		if !s.Published || s.State != Planned || last.Before(s.Date) || !s.Begins(zone).After(at) {
			continue
		}
		filled := s.Filled(fills)
		if filled >= s.Capacity {
			continue
		}
		found.OpenShifts++
		found.OpenPlaces += s.Capacity - filled
		found.Items = append(found.Items, Shortage{s.ID, s.Title, s.Date, s.Start, s.End, s.Capacity, filled})
	}
	sorting.By(found.Items, func(a, b Shortage) int {
		return cmp.Or(a.Date.Compare(b.Date), strings.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID))
	})
	return found
}
