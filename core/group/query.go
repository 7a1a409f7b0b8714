package group

import (
	"cmp"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/work"
)

// AsOf is what an answer about groups depends on besides the groups: the day, and what its reader may see.
type AsOf struct {
	Day    civil.Date
	Reader access.Scope
}

// Query asks for one page of a list: of the groups within the reader's scope.
type Query struct {
	AsOf
	Filter Filter
	Order  listing.Order // by Keys
	Offset int
	Limit  int  // 0 counts only
	Bare   bool // the records without their People
}

// Page is the answer: the records of the page, and how many there are in all.
type Page struct {
	Total   int
	Records []Record
}

// Filter is a condition on groups; see person.Filter.
type Filter struct {
	Kind    work.Kind // "" for both
	Include []ID      // only these; nil for all, empty for none
	Exclude []ID      // not these
	Slugs   []string  // only these; nil for all
	Parents []ID      // only those right below one of these, 0 for the top; nil for all
	Tests   []listing.Test
}

// With adds tests.
func (f Filter) With(tests ...listing.Test) Filter {
	f.Tests = slices.Concat(f.Tests, tests)
	return f
}

// Conditions are the tests that the filter asks, those of Kind and Parents among them.
func (f Filter) Conditions() []listing.Test {
	tests := slices.Clone(f.Tests)
	if f.Kind != "" {
		tests = append(tests, listing.Test{Key: KeyKind, Value: string(f.Kind)})
	}
	if f.Parents != nil {
		below := []listing.Test{}
		for _, parent := range f.Parents {
			below = append(below, listing.Test{Key: KeyParent, Value: listing.Number(parent)})
		}
		tests = append(tests, listing.Test{AnyOf: below})
	}
	return tests
}

// Match reports whether g passes.
func (f Filter) Match(g *Group) bool {
	return (f.Include == nil || slices.Contains(f.Include, g.ID)) &&
		!slices.Contains(f.Exclude, g.ID) &&
		(f.Slugs == nil || slices.Contains(f.Slugs, Slug(g.Title, g.ID))) &&
		Keys.MatchAll(f.Conditions(), g)
}

// Compare puts two groups in a list's order.
func Compare(order listing.Order, a, b *Group) int {
	return cmp.Or(Keys.Compare(order, a, b), listing.Direct(cmp.Compare(a.ID, b.ID), order.Desc()))
}
