package inmem_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestOutbox(t *testing.T) {
	t.Parallel()
	porttest.Outbox(t, func(testing.TB) porttest.KeptJobs {
		store := inmem.Open()
		return porttest.KeptJobs{Database: database(store), Jobs: func(testing.TB) (jobs []job.Job) {
			store.RunJobs(t.Context(), time.Now(), job.Backoff, func(_ context.Context, j job.Job) error {
				jobs = append(jobs, j)
				return job.Again{}
			})
			return jobs
		}}
	})
}

func TestFailedJobs(t *testing.T) {
	t.Parallel()
	porttest.FailedJobs(t, func(_ testing.TB, now func() time.Time, backoff func(int) time.Duration) porttest.Queue {
		store := inmem.Open()
		return porttest.Queue{
			Database: database(store), Failed: inmem.FailedJobs{Store: store},
			Start: func(t testing.TB, do func(context.Context, job.Job) error) {
				go func() {
					for ; t.Context().Err() == nil; time.Sleep(time.Millisecond) {
						store.RunJobs(t.Context(), now(), backoff, do)
					}
				}()
			},
		}
	})
}
