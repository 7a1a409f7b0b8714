package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/job"
)

// Outbox keeps jobs until they are done. What is external (mail, files, another system) is never done inside a transaction
// but by a job that is kept in it.
type Outbox interface {
	// Add keeps jobs, all or none. In a step of Atomic they are kept when the step is, and with it they are gone. A job whose
	// kind and key another one has is left out without an error, also when that one has run within the last day, waits for
	// another try, or was given up.
	//
	// Each job runs once or more often, in no particular order, by any of the programs on the database, never before its
	// NotBefore. A try that returned an error is repeated after job.Backoff, up to job.Tries in all, one that returned
	// job.Again after the time that it says. The job of a program that died runs again within a minute.
	Add(ctx context.Context, jobs ...job.Job) error
}

// FailedJobs tells of the jobs of an Outbox that did not succeed.
type FailedJobs interface {
	// List returns the jobs that were given up and those that wait for another try, lowest number first, at most limit.
	List(ctx context.Context, limit int) ([]job.Failure, error)

	// Retry lets a failed job run at once, with one more try if it was given up. An absent one is fault.ErrNotFound.
	Retry(ctx context.Context, id int64) error
}
