package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
)

type jobFailedCommand struct {
	storeFlags
	Limit int `default:"1000" help:"How many to list at most (${default})."`
}

// mostListed is how many jobs the outbox lists at once.
const mostListed = 10_000

// Validate refuses numbers that the outbox can't list.
func (c *jobFailedCommand) Validate() error {
	if c.Limit < 1 || c.Limit > mostListed {
		return fmt.Errorf("--limit must be 1 to %d", mostListed)
	}
	return nil
}

// Run lists the jobs of the outbox that did not succeed: number, kind, key, tries, when the next is or "given up", and the cause
// of the last failure.
func (c *jobFailedCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		failed, err := p.club.Jobs.Failed.List(ctx, c.Limit)
		if err != nil {
			return err
		}
		for _, f := range failed {
			if _, err := fmt.Fprintln(s.stdout, describe(f)); err != nil {
				return err
			}
		}
		return nil
	})
}

func describe(f job.Failure) string {
	next := "given up"
	if !f.Next.IsZero() {
		next = "again " + f.Next.UTC().Format(time.RFC3339)
	}
	return fmt.Sprintf("%d\t%s\t%s\t%d tries\t%s\t%q", f.ID, f.Job.Kind, f.Job.Key, f.Tries, next, f.Cause)
}

type jobRetryCommand struct {
	storeFlags
	Number int64 `arg:"" help:"Number of the job, as job failed prints it."`
}

// Run lets a failed job run at once, by a server.
func (c *jobRetryCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(p *program) error {
		err := p.club.Jobs.Failed.Retry(ctx, c.Number)
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("there is no failed job %d", c.Number)
		}
		return err
	})
}
