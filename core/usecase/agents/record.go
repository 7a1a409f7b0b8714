package agents

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// step adds to a step of the run, and writes the run down.
func (w *work) step(ctx context.Context, name string, counts run.Counts, note string) error {
	now := w.Now().UTC()
	s := w.run.Step(name)
	if s == nil {
		w.run.Steps = append(w.run.Steps, run.Step{Name: name, Started: now})
		s = &w.run.Steps[len(w.run.Steps)-1]
	}
	s.Finished = now
	s.Counts.Total += counts.Total
	s.Counts.Synced += counts.Synced
	s.Counts.Created += counts.Created
	s.Counts.Updated += counts.Updated
	s.Counts.Deleted += counts.Deleted
	if note != "" {
		s.Note = agent.Short(note, run.MaxMessage)
	}
	w.tell(name + ": " + note)
	return w.save(ctx)
}

// note says in the run what became of its item.
func (w *work) note(ctx context.Context, text string) {
	if err := w.step(ctx, run.StepItem, run.Counts{}, text); err != nil {
		w.tell("the run could not be written down: " + err.Error()) // it is written down again at its end
	}
}

// problem notes an error in the run.
func (w *work) problem(err error) {
	p := run.Problem{System: run.AgentSystem, Message: agent.Short(fault.Sentence(err), run.MaxMessage), At: w.Now().UTC()}
	var known *fault.Fault
	if errors.As(err, &known) {
		p.Code = known.Code
	}
	w.run.Problems = append(w.run.Problems, p)
	w.tell("problem: " + err.Error())
}

// beat notes that the process is at work.
func (w *work) beat(ctx context.Context) {
	now := w.Now().UTC()
	_ = w.Runs.Update(ctx, w.run.ID, func(r *run.Run) error { r.Beat = now; return nil }) // the next time
}

func (w *work) save(ctx context.Context) error {
	w.run.Beat = w.Now().UTC()
	now := w.run.Clone()
	return w.Runs.Update(ctx, now.ID, func(kept *run.Run) error { *kept = now.Clone(); return nil })
}

// finish writes down how the run ended, also when the context has ended.
func (w *work) finish(ctx context.Context, err error) {
	if err != nil {
		w.problem(err)
	}
	w.run.Finished = w.Now().UTC()
	switch {
	case err != nil:
		w.run.Outcome = run.Failure
	case w.run.Errors() > 0:
		w.run.Outcome = run.Partial
	default:
		w.run.Outcome = run.Success
	}
	ctx, cancel := lastly(ctx)
	defer cancel()
	if err := w.save(ctx); err != nil {
		w.tell("the run could not be written down: " + err.Error())
	}
}
