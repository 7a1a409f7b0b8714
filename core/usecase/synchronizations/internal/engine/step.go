package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Named is a step with its name.
type Named struct {
	Name string
	Do   func(context.Context, *Step) error
}

// Step is a part of the run under way.
type Step struct {
	*Runner
	at int // in Run.Steps
}

// Name is the name of the step.
func (s *Step) Name() string { return s.Run.Steps[s.at].Name }

// Counts are the counts of the step.
func (s *Step) Counts() *run.Counts { return &s.Run.Steps[s.at].Counts }

// Note says what a volunteer must know of the step.
func (s *Step) Note(format string, values ...any) {
	text := fmt.Sprintf(format, values...)
	if note := &s.Run.Steps[s.at].Note; *note == "" {
		*note = text
	} else if *note != text {
		*note += "; " + text
	}
}

// maxNotes is how many sentences of NoteOnce stand in a report.
const maxNotes = 20

// NoteOnce puts a sentence into the report beside the step that is under way. A run says each sentence once.
func (r *Runner) NoteOnce(format string, values ...any) {
	sentence := fmt.Sprintf(format, values...)
	if slices.Contains(r.notes, sentence) || len(r.Run.Steps) == 0 {
		return
	}
	r.notes = append(r.notes, sentence)
	current := &Step{r, len(r.Run.Steps) - 1}
	switch n := len(r.notes); {
	case n <= maxNotes:
		current.Note("%s", sentence)
	case n == maxNotes+1:
		current.Note(texts.MoreNotes)
	}
}

// Steps does the steps in order, until one stops the run.
func (r *Runner) Steps(ctx context.Context, steps ...Named) error {
	for _, s := range steps {
		if _, wanted := r.Only[s.Name]; r.Only != nil && !wanted {
			continue
		}
		if err := r.Step(ctx, s.Name, s.Do); err != nil {
			return err
		}
	}
	return nil
}

// Step does a part of the run. Its error is written down and stops the run only when it stops; a step of the same name goes on
// counting.
func (r *Runner) Step(ctx context.Context, name string, do func(context.Context, *Step) error) error {
	at := slices.IndexFunc(r.Run.Steps, func(s run.Step) bool { return s.Name == name })
	if at < 0 {
		at = len(r.Run.Steps)
		r.Run.Steps = append(r.Run.Steps, run.Step{Name: name, Started: r.Now().UTC()})
	}
	s := &Step{r, at}
	err := do(ctx, s)
	r.Run.Steps[at].Finished = r.Now().UTC()
	switch {
	case Stops(ctx, err):
		s.Counts().Errors++
		return err
	case err != nil:
		s.Fail(ctx, "", "", err)
	}
	return r.save(ctx)
}

// OrStop lets every error of a part end the run: nothing is written from a plan that the guard has not seen.
func OrStop(do func(context.Context, *Step) error) func(context.Context, *Step) error {
	return func(ctx context.Context, s *Step) error { return Stop(do(ctx, s)) }
}

// Fail counts and writes down an error of the step.
func (s *Step) Fail(ctx context.Context, key, system string, err error) {
	s.Counts().Errors++
	s.Problem(ctx, s.Name(), key, system, err)
}

// Advance tells how far the step is, and every now and then writes down that the run lives.
func (s *Step) Advance(ctx context.Context, done, total int) error {
	if s.Progress != nil {
		s.Progress(s.Name(), done, total)
	}
	if s.Now().Sub(s.beat) < run.Quiet/10 {
		return nil
	}
	return s.save(ctx)
}

// stop ends a pipeline before its next step.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }
func (s *stop) Unwrap() error { return s.err }

// Stop marks an error as one that ends the run. It is nil for nil.
func Stop(err error) error {
	if err == nil {
		return nil
	}
	return &stop{err}
}

// Stopf is Stop for an error with what was being done.
func Stopf(format string, values ...any) error { return &stop{fmt.Errorf(format, values...)} }

// Stops reports whether an error ends the run: its context's end, or what was marked so.
func Stops(ctx context.Context, err error) bool {
	var marked *stop
	return err != nil && (ctx.Err() != nil || errors.As(err, &marked))
}

// tries is how often Retry tries, with growing waits between.
const tries = 3

// Retry tries again what failed with a transient error.
func (r *Runner) Retry(ctx context.Context, transient error, do func() error) error {
	wait := time.Second
	for n := 1; ; n++ {
		err := do()
		if n == tries || !errors.Is(err, transient) {
			return err
		}
		if err := r.Pause(ctx, wait, wait+wait/2); err != nil {
			return err
		}
		wait *= 2
	}
}
