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

func (s attempts) Tally(ctx context.Context, accountKey, address string, after time.Time) (tally account.Tally, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, a := range t.attempts {
			if !a.At.After(after) {
				continue
			}
			if a.Account == accountKey {
				tally.Account++
				tally.OldestAccount = oldest(tally.OldestAccount, a.At)
			}
			if a.Address == address {
				tally.Address++
				tally.OldestAddress = oldest(tally.OldestAddress, a.At)
			}
		}
		return nil
	})
	return tally, err
}

func oldest(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

func (s attempts) Add(ctx context.Context, a account.Attempt) error {
	return s.run(ctx, func(t *tables) error {
		a.At = civil.Instant(a.At)
		t.attempts = append(t.attempts, a)
		return nil
	})
}

func (s attempts) Purge(ctx context.Context, before time.Time) (count int, err error) {
	err = s.run(ctx, func(t *tables) error {
		kept := slices.DeleteFunc(slices.Clone(t.attempts), func(a account.Attempt) bool { return a.At.Before(before) })
		count = len(t.attempts) - len(kept)
		t.attempts = kept
		return nil
	})
	return count, err
}
