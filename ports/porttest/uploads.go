package porttest

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Uploads is the contract of ports.Uploads.
func Uploads(t *testing.T, open Open) {
	ctx := context.Background()
	today := day(2026, 3, 31)
	// add adds on a day of a user who may bring 100, and expects an error.
	add := func(t *testing.T, uploads ports.Uploads, user int64, day civil.Date, bytes int64, want error) {
		t.Helper()
		if err := uploads.Add(ctx, user, day, bytes, 100); !errors.Is(err, want) {
			t.Errorf("%d of user %d on %v: got %v, want %v", bytes, user, day, err, want)
		}
	}

	t.Run("what a user brings on a day adds up to the limit and not beyond", func(t *testing.T) {
		uploads := open(t).Uploads
		for _, one := range []struct {
			user  int64
			day   civil.Date
			bytes int64
			want  error
		}{
			{7, today, 101, media.ErrQuota}, {7, today, 60, nil}, {7, today, 41, media.ErrQuota}, {7, today, 40, nil}, {7, today, 1, media.ErrQuota},
			{7, today, 0, nil}, {8, today, 100, nil}, {7, today.AddDays(1), 100, nil}, {7, today, 1, media.ErrQuota},
		} {
			add(t, uploads, one.user, one.day, one.bytes, one.want)
		}
		ok(t, uploads.Add(ctx, 7, today, 1, 101))
		isFault(t, "with a lower limit", uploads.Add(ctx, 7, today, 0, 50), media.ErrQuota)
		ok(t, uploads.Add(ctx, 9, today, math.MaxInt64, math.MaxInt64))
	})

	t.Run("in parallel nothing passes the limit and nothing is lost", func(t *testing.T) {
		db := open(t)
		var passed atomic.Int64
		inParallel(t, 30, func(int) error {
			err := db.Uploads.Add(ctx, 7, today, 10, 100)
			if err == nil {
				passed.Add(1)
			}
			if errors.Is(err, media.ErrQuota) {
				return nil
			}
			return err
		})
		equal(t, "passed", passed.Load(), 10)
	})

	t.Run("days before one are forgotten", func(t *testing.T) {
		uploads := open(t).Uploads
		for i := range 3 {
			add(t, uploads, 7, today.AddDays(i-1), 100, nil)
		}
		equal(t, "forgotten", must(uploads.Purge(ctx, today))(t), 1)
		equal(t, "forgotten again", must(uploads.Purge(ctx, today))(t), 0)
		add(t, uploads, 7, today.AddDays(-1), 100, nil)
		add(t, uploads, 7, today, 1, media.ErrQuota)
	})
}
