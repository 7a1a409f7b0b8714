package riverjobs_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// soon is how long a test waits for what happens within seconds.
const soon = 20 * time.Second

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// database is an empty one; open gives every program a pool of its own.
type database struct {
	postgres bool
	open     func(t *testing.T) *sql.DB
	fresh    func(t testing.TB) *sql.DB // the pool of another database, with the tables
}

func opened(t testing.TB, driver, location string, most int) *sql.DB {
	t.Helper()
	pool, err := sql.Open(driver, location)
	ok(t, err)
	pool.SetMaxOpenConns(most)
	t.Cleanup(func() { ok(t, pool.Close()) })
	return pool
}

func openSQLite(t testing.TB, location string) *sql.DB { return opened(t, "sqlite", location, 1) }

func openPostgres(t testing.TB, location string) *sql.DB { return opened(t, "pgx", location, 10) }

func newFile(t testing.TB) string {
	return "file:" + filepath.Join(t.TempDir(), "club.db") +
		"?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate"
}

func onBoth(t *testing.T, test func(t *testing.T, db database)) {
	for _, kind := range []struct {
		name     string
		postgres bool
		location func(t testing.TB) string
		open     func(t testing.TB, location string) *sql.DB
	}{
		{"SQLite", false, newFile, openSQLite}, {"PostgreSQL", true, postgres.NewDatabase, openPostgres},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			location := kind.location(t)
			test(t, database{kind.postgres, func(t *testing.T) *sql.DB { return kind.open(t, location) }, func(t testing.TB) *sql.DB {
				pool := kind.open(t, kind.location(t))
				ok(t, riverjobs.Migrate(t.Context(), pool, kind.postgres))
				return pool
			}})
		})
	}
}

func TestMigratingMakesTheTablesCurrentAndMayBeRepeated(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		pool := db.open(t)
		for _, want := range []bool{false, true, true} {
			current, err := riverjobs.Current(t.Context(), pool, db.postgres)
			if ok(t, err); current != want {
				t.Fatalf("current: %v, want %v", current, want)
			}
			ok(t, riverjobs.Migrate(t.Context(), pool, db.postgres))
		}
	})
}

func TestManyProgramsMigrateConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		var all sync.WaitGroup
		for range 3 {
			pool := db.open(t)
			all.Go(func() {
				if err := riverjobs.Migrate(t.Context(), pool, db.postgres); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if current, err := riverjobs.Current(t.Context(), db.open(t), db.postgres); err != nil || !current {
			t.Errorf("current: %v, %v", current, err)
		}
	})
}

func TestADeadDatabaseIsAnError(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		pool := db.open(t)
		ok(t, pool.Close())
		if current, err := riverjobs.Current(t.Context(), pool, db.postgres); err == nil || current {
			t.Errorf("Current: %v, %v", current, err)
		}
		if err := riverjobs.Migrate(t.Context(), pool, db.postgres); err == nil {
			t.Error("Migrate: no error")
		}
	})
}

func stop(t testing.TB, queue *riverjobs.Queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), soon)
	defer cancel()
	ok(t, queue.Stop(ctx))
}

func TestAStartedQueueWakesSoonAndStopWaitsForWhatRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		pool := db.open(t)
		ok(t, riverjobs.Migrate(t.Context(), pool, db.postgres))
		woken, finish := make(chan struct{}, 10), make(chan struct{})
		var finished atomic.Bool
		queue, err := riverjobs.Open(pool, db.postgres, riverjobs.Work{Wake: func(context.Context) {
			woken <- struct{}{}
			<-finish
			finished.Store(true)
		}})
		ok(t, err)
		ok(t, queue.Start(context.WithoutCancel(t.Context())))
		select {
		case <-woken:
		case <-time.After(soon):
			t.Error("never woken")
		}
		go close(finish)
		stop(t, queue)
		if !finished.Load() {
			t.Error("stopped before the work was done")
		}
	})
}

func TestOfTwoProgramsOneWakesAtATime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		pool := db.open(t)
		ok(t, riverjobs.Migrate(t.Context(), pool, db.postgres))
		var running, most atomic.Int32
		woken := make(chan struct{}, 10)
		queues := []*riverjobs.Queue{}
		for range 2 {
			queue, err := riverjobs.Open(db.open(t), db.postgres, riverjobs.Work{Wake: func(context.Context) {
				most.Store(max(most.Load(), running.Add(1)))
				defer running.Add(-1)
				time.Sleep(100 * time.Millisecond) // what overlaps shows
				woken <- struct{}{}
			}})
			ok(t, err)
			ok(t, queue.Start(context.WithoutCancel(t.Context())))
			queues = append(queues, queue)
		}
		select {
		case <-woken:
		case <-time.After(soon):
			t.Error("never woken")
		}
		for _, queue := range queues { // the second takes over from the first, and finds this minute's work done
			stop(t, queue)
		}
		if again := len(woken); most.Load() != 1 || again > 1 {
			t.Errorf("%d at once, woken %d more times", most.Load(), again)
		}
	})
}

func TestAQueueThatCouldNotStartStops(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		woken := make(chan struct{}, 10)
		wake := func(context.Context) { woken <- struct{}{} }
		for name, pool := range map[string]*sql.DB{"without its tables": db.open(t), "dead": db.open(t)} {
			if name == "dead" {
				ok(t, pool.Close())
			}
			queue, err := riverjobs.Open(pool, db.postgres, riverjobs.Work{Wake: wake})
			ok(t, err)
			if err := queue.Start(context.WithoutCancel(t.Context())); err == nil && name == "dead" {
				t.Errorf("%s: it started", name)
			}
			stop(t, queue)
			stop(t, queue)
		}
		never, err := riverjobs.Open(db.open(t), db.postgres, riverjobs.Work{Wake: wake})
		ok(t, err)
		stop(t, never)
		if len(woken) > 0 {
			t.Error("woken")
		}
	})
}
