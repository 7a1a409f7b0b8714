package audit

import (
	"sync"
	"time"
)

// Bound keeps a loop from filling the log with what anybody can cause without a right: it lets so many entries an hour through,
// counted in memory, and each process counts for itself. What is beyond it stands in the security log alone.
type Bound struct {
	mu     sync.Mutex
	since  time.Time
	all    int
	counts map[string]int
}

// boundFor is how long a Bound counts before it begins again.
const boundFor = time.Hour

// Allow reports whether there is room for one more entry of the key now, and counts it. Each is the room of one key, all that of
// all keys together, so that nobody gets around it by many keys.
func (b *Bound) Allow(key string, each, all int, now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if age := now.Sub(b.since); b.counts == nil || age >= boundFor || age < 0 {
		b.since, b.all, b.counts = now, 0, map[string]int{}
	}
	if b.all >= all || b.counts[key] >= each {
		return false
	}
	b.all++
	b.counts[key]++
	return true
}
