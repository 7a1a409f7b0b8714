package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// SyncRuns is the contract of ports.SyncRuns.
func SyncRuns(t *testing.T, open OpenSync) {
	ctx := context.Background()
	numbered := func(r run.Run, id run.ID) run.Run {
		r.ID = id
		return r
	}
	numbers := func(t *testing.T, runs ports.SyncRuns, limit int) (ids []run.ID) {
		t.Helper()
		for _, r := range must(runs.List(ctx, limit))(t) {
			ids = append(ids, r.ID)
		}
		return ids
	}

	t.Run("every field comes back as it went in, zero values too", func(t *testing.T) {
		runs := open(t).Runs
		want := filled[run.Run](t)
		listed := func(r run.Run) run.Run {
			r.Problems, r.Plan = nil, nil
			return r
		}
		for i, given := range []run.Run{want, {}, {ID: 99, Steps: []run.Step{{}}, Problems: []run.Problem{{}, {}},
			Plan: []run.Planned{{}}}} {
			id := must(runs.Start(ctx, given))(t)
			equal(t, "number", id, run.ID(i+1))
			deepEqual(t, "started", must(runs.Run(ctx, id))(t), numbered(given, id))
			for _, changed := range []run.Run{{}, want, given} {
				ok(t, runs.Update(ctx, id, func(r *run.Run) error { *r = changed.Clone(); return nil }))
				deepEqual(t, "changed", must(runs.Run(ctx, id))(t), numbered(changed, id))
			}
			place := slices.IndexFunc(must(runs.List(ctx, 10))(t), func(r run.Run) bool { return r.ID == id })
			deepEqual(t, "listed", must(runs.List(ctx, 10))(t)[place], listed(numbered(given, id)))
		}
	})

	t.Run("times come back equal, in UTC, with microseconds", func(t *testing.T) {
		runs := open(t).Runs
		exact := at.Add(789 * time.Nanosecond)
		given := run.Run{
			Started: exact, Beat: exact, Finished: exact, Steps: []run.Step{{Started: exact, Finished: exact}},
			Problems: []run.Problem{{At: exact}},
		}
		id := must(runs.Start(ctx, given))(t)
		same := func(what string) {
			t.Helper()
			r := must(runs.Run(ctx, id))(t)
			for _, got := range []time.Time{r.Started, r.Beat, r.Finished, r.Steps[0].Started, r.Steps[0].Finished, r.Problems[0].At} {
				sameTime(t, what, got, at)
			}
		}
		same("started")
		ok(t, runs.Update(ctx, id, func(r *run.Run) error { *r = given.Clone(); return nil }))
		same("changed")
	})

	t.Run("an absent run is not found", func(t *testing.T) {
		runs := open(t).Runs
		_, err := runs.Run(ctx, 1)
		isFault(t, "Run", err, fault.ErrNotFound)
		isFault(t, "Update", runs.Update(ctx, 1, func(*run.Run) error { t.Error("changed"); return nil }), fault.ErrNotFound)
		equal(t, "listed", len(numbers(t, runs, 10)), 0)
	})

	t.Run("a change sees the run, and a refused one leaves no trace", func(t *testing.T) {
		runs := open(t).Runs
		want := filled[run.Run](t)
		want.ID = must(runs.Start(ctx, want))(t)
		refusal := errors.New("no")
		err := runs.Update(ctx, want.ID, func(r *run.Run) error {
			deepEqual(t, "to change", *r, want)
			r.Host, r.Steps[0].Note, r.Plan = "x", "x", nil
			return refusal
		})
		if err != refusal { //nolint:errorlint // as it is
			t.Errorf("got %v, want the change's own error", err)
		}
		deepEqual(t, "after a refusal", must(runs.Run(ctx, want.ID))(t), want)
		other := must(runs.Start(ctx, run.Run{Host: "other"}))(t)
		ok(t, runs.Update(ctx, want.ID, func(r *run.Run) error { r.ID = other; r.Host = "x"; return nil }))
		want.Host = "x"
		deepEqual(t, "changed", must(runs.Run(ctx, want.ID))(t), want)
		deepEqual(t, "another run", must(runs.Run(ctx, other))(t), run.Run{ID: other, Host: "other"})
	})

	t.Run("a run with all the problems that it keeps", func(t *testing.T) {
		runs := open(t).Runs
		given := run.Run{Plan: slices.Repeat([]run.Planned{filled[run.Planned](t)}, 5000)}
		for i := range run.MaxProblems {
			given.Problems = append(given.Problems, run.Problem{Key: fmt.Sprint(i), Message: strings.Repeat("é", run.MaxMessage)})
		}
		id := must(runs.Start(ctx, given))(t)
		ok(t, runs.Update(ctx, id, func(r *run.Run) error { r.Beat = at; return nil }))
		got := must(runs.Run(ctx, id))(t)
		if !slices.Equal(got.Problems, given.Problems) || !slices.Equal(got.Plan, given.Plan) {
			t.Errorf("%d problems and %d planned came back otherwise", len(got.Problems), len(got.Plan))
		}
	})

	t.Run("the newest are listed first", func(t *testing.T) {
		runs := open(t).Runs
		for _, hours := range []int{1, 3, 2, 3, 1} {
			must(runs.Start(ctx, run.Run{Started: at.Add(time.Duration(hours) * time.Hour)}))(t)
		}
		want := []run.ID{4, 2, 3, 5, 1}
		for _, limit := range []int{0, 1, 2, 4, 5, 6} {
			if got := numbers(t, runs, limit); !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("%d of them: %v", limit, got)
			}
		}
	})

	t.Run("those that started before a time are forgotten, and their numbers not given again", func(t *testing.T) {
		runs := open(t).Runs
		for _, seconds := range []int{2, 0, 1, 0} {
			must(runs.Start(ctx, run.Run{Started: at.Add(time.Duration(seconds) * time.Second)}))(t)
		}
		equal(t, "forgotten too early", len(must(runs.Prune(ctx, at))(t)), 0)
		if got := must(runs.Prune(ctx, at.Add(time.Second)))(t); !slices.Equal(got, []run.ID{2, 4}) {
			t.Errorf("forgotten: %v", got)
		}
		if got := numbers(t, runs, 10); !slices.Equal(got, []run.ID{1, 3}) {
			t.Errorf("left: %v", got)
		}
		_, err := runs.Run(ctx, 4)
		isFault(t, "a forgotten one", err, fault.ErrNotFound)
		equal(t, "the next number", must(runs.Start(ctx, run.Run{}))(t), 5)
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		runs := open(t).Runs
		id := must(runs.Start(ctx, run.Run{Steps: []run.Step{{}}}))(t)
		const writers, each = 8, 5
		var all sync.WaitGroup
		for range writers {
			all.Go(func() {
				for range each {
					_, err := runs.Start(ctx, run.Run{})
					err = errors.Join(err, runs.Update(ctx, id, func(r *run.Run) error {
						r.Process++
						r.Steps[0].Counts.Total++
						r.Problems = append(r.Problems, run.Problem{Key: fmt.Sprint(len(r.Problems))})
						return nil
					}))
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		r := must(runs.Run(ctx, id))(t)
		equal(t, "changes", r.Process, writers*each)
		equal(t, "changes of a step", r.Steps[0].Counts.Total, writers*each)
		for i, problem := range r.Problems {
			equal(t, "problem", problem.Key, fmt.Sprint(i))
		}
		equal(t, "problems", len(r.Problems), writers*each)
		equal(t, "runs", len(numbers(t, runs, 1000)), 1+writers*each)
	})

	t.Run("a changed returned or given value does not reach the store", func(t *testing.T) {
		runs := open(t).Runs
		given := filled[run.Run](t)
		want := given.Clone()
		want.ID = must(runs.Start(ctx, given))(t)
		spoil := func(r *run.Run) {
			for i := range r.Steps {
				r.Steps[i].Note = "x"
			}
			for i := range r.Problems {
				r.Problems[i].Message, r.Plan[i].Reason = "x", "x"
			}
		}
		spoil(&given)
		returned := must(runs.Run(ctx, want.ID))(t)
		spoil(&returned)
		spoil(&must(runs.List(ctx, 1))(t)[0])
		var leaked *run.Run
		ok(t, runs.Update(ctx, want.ID, func(r *run.Run) error { leaked = r; return nil }))
		spoil(leaked)
		deepEqual(t, "kept", must(runs.Run(ctx, want.ID))(t), want)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		runs := open(t).Runs
		id := must(runs.Start(ctx, run.Run{Started: at}))(t)
		_, start := runs.Start(cancelled(), run.Run{})
		_, read := runs.Run(cancelled(), id)
		_, list := runs.List(cancelled(), 1)
		_, prune := runs.Prune(cancelled(), at.Add(time.Hour))
		for what, err := range map[string]error{
			"Start": start, "Run": read, "List": list, "Prune": prune,
			"Update": runs.Update(cancelled(), id, func(r *run.Run) error { r.Host = "x"; return nil }),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		equal(t, "host", must(runs.Run(ctx, id))(t).Host, "")
		equal(t, "left", len(numbers(t, runs, 10)), 1)
	})
}
