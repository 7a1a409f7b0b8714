package volunteer_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// Who is on another shift at that time is busy, also over midnight; who is on one that is called off, or that only touches it, is
// not.
func TestWhoIsOnAnotherShiftAtThatTime(t *testing.T) {
	t.Parallel()
	shift := func(id int64, date, start, end string, state volunteer.State, who int64) volunteer.Shift {
		day, _ := civil.Parse(date)
		return volunteer.Shift{Head: record.Head{ID: id}, Date: day, Start: start, End: end, State: state, Capacity: 1,
			Assignments: []volunteer.Assignment{{Person: who}}}
	}
	late := shift(1, "2026-06-20", "19:00", "01:00", "", 1)
	busy := late.At([]volunteer.Shift{
		late, shift(2, "2026-06-20", "18:00", "19:00", "", 2), shift(3, "2026-06-20", "18:00", "19:30", "", 3),
		shift(4, "2026-06-21", "00:30", "02:00", "", 4), shift(5, "2026-06-21", "01:00", "02:00", "", 5),
		shift(6, "2026-06-20", "19:00", "22:00", volunteer.Cancelled, 6),
		shift(7, "2026-06-19", "22:00", "20:00", volunteer.Completed, 7),
	}, time.UTC)
	for who, want := range map[int64]bool{1: false, 2: false, 3: true, 4: true, 5: false, 6: false, 7: true} {
		if busy[who] != want {
			t.Errorf("%d is busy: %v", who, busy[who])
		}
	}
}
