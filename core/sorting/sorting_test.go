package sorting_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sorting"
)

// A record has a key that others have too, and the place that it came at.
type record struct{ key, place int }

func TestBySortsAsTheLibraryDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := []record{}
		for i, key := range rapid.SliceOf(rapid.IntRange(0, 9)).Draw(t, "keys") {
			list = append(list, record{key, i})
		}
		compare := func(a, b record) int { return cmp.Compare(a.key, b.key) }
		want := slices.Clone(list)
		slices.SortStableFunc(want, compare)
		if sorting.By(list, compare); !slices.Equal(list, want) {
			t.Fatalf("got %v, want %v", list, want)
		}
	})
	sorting.By(nil, func(record, record) int { return 0 })
}
