package record_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/record"
)

// task is a noun of its own: records are listed alike whatever they are.
type task struct {
	ID         int64
	Name, Slug string
}

var keys = listing.NewKeys(
	listing.Key[task]{Name: "name", Of: func(t *task) string { return t.Name }},
	listing.Key[task]{Name: listing.KeySlug, Of: func(t *task) string { return t.Slug }},
)

func rows(tasks ...task) (rows []record.Row[string]) {
	for _, t := range tasks {
		rows = append(rows, record.Row[string]{ID: t.ID, Values: keys.Values(&t), Record: fmt.Sprint(t.Name, t.ID)})
	}
	return rows
}

func TestSelect(t *testing.T) {
	t.Parallel()
	tasks := []task{{2, "b", "b"}, {1, "b", "b"}, {3, "a", "a"}, {4, "c", "c"}}
	up, down := listing.Order{By: []listing.Sort{{By: "name"}}}, listing.Order{By: []listing.Sort{{By: "name", Desc: true}}}
	isC := listing.Test{Key: "name", Value: "c"}
	best := listing.Order{Best: []listing.Score{{Test: isC, Points: 9}}, By: up.By}
	none := listing.Test{AnyOf: []listing.Test{}}
	for _, c := range []struct {
		name   string
		filter record.Filter
		window record.Window
		total  int
		want   []string
	}{
		{"without an order by number", record.Filter{}, record.Window{Limit: 9}, 4, []string{"b1", "b2", "a3", "c4"}},
		{"equal records by number", record.Filter{}, record.Window{Order: up, Limit: 9}, 4, []string{"a3", "b1", "b2", "c4"}},
		{"downwards by number, too", record.Filter{}, record.Window{Order: down, Limit: 9}, 4, []string{"c4", "b2", "b1", "a3"}},
		{"the best first", record.Filter{}, record.Window{Order: best, Limit: 2}, 4, []string{"c4", "a3"}},
		{"the second page", record.Filter{}, record.Window{Order: up, Offset: 3, Limit: 3}, 4, []string{"c4"}},
		{"beyond the end", record.Filter{}, record.Window{Offset: 5, Limit: 3}, 4, nil},
		{"counted only", record.Filter{}, record.Window{}, 4, nil},
		{"included", record.Filter{Include: []int64{1, 7}}, record.Window{Limit: 9}, 1, []string{"b1"}},
		{"none is included", record.Filter{Include: []int64{}}, record.Window{Limit: 9}, 0, nil},
		{"excluded", record.Filter{Exclude: []int64{1, 3}}, record.Window{Limit: 9}, 2, []string{"b2", "c4"}},
		{"by slug", record.Filter{Slugs: []string{"b-1", "a-4", "c"}}, record.Window{Limit: 9}, 1, []string{"b1"}},
		{"by a test", record.Filter{}.With(isC), record.Window{Limit: 9}, 1, []string{"c4"}},
		{"by two tests", record.Filter{}.With(isC).With(none), record.Window{Limit: 9}, 0, nil},
	} {
		page := record.Select(keys, &c.filter, &c.window, slices.Values(rows(tasks...)))
		if page.Total != c.total || !slices.Equal(page.Records, c.want) {
			t.Errorf("%s: got %d, %v, want %d, %v", c.name, page.Total, page.Records, c.total, c.want)
		}
	}
}

func TestPagesFollowOneAnother(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		length, limit := rapid.IntRange(0, 30).Draw(t, "length"), rapid.IntRange(1, 40).Draw(t, "limit")
		at := 0
		for offset := 0; offset < 2*length; offset += limit {
			start, end := (&record.Window{Offset: offset, Limit: limit}).Bounds(length)
			if start != at || end < start || end > length || end-start > limit {
				t.Fatalf("%d of %d from %d: %d to %d", limit, length, offset, start, end)
			}
			at = end
		}
		if at != length {
			t.Fatalf("the last page ends at %d of %d", at, length)
		}
	})
}

func TestAWindowMayBeAsLargeAsCanBe(t *testing.T) {
	t.Parallel()
	if start, end := (&record.Window{Offset: 2, Limit: int(^uint(0) >> 1)}).Bounds(5); start != 2 || end != 5 {
		t.Errorf("%d to %d", start, end)
	}
}
