package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

type verifyCommand struct {
	Verbose        bool     `help:"Log in detail."`
	Fix            bool     `env:"-" help:"Repair what differs, toward the side that owns the field."`
	Only           []string `env:"-" placeholder:"AREA" help:"With --fix: people, teams, lists, photos, helpdesk, discipline or contributions; all without."`
	DryRun         bool     `env:"-" help:"With --fix: print what would be done, and write nothing anywhere."`
	AcceptRemovals int      `env:"-" placeholder:"N" help:"With --fix: let a run mark or remove this many records, the number that its report named."`
}

// Validate implements kong's check of a command.
func (c *verifyCommand) Validate() error {
	for _, area := range c.Only {
		if !slices.Contains(difference.Areas, difference.Area(area)) {
			return fmt.Errorf("--only: there is no area %q", area)
		}
	}
	switch {
	case !c.Fix && (len(c.Only) > 0 || c.DryRun || c.AcceptRemovals != 0):
		return errors.New("--only, --dry-run and --accept-removals need --fix")
	case c.AcceptRemovals < 0:
		return errors.New("--accept-removals must not be negative")
	}
	return nil
}

// Help says how it ends.
func (c *verifyCommand) Help() string {
	return "Prints a line for each difference, and exits with 1 when there are any. It changes nothing without --fix. With it, " +
		"it runs what repairs them, with the plan, the guard and the log of every run, and then compares again: it exits with 1 when " +
		"something is left."
}

// Run prints what differs, and repairs it when it is told to.
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
	runLog := startLog(s.stderr, level)
	p, err := config.open(ctx, openReady)
	if err != nil {
		return err
	}
	p.runLog = runLog
	return errors.Join(c.run(ctx, p, s), p.close())
}

func (c *verifyCommand) run(ctx context.Context, p *program, s streams) error {
	found, err := p.verify(ctx)
	if err != nil {
		return err
	}
	if !c.Fix {
		return printFindings(s, found)
	}
	areas := make([]difference.Area, len(c.Only))
	for i, area := range c.Only {
		areas[i] = difference.Area(area)
	}
	chosen := difference.Chosen(found, areas...)
	failed := false
	for _, repair := range p.service.Repairs(chosen) {
		done, log, err := p.run(ctx, repair.Pipeline, synchronizations.Options{
			DryRun: c.DryRun, AcceptRemovals: c.AcceptRemovals, Repair: repair.Found,
		})
		if err != nil {
			return err
		}
		failed = failed || done.Outcome != run.Success
		if err := printSummary(s.stdout, &done, log); err != nil {
			return err
		}
	}
	if c.DryRun {
		return printFindings(s, chosen)
	}
	left, err := p.verify(ctx)
	if err != nil {
		return err
	}
	if err := printFindings(s, difference.Chosen(left, areas...)); err != nil || !failed {
		return err
	}
	return errReported
}

// verify compares the sides in its turn.
func (p *program) verify(ctx context.Context) (found []difference.Finding, err error) {
	err = p.inTurn(ctx, turnPatience, func() (err error) {
		found, err = p.service.Verify(ctx)
		return err
	})
	return found, err
}

func printFindings(s streams, found []difference.Finding) error {
	for _, f := range found {
		message := f.Message
		if f.Field != "" {
			message += fmt.Sprintf(" (%s: %s, %s)", f.Field, f.Site, f.App)
		}
		if _, err := fmt.Fprintf(s.stdout, "- %s [%s]: %s\n", f.Key, f.System, message); err != nil {
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
