package directory

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Jubilee is an anniversary of a member.
type Jubilee struct {
	jubilee.Milestone
	ID    person.ID
	Name  string
	Since civil.Date
	Photo int64 // 0 for somebody whom the reader may not see, too
	Open  bool  // the reader may see the person
}

// Jubilees returns the anniversaries from one day to another, both included, of all who are members on as.Day, whoever may see
// them: by day, the longest first, then by name. as.Reader decides of whom more than the name is told.
func (v *View) Jubilees(celebrated jubilee.Settings, as record.View, from, to civil.Date) []Jubilee {
	found := []Jubilee{}
	filter := record.Filter{}.With(celebrated.Candidates(as.Day, from, to)...)
	seen := v.within(as.Reader.People)
	each(v.found(access.Everything, &filter), func(id uint32) {
		m := v.people.at(int64(id))
		since, _ := civil.Parse(m.values.At(placeSince))
		until, _ := civil.Parse(m.values.At(placeUntil))
		for _, reached := range celebrated.Between(since, until, from, to) {
			one := Jubilee{Milestone: reached, ID: m.record.ID, Name: m.record.Title, Since: since}
			if one.Open = seen.Contains(id); one.Open {
				one.Photo = m.record.Photo
			}
			found = append(found, one)
		}
	})
	sorting.By(found, func(a, b Jubilee) int {
		return cmp.Or(a.Date.Compare(b.Date), cmp.Compare(b.Span, a.Span), strings.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return found
}

// Screening counts who waits for a certificate of conduct, of those whom the reader may see.
func (v *View) Screening(as record.View) screening.Counts {
	return screening.Count(as.Day, func(f record.Filter) int {
		return int(v.found(as.Reader, &f).GetCardinality()) //nolint:gosec // there are no more people
	})
}

// Serves reports whether somebody can fill a place in a shift: one who is there, no former member, and alive.
func (v *View) Serves(id person.ID) bool {
	m := v.people.at(id)
	return m != nil && m.damaged == nil && !m.record.Former && !m.died()
}
