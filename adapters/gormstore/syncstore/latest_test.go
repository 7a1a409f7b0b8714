package syncstore_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// The start page of the operators asks for the newest runs: with many runs kept it must not read them all.
func TestTheNewestRunsAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	store := ready(t, sqliteFile(t))
	for _, condition := range []string{"scheduled", "NOT dry_run", "NOT dry_run AND outcome = 'success'",
		"NOT dry_run AND outcome IN ('success', 'partial')"} {
		plan := explained(t, store, "SELECT id FROM sync_runs WHERE pipeline = 'people' AND "+condition+
			" ORDER BY started_at DESC, id DESC LIMIT 1")
		if !strings.Contains(plan, "INDEX sync_runs_") || strings.Contains(plan, "TEMP B-TREE") {
			t.Errorf("%s: %s", condition, plan)
		}
	}
	plan := explained(t, store, "SELECT COUNT(*) FROM sync_runs WHERE started_at >= 5 AND failed")
	if !strings.Contains(plan, "INDEX sync_runs_failed") {
		t.Errorf("those with errors: %s", plan)
	}
}

// explained is what SQLite does for a query.
func explained(t *testing.T, store *syncstore.Store, query string) string {
	t.Helper()
	db, _ := pool(t, store)
	rows, err := db.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+query)
	ok(t, err)
	defer rows.Close()
	var said []string
	for rows.Next() {
		var id, parent, unused int
		var text string
		ok(t, rows.Scan(&id, &parent, &unused, &text))
		said = append(said, text)
	}
	ok(t, rows.Err())
	return strings.Join(said, "\n")
}

func BenchmarkLatest(b *testing.B) {
	store := ready(b, sqliteFile(b))
	runs := store.Stores().Runs
	pipelines := []run.Pipeline{
		run.People, run.Teams, run.Functions, run.FunctionsFull, run.Contributions, run.Discipline, run.Helpdesk,
	}
	for i := range 10_000 {
		r := run.Run{Pipeline: pipelines[i%len(pipelines)], Started: at.Add(time.Duration(i) * time.Minute), Outcome: run.Success}
		for n := range 8 {
			r.Steps = append(r.Steps, run.Step{Name: fmt.Sprint("step-", n), Counts: run.Counts{Total: 1500}})
		}
		if _, err := runs.Start(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := runs.Latest(b.Context(), pipelines...); err != nil {
			b.Fatal(err)
		}
	}
}
