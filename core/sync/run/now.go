package run

import (
	"slices"
	"time"
)

// Grace is how long after its time a run may begin before its pipeline is overdue.
const Grace = 4 * time.Hour

// Standing is how a pipeline stands beside its schedule.
type Standing struct {
	Next    time.Time // when it is due again; zero without a schedule
	Due     time.Time // the time at which it was due and did not begin; zero for none
	Overdue bool      // Due is longer ago than Grace
}

// StandingOf returns how a pipeline stands at a moment. last is when it last began; the zero time for never: then nothing was
// due.
func StandingOf(pipeline Pipeline, last, now time.Time, zone *time.Location, slots []Slot) (s Standing) {
	own := slices.DeleteFunc(slices.Clone(slots), func(slot Slot) bool { return slot.Pipeline != pipeline })
	s.Next, _ = Next(now, zone, own)
	if last.IsZero() {
		return s
	}
	if due, _ := Next(last, zone, own); !due.IsZero() && !due.After(now) {
		s.Due, s.Overdue = due, now.Sub(due) > Grace
	}
	return s
}
