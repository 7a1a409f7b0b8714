package accounts

import (
	"context"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// uses keeps the last use of sessions and application passwords beside the requests: no request waits for it or fails with it.
// Of each only the latest is kept. A program that ends before they are stored loses a minute of knowledge.
type uses struct {
	mu      sync.Mutex
	waiting map[account.Digest]use
	storing bool
	stored  chan struct{} // closed when storing ends
	closed  bool
}

type use struct {
	touch   func(ctx context.Context, digest account.Digest, at time.Time, address string) error
	at      time.Time
	address string
}

const (
	mostUses    = 1000             // wait to be stored; when a database stands still, more are forgotten
	usePatience = 10 * time.Second // for one that does not get stored
)

// note keeps a use for storing. It starts a goroutine where none is at work.
func (u *uses) note(digest account.Digest, latest use) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.closed || len(u.waiting) >= mostUses {
		return
	}
	if u.waiting == nil {
		u.waiting = map[account.Digest]use{}
	}
	u.waiting[digest] = latest
	if !u.storing {
		u.storing, u.stored = true, make(chan struct{})
		go u.store()
	}
}

func (u *uses) store() {
	for {
		digest, next, ok := u.next()
		if !ok {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), usePatience)
		_ = next.touch(ctx, digest, next.at, next.address) // the next use tells the same again
		cancel()
	}
}

func (u *uses) next() (account.Digest, use, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for digest, next := range u.waiting {
		delete(u.waiting, digest)
		return digest, next, true
	}
	u.storing = false
	close(u.stored)
	return "", use{}, false
}

// Settle waits until the uses that were noted are stored, or the context is done.
func (s *Service) Settle(ctx context.Context) error {
	s.uses.mu.Lock()
	storing, stored := s.uses.storing, s.uses.stored
	s.uses.mu.Unlock()
	if !storing {
		return nil
	}
	select {
	case <-stored:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close stores what was noted and notes nothing more.
func (s *Service) Close(ctx context.Context) error {
	s.uses.mu.Lock()
	s.uses.closed = true
	s.uses.mu.Unlock()
	return s.Settle(ctx)
}
