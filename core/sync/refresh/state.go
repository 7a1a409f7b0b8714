package refresh

import "slices"

// State is how far the work on one member is.
type State string

// The states, in their order.
const (
	Queued    State = "queued" // another synchronization has the browser
	SigningIn State = "signing_in"
	Reading   State = "reading"
	Writing   State = "writing"
	Done      State = "done"
	Failed    State = "failed"
)

// States are all of them, in their order.
var States = []State{Queued, SigningIn, Reading, Writing, Done, Failed}

// Known reports whether there is such a state.
func (s State) Known() bool { return slices.Contains(States, s) }

// Over reports whether the work has ended.
func (s State) Over() bool { return s == Done || s == Failed }

// mostRemembered is of how many members a Board remembers the state.
const mostRemembered = 50

// Board says how far the work on each member is: the one under way, and those before it.
type Board struct{ rows []row }

type row struct {
	code  string
	state State
}

// State returns the state of the last work on a member, false when there was none.
func (b *Board) State(code string) (State, bool) {
	if i := b.at(code); i >= 0 {
		return b.rows[i].state, true
	}
	return "", false
}

func (b *Board) at(code string) int {
	return slices.IndexFunc(b.rows, func(r row) bool { return r.code == code })
}

// Set notes a state. Work goes forward only: a state that comes late changes nothing, but Queued begins new work.
func (b *Board) Set(code string, state State) {
	i := b.at(code)
	switch {
	case i < 0:
		b.rows = append(b.rows, row{code, state})
	case state == Queued:
		b.rows = append(slices.Delete(b.rows, i, i+1), row{code, state})
	case !b.rows[i].state.Over() && slices.Index(States, state) > slices.Index(States, b.rows[i].state):
		b.rows[i].state = state
	}
	if len(b.rows) > mostRemembered {
		b.rows = slices.Delete(b.rows, 0, 1)
	}
}
