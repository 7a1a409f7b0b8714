package workrows

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/work"
)

// Adopt plans for a member of whom nothing is remembered, because the memory was lost or is new. A current row is taken for a
// planned one when it has the same title and a group that the synchronization made, as made tells; it keeps its start. Rows of
// other groups and titles are somebody's own.
//
// Adopt returns the plan with the adopted rows, and those of them that stand in the work history.
func Adopt(planned []Row, current []work.Entry, numbers func(Group) int64, made func(Group) bool) (after, standing []Row) {
	after = slices.Clone(planned)
	rows := historyOf(current)
	found := make([]bool, len(after))
	for _, exact := range []bool{true, false} {
		for i, o := range after {
			if found[i] || o.Ended || !made(o.Group) {
				continue
			}
			at, start := rows.goingOn(o, exact, numbers)
			adopted := o
			adopted.Start, adopted.Adopted, adopted.Sent = start, start != o.Start, true
			if at < 0 || rows.find(adopted, numbers) != at || adopted.Adopted && indexOf(after, adopted.Key()) >= 0 {
				continue
			}
			rows[at].owned, found[i], after[i] = true, true, adopted
			standing = append(standing, adopted)
		}
	}
	return after, standing
}

// goingOn returns the place and the start of a current row of the group and title that is nobody's yet, -1 for none. With exact
// it has the same start, too.
func (h history) goingOn(o Row, exact bool, numbers func(Group) int64) (at int, start civil.Date) {
	at = slices.IndexFunc(h, func(e entry) bool {
		return e.free() && e.Current && e.isOf(o, numbers) && (!exact || e.Start == o.Start)
	})
	if at >= 0 {
		start = h[at].Start
	}
	return at, start
}
