package dashboard

import (
	"cmp"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Shift is what a shortage depends on: a piece of volunteers' work, and who does it.
type Shift struct {
	ID         int64
	Title      string
	Date       civil.Date
	Start, End string // HH:MM in the club's zone
	Begins     time.Time
	Capacity   int
	Open       bool    // published, and neither cancelled nor completed
	People     []int64 // who are assigned, as they were written down
}

// Shortage is a shift with places that nobody fills.
type Shortage struct {
	Shift
	Filled int
}

// Shortages are all of a window, with their totals.
type Shortages struct {
	Places int
	Items  []Shortage // by their beginning
}

// ShortagesOf returns the open shifts that begin later than now and up to so many days after today, and have places that nobody
// fills (contract §2.11-7). A person fills one place of a shift, and only when counts says so: those who were removed or left do
// not.
func ShortagesOf(shifts []Shift, now time.Time, today civil.Date, counts func(person int64) bool) (found Shortages) {
	last := today.AddDays(ShortageDays - 1)
	for _, shift := range shifts {
		if !shift.Open || !shift.Begins.After(now) || last.Before(shift.Date) {
			continue
		}
		var filling []int64
		for _, person := range shift.People {
			if !slices.Contains(filling, person) && counts(person) {
				filling = append(filling, person)
			}
		}
		if left := shift.Capacity - len(filling); left > 0 {
			found.Places += left
			found.Items = append(found.Items, Shortage{shift, len(filling)})
		}
	}
	slices.SortFunc(found.Items, func(a, b Shortage) int {
		return cmp.Or(a.Begins.Compare(b.Begins), cmp.Compare(a.ID, b.ID))
	})
	return found
}
