package person

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/listing"
)

// Query asks for one page of a list.
type Query struct {
	Scope  access.Scope // what the reader may see
	Filter Filter
	Order  listing.Order // by Keys, or ByVolunteer
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
	Include   []ID           // only these; nil for all, empty for nobody
	Exclude   []ID           // not these
	Slugs     []string       // only these; nil for all
	Tests     []listing.Test // on Keys; all must hold
	Volunteer Is             // on the asked day
}

// Is asks for a yes, a no, or does not care.
type Is int

// The answers that a filter may ask for.
const (
	Either Is = iota
	Yes
	No
)

// WithoutFormer leaves former members out: the rule of every default view (contract §2.9 rule 1).
func (f Filter) WithoutFormer() Filter {
	return f.With(listing.Test{Key: KeyFormer, Value: listing.Flag(false)})
}

// Named keeps those in whose full name every one of the folded words occurs.
func (f Filter) Named(words []string) Filter {
	for _, word := range words {
		f = f.With(listing.Test{Key: KeyTitle, Is: listing.Contains, Value: word})
	}
	return f
}

// With adds a test.
func (f Filter) With(test listing.Test) Filter {
	f.Tests = append(f.Tests[:len(f.Tests):len(f.Tests)], test)
	return f
}

// Match reports whether p passes.
func (f Filter) Match(p *Person, as AsOf) bool {
	return (f.Include == nil || slices.Contains(f.Include, p.ID)) &&
		!slices.Contains(f.Exclude, p.ID) &&
		(f.Slugs == nil || slices.Contains(f.Slugs, Slug(p.Name, p.ID))) &&
		Keys.MatchAll(f.Tests, p) &&
		(f.Volunteer == Either || as.Rules.Volunteer(p.Work, as.Day) == (f.Volunteer == Yes))
}
