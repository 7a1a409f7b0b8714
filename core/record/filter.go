package record

import (
	"cmp"
	"iter"
	"slices"

	"github.com/clubhuis/clubhuis/core/listing"
)

// Filter is a condition on records of a noun. The zero Filter lets all through.
type Filter struct {
	Include []int64        // only these; nil for all, empty for none
	Exclude []int64        // not these
	Slugs   []string       // only these; nil for all
	Tests   []listing.Test // on the noun's keys; all must hold
}

// With adds tests.
func (f Filter) With(tests ...listing.Test) Filter {
	f.Tests = slices.Concat(f.Tests, tests)
	return f
}

// Match reports whether a record passes.
func Match[T any](f *Filter, keys *listing.Keys[T], id int64, record *T) bool {
	return Ready(f, keys).Match(id, keys.Values(record))
}

// Matcher is a Filter that is ready to be asked of many records.
type Matcher struct {
	filter     *Filter
	slug       int // the place of the key
	conditions []listing.Condition
}

// Ready prepares a filter. A noun has the key listing.KeySlug.
func Ready[T any](f *Filter, keys *listing.Keys[T]) *Matcher {
	return &Matcher{f, keys.Place(listing.KeySlug), keys.Conditions(f.Tests)}
}

// Match reports whether a record with this number and these values passes; see listing.Keys.Values.
func (m *Matcher) Match(id int64, values *listing.Values) bool {
	f := m.filter
	if f.Include != nil && !slices.Contains(f.Include, id) || slices.Contains(f.Exclude, id) ||
		f.Slugs != nil && !slices.Contains(f.Slugs, listing.Slug(values.At(m.slug), id)) {
		return false
	}
	for i := range m.conditions {
		if !m.conditions[i].Match(values) {
			return false
		}
	}
	return true
}

// Row is a record in a list that is made by asking one after the other.
type Row[R any] struct {
	ID     int64
	Values *listing.Values // of the noun's keys
	Record R

	points int
}

// Sorting is an order, but for its rank, that is ready to compare many records. It is total: equal records are sorted by
// number, in the direction of the first key.
type Sorting struct {
	keys listing.Sorting
	desc bool
}

// SortedBy prepares an order.
func SortedBy[T any](keys *listing.Keys[T], order listing.Order) Sorting {
	return Sorting{keys.Sorting(order), order.Desc()}
}

// Compare puts two records with these numbers and values in order.
func (s *Sorting) Compare(a int64, values *listing.Values, b int64, others *listing.Values) int {
	if c := s.keys.Compare(values, others); c != 0 {
		return c
	}
	return listing.Direct(cmp.Compare(a, b), s.desc)
}

// Sort puts the numbers of records in order, much faster than Compare would.
func (s *Sorting) Sort(ids []uint32, valuesOf func(id uint32) *listing.Values) {
	values, places := make([]*listing.Values, len(ids)), make([]int, len(ids))
	for i, id := range ids {
		values[i], places[i] = valuesOf(id), i
	}
	prefixes, unsorted := s.keys.Prefixes(values), slices.Clone(ids)
	slices.SortFunc(places, func(a, b int) int {
		if c := prefixes.Compare(a, b); c != 0 {
			return c
		}
		return listing.Direct(cmp.Compare(unsorted[a], unsorted[b]), s.desc)
	})
	for i, place := range places {
		ids[i] = unsorted[place]
	}
}

// Select returns those of the rows that pass the filter and lie in the window, in its order, and their number in all.
func Select[T, R any](keys *listing.Keys[T], f *Filter, w *Window, all iter.Seq[Row[R]]) Page[R] {
	matcher, rank, sorting := Ready(f, keys), keys.Ranking(w.Order.Best), SortedBy(keys, w.Order)
	var rows []Row[R]
	for row := range all {
		if matcher.Match(row.ID, row.Values) {
			row.points = rank.Points(row.Values)
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b Row[R]) int {
		return cmp.Or(b.points-a.points, sorting.Compare(a.ID, a.Values, b.ID, b.Values))
	})
	page := Page[R]{Total: len(rows)}
	start, end := w.Bounds(len(rows))
	for i := range rows[start:end] {
		page.Records = append(page.Records, rows[start+i].Record)
	}
	return page
}
