package inmem

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

type attempts struct{ handle }

var _ ports.Attempts = attempts{}

// notedAttempt is one with its number.
type notedAttempt struct {
	id int64
	account.Attempt
}

func (s attempts) Tally(ctx context.Context, a account.Attempt) (account.Tally, error) {
	return ask(ctx, s.handle, func(t *tables) (account.Tally, error) { return t.tally(a), nil })
}

func (t *tables) tally(a account.Attempt) account.Tally {
	return account.CountFor(func(yield func(*account.Attempt) bool) {
		for i := range t.attempts {
			if !yield(&t.attempts[i].Attempt) {
				return
			}
		}
	}, a)
}

func (s attempts) Add(ctx context.Context, a account.Attempt) (id int64, wait time.Duration, err error) {
	err = s.run(ctx, func(t *tables) error {
		var note bool
		if wait, note = t.tally(a).Judge(a); !note {
			return nil
		}
		a.At, a.Early = civil.Instant(a.At), wait > 0
		t.lastAttempt++
		id = t.lastAttempt
		t.attempts = append(t.attempts, notedAttempt{id, a})
		return nil
	})
	return id, wait, err
}

func (s attempts) Remove(ctx context.Context, id int64) error {
	return s.run(ctx, func(t *tables) error {
		t.attempts = slices.DeleteFunc(slices.Clone(t.attempts), func(a notedAttempt) bool { return a.id == id })
		return nil
	})
}

func (s attempts) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		kept := slices.DeleteFunc(slices.Clone(t.attempts), func(a notedAttempt) bool { return a.At.Before(before) })
		count = len(t.attempts) - len(kept)
		t.attempts = kept
		return count, nil
	})
}
