package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

type uploads struct{ handle }

var _ ports.Uploads = uploads{}

// uploadDay is a day of a user.
type uploadDay struct {
	user int64
	day  civil.Date
}

func (s uploads) Add(ctx context.Context, user int64, day civil.Date, bytes, most int64) error {
	return s.run(ctx, func(t *tables) error {
		key := uploadDay{user, day}
		if t.uploads[key]+bytes > most {
			return media.ErrQuota
		}
		t.uploads[key] += bytes
		return nil
	})
}

func (s uploads) Purge(ctx context.Context, before civil.Date) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.uploads, func(key uploadDay, _ int64) bool { return key.day.Before(before) }), nil
	})
}
