package operators

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sync/operator"
)

// The limit of facts for one address, beside those of package account.
const (
	mostTries = 5
	triesIn   = time.Minute
)

// waitForTurn is how long a try waits for others' passwords to be checked: one is at a time.
const waitForTurn = 10 * time.Second

// attempts are the tries to sign in of this process. A wrong one counts as account says; of the others only those of the last
// minute are remembered.
type attempts struct {
	mu     sync.Mutex
	tries  []*account.Attempt // within account.AttemptWindow
	recent map[string][]time.Time
	turn   chan struct{}
}

// begin lets a try through, or is operator.ErrTooMany. It counts as wrong until done says that it was right.
func (a *attempts) begin(ctx context.Context, try account.Attempt) (done func(right bool), err error) {
	noted, err := a.note(try)
	if err != nil {
		return nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, waitForTurn)
	defer cancel()
	select {
	case a.turn <- struct{}{}:
	case <-waiting.Done():
		a.forget(noted)
		return nil, operator.ErrTooMany.After(waitForTurn)
	}
	return func(right bool) {
		<-a.turn
		if right {
			a.forget(noted)
		}
	}, nil
}

func (a *attempts) note(try account.Attempt) (*account.Attempt, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.turn == nil {
		a.turn, a.recent = make(chan struct{}, 1), map[string][]time.Time{}
	}
	a.tries = slices.DeleteFunc(a.tries, func(old *account.Attempt) bool { return try.At.Sub(old.At) >= account.AttemptWindow })
	for from, at := range a.recent {
		if at = slices.DeleteFunc(at, func(t time.Time) bool { return try.At.Sub(t) >= triesIn }); len(at) == 0 {
			delete(a.recent, from)
		} else {
			a.recent[from] = at
		}
	}
	if at := a.recent[try.Address]; len(at) >= mostTries {
		return nil, operator.ErrTooMany.After(at[0].Add(triesIn).Sub(try.At))
	}
	wait, note := account.CountFor(slices.Values(a.tries), try).Judge(try)
	if note {
		try.Early = wait > 0
		a.tries = append(a.tries, &try)
	}
	if wait > 0 {
		return nil, operator.ErrTooMany.After(wait)
	}
	a.recent[try.Address] = append(a.recent[try.Address], try.At)
	return &try, nil
}

func (a *attempts) forget(try *account.Attempt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.tries = slices.DeleteFunc(a.tries, func(other *account.Attempt) bool { return other == try })
}
