package workrows

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/work"
)

// Lost are the days of runs that are not remembered, because the memory was brought back from an older backup: both count.
type Lost struct{ From, To civil.Date }

// wrote reports whether one of the runs may have written a planned row with the start: they wrote the day, or the start that the
// site tells, or none.
func (l Lost) wrote(o Row, start civil.Date) bool {
	within := !start.IsZero() && !start.Before(l.From) && !l.To.Before(start)
	return within || start == o.Start && (start.IsZero() || o.Group.Kind == work.Committee)
}

// Adopt plans for a member of whom not all is remembered, because the memory was lost, is new or is older than what was written.
// A current row is taken for a planned one that is not remembered when it has the same title and a group that the
// synchronization made, as made tells; it keeps its start. Rows of other groups and titles are somebody's own, and so are those
// that no run of the lost days wrote; lost is nil when nothing is remembered of any run.
//
// Adopt returns the plan with the adopted rows, and those of them that stand in the work history.
func Adopt(
	remembered, planned []Row, current []work.Entry, numbers func(Group) int64, made func(Group) bool, lost *Lost,
) (after, standing []Row) {
	after = slices.Clone(planned)
	rows := historyOf(current)
	for _, o := range remembered {
		if at := rows.find(o, numbers); at >= 0 {
			rows[at].owned = true
		}
	}
	found := make([]bool, len(after))
	for _, exact := range []bool{true, false} {
		for i, o := range after {
			if found[i] || o.Ended || !made(o.Group) || indexOf(remembered, o.Key()) >= 0 {
				continue
			}
			at, start := rows.goingOn(o, numbers, func(start civil.Date) bool {
				return (!exact || start == o.Start) && (lost == nil || lost.wrote(o, start))
			})
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

// goingOn returns the place and the start of a current row of the group and title that is nobody's yet and whose start fits, -1
// for none.
func (h history) goingOn(o Row, numbers func(Group) int64, fits func(start civil.Date) bool) (at int, start civil.Date) {
	at = slices.IndexFunc(h, func(e entry) bool { return e.free() && e.Current && e.isOf(o, numbers) && fits(e.Start) })
	if at >= 0 {
		start = h[at].Start
	}
	return at, start
}
