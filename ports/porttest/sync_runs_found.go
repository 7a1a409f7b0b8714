package porttest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// syncRunsFound is the part of the contract of ports.SyncRuns that is about finding runs.
func syncRunsFound(t *testing.T, open OpenSync) {
	ctx := context.Background()
	hour := func(n int) time.Time { return civil.Instant(at).Add(time.Duration(n) * time.Hour) }
	start := func(t *testing.T, runs ports.SyncRuns, r run.Run) run.ID { return must(runs.Start(ctx, r))(t) }

	t.Run("runs are found by all that can be asked for, the newest first", func(t *testing.T) {
		runs := open(t).Runs
		about := func(keys ...string) (list []run.Problem) {
			for _, key := range keys {
				list = append(list, run.Problem{Key: key, Message: `it said "key":"CCCC33"`})
			}
			return list
		}
		start(t, runs, run.Run{Pipeline: run.People, Scheduled: true, Started: hour(1), Problems: about("AAAA11", "BBBB22")})
		start(t, runs, run.Run{Pipeline: run.Teams, Scheduled: true, Started: hour(2), Problems: about(`x_%!"<é>`, "")})
		start(t, runs, run.Run{Pipeline: run.People, Started: hour(3), Plan: []run.Planned{{Key: "AAAA11"}}, DryRun: true})
		start(t, runs, run.Run{Pipeline: run.People, Started: hour(3)})
		ok(t, runs.Update(ctx, 4, func(r *run.Run) error { r.Problems = about("AAAA11"); return nil }))
		for _, c := range []struct {
			name  string
			q     run.Query
			want  []run.ID
			total int
		}{
			{"all", run.Query{Limit: 10}, []run.ID{4, 3, 2, 1}, 4},
			{"a page", run.Query{Skip: 1, Limit: 2}, []run.ID{3, 2}, 4},
			{"behind the last page", run.Query{Skip: 9, Limit: 2}, nil, 4},
			{"of a pipeline", run.Query{Pipeline: run.Teams, Limit: 10}, []run.ID{2}, 1},
			{"of the schedule", run.Query{Scheduled: true, Limit: 10}, []run.ID{2, 1}, 2},
			{"of the schedule and a pipeline", run.Query{Pipeline: run.People, Scheduled: true, Limit: 10}, []run.ID{1}, 1},
			{"from a time", run.Query{From: hour(2), Limit: 10}, []run.ID{4, 3, 2}, 3},
			{"until a time", run.Query{Until: hour(2), Limit: 10}, []run.ID{1}, 1},
			{"with problems", run.Query{Failed: true, Limit: 10}, []run.ID{4, 2, 1}, 3},
			{"about a member", run.Query{Key: "AAAA11", Limit: 10}, []run.ID{4, 1}, 2},
			{"about another one", run.Query{Key: "BBBB22", Failed: true, Limit: 10}, []run.ID{1}, 1},
			{"about part of one", run.Query{Key: "AAAA1", Limit: 10}, nil, 0},
			{"about what a message names", run.Query{Key: "CCCC33", Limit: 10}, nil, 0},
			{"about what means something to a database", run.Query{Key: `x_%!"<é>`, Limit: 10}, []run.ID{2}, 1},
			{"about what would fit as a pattern", run.Query{Key: `x__!"<é>`, Limit: 10}, nil, 0},
			{"all at once", run.Query{Pipeline: run.People, From: hour(1), Until: hour(3), Key: "AAAA11", Limit: 1}, []run.ID{1}, 1},
		} {
			page := must(runs.Find(ctx, c.q))(t)
			var ids []run.ID
			for _, r := range page.Runs {
				ids = append(ids, r.ID)
				if r.Plan != nil {
					t.Errorf("%s: with its plan", c.name)
				}
			}
			if !slices.Equal(ids, c.want) || page.Total != c.total {
				t.Errorf("%s: got %v of %d, want %v of %d", c.name, ids, page.Total, c.want, c.total)
			}
		}
		if page := must(runs.Find(ctx, run.Query{Key: "BBBB22", Limit: 1}))(t); len(page.Runs[0].Problems) != 2 {
			t.Errorf("a run without all of its problems: %+v", page.Runs[0])
		}
	})

	t.Run("how each pipeline stands, dry runs apart", func(t *testing.T) {
		runs := open(t).Runs
		equal(t, "without runs", len(must(runs.Latest(ctx, run.People))(t)), 0)
		good := run.Run{Pipeline: run.People, Started: hour(1), Outcome: run.Success, Steps: []run.Step{{Name: "x"}}}
		good.ID = start(t, runs, good)
		start(t, runs, run.Run{Pipeline: run.People, Started: hour(1).Add(-time.Minute), Outcome: run.Success})
		partial := run.Run{Pipeline: run.People, Started: hour(2), Outcome: run.Partial}
		withProblems := partial
		withProblems.Problems = []run.Problem{{Key: "x"}}
		partial.ID = start(t, runs, withProblems)
		start(t, runs, run.Run{Pipeline: run.People, Started: hour(3), Outcome: run.Success, DryRun: true})
		stopped := run.Run{Pipeline: run.People, Started: hour(4), Outcome: run.Failure}
		stopped.ID = start(t, runs, stopped)
		teams := run.Run{Pipeline: run.Teams, Started: hour(1), Outcome: run.Success}
		start(t, runs, teams)
		teams.ID = start(t, runs, teams) // at the same time
		failed := run.Run{Pipeline: run.Discipline, Started: hour(1), Outcome: run.Failure}
		failed.ID = start(t, runs, failed)
		got := must(runs.Latest(ctx, run.People, run.Teams, run.Discipline, run.Helpdesk))(t)
		deepEqual(t, "latest", got, map[run.Pipeline]run.Latest{
			run.People: {Run: stopped, Ended: partial, Good: good}, run.Teams: {Run: teams, Ended: teams, Good: teams},
			run.Discipline: {Run: failed},
		})
		equal(t, "of nothing", len(must(runs.Latest(ctx))(t)), 0)
	})

	t.Run("a cancelled context stops finding", func(t *testing.T) {
		runs := open(t).Runs
		_, find := runs.Find(cancelled(), run.Query{Limit: 1})
		_, latest := runs.Latest(cancelled(), run.People)
		if !errors.Is(find, context.Canceled) || !errors.Is(latest, context.Canceled) {
			t.Errorf("Find: %v; Latest: %v", find, latest)
		}
	})
}
