package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Wait is how long the contract waits between two calls (§8).
type Wait struct{ Least, Most time.Duration }

// NoWait is between calls that need no pause.
var NoWait = Wait{}

// MaxFailures is after how many failures in a row a step gives up.
const MaxFailures = 5

// What an action may return that is no error.
var (
	// ErrPostponed says that an action could not be made yet.
	ErrPostponed = errors.New("it waits")
	// ErrSkipped says that an action found nothing to do.
	ErrSkipped = errors.New("nothing to do")
)

// Apply makes the actions of a plan one after the other, with the pause between them. It writes failures down and goes on, unless
// the system cannot be reached. A dry run writes the actions down instead.
func (s *Step) Apply(
	ctx context.Context, system string, plan diff.Plan, wait Wait, do func(context.Context, diff.Action) error,
) error {
	plan = s.chosen(plan)
	s.Counts().Total += len(plan.Actions) + plan.Unchanged
	s.Counts().Skipped += plan.Unchanged
	if s.DryRun {
		s.writePlan(plan)
		return nil
	}
	unreachable := 0
	for i, a := range plan.Actions {
		if err := s.Advance(ctx, i, len(plan.Actions)); err != nil {
			return err
		}
		if i > 0 && wait != NoWait {
			if err := s.Pause(ctx, wait.Least, wait.Most); err != nil {
				return err
			}
		}
		switch err := anew(func() error { return do(ctx, a) }); {
		case err == nil:
			count(s.Counts(), a.Kind)
			s.noteChange(a)
			unreachable = 0
		case errors.Is(err, ErrSkipped):
			s.Counts().Skipped++
		case errors.Is(err, ErrPostponed):
		case Stops(ctx, err):
			return err
		default:
			s.Fail(ctx, a.Key, system, err)
			if !reachable(err) {
				unreachable++
			} else {
				unreachable = 0
			}
			if unreachable == MaxFailures || fault.KindOf(err) == fault.Unauthenticated {
				s.Note(texts.GaveUp, system, len(plan.Actions)-i-1)
				return nil
			}
		}
	}
	return s.Advance(ctx, len(plan.Actions), len(plan.Actions))
}

// chosen leaves of a plan what a run that does not send everything sends.
func (s *Step) chosen(plan diff.Plan) diff.Plan {
	keys := s.Only[s.Name()]
	if keys == nil {
		return plan
	}
	return diff.Plan{Actions: slices.DeleteFunc(slices.Clone(plan.Actions), func(a diff.Action) bool { return !keys[a.Key] })}
}

// noteChange writes down what was done, for who looks at the run.
func (s *Step) noteChange(a diff.Action) {
	if len(s.Run.Plan) < run.MaxChanges {
		s.Run.Plan = append(s.Run.Plan, run.Planned{Step: s.Name(), Kind: string(a.Kind), Key: a.Key, Reason: a.Reason})
	}
}

// looks is how often an action looks again at what somebody else changed between its look and its write.
const looks = 3

// anew does an action again, from its look on, while somebody else changes what it looked at before it writes. In the end that
// stays for the next run.
func anew(do func() error) error {
	for n := 0; ; n++ {
		err := do()
		if err == nil || fault.KindOf(err) != fault.Outdated {
			return err
		}
		if n == looks {
			return texts.ErrKeepsChanging.Because(err)
		}
	}
}

// writePlan writes down what a dry run would do.
func (s *Step) writePlan(plan diff.Plan) {
	for _, a := range plan.Actions {
		s.Run.Plan = append(s.Run.Plan, run.Planned{Step: s.Name(), Kind: string(a.Kind), Key: a.Key, Reason: a.Reason})
		count(s.Counts(), a.Kind)
	}
}

func reachable(err error) bool {
	kind := fault.KindOf(err)
	return kind != fault.Unavailable && kind != fault.Unauthenticated && kind != fault.Forbidden && kind != fault.TooMany
}

// count counts an action that was made.
func count(c *run.Counts, kind diff.Kind) {
	switch kind {
	case diff.Create:
		c.Synced++
		c.Created++
	case diff.Update:
		c.Synced++
		c.Updated++
	case diff.End:
		c.Ended++
	case diff.Delete:
		c.Deleted++
	}
}

// Absent reports whether an error says that a record is not there.
func Absent(err error) bool { return err != nil && fault.KindOf(err) == fault.NotFound }
