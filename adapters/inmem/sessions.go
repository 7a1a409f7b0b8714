package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
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

func (s sessions) List(ctx context.Context, user account.UserID) (list []account.Session, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, session := range t.sessions {
			if session.User == user {
				list = append(list, session)
			}
		}
		slices.SortFunc(list, func(a, b account.Session) int {
			return cmp.Or(b.LastSeen.Compare(a.LastSeen), strings.Compare(a.ID, b.ID))
		})
		return nil
	})
	return list, err
}

func (s sessions) End(ctx context.Context, user account.UserID, id string) error {
	return s.endWhere(ctx, func(session account.Session) bool { return session.User == user && session.ID == id },
		func(count int) error {
			if count == 0 {
				return fault.ErrNotFound
			}
			return nil
		})
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (ended int, err error) {
	err = s.endWhere(ctx, func(session account.Session) bool { return session.User == user && session.Digest != except },
		func(count int) error { ended = count; return nil })
	return ended, err
}

func (s sessions) Purge(ctx context.Context, seenBefore, madeBefore time.Time) (purged int, err error) {
	err = s.endWhere(ctx, func(session account.Session) bool {
		return session.LastSeen.Before(seenBefore) || session.Created.Before(madeBefore)
	},
		func(count int) error { purged = count; return nil })
	return purged, err
}

func (s sessions) endWhere(ctx context.Context, end func(account.Session) bool, counted func(int) error) error {
	return s.run(ctx, func(t *tables) error {
		before := len(t.sessions)
		maps.DeleteFunc(t.sessions, func(_ account.Digest, session account.Session) bool { return end(session) })
		return counted(before - len(t.sessions))
	})
}
