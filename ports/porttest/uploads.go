package porttest

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

// Uploads is the contract of ports.Uploads.
func Uploads(t *testing.T, open Open) {
	ctx := context.Background()
	today := civil.Date{Year: 2026, Month: 3, Day: 31}
	is := func(t *testing.T, what string, err, want error) {
		t.Helper()
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%s: got %v, want %v", what, err, want)
		}
	}

	t.Run("what a user brings adds up to the limit and not beyond", func(t *testing.T) {
		db := open(t)
		is(t, "more than the limit at once", db.Uploads.Add(ctx, 7, today, 101, 100), media.ErrQuota)
		is(t, "the first", db.Uploads.Add(ctx, 7, today, 60, 100), nil)
		is(t, "one too many", db.Uploads.Add(ctx, 7, today, 41, 100), media.ErrQuota)
		is(t, "what still fits", db.Uploads.Add(ctx, 7, today, 40, 100), nil)
		is(t, "one more", db.Uploads.Add(ctx, 7, today, 1, 100), media.ErrQuota)
		is(t, "nothing", db.Uploads.Add(ctx, 7, today, 0, 100), nil)
		is(t, "with a higher limit", db.Uploads.Add(ctx, 7, today, 1, 101), nil)
		is(t, "with a lower limit", db.Uploads.Add(ctx, 7, today, 0, 50), media.ErrQuota)
		is(t, "large numbers", db.Uploads.Add(ctx, 8, today, math.MaxInt64, math.MaxInt64), nil)
	})

	t.Run("each user and each day counts alone", func(t *testing.T) {
		db := open(t)
		is(t, "a user", db.Uploads.Add(ctx, 7, today, 100, 100), nil)
		is(t, "another", db.Uploads.Add(ctx, 8, today, 100, 100), nil)
		is(t, "the next day", db.Uploads.Add(ctx, 7, today.AddDays(1), 100, 100), nil)
		is(t, "the first day", db.Uploads.Add(ctx, 7, today, 1, 100), media.ErrQuota)
	})

	t.Run("in parallel nothing passes the limit and nothing is lost", func(t *testing.T) {
		db := open(t)
		results := make([]error, 30)
		inParallel(t, len(results), func(i int) error { results[i] = db.Uploads.Add(ctx, 7, today, 10, 100); return nil })
		passed := 0
		for _, err := range results {
			if err == nil {
				passed++
			} else {
				is(t, "one beyond the limit", err, media.ErrQuota)
			}
		}
		equal(t, "passed", passed, 10)
	})

	t.Run("a step that fails counts nothing", func(t *testing.T) {
		db := open(t)
		failure := errors.New("no")
		is(t, "the step", db.Do(ctx, func(s ports.Stores) error {
			is(t, "within", s.Uploads.Add(ctx, 7, today, 100, 100), nil)
			is(t, "beyond", s.Uploads.Add(ctx, 7, today, 1, 100), media.ErrQuota)
			return failure
		}), failure)
		is(t, "afterwards", db.Uploads.Add(ctx, 7, today, 100, 100), nil)
	})

	t.Run("days before one are forgotten", func(t *testing.T) {
		db := open(t)
		for _, day := range []civil.Date{today.AddDays(-1), today, today.AddDays(1)} {
			is(t, "add", db.Uploads.Add(ctx, 7, day, 100, 100), nil)
		}
		equal(t, "forgotten", must(db.Uploads.Purge(ctx, today))(t), 1)
		equal(t, "forgotten again", must(db.Uploads.Purge(ctx, today))(t), 0)
		is(t, "the forgotten day", db.Uploads.Add(ctx, 7, today.AddDays(-1), 100, 100), nil)
		is(t, "the day itself", db.Uploads.Add(ctx, 7, today, 1, 100), media.ErrQuota)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		is(t, "add", db.Uploads.Add(cancelled(), 7, today, 100, 100), context.Canceled)
		is(t, "afterwards", db.Uploads.Add(ctx, 7, today, 100, 100), nil)
		_, err := db.Uploads.Purge(cancelled(), today.AddDays(9))
		is(t, "purge", err, context.Canceled)
	})
}
