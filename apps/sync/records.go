package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// with opens the database, which must be there, for one command.
func (f *syncFlags) with(ctx context.Context, do func(*environment) error) error {
	return f.opened(ctx, openReady, (*settings.Database).Exists, do)
}

// withNew opens the database for one command that may be the first of an installation.
func (f *syncFlags) withNew(ctx context.Context, how opening, do func(*environment) error) error {
	return f.opened(ctx, how, func(*settings.Database) error { return nil }, do)
}

func (f *syncFlags) opened(
	ctx context.Context, how opening, allowed func(*settings.Database) error, do func(*environment) error,
) error {
	var problems settings.Problems
	config := f.parseStore(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	if err := allowed(&f.Database); err != nil {
		return err
	}
	e, err := config.open(ctx, how)
	if err != nil {
		return err
	}
	return errors.Join(do(e), e.close())
}

type migrateCommand struct{}

// Run migrates the database.
func (c *migrateCommand) Run(ctx context.Context, flags *syncFlags) error {
	return flags.withNew(ctx, openMigrate, func(*environment) error { return nil })
}

type runsCommand struct {
	Limit int `default:"20" placeholder:"N" help:"How many (${default})."`
}

// Validate implements kong's check of a command.
func (c *runsCommand) Validate() error {
	if c.Limit < 1 {
		return errors.New("--limit must be 1 or more")
	}
	return nil
}

// Run prints the newest runs, the newest first.
func (c *runsCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	return flags.with(ctx, func(e *environment) error {
		list, err := e.store.Stores().Runs.List(ctx, c.Limit)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "RUN\tPIPELINE\tSTARTED\tDURATION\tERRORS\tSTARTED BY\tOUTCOME")
		for i := range list {
			r := &list[i]
			by := "hand"
			switch {
			case r.Scheduled:
				by = "schedule"
			case r.Pipeline == run.Individual:
				by = "request"
			}
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%s\t%s\n", r.ID, r.Pipeline, r.Started.In(e.zone).Format(time.DateTime),
				e.end(r).Sub(r.Started).Round(time.Second), r.Errors(), by, e.outcome(r))
		}
		return table.Flush()
	})
}

// dead reports whether a run that never came to its end will not do so any more.
func (e *environment) dead(r *run.Run) bool {
	return died(r, e.host, time.Now())
}

// processBegan is when this process began.
var processBegan = time.Now()

// died reports whether a run that never came to its end will not do so any more. Of a run on this host the process tells it:
// reading the members is silent for longer than a beat may be.
func died(r *run.Run, host string, now time.Time) bool {
	switch {
	case r.Outcome != run.Running:
		return false
	case r.Host != host:
		return !r.Alive(now)
	case r.Process == os.Getpid() && r.Started.Before(processBegan): // in a container each start has the same number
		return true
	}
	return !locks.Lives(r.Process)
}

// outcome is how a run stands, for who reads the table.
func (e *environment) outcome(r *run.Run) string {
	if e.dead(r) {
		return "dead (" + processDied + ")"
	}
	return string(r.Outcome)
}

// end is when a run ended, or was last known to be at work.
func (e *environment) end(r *run.Run) time.Time {
	if r.Finished.IsZero() {
		return r.Beat
	}
	return r.Finished
}

type reportCommand struct {
	Number run.ID `arg:"" name:"run" help:"Number of the run, as 'runs' lists it."`
}

// Run prints the summary of a run, and where the evidence of its failures is.
func (c *reportCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	return flags.with(ctx, func(e *environment) error {
		r, err := e.store.Stores().Runs.Run(ctx, c.Number)
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("there is no run %d", c.Number)
		}
		if err != nil {
			return err
		}
		var text strings.Builder
		switch {
		case e.dead(&r):
			text.WriteString(outcomeLine(&r, processDied))
		case r.Outcome == run.Running:
			text.WriteString(outcomeLine(&r, processWorks))
		}
		r.Finished = e.end(&r)
		text.WriteString(r.Report().Text())
		for _, file := range evidence(filepath.Join(e.data, "files"), &r) {
			text.WriteString("Evidence: " + file + "\n")
		}
		_, err = io.WriteString(s.stdout, text.String())
		return err
	})
}

// evidence are the files that show what the browser showed when something failed.
func evidence(folder string, r *run.Run) (found []string) {
	for _, p := range r.Problems {
		if p.Evidence == "" {
			continue
		}
		text := filepath.Join(folder, filepath.FromSlash(p.Evidence))
		for _, file := range []string{text, strings.TrimSuffix(text, path.Ext(text)) + ".png"} {
			if _, err := os.Stat(file); err == nil {
				found = append(found, file)
			}
		}
	}
	return found
}

type unlockCommand struct {
	Type        string `arg:"" enum:"people,teams,functions,contributions,nikki,discipline,helpdesk,freescout,former-members,individual,feedback" help:"people, teams, functions (the full one, too), contributions (or nikki), discipline, helpdesk (or freescout), former-members, individual or feedback."`
	ForceUnlock bool   `env:"-" help:"Remove the lock of a process that lives, or of which this machine does not know."`
}

// Run removes a lock.
func (c *unlockCommand) Run(flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parseStore(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	if _, err := os.Stat(config.data); err != nil { // with other settings than the service's nothing is ever locked
		return fmt.Errorf("the folder of the data (--data): %w", err)
	}
	folder, _, err := config.lockFolder()
	if err != nil {
		return err
	}
	kind := run.Named(c.Type).Type()
	owner, err := folder.Remove(kind, c.ForceUnlock)
	text := unlocked(owner)
	switch {
	case errors.Is(err, locks.ErrFree):
		text = notLocked(kind)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintln(s.stdout, text)
	return err
}
