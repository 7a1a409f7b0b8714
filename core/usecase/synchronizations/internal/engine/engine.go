// Package engine runs the steps of a pipeline: it writes down what a run does, applies plans with their pauses, stops a run
// that would take away too much, and remembers what was synchronized.
//
// It knows the stores of the synchronization and nothing of any other system: what is read, planned and sent belongs to the
// rooms beside it, which a pipeline (the package above) puts together.
package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// Engine is what all runs of a club share.
type Engine struct {
	Stores ports.SyncStores
	Files  ports.Files // the evidence of failures
	Now    func() time.Time
	Zone   *time.Location
	// Pause waits for a random time between the two; it returns the context's error.
	Pause func(ctx context.Context, least, most time.Duration) error
	// Progress is told how far a step is; nil for nobody who looks. total is 0 when nobody knows.
	Progress func(step string, done, total int)

	Guard     diff.Guard
	Retention time.Duration // of runs and conflicts
	Process   int           // the number of this process on Host
	Host      string
}

// Options say how to run.
type Options struct {
	Force     bool // send records whose hash did not change, too
	DryRun    bool // plan, and write nothing anywhere
	Keep      bool // write a dry run down too, with its plan
	Scheduled bool

	AcceptRemovals  int // the exact number of removals that somebody agreed to; 0 for none
	AcceptCreations int // likewise of records that are made at somebody's wish

	// Only are the steps that are done behind the plan, each with the keys of the records that it sends; without keys it sends
	// what its plan has. nil is a whole run.
	Only map[string]map[string]bool
	// Again are records, by kind and key, that are sent whatever is remembered of them.
	Again map[ledger.Kind]map[string]bool
}

// Runner is one run under way.
type Runner struct {
	Engine
	Options
	Run   run.Run
	beat  time.Time
	notes []string // sentences that NoteOnce has put into the report
}

// abandoned is after how long a file that is still half written is taken to be what a killed process left.
const abandoned = time.Hour

// Begin writes down that a run starts, and forgets old runs and half-written files.
func (e Engine) Begin(ctx context.Context, pipeline run.Pipeline, options Options) (*Runner, error) {
	now := e.Now().UTC()
	r := e.runner(pipeline, options)
	if options.DryRun && !options.Keep {
		return r, nil
	}
	if err := e.prune(ctx, now.Add(-e.Retention)); err != nil {
		return nil, err
	}
	id, err := e.Stores.Runs.Start(ctx, r.Run)
	r.Run.ID = id
	if err != nil {
		return nil, fmt.Errorf("write down the run: %w", err)
	}
	return r, nil
}

// Inspect is a run that changes nothing and is not written down.
func (e Engine) Inspect(pipeline run.Pipeline) *Runner {
	return e.runner(pipeline, Options{DryRun: true})
}

func (e Engine) runner(pipeline run.Pipeline, options Options) *Runner {
	now := e.Now().UTC()
	return &Runner{Engine: e, Options: options, beat: now, Run: run.Run{
		Pipeline: pipeline, Scheduled: options.Scheduled, DryRun: options.DryRun, Process: e.Process, Host: e.Host,
		Started: now, Beat: now, Outcome: run.Running,
	}}
}

func (e Engine) prune(ctx context.Context, before time.Time) error {
	ids, err := e.Stores.Runs.Prune(ctx, before)
	if err == nil {
		_, err = e.Stores.Conflicts.Prune(ctx, before)
	}
	for _, id := range ids {
		for n := 1; err == nil && n <= maxEvidence; n++ {
			for _, ext := range []string{"png", "txt"} {
				err = errors.Join(err, e.Files.Delete(ctx, evidenceKey(id, n, ext)))
			}
		}
	}
	if err != nil {
		return fmt.Errorf("forget old runs: %w", err)
	}
	if err := e.Files.Tidy(ctx, abandoned); err != nil {
		return fmt.Errorf("tidy up the files: %w", err)
	}
	return nil
}

// Finish writes down how the run ended, also when the context has ended.
func (r *Runner) Finish(ctx context.Context, err error) {
	if err != nil {
		r.Problem(ctx, "", "", "", err)
	}
	r.Run.Finished = r.Now().UTC()
	r.Run.Beat = r.Run.Finished
	switch {
	case err != nil:
		r.Run.Outcome = run.Failure
	case r.Run.Errors() > 0:
		r.Run.Outcome = run.Partial
	default:
		r.Run.Outcome = run.Success
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if err := r.save(ctx); err != nil {
		r.Problem(ctx, "", "", run.Store, err)
	}
}

// save writes the run down as it is now.
func (r *Runner) save(ctx context.Context) error {
	if r.Run.ID == 0 { // it is not written down
		return nil
	}
	r.beat = r.Now().UTC()
	now := r.Run.Clone()
	now.Beat = r.beat
	return r.Stores.Runs.Update(ctx, r.Run.ID, func(kept *run.Run) error { *kept = now.Clone(); return nil })
}
