package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

type verifyCommand struct {
	Verbose bool `help:"Log in detail."`
}

// Help says how it ends.
func (c *verifyCommand) Help() string {
	return "Prints a line for each difference, and exits with 1 when there are any. It changes nothing."
}

// Run prints what differs.
func (c *verifyCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	level := slog.LevelWarn
	if c.Verbose {
		level = slog.LevelDebug
	}
	startLog(s.stderr, level)
	p, err := config.open(ctx, openReady)
	if err != nil {
		return err
	}
	var found []synchronizations.Finding
	err = p.inTurn(ctx, turnPatience, func() (err error) {
		found, err = p.service.Verify(ctx)
		return err
	})
	if err = errors.Join(err, p.close()); err != nil {
		return err
	}
	for _, f := range found {
		if _, err := fmt.Fprintf(s.stdout, "- %s [%s]: %s\n", f.Key, f.System, f.Message); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintln(s.stdout, differences(len(found))); err != nil {
		return err
	}
	if len(found) > 0 {
		return errReported
	}
	return nil
}
