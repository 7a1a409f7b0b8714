package ports

import (
	"context"
	"time"
)

// JobRun is the state of a daily job's runs. The zero value has never run.
type JobRun struct {
	Started  time.Time // of the last run, finished or not; after Finished it is of one that goes on, or died
	Finished time.Time // of the last run that did its work
}

// JobRuns records when each daily job ran.
type JobRuns interface {
	// Last returns the runs of a job, the zero value for none.
	Last(ctx context.Context, job string) (JobRun, error)

	// Start records the start of a run, unless another one was recorded since seen was read. Of many processes that find a job
	// due, one gets true.
	Start(ctx context.Context, job string, seen JobRun, at time.Time) (bool, error)

	// Finish records that the run that started at that time did its work. When another one started since, nothing is recorded.
	Finish(ctx context.Context, job string, started, at time.Time) error

	// Abandon records that the run that started at that time did not do its work. The job is as it was when seen was read, before
	// that start, unless another run started since.
	Abandon(ctx context.Context, job string, started time.Time, seen JobRun) error
}
