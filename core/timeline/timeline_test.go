package timeline_test

import (
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/timeline"
)

func TestWhomAnEditorDoesNotSeeStaysInPlace(t *testing.T) {
	t.Parallel()
	seen := func(id int64) bool { return id < 10 }
	for _, c := range []struct{ before, given, want []int64 }{
		{nil, nil, nil},
		{nil, []int64{2, 1, 2}, []int64{2, 1}},
		{[]int64{1, 2}, []int64{2, 1}, []int64{2, 1}},
		{[]int64{1, 2}, []int64{2}, []int64{2}},
		{[]int64{1, 2}, nil, nil},
		{[]int64{10, 1, 11, 2}, []int64{1, 2}, []int64{10, 1, 11, 2}}, // as it was shown
		{[]int64{10, 1, 11, 2}, []int64{2, 1}, []int64{10, 2, 11, 1}},
		{[]int64{10, 1, 11, 2}, []int64{1, 2, 3}, []int64{10, 1, 11, 2, 3}},
		{[]int64{10, 1, 11, 2}, []int64{2}, []int64{10, 2, 11}},
		{[]int64{10, 1, 11, 2}, nil, []int64{10, 11}},
		{[]int64{10, 1}, []int64{1, 10}, []int64{10, 1}},
		{[]int64{1}, []int64{12}, []int64{12}}, // whom the record does not name yet is refused elsewhere
	} {
		if got := timeline.Replaced(c.before, c.given, seen); !slices.Equal(got, c.want) {
			t.Errorf("%v with %v became %v, want %v", c.before, c.given, got, c.want)
		}
	}
}
