package shifts

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sorting"
)

func sortServed(list []Served) {
	sorting.By(list, func(a, b Served) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(fold.Key(a.Name), fold.Key(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}
