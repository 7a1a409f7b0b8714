package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

type runCommand struct {
	Pipeline       string `arg:"" enum:"people,teams,functions,contributions,nikki,discipline,helpdesk,freescout,former-members,all" help:"people, teams, functions, contributions (or nikki), discipline, helpdesk (or freescout), all of them one after the other, or former-members."`
	Verbose        bool   `help:"Log in detail."`
	Force          bool   `help:"Send records that did not change, too."`
	All            bool   `help:"functions: of all tracked members, not only of those who changed."`
	Days           int    `default:"2" placeholder:"N" help:"functions: of members who changed in the last so many days (${default})."`
	WithInvoice    bool   `help:"functions: also read the invoice data."`
	DryRun         bool   `help:"Print what would be done, and write nothing anywhere."`
	AcceptRemovals int    `env:"-" placeholder:"N" help:"Let a run mark or remove this many records, the number that its report named."`
	// former-members writes nothing without it.
	AcceptCreations int `env:"-" placeholder:"N" help:"former-members: make this many former members, the number that a dry run named. Without it, it is a dry run."`
}

// Validate implements kong's check of a command.
func (c *runCommand) Validate() error {
	switch {
	case c.Days < 1:
		return errors.New("--days must be 1 or more")
	case c.AcceptRemovals < 0:
		return errors.New("--accept-removals must not be negative")
	case c.AcceptCreations < 0:
		return errors.New("--accept-creations must not be negative")
	case c.AcceptCreations > 0 && run.Named(c.Pipeline) != run.FormerMembers:
		return errors.New("--accept-creations is for former-members alone")
	}
	return nil
}

// dry reports whether nothing is written. Former members come only when somebody has agreed to their number.
func (c *runCommand) dry() bool {
	return c.DryRun || run.Named(c.Pipeline) == run.FormerMembers && c.AcceptCreations == 0
}

// all is what "run all" runs, in order. Functions need the people, and the helpdesk all the others.
var all = []run.Pipeline{run.People, run.Teams, run.Functions, run.Contributions, run.Discipline, run.Helpdesk}

// pipelines are what is run, in order.
func (c *runCommand) pipelines() []run.Pipeline {
	asked := []run.Pipeline{run.Named(c.Pipeline)}
	if c.Pipeline == "all" {
		asked = slices.Clone(all)
	}
	for i, p := range asked {
		if p == run.Functions && c.All {
			asked[i] = run.FunctionsFull
		}
	}
	return asked
}

// Run runs the pipelines and prints the summary of each.
func (c *runCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parse(&problems)
	if problems.Err() == nil {
		config.need(&problems, run.Named(c.Pipeline))
	}
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
	shown := newProgress(s.stderr, c.Verbose)
	p.service.Progress = shown.show
	return errors.Join(c.run(ctx, p, shown, s), p.close())
}

func (c *runCommand) run(ctx context.Context, p *program, shown *progress, s streams) error {
	options := synchronizations.Options{
		Force: c.Force, DryRun: c.dry(), WithInvoice: c.WithInvoice, Days: c.Days, AcceptRemovals: c.AcceptRemovals,
		AcceptCreations: c.AcceptCreations,
	}
	failed := false
	for _, pipeline := range c.pipelines() {
		if ctx.Err() != nil {
			failed = true
			break
		}
		if !p.config.configured(pipeline) { // only of all: what is named needs its provider
			fmt.Fprintf(s.stdout, "%s: %s\n", pipeline, notConfigured)
			continue
		}
		shown.begin(string(pipeline))
		done, log, err := p.run(ctx, pipeline, options)
		shown.end()
		if err != nil {
			fmt.Fprintf(s.stderr, "clubsync: %v\n", err)
		}
		failed = failed || err != nil || done.Outcome != run.Success
		if done.Started.IsZero() {
			continue // it did not begin
		}
		if err := printSummary(s.stdout, &done, log); err != nil {
			return err
		}
	}
	if failed {
		return errReported
	}
	return nil
}

// printSummary prints what an operator reads about a run.
func printSummary(out io.Writer, r *run.Run, log string) error {
	text := r.Report().Text()
	if log != "" {
		text += "Log file: " + log + "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

// turnPatience is how long a run waits for one of another type, or for verify, to be done.
const turnPatience = time.Hour

// patience is how long a run waits for its turn. One of the schedule waits as long as it would still start: its next time may be
// a week away.
func patience(pipeline run.Pipeline, scheduled bool) time.Duration {
	if scheduled {
		return run.Late(pipeline, run.Schedule)
	}
	return turnPatience
}

// run runs one pipeline, under its lock and in its turn. The run is the zero one when it did not begin; log is the name of its
// log file.
func (p *program) run(
	ctx context.Context, pipeline run.Pipeline, options synchronizations.Options,
) (done run.Run, log string, err error) {
	release, err := p.locks.Take(pipeline.Type())
	if err != nil {
		return run.Run{}, "", err
	}
	return p.runLocked(ctx, pipeline, options, release)
}

// runLocked is run once the lock is taken; release gives it back.
func (p *program) runLocked(
	ctx context.Context, pipeline run.Pipeline, options synchronizations.Options, release func() error,
) (done run.Run, log string, err error) {
	defer func() { err = errors.Join(err, release()) }()
	defer p.live.begin(string(pipeline), options.DryRun)()
	err = p.inTurn(ctx, patience(pipeline, options.Scheduled), func() error {
		p.live.hasTurn(string(pipeline))
		folder := filepath.Join(p.data, "logs")
		if err := forgetLogs(folder, time.Now().Add(-p.config.retention())); err != nil {
			slog.WarnContext(ctx, "old logs stay", "cause", err)
		}
		log, err = p.runLog.begin(folder, pipeline, time.Now().In(p.zone))
		if err != nil {
			return err
		}
		slog.InfoContext(ctx, "run begins", "pipeline", pipeline)
		done, err = p.service.Run(ctx, pipeline, options)
		slog.InfoContext(ctx, "run ended", "run", done.ID, "pipeline", pipeline, "outcome", done.Outcome, "errors", done.Errors())
		return errors.Join(err, p.runLog.end(done.Report().Text()))
	})
	return done, log, err
}

// inTurn does something while nothing else of this kind is done, in any process with the same data, and closes the browser
// afterwards: there is one account on the club site, and all runs write to the same records. The error is errBusy when others
// are not done in time.
func (p *program) inTurn(ctx context.Context, patience time.Duration, do func() error) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	told := time.AfterFunc(time.Second, func() { slog.WarnContext(ctx, "waiting for another synchronization to be done") })
	done, err := p.locks.Turn(waiting)
	told.Stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case waiting.Err() != nil && err != nil:
		return errBusy
	case err != nil:
		return err
	}
	err = do()
	p.leaveSite()
	return errors.Join(err, done())
}
