package gormstore

import (
	"context"
	"database/sql"
	"errors"

	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// KeepJobs keeps jobs in a transaction of the store's database, as ports.Outbox says. It belongs to another adapter, which has
// tables of its own there and runs the jobs.
type KeepJobs func(ctx context.Context, tx *sql.Tx, jobs []job.Job) error

type outbox struct{ handle }

var _ ports.Outbox = outbox{}

var errNoOutbox = errors.New("this store has no outbox: see SetOutbox")

func (s outbox) Add(ctx context.Context, jobs ...job.Job) error {
	return s.step(ctx, func(tx handle) error {
		if s.keep == nil {
			return errNoOutbox
		}
		return tx.Transaction(func(transaction *sql.Tx) error { return s.keep(ctx, transaction, jobs) })
	})
}
