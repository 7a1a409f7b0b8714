// Package riverjobs wakes the daily work with River: one periodic job a minute in the club's own database, taken by one of
// however many server processes there are.
//
// It does not decide what is due: that is asked of the program's clock and the stored last runs (core/usecase/jobs), for
// River runs on real time.
package riverjobs

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
)

// every is how often due work is looked for.
const every = time.Minute

// Queue carries the work.
type Queue struct {
	client *river.Client[*sql.Tx]
}

func driver(pool *sql.DB, postgres bool) riverdriver.Driver[*sql.Tx] {
	if postgres {
		return riverdatabasesql.New(pool)
	}
	return riversqlite.New(pool)
}

// Migrate brings River's own tables in the database up to date.
func Migrate(ctx context.Context, pool *sql.DB, postgres bool) error {
	migrator, err := rivermigrate.New(driver(pool, postgres), &rivermigrate.Config{Logger: quiet})
	if err != nil {
		return err
	}
	_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	for tries := 0; err != nil && tries <= len(migrator.AllVersions()); tries++ { // another program came first: look again
		_, err = migrator.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	return err
}

// Current reports whether River's tables are up to date.
func Current(ctx context.Context, pool *sql.DB, postgres bool) (bool, error) {
	migrator, err := rivermigrate.New(driver(pool, postgres), &rivermigrate.Config{Logger: quiet})
	if err != nil {
		return false, err
	}
	result, err := migrator.Validate(ctx)
	return err == nil && result.OK, err
}

var quiet = slog.New(slog.DiscardHandler)

// onlyWarnings leaves out what River says of its ordinary life.
type onlyWarnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (h onlyWarnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// wakeArgs is the job that looks for due work; it carries nothing.
type wakeArgs struct{}

// Kind implements river.JobArgs.
func (wakeArgs) Kind() string { return "wake" }

type waker struct {
	river.WorkerDefaults[wakeArgs]
	wake func(context.Context)
}

// Work implements river.Worker.
func (w *waker) Work(ctx context.Context, _ *river.Job[wakeArgs]) error {
	w.wake(ctx)
	return nil
}

// Timeout implements river.Worker: daily work may take long.
func (w *waker) Timeout(*river.Job[wakeArgs]) time.Duration { return time.Hour }

// Open makes a queue that calls wake at its start and every minute, from one process at a time. Start it.
func Open(pool *sql.DB, postgres bool, wake func(context.Context)) (*Queue, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &waker{wake: wake})
	client, err := river.NewClient(driver(pool, postgres), &river.Config{
		Logger:            slog.New(onlyWarnings{slog.Default().Handler()}),
		Queues:            map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}},
		Workers:           workers,
		FetchPollInterval: 5 * time.Second,
		PeriodicJobs: []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(every),
			func() (river.JobArgs, *river.InsertOpts) {
				return wakeArgs{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: every}, MaxAttempts: 1}
			}, &river.PeriodicJobOpts{RunOnStart: true})},
	})
	if err != nil {
		return nil, fmt.Errorf("the queue can't start: %w", err)
	}
	return &Queue{client}, nil
}

// Start begins to work until Stop.
func (q *Queue) Start(ctx context.Context) error { return q.client.Start(ctx) }

// Stop lets running work finish.
func (q *Queue) Stop(ctx context.Context) error { return q.client.Stop(ctx) }
