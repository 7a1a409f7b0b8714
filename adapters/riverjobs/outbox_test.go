package riverjobs_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/riverjobs"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// steps are the transactions of a database with nothing but an outbox in it.
type steps struct {
	pool   *sql.DB
	outbox *riverjobs.Outbox
}

// Do implements ports.Atomic.
func (s steps) Do(ctx context.Context, change func(ports.Stores) error) error {
	tx, err := s.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := change(ports.Stores{Outbox: inStep{s, tx}}); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

type inStep struct {
	steps
	tx *sql.Tx
}

// Add implements ports.Outbox.
func (s inStep) Add(ctx context.Context, jobs ...job.Job) error { return s.outbox.Add(ctx, s.tx, jobs) }

type ownStep struct{ steps }

// Add implements ports.Outbox.
func (s ownStep) Add(ctx context.Context, jobs ...job.Job) error {
	return s.Do(ctx, func(inside ports.Stores) error { return inside.Outbox.Add(ctx, jobs...) })
}

func TestFailedJobs(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db database) {
		porttest.FailedJobs(t, func(t testing.TB, now func() time.Time, backoff func(int) time.Duration) porttest.Queue {
			pool := db.fresh(t)
			outbox, err := riverjobs.NewOutbox(pool, db.postgres, now)
			ok(t, err)
			s := steps{pool, outbox}
			return porttest.Queue{
				Database: porttest.Database{Stores: ports.Stores{Outbox: ownStep{s}}, Atomic: s}, Failed: outbox,
				Start: func(t testing.TB, do func(context.Context, job.Job) error) {
					queue, err := riverjobs.Open(pool, db.postgres, riverjobs.Work{
						Wake: func(context.Context) {}, Do: do, Now: now, Backoff: backoff, PollEvery: 10 * time.Millisecond,
					})
					ok(t, err)
					ok(t, queue.Start(context.WithoutCancel(t.Context())))
					t.Cleanup(func() { stop(t, queue) })
				},
			}
		})
	})
}

// What an operator is promised, and what River does by itself: its scheduler and its rescuer have their own pace.
func TestTheJobOfADeadProgramRunsAgainWithinAMinute(t *testing.T) {
	t.Parallel()
	worst := riverjobs.RescueAfter + riverjobs.RescueEvery + job.Backoff(1) + riverjobs.ScheduleEvery + riverjobs.PollEvery
	if worst > time.Minute {
		t.Errorf("it takes up to %v", worst)
	}
	if riverjobs.RescueAfter < job.TimeLimit {
		t.Errorf("a job may take %v and is rescued after %v", job.TimeLimit, riverjobs.RescueAfter)
	}
}
