package accounts

import (
	"context"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// How many password checks wait: in a lane, so that the last one is done before its request's time is over, and of one network,
// or of one account in known browsers, so that nobody fills a lane alone: those 64 take some seconds.
const (
	MostWaiting       = 512
	MostWaitingOfMine = 64
)

// busyFor is how long somebody waits for whom there is no place: the time of some dozens of checks.
const busyFor = 5 * time.Second

// lane lets so many password checks run at once, and so many wait.
type lane struct {
	running chan struct{}

	mu      sync.Mutex
	waiting int
	of      map[string]int // how many of those wait, by whose they are
}

func newLane(checks int) *lane {
	return &lane{running: make(chan struct{}, max(1, checks)), of: map[string]int{}}
}

// queue takes a place among those who wait, and returns how to give it back; nil when there is none.
func (l *lane) queue(whose string) (give func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting >= MostWaiting || l.of[whose] >= MostWaitingOfMine {
		return nil
	}
	l.waiting++
	l.of[whose]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.waiting--
		if l.of[whose]--; l.of[whose] == 0 {
			delete(l.of, whose)
		}
	}
}

// enter waits for a place until the context is done. When too many wait already, or too many of the same, it is account.ErrBusy
// at once.
func (l *lane) enter(ctx context.Context, whose string) (leave func(), err error) {
	leave = func() { <-l.running }
	select {
	case l.running <- struct{}{}:
		return leave, nil
	default:
	}
	give := l.queue(whose)
	if give == nil {
		return nil, account.ErrBusy.After(busyFor)
	}
	defer give()
	select {
	case l.running <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// lanes keep known browsers from waiting behind strangers, however many of those there are.
type lanes struct{ strangers, known *lane }

// matches checks a password when it is its turn.
func (s *Service) matches(ctx context.Context, password string, hash account.Hash, attempt account.Attempt) (bool, error) {
	s.makeLanes.Do(func() { s.lanes = lanes{strangers: newLane(s.Checks), known: newLane(1)} })
	lane, whose := s.lanes.strangers, attempt.Address
	if attempt.Browser != "" {
		lane, whose = s.lanes.known, attempt.Account
	}
	leave, err := lane.enter(ctx, whose)
	if err != nil {
		return false, err
	}
	defer leave()
	// An unknown user has no hash; the hasher works as long on that as on a real one.
	return s.Hasher.Matches(ctx, password, string(hash))
}
