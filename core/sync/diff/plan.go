package diff

import (
	"cmp"
	"slices"
)

// Kind is what an action does to a record on the other side.
type Kind string

// The kinds, in the order in which a plan has them.
const (
	Create Kind = "create"
	Update Kind = "update"
	End    Kind = "end"    // it stays, marked as over
	Delete Kind = "delete" // it is taken away
)

// Wanted is a record as it should be.
type Wanted struct{ Key, Hash string }

// Tracked is a record as it was last synchronized.
type Tracked struct {
	Key    string
	Hash   string // "" when it must be sent again
	There  bool   // it is known to be on the other side
	Over   bool   // marked as over, or taken away, already
	Extant bool   // what vanished stays and is marked (End) instead of taken away (Delete)
}

// Action is one change of a plan.
type Action struct {
	Kind   Kind
	Key    string
	Reason string
}

// The reasons of actions.
const (
	New      = "new"
	Changed  = "changed"
	Forced   = "forced"
	Back     = "back"     // it was marked as over
	Vanished = "vanished" // it is not wanted any more
)

// Plan is what makes the tracked records equal to the wanted ones, and how many are equal already.
type Plan struct {
	Actions   []Action
	Unchanged int
}

// Compare returns the plan. Keys are unique on each side. With force it also sends records whose hash did not change. complete
// says that wanted is everything there is: without it nothing is ended or deleted. Actions are sorted by kind; within a kind they
// keep the order of wanted, and what vanished comes in the order of the keys.
func Compare(wanted []Wanted, tracked []Tracked, force, complete bool) Plan {
	known := make(map[string]Tracked, len(tracked))
	for _, t := range tracked {
		known[t.Key] = t
	}
	var plan Plan
	want := make(map[string]bool, len(wanted))
	for _, w := range wanted {
		want[w.Key] = true
		switch t, found := known[w.Key]; {
		case !found || !t.There:
			plan.add(Create, w.Key, New)
		case t.Over:
			plan.add(Update, w.Key, Back)
		case t.Hash != w.Hash:
			plan.add(Update, w.Key, Changed)
		case force:
			plan.add(Update, w.Key, Forced)
		default:
			plan.Unchanged++
		}
	}
	if complete {
		for _, t := range tracked {
			if want[t.Key] || t.Over {
				continue
			}
			kind := Delete
			if t.Extant {
				kind = End
			}
			plan.add(kind, t.Key, Vanished)
		}
	}
	order := map[Kind]int{Create: 0, Update: 1, End: 2, Delete: 3}
	slices.SortStableFunc(plan.Actions, func(a, b Action) int {
		if by := cmp.Compare(order[a.Kind], order[b.Kind]); by != 0 || a.Kind == Create || a.Kind == Update {
			return by
		}
		return cmp.Compare(a.Key, b.Key)
	})
	return plan
}

func (p *Plan) add(kind Kind, key, reason string) {
	p.Actions = append(p.Actions, Action{Kind: kind, Key: key, Reason: reason})
}

// Removals returns the actions that end or delete.
func (p *Plan) Removals() []Action {
	var found []Action
	for _, a := range p.Actions {
		if a.Kind == End || a.Kind == Delete {
			found = append(found, a)
		}
	}
	return found
}

// Guard says how many records a plan may end or delete before somebody must agree.
type Guard struct {
	Percent int // of the tracked ones; more is too many …
	Least   int // … when it is also more than this many
}

// DefaultGuard is more than 10 % and more than 5.
var DefaultGuard = Guard{Percent: 10, Least: 5}

// TooMany reports whether removals of so many tracked records need somebody's agreement.
func (g Guard) TooMany(removals, tracked int) bool {
	return removals > g.Least && removals*100 > tracked*g.Percent
}
