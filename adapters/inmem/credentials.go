package inmem

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// credentials keeps what users sign in with, T, by its digest.
type credentials[T any] struct {
	handle
	table func(*tables) map[account.Digest]T
	of    func(*T) (account.Digest, account.UserID)
	times func(*T) []*time.Time                 // all of them
	use   func(t *T, at time.Time, from string) // notes its use
	order func(a, b T) int
}

func (s credentials[T]) Create(ctx context.Context, value T) error {
	return s.run(ctx, func(t *tables) error {
		digest, user := s.of(&value)
		if _, err := t.user(user); err != nil {
			return err
		}
		for _, at := range s.times(&value) {
			*at = civil.Instant(*at)
		}
		s.table(t)[digest] = value
		return nil
	})
}

func (s credentials[T]) Find(ctx context.Context, digest account.Digest) (found T, u account.User, change int64, err error) {
	err = s.run(ctx, func(t *tables) error {
		value, ok := s.table(t)[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		found, change = value, t.change
		_, user := s.of(&value)
		u, err = t.user(user)
		return err
	})
	return found, u, change, err
}

func (s credentials[T]) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.run(ctx, func(t *tables) error {
		value, ok := s.table(t)[digest]
		if !ok {
			return nil
		}
		at := civil.Instant(at)
		s.use(&value, at, address)
		s.table(t)[digest] = value
		_, user := s.of(&value)
		if u, ok := t.users[user]; ok && u.LastActive.Before(at) {
			u.LastActive = at
			t.users[user] = u
		}
		return nil
	})
}

func (s credentials[T]) List(ctx context.Context, user account.UserID) ([]T, error) {
	return ask(ctx, s.handle, func(t *tables) ([]T, error) {
		return picked(s.table(t), func(value *T) bool {
			_, owner := s.of(value)
			return owner == user
		}, s.order), nil
	})
}

// drop deletes those that are gone, and returns how many.
func (s credentials[T]) drop(ctx context.Context, gone func(account.Digest, T) bool) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) { return dropped(s.table(t), gone), nil })
}
