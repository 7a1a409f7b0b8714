package inmem

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type sessions struct{ credentials[account.Session] }

var _ ports.Sessions = sessions{}

func (h handle) sessions() sessions {
	return sessions{credentials[account.Session]{
		handle: h,
		table:  func(t *tables) map[account.Digest]account.Session { return t.sessions },
		of:     func(s *account.Session) (account.Digest, account.UserID) { return s.Digest, s.User },
		times:  func(s *account.Session) []*time.Time { return []*time.Time{&s.Created, &s.LastSeen, &s.Confirmed} },
		use:    func(s *account.Session, at time.Time, from string) { s.LastSeen, s.Address = at, from },
		order: func(a, b account.Session) int {
			return cmp.Or(b.LastSeen.Compare(a.LastSeen), strings.Compare(a.ID, b.ID))
		},
	}}
}

func (s sessions) Confirm(ctx context.Context, digest account.Digest, at time.Time) error {
	return s.run(ctx, func(t *tables) error {
		session, ok := t.sessions[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		session.Confirmed = civil.Instant(at)
		t.sessions[digest] = session
		return nil
	})
}

func (s sessions) End(ctx context.Context, user account.UserID, id string) error {
	ended, err := s.drop(ctx, func(_ account.Digest, one account.Session) bool { return one.User == user && one.ID == id })
	if err == nil && ended == 0 {
		return fault.ErrNotFound
	}
	return err
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error) {
	return s.drop(ctx, func(digest account.Digest, one account.Session) bool { return one.User == user && digest != except })
}

func (s sessions) Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error) {
	return s.drop(ctx, func(_ account.Digest, one account.Session) bool {
		return one.LastSeen.Before(seenBefore) || one.Created.Before(madeBefore)
	})
}
