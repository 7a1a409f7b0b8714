package riverjobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// keptArgs is a job of the outbox, as River keeps it.
type keptArgs struct {
	JobKind   string    `json:"kind" river:"unique"`
	Key       string    `json:"key" river:"unique"`
	Args      string    `json:"args"`
	NotBefore time.Time `json:"not_before,omitzero"`
}

// keptKind is what River calls all of them: a kind that is new to this program stays for the others.
const keptKind = "job"

// Kind implements river.JobArgs.
func (keptArgs) Kind() string { return keptKind }

func (a keptArgs) job() job.Job {
	return job.Job{Kind: a.JobKind, Args: a.Args, Key: a.Key, NotBefore: a.NotBefore}
}

// longestSleep is how long a job with a time of its own sleeps at most before the program's clock is looked at again, which
// runs apart from River's in a test.
const longestSleep = 10 * time.Minute

// Outbox keeps jobs for the queues of all programs on the database. It runs none.
type Outbox struct {
	client *river.Client[*sql.Tx]
	now    func() time.Time
}

var _ ports.FailedJobs = (*Outbox)(nil)

// NewOutbox makes an outbox in a database. now is the program's clock.
func NewOutbox(pool *sql.DB, postgres bool, now func() time.Time) (*Outbox, error) {
	client, err := river.NewClient(driver(pool, postgres), &river.Config{
		Logger: slog.New(onlyWarnings{slog.Default().Handler()}),
	})
	if err != nil {
		return nil, fmt.Errorf("there is no outbox: %w", err)
	}
	return &Outbox{client, now}, nil
}

// Add keeps jobs in a transaction, as ports.Outbox says.
func (o *Outbox) Add(ctx context.Context, tx *sql.Tx, jobs []job.Job) error {
	for _, j := range jobs { // one by one: PostgreSQL refuses a batch in which a key stands twice
		if _, err := o.client.InsertTx(ctx, tx, newKeptArgs(j), o.options(j)); err != nil {
			return fmt.Errorf("keep a job of kind %s: %w", j.Kind, err)
		}
	}
	return nil
}

func newKeptArgs(j job.Job) keptArgs {
	return keptArgs{JobKind: j.Kind, Key: j.Key, Args: j.Args, NotBefore: j.NotBefore.UTC().Round(0)}
}

func (o *Outbox) options(j job.Job) *river.InsertOpts {
	options := &river.InsertOpts{MaxAttempts: job.Tries}
	if j.Key != "" {
		options.UniqueOpts = river.UniqueOpts{ByArgs: true, ByState: rivertype.JobStates()}
	}
	if wait := j.NotBefore.Sub(o.now()); !j.NotBefore.IsZero() && wait > 0 {
		options.ScheduledAt = time.Now().Add(min(wait, longestSleep))
	}
	return options
}

// List implements ports.FailedJobs.
func (o *Outbox) List(ctx context.Context, limit int) ([]job.Failure, error) {
	found, err := o.client.JobList(ctx, river.NewJobListParams().Kinds(keptKind).States(failedStates...).
		OrderBy(river.JobListOrderByID, river.SortOrderAsc).First(limit))
	if err != nil {
		return nil, err
	}
	list := make([]job.Failure, len(found.Jobs))
	for i, row := range found.Jobs {
		if list[i], err = failureOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

var failedStates = []rivertype.JobState{rivertype.JobStateRetryable, rivertype.JobStateDiscarded}

func failureOf(row *rivertype.JobRow) (job.Failure, error) {
	var kept keptArgs
	if err := json.Unmarshal(row.EncodedArgs, &kept); err != nil {
		return job.Failure{}, fmt.Errorf("job %d: %w", row.ID, err)
	}
	failure := job.Failure{ID: row.ID, Job: kept.job(), Tries: row.Attempt}
	if row.State == rivertype.JobStateRetryable {
		failure.Next = row.ScheduledAt
	}
	if last := len(row.Errors) - 1; last >= 0 {
		failure.Cause, failure.At = row.Errors[last].Error, row.Errors[last].At
	}
	return failure, nil
}

// Retry implements ports.FailedJobs.
func (o *Outbox) Retry(ctx context.Context, id int64) error {
	row, err := o.client.JobGet(ctx, id)
	switch {
	case errors.Is(err, river.ErrNotFound):
		return fault.ErrNotFound
	case err != nil:
		return err
	case row.Kind != keptKind || row.State != rivertype.JobStateRetryable && row.State != rivertype.JobStateDiscarded:
		return fault.ErrNotFound
	}
	_, err = o.client.JobRetry(ctx, id)
	return err
}

// Querier is what a database is asked by.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Pending returns the jobs that were not done yet and were not given up, in the order in which they came.
func Pending(ctx context.Context, db Querier, postgres bool) (list []job.Job, err error) {
	args := "json(args)" // SQLite keeps it in a form of its own
	if postgres {
		args = "args"
	}
	rows, err := db.QueryContext(ctx, "SELECT "+args+" FROM river_job WHERE kind = '"+keptKind+
		"' AND state IN ('available', 'pending', 'retryable', 'running', 'scheduled') ORDER BY id")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		var kept keptArgs
		if err := json.Unmarshal(text, &kept); err != nil {
			return nil, fmt.Errorf("a job that waits: %w", err)
		}
		list = append(list, kept.job())
	}
	return list, rows.Err()
}
