package volunteer

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// Query asks for a part of the shifts. The zero value of each condition lets all through.
type Query struct {
	From, To  civil.Date // the first and the last day
	Person    int64      // who is assigned
	Published bool       // those alone that are published
	OrPerson  int64      // beside Published: also those to which this person is assigned, 0 for nobody
	Offset    int
	Limit     int // 0 counts only

	Bare bool // the total need not be told
}

// Match reports whether a shift is asked for.
func (q *Query) Match(s *Shift) bool {
	return !s.Date.Before(q.From) && (q.To.IsZero() || !q.To.Before(s.Date)) && (q.Person == 0 || s.Has(q.Person)) &&
		(!q.Published || s.Published || q.OrPerson != 0 && s.Has(q.OrPerson))
}

// Compare puts shifts in order: the first to begin comes first.
func (s *Shift) Compare(other *Shift) int {
	return cmp.Or(s.Date.Compare(other.Date), strings.Compare(s.Start, other.Start), cmp.Compare(s.ID, other.ID))
}

// Shown implements timeline.Record: a shift stands on nobody's timeline.
func (s *Shift) Shown() timeline.Shown { return timeline.Shown{} }
