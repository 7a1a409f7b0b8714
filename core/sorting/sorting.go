// Package sorting sorts lists of wide records.
//
// It does not know by what: core/fold makes the keys that names are compared by. Package slices sorts narrow values, and lists
// that many requests wait for.
package sorting

import (
	"cmp"
	"slices"
)

// By sorts a list as compare says, which returns less than 0 when a comes before b. Those that are equal stay in their order. It
// sorts places in the list: package slices, which would do the same, is compiled once more for each type that it sorts, with 20
// to 40 kB of the program each.
func By[T any](list []T, compare func(a, b T) int) {
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	was := slices.Clone(list)
	slices.SortFunc(places, func(i, j int) int { return cmp.Or(compare(was[i], was[j]), i-j) })
	for i, place := range places {
		list[i] = was[place]
	}
}
