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

type sessions struct{ handle }

var _ ports.Sessions = sessions{}

func (s sessions) Create(ctx context.Context, new account.Session) error {
	return s.run(ctx, func(t *tables) error {
		if _, err := t.user(new.User); err != nil {
			return err
		}
		new.Created, new.LastSeen, new.Confirmed = civil.Instant(new.Created), civil.Instant(new.LastSeen), civil.Instant(new.Confirmed)
		t.sessions[new.Digest] = new
		return nil
	})
}

func (s sessions) Find(ctx context.Context, digest account.Digest) (
	found account.Session, u account.User, change int64, err error,
) {
	err = s.run(ctx, func(t *tables) error {
		session, ok := t.sessions[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		found, change = session, t.change
		u, err = t.user(session.User)
		return err
	})
	return found, u, change, err
}

func (s sessions) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.run(ctx, func(t *tables) error {
		if session, ok := t.sessions[digest]; ok {
			session.LastSeen, session.Address = civil.Instant(at), address
			t.sessions[digest] = session
			t.active(session.User, at)
		}
		return nil
	})
}

func (t *tables) active(id account.UserID, at time.Time) {
	if u, ok := t.users[id]; ok && u.LastActive.Before(at) {
		u.LastActive = civil.Instant(at)
		t.users[id] = u
	}
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

func (s sessions) List(ctx context.Context, user account.UserID) ([]account.Session, error) {
	return ask(ctx, s.handle, func(t *tables) ([]account.Session, error) {
		return picked(t.sessions, func(one *account.Session) bool { return one.User == user }, func(a, b account.Session) int {
			return cmp.Or(b.LastSeen.Compare(a.LastSeen), strings.Compare(a.ID, b.ID))
		}), nil
	})
}

func (s sessions) End(ctx context.Context, user account.UserID, id string) error {
	ended, err := s.end(ctx, func(_ account.Digest, one account.Session) bool { return one.User == user && one.ID == id })
	if err == nil && ended == 0 {
		return fault.ErrNotFound
	}
	return err
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error) {
	return s.end(ctx, func(digest account.Digest, one account.Session) bool { return one.User == user && digest != except })
}

func (s sessions) Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error) {
	return s.end(ctx, func(_ account.Digest, one account.Session) bool {
		return one.LastSeen.Before(seenBefore) || one.Created.Before(madeBefore)
	})
}

func (s sessions) end(ctx context.Context, which func(account.Digest, account.Session) bool) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) { return dropped(t.sessions, which), nil })
}
