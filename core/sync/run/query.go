package run

import (
	"slices"
	"time"
)

// Query says which runs somebody wants to see, the newest first.
type Query struct {
	Pipeline  Pipeline  // "" for all
	Scheduled bool      // only those that the schedule began
	From      time.Time // started then or later; zero for any
	Until     time.Time // started before; zero for any
	Failed    bool      // only those with problems
	Key       string    // only those with a problem about this member, team, committee or address; "" for all
	Skip      int
	Limit     int
}

// Matches reports whether a run, with its problems, is one of those.
func (q *Query) Matches(r *Run) bool {
	switch {
	case q.Pipeline != "" && r.Pipeline != q.Pipeline,
		q.Scheduled && !r.Scheduled,
		!q.From.IsZero() && r.Started.Before(q.From),
		!q.Until.IsZero() && !r.Started.Before(q.Until),
		q.Failed && len(r.Problems) == 0:
		return false
	}
	return q.Key == "" || slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Key == q.Key })
}

// Page is a part of the runs that a query asks for.
type Page struct {
	Runs  []Run // with their problems, without their plans
	Total int   // of all pages
}

// Latest is how a pipeline stands: its newest run, the newest one that came to its end, and the newest one that went well. The
// zero Run is none; all are without problems and plan, and none is a dry run.
type Latest struct{ Run, Ended, Good Run }
