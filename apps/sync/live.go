package main

import (
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// live is what this process works on, for who looks at the pages. Its zero value is nothing.
type live struct {
	mu  sync.Mutex
	now map[string]*operators.Working
}

// begin notes that something has begun, which waits for its turn. end notes that it is over.
func (l *live) begin(what string, dryRun bool) (end func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.now == nil {
		l.now = map[string]*operators.Working{}
	}
	l.now[what] = &operators.Working{What: what, DryRun: dryRun, Waits: true, Since: time.Now()}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.now, what)
	}
}

// hasTurn notes that something waits no more.
func (l *live) hasTurn(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.now[what]; w != nil {
		w.Waits = false
	}
}

// show is told how far a step is, of whatever has the turn.
func (l *live) show(step string, done, total int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.now {
		if !w.Waits && w.What != string(run.Feedback) { // which works beside whatever has the turn
			w.Step, w.Done, w.Total = step, done, total
		}
	}
}

// working is how far something is, the zero value when it is not at work.
func (l *live) working(what string) operators.Working {
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.now[what]; w != nil {
		return *w
	}
	return operators.Working{}
}
