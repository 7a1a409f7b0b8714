// Package riverjobs keeps the jobs of the outbox and the daily work in River, in the club's own database, and runs them in
// one of however many server processes there are.
//
// It does not know what a job does, nor which daily work is due: River runs on real time, and what is due is decided by the
// program's clock (job.Job.NotBefore, core/usecase/jobs).
package riverjobs

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"github.com/clubhuis/clubhuis/core/job"
)

// How often things happen. The job of a process that died has been running for RescueAfter before it counts as stuck, the
// leader looks for stuck ones every RescueEvery, then it waits for its next try, becomes available within ScheduleEvery and
// is fetched within PollEvery: less than a minute in all.
const (
	WakeEvery     = time.Minute     // how often due daily work is looked for
	PollEvery     = 2 * time.Second // how often each process looks for jobs
	RescueAfter   = job.TimeLimit   // not less, or River would run a job twice; not more, or it would rescue late
	RescueEvery   = 30 * time.Second
	ScheduleEvery = 5 * time.Second
)

// atOnce is how many jobs a process runs at the same time.
const atOnce = 4

// doneKept is how long the key of a job that is done is not free, and failedKept how long a job that was given up can be seen and
// tried again.
const (
	doneKept   = 24 * time.Hour
	failedKept = 30 * 24 * time.Hour
)

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
	// The migrator first asks information_schema whether the table and a column are there, which is slow. Mostly they are.
	applied, err := driver(pool, postgres).GetExecutor().MigrationGetByLine(ctx,
		&riverdriver.MigrationGetByLineParams{Line: riverdriver.MigrationLineMain})
	same := func(has *riverdriver.Migration, wants rivermigrate.Migration) bool {
		return has.Version == wants.Version
	}
	if err == nil && slices.EqualFunc(applied, migrator.AllVersions(), same) {
		return true, nil
	}
	result, err := migrator.Validate(ctx)
	return err == nil && result.OK, err
}

var quiet = slog.New(slog.DiscardHandler)

// onlyWarnings leaves out what River says of its ordinary life; that a job failed, which whoever does the jobs says; and that
// something ended because River was told to stop.
type onlyWarnings struct{ slog.Handler }

// Enabled implements slog.Handler.
func (h onlyWarnings) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// Handle implements slog.Handler.
func (h onlyWarnings) Handle(ctx context.Context, r slog.Record) error {
	if strings.Contains(r.Message, "Job errored") || ctx.Err() != nil && tells(&r, context.Canceled) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// tells reports whether a record has an error, which River gives as a text.
func tells(r *slog.Record, err error) (is bool) {
	r.Attrs(func(a slog.Attr) bool {
		is = strings.Contains(a.Value.String(), err.Error())
		return !is
	})
	return is
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

// runner does the jobs of the outbox.
type runner struct {
	river.WorkerDefaults[keptArgs]
	work Work
}

// Work implements river.Worker.
func (r *runner) Work(ctx context.Context, kept *river.Job[keptArgs]) error {
	j := kept.Args.job()
	if wait := j.NotBefore.Sub(r.work.Now()); !j.NotBefore.IsZero() && wait > 0 {
		return river.JobSnooze(min(wait, longestSleep))
	}
	err := r.work.Do(ctx, j)
	var again job.Again
	if errors.As(err, &again) {
		return river.JobSnooze(again.After)
	}
	return err
}

// retries is when a failed job is tried again.
type retries func(n int) time.Duration

// NextRetry implements river.ClientRetryPolicy.
func (r retries) NextRetry(row *rivertype.JobRow) time.Time {
	return time.Now().UTC().Add(r(len(row.Errors) + 1)) // the present error is not among them yet
}

// Work is what a queue does.
type Work struct {
	Wake func(context.Context)                // looks for due daily work, at the start and every minute, in one process at a time
	Do   func(context.Context, job.Job) error // does a job of the outbox
	Now  func() time.Time                     // the program's clock

	// What tests are in a hurry with; the zero values are RescueAfter, PollEvery and job.Backoff.
	RescueAfter, PollEvery time.Duration
	Backoff                func(n int) time.Duration
}

func (w *Work) settle() {
	if w.RescueAfter == 0 {
		w.RescueAfter = RescueAfter
	}
	if w.PollEvery == 0 {
		w.PollEvery = PollEvery
	}
	if w.Backoff == nil {
		w.Backoff = job.Backoff
	}
}

// counted counts in running what is being done.
func (w *Work) counted(running *atomic.Int64) {
	wake, do := w.Wake, w.Do
	w.Wake = func(ctx context.Context) {
		running.Add(1)
		defer running.Add(-1)
		wake(ctx)
	}
	w.Do = func(ctx context.Context, j job.Job) error {
		running.Add(1)
		defer running.Add(-1)
		return do(ctx, j)
	}
}

// Queue runs jobs.
type Queue struct {
	client  *river.Client[*sql.Tx]
	running *atomic.Int64 // jobs, and looks for due work
}

// Open makes a queue. Start it.
func Open(pool *sql.DB, postgres bool, work Work) (*Queue, error) {
	running := new(atomic.Int64)
	work.settle()
	work.counted(running)
	workers := river.NewWorkers()
	river.AddWorker(workers, &waker{wake: work.Wake})
	river.AddWorker(workers, &runner{work: work})
	client, err := river.NewClient(driver(pool, postgres), &river.Config{
		Logger:                      slog.New(onlyWarnings{slog.Default().Handler()}),
		Queues:                      map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: atOnce}},
		Workers:                     workers,
		RetryPolicy:                 retries(work.Backoff),
		FetchCooldown:               min(river.FetchCooldownDefault, work.PollEvery),
		FetchPollInterval:           work.PollEvery,
		JobTimeout:                  work.RescueAfter, // a longer one would keep a stuck job from being rescued
		RescueStuckJobsAfter:        work.RescueAfter,
		CompletedJobRetentionPeriod: doneKept,
		DiscardedJobRetentionPeriod: failedKept,
		PeriodicJobs: []*river.PeriodicJob{river.NewPeriodicJob(river.PeriodicInterval(WakeEvery),
			func() (river.JobArgs, *river.InsertOpts) {
				return wakeArgs{}, &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByPeriod: WakeEvery}, MaxAttempts: 1}
			}, &river.PeriodicJobOpts{RunOnStart: true})},
	})
	if err != nil {
		return nil, fmt.Errorf("the queue can't start: %w", err)
	}
	return &Queue{client, running}, nil
}

// Start begins to work until Stop.
func (q *Queue) Start(ctx context.Context) error { return q.client.Start(ctx) }

// restsFor is how long nothing is done until a queue that was told to stop counts as stopped. River has noted by then what was
// done.
const restsFor = 5 * time.Second

// Stop lets running work finish.
//
// River v0.31 waits for itself when it is stopped at the moment in which it becomes the leader: its elector sends under a lock
// that whoever should receive waits for (internal/leadership/elector.go, notifySubscribers and tryUnlisten). Nothing is done
// then, and it is not waited for any longer.
func (q *Queue) Stop(ctx context.Context) error {
	return stop(ctx, q.client.Stop, func() bool { return q.running.Load() == 0 }, restsFor)
}

func stop(ctx context.Context, begin func(context.Context) error, rests func() bool, long time.Duration) error {
	const looks = 10
	ended := make(chan error, 1)
	go func() { ended <- begin(ctx) }()
	tick := time.NewTicker(long / looks)
	defer tick.Stop()
	for rested := 0; rested < looks; {
		select {
		case err := <-ended:
			return err
		case <-tick.C:
			if rested++; !rests() {
				rested = 0
			}
		}
	}
	slog.WarnContext(ctx, "the queue did not stop by itself; nothing was done any more")
	return nil
}
