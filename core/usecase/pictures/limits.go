package pictures

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
)

// Turns remembers who is uploading in this process. The zero value is ready.
type Turns struct {
	mu    sync.Mutex
	users map[int64]bool
}

// begin reports whether the user was not uploading yet; from then on the user is.
func (t *Turns) begin(user int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.users[user] {
		return false
	}
	if t.users == nil {
		t.users = map[int64]bool{}
	}
	t.users[user] = true
	return true
}

func (t *Turns) end(user int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.users, user)
}

// tryAgain is how long who is uploading already should wait with the next picture.
const tryAgain = 5 * time.Second

// limited reports whether the limits of uploads hold for a viewer. Administrators and the synchronization bring the pictures of a
// whole club.
func limited(viewer access.Viewer) bool {
	return !viewer.Can(access.Manage) && !viewer.Can(access.Synchronization)
}

// Begin begins an upload, before anything of it is read: a picture that waits takes memory. A user has one at a time, a second
// one is media.ErrStillBusy. The upload lasts until end is called.
func (s *Service) Begin(viewer access.Viewer) (end func(), err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	if !limited(viewer) {
		return func() {}, nil
	}
	if !s.Turns.begin(viewer.User) {
		return nil, media.ErrStillBusy.After(tryAgain)
	}
	return func() { s.Turns.end(viewer.User) }, nil
}

// count counts what a user brings towards the limit of the day. It stays counted when the picture goes away again.
func (s *Service) count(ctx context.Context, viewer access.Viewer, bytes int) error {
	if s.DailyBytes == 0 || !limited(viewer) {
		return nil
	}
	now := s.Now()
	today := civil.On(now, s.Zone)
	err := s.Uploads.Add(ctx, viewer.User, today, int64(bytes), s.DailyBytes)
	if errors.Is(err, media.ErrQuota) {
		tomorrow := time.Date(today.Year, today.Month, today.Day+1, 0, 0, 0, 0, s.Zone)
		return media.ErrQuota.After(tomorrow.Sub(now))
	}
	return err
}

// keptDays is for how many days it is remembered how much users brought.
const keptDays = 7

func (s *Service) forgetUploads(ctx context.Context) error {
	_, err := s.Uploads.Purge(ctx, civil.On(s.Now(), s.Zone).AddDays(-keptDays))
	return err
}
