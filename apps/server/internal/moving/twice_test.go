package moving_test

import (
	"context"
	"errors"
	"maps"
	"testing"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	fake "github.com/clubhuis/clubhuis/fixtures/predecessor"
	"github.com/clubhuis/clubhuis/ports"
)

// meeting is a database in which something happens before one of its steps.
type meeting struct {
	ports.Atomic
	left   *int
	before func()
}

func (m meeting) Do(ctx context.Context, change func(ports.Stores) error) error {
	if *m.left--; *m.left == 0 {
		m.before()
	}
	return m.Atomic.Do(ctx, change)
}

// Whenever a second run overtakes a first one, the first ends with an error, and nothing is there twice.
func TestTwoRunsAtOnceDoubleNothing(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(10))
	a.Put("feedback", fake.Object{"id": 700_009, "title": "Zonder sleutel", "content": "x", "type": "bug", "status": "new"})
	whole := build(t, stores["memory"](t), nil)
	whole.move(t, from, predecessors.Options{})
	ended := 0
	for at := 1; ; at++ {
		db, left := stores["memory"](t), at
		second := build(t, db, nil)
		first := build(t, db, func(atomic ports.Atomic) ports.Atomic {
			return meeting{atomic, &left, func() { second.move(t, from, predecessors.Options{}) }}
		})
		_, err := first.club.Predecessors.Run(t.Context(), first.viewer, from, predecessors.Options{})
		if left > 0 {
			break
		}
		if errors.Is(err, origin.ErrKept) {
			ended++
		}
		if got, want := second.totals(t), whole.totals(t); !maps.Equal(got, want) {
			t.Errorf("overtaken before step %d (%v) there are %v, want %v", at, err, got, want)
		}
	}
	if ended == 0 {
		t.Error("no run ended because of another one")
	}
}

// An activity that stands on two timelines comes once.
func TestAnActivityOnTwoTimelinesComesOnce(t *testing.T) {
	t.Parallel()
	a, from := former(t, made(4))
	one := []fake.Object{{"type": "activity", "id": 880_001, "content": "Overleg", "activity_type": "meeting",
		"activity_date": "2026-02-01", "author_id": fake.Admin, "author": "Beheer", "created": "2026-02-01 10:00:00",
		"participants": []int64{9002}}}
	for _, id := range []int64{9001, 9002} {
		a.Put("people", fake.Somebody(id, "Samen", "Aanwezig"))
		a.Hang("timeline", id, one)
	}
	h := build(t, stores["memory"](t), nil)
	report := h.move(t, from, predecessors.Options{})
	all := must(h.Activities.ByID(t.Context(), 1, 2, 3, 4, 5, 6, 7, 8, 9))(t)
	if len(all) != len(h.origins(t, origin.Activity)) || h.origins(t, origin.Activity)[880_001] == 0 {
		t.Errorf("%d activities of %v\n%s", len(all), h.origins(t, origin.Activity), report.Write())
	}
}
