package person

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
)

// AsOf is what an answer about people depends on besides the people: the day, and what its reader may see of others.
type AsOf struct {
	Day    civil.Date
	Reader access.Scope
}

// Query asks for one page of a list: of the people within the reader's scope.
type Query struct {
	AsOf
	Filter Filter
	Order  listing.Order // by Keys
	Offset int
	Limit  int // 0 counts only
}

// Page is the answer: the records of the page, and how many there are in all.
type Page struct {
	Total   int
	Records []Record
}

// Filter is a condition on people. The directory finds those who pass by sets and orders; generated clubs and filters hold that
// against Match. The zero Filter lets everybody through.
type Filter struct {
	Include []ID           // only these; nil for all, empty for nobody
	Exclude []ID           // not these
	Slugs   []string       // only these; nil for all
	Tests   []listing.Test // on Keys; all must hold
}

// WithoutFormer leaves former members out: the rule of every default view (contract §2.9 rule 1).
func (f Filter) WithoutFormer() Filter {
	return f.With(listing.Test{Key: KeyFormer, Value: listing.Flag(false)})
}

// Named keeps those in whose full name every one of the folded words occurs.
func (f Filter) Named(words []string) Filter { return f.With(listing.ContainsAll(KeyTitle, words)...) }

// With adds tests.
func (f Filter) With(tests ...listing.Test) Filter {
	f.Tests = slices.Concat(f.Tests, tests)
	return f
}

// Match reports whether somebody passes.
func (f Filter) Match(p *Indexed) bool {
	return (f.Include == nil || slices.Contains(f.Include, p.ID)) &&
		!slices.Contains(f.Exclude, p.ID) &&
		(f.Slugs == nil || slices.Contains(f.Slugs, Slug(p.Name, p.ID))) &&
		Keys.MatchAll(f.Tests, p)
}
