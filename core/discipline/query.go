package discipline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Query asks for a part of the cases. The zero value of each condition lets all through, and so does a nil list; an empty list
// lets none through.
type Query struct {
	Person   int64
	Seasons  []season.Season
	Words    []string // folded; each occurs in the title, the number, the match, the team or the sanction
	Include  []int64
	Exclude  []int64
	Slugs    []string
	Authors  []int64
	Modified time.Time // only those that were changed after it
	Order    Order
	Desc     bool
	Offset   int
	Limit    int // 0 counts only
}

// Order is by what a list is sorted. Equal ones are sorted by their own number, in the same direction.
type Order string

// The orders.
const (
	ByCreated  Order = "date" // also the zero Order
	ByTitle    Order = "title"
	ByModified Order = "modified"
	ByMatch    Order = "match_date"
)

// Page is a part of the cases, how many there are in all, and what all of them cost.
type Page struct {
	Total   int
	Fees    money.Cents
	Records []Case
}

// Match reports whether a case is asked for.
func (q *Query) Match(c *Case, r *Row) bool {
	return (q.Person == 0 || q.Person == c.Person) && (q.Seasons == nil || slices.Contains(q.Seasons, c.Season)) &&
		(q.Include == nil || slices.Contains(q.Include, c.ID)) && !slices.Contains(q.Exclude, c.ID) &&
		(q.Slugs == nil || slices.Contains(q.Slugs, listing.Slug(r.Slug, c.ID))) &&
		(q.Authors == nil || slices.Contains(q.Authors, c.Author)) && (q.Modified.IsZero() || c.Modified.After(q.Modified)) &&
		!slices.ContainsFunc(q.Words, func(word string) bool { return !strings.Contains(r.Search, word) })
}

// Compare puts two cases in the order that is asked for.
func (q *Query) Compare(a *Case, x *Row, b *Case, y *Row) int {
	c := 0
	switch q.Order {
	case ByTitle:
		c = strings.Compare(x.TitleKey, y.TitleKey)
	case ByModified:
		c = a.Modified.Compare(b.Modified)
	case ByMatch:
		c = strings.Compare(x.MatchOn, y.MatchOn)
	default:
		c = a.Created.Compare(b.Created)
	}
	return listing.Direct(cmp.Or(c, cmp.Compare(a.ID, b.ID)), q.Desc)
}
