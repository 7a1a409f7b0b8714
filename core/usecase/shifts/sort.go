package shifts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
)

func sortServed(list []Served) {
	slices.SortFunc(list, func(a, b Served) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(fold.Key(a.Name), fold.Key(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}
