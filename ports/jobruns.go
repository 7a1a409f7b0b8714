package ports

import (
	"context"
	"time"
)

// JobRun is what is known of a daily job's runs. The zero value has never run.
type JobRun struct {
	Started  time.Time // of the last run, finished or not
	Finished time.Time // of the last run that did its work
}

// JobRuns remembers when each daily job ran.
type JobRuns interface {
	// Last returns the runs of a job, the zero value for none.
	Last(ctx context.Context, job string) (JobRun, error)

	// Start notes the start of a run, if nobody noted another one since seen was read: of many processes that find a job
	// due, one gets true.
	Start(ctx context.Context, job string, seen JobRun, at time.Time) (bool, error)

	// Finish notes that the run that started last did its work.
	Finish(ctx context.Context, job string, at time.Time) error

	// Abandon notes that the run that started last did not do its work: the job is as it was after the last finished one.
	Abandon(ctx context.Context, job string) error
}
