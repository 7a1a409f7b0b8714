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

func (s uploads) Purge(ctx context.Context, before civil.Date) (count int, err error) {
	err = s.run(ctx, func(t *tables) error {
		for key := range t.uploads {
			if key.day.Before(before) {
				delete(t.uploads, key)
				count++
			}
		}
		return nil
	})
	return count, err
}
