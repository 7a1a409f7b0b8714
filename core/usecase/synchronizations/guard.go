package synchronizations

import (
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// loss is what a run would mark as over or take away of one kind of record.
type loss struct {
	what              string // in the report: leden, ouders, teams
	removals, tracked int
}

// count counts a value that the site told before, and whether it tells none any more.
func (l *loss) count(before, now string) {
	if before == "" {
		return
	}
	l.tracked++
	if now == "" {
		l.removals++
	}
}

// guarded ends a run whose plan failed: what was not looked at by the guard is not written.
func guarded(err error) error {
	if err != nil {
		return &stop{err}
	}
	return nil
}

// check stops the run, before it writes anything, when it would mark or remove too much, unless somebody agreed to exactly
// that number.
func (x *execution) check(losses ...loss) error { return x.checkBy(x.guard(), losses...) }

// anything is the guard that lets nothing go.
var anything diff.Guard

func (x *execution) checkBy(guard diff.Guard, losses ...loss) error {
	var said []string
	sum := 0
	for _, l := range losses {
		if guard.TooMany(l.removals, l.tracked) {
			said = append(said, fmt.Sprintf("%d van %d %s", l.removals, l.tracked, l.what))
			sum += l.removals
		}
	}
	if sum == 0 || sum == x.options.AcceptRemovals || x.options.DryRun {
		if sum > 0 && x.options.DryRun {
			x.run.Steps[len(x.run.Steps)-1].Note = "zou stoppen: " + strings.Join(said, ", ")
		}
		return nil
	}
	return &stop{ErrTooManyRemovals.Because(fmt.Errorf("%s. Klopt dat, draai dan met de hand: clubsync run %s --accept-removals %d",
		strings.Join(said, ", "), x.run.Pipeline.Command(), sum))}
}
