package person

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

// Query asks for one page of a list.
type Query struct {
	Scope  access.Scope // what the reader may see
	Filter Filter
	Order  Order
	AsOf   AsOf
	Offset int
	Limit  int // 0 counts only
}

// Page is the answer: the records of the page, and how many there are in all.
type Page struct {
	Total   int
	Records []Record
}

// Filter is a condition on people: in memory Match is run, the databases translate it, and generated people and filters
// hold the three against each other. The zero Filter lets everybody through.
type Filter struct {
	Include       []ID     // only these; nil for all, empty for nobody
	Exclude       []ID     // not these
	Slugs         []string // only these
	Words         []string // folded; each must occur in the full name
	ModifiedAfter time.Time
	Author        int64 // only records of this user
	NotAuthor     int64 // only records of others
	Former        Is
	Volunteer     Is
}

// Is asks for a yes, a no, or does not care.
type Is int

// The answers that a filter may ask for.
const (
	Either Is = iota
	Yes
	No
)

func (is Is) match(value bool) bool { return is == Either || (is == Yes) == value }

// Current is the filter of every default view: no former members (contract §2.9 rule 1).
func (f Filter) Current() Filter {
	f.Former = No
	return f
}

// Match reports whether p passes.
func (f Filter) Match(p *Person, as AsOf) bool {
	title := p.Index().Title
	return (f.Include == nil || slices.Contains(f.Include, p.ID)) &&
		!slices.Contains(f.Exclude, p.ID) &&
		(f.Slugs == nil || slices.Contains(f.Slugs, Slug(p.Name, p.ID))) &&
		!slices.ContainsFunc(f.Words, func(word string) bool { return !strings.Contains(title, word) }) &&
		(f.ModifiedAfter.IsZero() || p.Modified.After(f.ModifiedAfter)) &&
		(f.Author == 0 || p.Author == f.Author) &&
		(f.NotAuthor == 0 || p.Author != f.NotAuthor) &&
		f.Former.match(p.Membership.Former) &&
		f.Volunteer.match(as.Rules.Volunteer(p.Work, as.Day))
}
