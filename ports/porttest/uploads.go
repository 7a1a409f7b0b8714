package porttest

import (
	"errors"
	"math"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

var today = day(2026, 3, 31)

// upload is of a user who may bring 100 a day, and expects an error.
func upload(t *testing.T, uploads ports.Uploads, user int64, day civil.Date, bytes int64, want error) {
	t.Helper()
	if err := uploads.Add(t.Context(), user, day, bytes, 100); !errors.Is(err, want) {
		t.Errorf("%d of user %d on %v: got %v, want %v", bytes, user, day, err, want)
	}
}

// Uploads is the contract of ports.Uploads.
func Uploads(t *testing.T, open Open) {
	suite{
		{"what a user brings on a day adds up to the limit and not beyond", uploadLimit},
		{"in parallel nothing passes the limit and nothing is lost", uploadsAtOnce},
		{"days before one are forgotten", purgedUploads},
	}.run(t, open)
}

func uploadLimit(t *testing.T, db Database) {
	ctx := t.Context()
	uploads := db.Uploads
	for _, one := range []struct {
		user  int64
		day   civil.Date
		bytes int64
		want  error
	}{
		{7, today, 101, media.ErrQuota}, {7, today, 60, nil}, {7, today, 41, media.ErrQuota}, {7, today, 40, nil},
		{7, today, 1, media.ErrQuota}, {7, today, 0, nil}, {8, today, 100, nil}, {7, today.AddDays(1), 100, nil},
		{7, today, 1, media.ErrQuota},
	} {
		upload(t, uploads, one.user, one.day, one.bytes, one.want)
	}
	ok(t, uploads.Add(ctx, 7, today, 1, 101))
	isFault(t, "with a lower limit", uploads.Add(ctx, 7, today, 0, 50), media.ErrQuota)
	ok(t, uploads.Add(ctx, 9, today, math.MaxInt64, math.MaxInt64))
}

func uploadsAtOnce(t *testing.T, db Database) {
	passed := winners(t, 30, media.ErrQuota, func(int) error { return db.Uploads.Add(t.Context(), 7, today, 10, 100) })
	equal(t, "passed", passed, 10)
}

func purgedUploads(t *testing.T, db Database) {
	uploads := db.Uploads
	for i := range 3 {
		upload(t, uploads, 7, today.AddDays(i-1), 100, nil)
	}
	equal(t, "forgotten", must(uploads.Purge(t.Context(), today))(t), 1)
	equal(t, "forgotten again", must(uploads.Purge(t.Context(), today))(t), 0)
	upload(t, uploads, 7, today.AddDays(-1), 100, nil)
	upload(t, uploads, 7, today, 1, media.ErrQuota)
}
