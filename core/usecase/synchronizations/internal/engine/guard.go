package engine

import (
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// Removals is how many records of one kind a run would mark as over or take away.
type Removals struct {
	What    string // in the report
	Removed int
	Tracked int
}

// Check stops the run, before it writes anything, when it would mark or remove too much, unless somebody agreed to exactly
// that number.
func (r *Runner) Check(removals ...Removals) error { return r.CheckBy(r.Guard, removals...) }

// CheckBy is Check under another guard: the zero one lets nothing go.
func (r *Runner) CheckBy(guard diff.Guard, removals ...Removals) error {
	var said []string
	sum := 0
	for _, l := range removals {
		if guard.TooMany(l.Removed, l.Tracked) {
			said = append(said, fmt.Sprintf(texts.Removals, l.Removed, l.Tracked, l.What))
			sum += l.Removed
		}
	}
	switch all := strings.Join(said, ", "); {
	case sum == 0:
		return nil
	case r.DryRun:
		r.Run.Steps[len(r.Run.Steps)-1].Note = texts.WouldStop + all
		return nil
	case sum == r.AcceptRemovals:
		return nil
	default:
		return Stop(texts.ErrTooManyRemovals.Because(&TooManyError{
			Removals: all, Command: fmt.Sprintf(texts.AcceptCommand, r.Run.Pipeline.Command(), sum),
		}))
	}
}

// CheckCreations stops the run, before it writes anything, unless somebody agreed to make exactly so many records.
func (r *Runner) CheckCreations(step *Step, n int) error {
	command := fmt.Sprintf(texts.CreationsCommand, r.Run.Pipeline.Command(), n)
	switch {
	case n == 0, n == r.AcceptCreations && !r.DryRun:
		return nil
	case r.DryRun:
		step.Note(texts.WouldCreate, command)
		return nil
	}
	return Stop(texts.ErrTooManyCreations.Because(&UnagreedError{Creations: n, Command: command}))
}

// UnagreedError says how many records a run would make to which nobody agreed, and the command that makes them.
type UnagreedError struct {
	Creations int
	Command   string
}

// Error says both.
func (e *UnagreedError) Error() string {
	return fmt.Sprintf(texts.AcceptCreations, e.Creations, e.Command)
}

// TooManyError says what the guard did not let go, and the command that does.
type TooManyError struct{ Removals, Command string }

// Error says both.
func (e *TooManyError) Error() string {
	return fmt.Sprintf(texts.AcceptRemovals, e.Removals, e.Command)
}

// RequireAdministered stops the run when a record that it just made is not administered: the account does not administer members,
// or an older application does not tell. It removes the record, because every run would make another one.
func RequireAdministered(administered bool, id int64, remove func() error) error {
	if administered {
		return nil
	}
	return Stop(errors.Join(texts.ErrNotOurs.Because(fmt.Errorf("record %d", id)), remove()))
}

// Count counts a value that was told before, and whether it is told no more.
func (l *Removals) Count(before, now string) {
	if before == "" {
		return
	}
	l.Tracked++
	if now == "" {
		l.Removed++
	}
}
