// Package accounts owns how users and programs sign in, and what they can do with their own and others' accounts. Every
// permission question about accounts is asked here.
//
// It does not own what a role may (core/access) or how a password is hashed (ports.PasswordHasher), and knows neither
// cookies nor headers.
package accounts

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the accounts of one club. All exported fields are needed.
type Service struct {
	Stores ports.Stores
	Atomic ports.Atomic
	Hasher ports.PasswordHasher
	Now    func() time.Time
	Zone   *time.Location
	Random func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key    []byte                    // secret of this installation, for nonces: at least 32 bytes

	// checking lets passwords be checked one at a time, so that no number of parallel tries gets past the limits. A check
	// takes tens of milliseconds: a club does not notice.
	checking     chan struct{}
	makeChecking sync.Once
}

// alone waits until no other password is checked, or the context is done.
func (s *Service) alone(ctx context.Context) (done func(), err error) {
	s.makeChecking.Do(func() { s.checking = make(chan struct{}, 1) })
	select {
	case s.checking <- struct{}{}:
		return func() { <-s.checking }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Origin is where a request came from.
type Origin struct {
	Address   string // the client's IP address
	UserAgent string
}

// token draws a secret of 32 random bytes.
func (s *Service) token() (string, error) {
	raw, err := s.random(32)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// publicID draws a name that opens nothing.
func (s *Service) publicID() (string, error) {
	raw, err := s.random(16)
	return hex.EncodeToString(raw), err
}

func (s *Service) random(n int) ([]byte, error) {
	raw := make([]byte, n)
	if _, err := s.Random(raw); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	return raw, nil
}

// Purge forgets the sessions that have idled away and the wrong sign-ins that no longer count.
func (s *Service) Purge(ctx context.Context) (int, error) {
	sessions, err := s.Stores.Sessions.Purge(ctx, s.Now().Add(-account.SessionIdle))
	if err != nil {
		return 0, err
	}
	attempts, err := s.Stores.Attempts.Purge(ctx, s.Now().Add(-account.AttemptWindow))
	return sessions + attempts, err
}
