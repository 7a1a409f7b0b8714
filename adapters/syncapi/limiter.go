package syncapi

import (
	"slices"
	"sync"
	"time"
)

// limiter lets mostRequests through within any window. Those that it refuses do not count.
type limiter struct {
	mu    sync.Mutex
	taken []time.Time
}

func (l *limiter) take(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = slices.DeleteFunc(l.taken, func(at time.Time) bool { return now.Sub(at) >= window })
	if len(l.taken) >= mostRequests {
		return false
	}
	l.taken = append(l.taken, now)
	return true
}

// giveBack lets one that was taken at the moment not count after all.
func (l *limiter) giveBack(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.taken, at.Equal); i >= 0 {
		l.taken = slices.Delete(l.taken, i, i+1)
	}
}
