// Package timetable starts what is due on a schedule, one after the other: they all need the one browser.
//
// When something is due says run.Next; this package waits for it and decides what becomes of a time that has passed already.
// What starting means it does not know.
package timetable

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Due is something and when it was to start.
type Due struct {
	Pipeline run.Pipeline
	At       time.Time
}

// Table is a schedule and what it needs. Use Run.
type Table struct {
	Slots []run.Slot
	Zone  *time.Location
	Now   func() time.Time
	// Wait waits as long, or until the context ends, and then returns its error.
	Wait func(ctx context.Context, d time.Duration) error
	// Last returns when the schedule last started a pipeline; the zero time for never.
	Last func(ctx context.Context, pipeline run.Pipeline) (time.Time, error)
	// Start does what is due, and returns when it is done.
	Start func(ctx context.Context, due Due)
	// Missed is told of what is not started any more, because it is too late: see run.Late.
	Missed func(ctx context.Context, due Due)
}

// look is how long Run waits without looking at the clock, which is put right, or goes on while the machine sleeps.
const look = time.Minute

// Run starts what is due until the context ends, in the order of time. Something whose time comes while something else runs
// starts after it; of the times of one pipeline that wait, only the newest counts. Times that passed while the program was
// down are made up for in the same way, for pipelines that the schedule has started before: a new installation waits for
// the first time to come. The error is that of Last.
func (t *Table) Run(ctx context.Context) error {
	now := t.Now()
	waiting, err := t.passed(ctx, now)
	if err != nil && ctx.Err() == nil {
		return err
	}
	for seen := now; ctx.Err() == nil; {
		now = t.Now()
		waiting = append(waiting, t.between(seen, now, t.Slots)...)
		if now.After(seen) { // else the clock was put back: what has been started is not due again
			seen = now
		}
		waiting = newest(waiting)
		if len(waiting) == 0 {
			next, _ := run.Next(seen, t.Zone, t.Slots)
			wait := look
			if !next.IsZero() {
				wait = min(look, next.Sub(now))
			}
			_ = t.Wait(ctx, wait) // the loop sees that the context ended
			continue
		}
		first := waiting[0]
		waiting = waiting[1:]
		if now.Sub(first.At) > run.Late(first.Pipeline, t.Slots) {
			t.Missed(ctx, first)
			continue
		}
		t.Start(ctx, first)
	}
	return nil
}

// between is what is due after one moment and until another one.
func (t *Table) between(after, until time.Time, slots []run.Slot) (due []Due) {
	for {
		at, found := run.Next(after, t.Zone, slots)
		if at.IsZero() || at.After(until) {
			return due
		}
		for _, slot := range found {
			due = append(due, Due{slot.Pipeline, at})
		}
		after = at
	}
}

// passed is what was due before now and may still be made up for.
func (t *Table) passed(ctx context.Context, now time.Time) (due []Due, err error) {
	pipelines := map[run.Pipeline][]run.Slot{}
	for _, slot := range t.Slots {
		pipelines[slot.Pipeline] = append(pipelines[slot.Pipeline], slot)
	}
	for pipeline, slots := range pipelines {
		last, err := t.Last(ctx, pipeline)
		if err != nil {
			return nil, err
		}
		if last.IsZero() {
			continue
		}
		after := now.Add(-run.Late(pipeline, t.Slots) - 1) // what is that late to the moment still starts
		if last.After(after) {
			after = last
		}
		due = append(due, t.between(after, now, slots)...)
	}
	return due, nil
}

// newest leaves the newest of each pipeline, in the order of time.
func newest(due []Due) []Due {
	slices.SortStableFunc(due, func(a, b Due) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Pipeline, b.Pipeline))
	})
	kept := []Due{}
	for i, d := range due {
		later := slices.ContainsFunc(due[i+1:], func(other Due) bool { return other.Pipeline == d.Pipeline })
		if !later {
			kept = append(kept, d)
		}
	}
	return kept
}
