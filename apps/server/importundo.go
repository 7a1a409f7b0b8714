package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
)

type importListCommand struct {
	storeFlags
	As string `placeholder:"NAME" help:"The administrator who asks (default: the only one)."`
}

// mostImports is how many imports are listed.
const mostImports = 50

// Run lists the newest imports: number, file, state, when it was applied, what became of the rows, until when it can be taken
// back.
func (c *importListCommand) Run(ctx context.Context, s streams) error {
	return c.loaded(ctx, func(p *program) error {
		viewer, err := p.administrator(ctx, c.As)
		if err != nil {
			return err
		}
		page, err := p.club.Imports.List(ctx, viewer, 0, mostImports)
		if err != nil {
			return err
		}
		stamp := func(t time.Time) string {
			if t.IsZero() {
				return "-"
			}
			return t.In(p.zone).Format(civil.StampLayout)
		}
		for n := range page.Records {
			i := &page.Records[n]
			until := i.KeptUntil
			if i.Forgotten || i.State == peoplefile.Draft {
				until = time.Time{}
			}
			if _, err := fmt.Fprintf(s.stdout, "%d\t%s\t%s\t%s\t%s\t%s\n", i.ID, plain(i.File), i.State, stamp(i.AppliedAt),
				counted(&i.Counts), stamp(until)); err != nil {
				return err
			}
		}
		return nil
	})
}

type importUndoCommand struct {
	storeFlags
	Import int64  `arg:"" help:"Number of the import, as 'import list' prints it."`
	As     string `placeholder:"NAME" help:"The administrator in whose name it is taken back (default: the only one)."`
}

// Help says what is left.
func (c *importUndoCommand) Help() string {
	return "Who was new goes to the trash, and who was changed is again what they were. Who was changed since is left as they " +
		"are, and so is who was new and has an account, an invoice or something on the timeline by now: then the exit code is 3."
}

// Run takes an import back.
func (c *importUndoCommand) Run(ctx context.Context, s streams) error {
	return c.loaded(ctx, func(p *program) error {
		viewer, err := p.administrator(ctx, c.As)
		if err != nil {
			return err
		}
		viewer.Entrance = access.Entrance{Way: access.ByCommand, Name: "import undo"}
		service := p.club.Imports
		if _, err := service.Undo(ctx, viewer, c.Import); err != nil {
			return err
		}
		asked := imports.Asked{Import: c.Import, User: viewer.User}
		done, err := follow(ctx, service, viewer, c.Import, s, func() error { return service.UndoInPortions(ctx, asked) })
		if err != nil {
			return fmt.Errorf("import %d is not taken back yet: a server goes on with it: %w", c.Import, err)
		}
		if _, err := fmt.Fprintf(s.stdout, "import %d: %d rows taken back, %d left\n", done.ID, done.Undo.Done,
			done.Undo.Left); err != nil {
			return err
		}
		switch {
		case done.Stopped != "":
			return errors.New(done.Stopped)
		case done.Undo.Left > 0:
			return exitError{exitRefused, fmt.Sprintf("%d rows are left as they are", done.Undo.Left)}
		}
		return nil
	})
}

// exitError ends the program with a code of its own.
type exitError struct {
	code int
	text string
}

// Error says why.
func (e exitError) Error() string { return e.text }

// isAgain reports whether a job asks to go on.
func isAgain(err error) bool { return errors.As(err, new(job.Again)) }

// progressOften is how often it is shown how far an import is.
const progressOften = 500 * time.Millisecond

// showProgress shows on a terminal how far an import is, until it has ended.
func showProgress(
	ctx context.Context, service *imports.Service, viewer access.Viewer, id int64, out io.Writer, ended <-chan struct{},
) {
	if !isTerminal(out) {
		return
	}
	tick := time.NewTicker(progressOften)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			fmt.Fprintln(out)
			return
		case <-tick.C:
			if i, err := service.Show(ctx, viewer, id); err == nil {
				done := i.Counts.All()
				if i.State == peoplefile.Undoing {
					done = i.Undo.Done + i.Undo.Left
				}
				fmt.Fprintf(out, "\r%d of %d rows", done, i.Total)
			}
		}
	}
}
