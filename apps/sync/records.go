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

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// with opens the database for one command.
func (s *settings) with(ctx context.Context, how opening, do func(*workshop) error) error {
	var problems faults
	kept := s.settleKept(&problems)
	if err := problems.err(); err != nil {
		return err
	}
	w, err := kept.open(ctx, how)
	if err != nil {
		return err
	}
	return errors.Join(do(w), w.close())
}

type migrateCommand struct{}

// Run migrates the database.
func (c *migrateCommand) Run(ctx context.Context, flags *settings) error {
	return flags.with(ctx, openMigrate, func(*workshop) error { return nil })
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
func (c *runsCommand) Run(ctx context.Context, flags *settings, s streams) error {
	return flags.with(ctx, openReady, func(w *workshop) error {
		list, err := w.store.Stores().Runs.List(ctx, c.Limit)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
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
			fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%d\t%s\t%s\n", r.ID, r.Pipeline, r.Started.In(w.zone).Format(time.DateTime),
				w.end(r).Sub(r.Started).Round(time.Second), r.Errors(), by, w.outcome(r))
		}
		return table.Flush()
	})
}

// dead reports whether a run that never came to its end will not do so any more.
func (w *workshop) dead(r *run.Run) bool {
	if r.Outcome != run.Running {
		return false
	}
	return !r.Alive(time.Now()) || r.Host == w.host && !locks.Lives(r.Process)
}

// outcome is how a run stands, for who reads the table.
func (w *workshop) outcome(r *run.Run) string {
	if w.dead(r) {
		return "dead (" + processDied + ")"
	}
	return string(r.Outcome)
}

// end is when a run ended, or was last known to be at work.
func (w *workshop) end(r *run.Run) time.Time {
	if r.Finished.IsZero() {
		return r.Beat
	}
	return r.Finished
}

type reportCommand struct {
	Number run.ID `arg:"" name:"run" help:"Number of the run, as 'runs' lists it."`
}

// Run prints the summary of a run, and where the evidence of its failures is.
func (c *reportCommand) Run(ctx context.Context, flags *settings, s streams) error {
	return flags.with(ctx, openReady, func(w *workshop) error {
		r, err := w.store.Stores().Runs.Run(ctx, c.Number)
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("there is no run %d", c.Number)
		}
		if err != nil {
			return err
		}
		var text strings.Builder
		switch {
		case w.dead(&r):
			text.WriteString(outcomeLine(&r, processDied))
		case r.Outcome == run.Running:
			text.WriteString(outcomeLine(&r, processWorks))
		}
		r.Finished = w.end(&r)
		text.WriteString(r.Report().Text())
		for _, file := range evidence(filepath.Join(w.data, "files"), &r) {
			text.WriteString("Evidence: " + file + "\n")
		}
		_, err = io.WriteString(s.out, text.String())
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
	Type        string `arg:"" enum:"people,teams,functions,individual" help:"people, teams, functions (the full one, too) or individual."`
	ForceUnlock bool   `env:"-" help:"Remove the lock of a process that lives, or of which this machine does not know."`
}

// Run removes a lock.
func (c *unlockCommand) Run(flags *settings, s streams) error {
	var problems faults
	kept := flags.settleKept(&problems)
	if err := problems.err(); err != nil {
		return err
	}
	folder, _, err := kept.lockFolder()
	if err != nil {
		return err
	}
	owner, err := folder.Remove(c.Type, c.ForceUnlock)
	text := unlocked(owner)
	switch {
	case errors.Is(err, locks.ErrFree):
		text = notLocked(c.Type)
	case err != nil:
		return err
	}
	_, err = fmt.Fprintln(s.out, text)
	return err
}
