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
		new.Created, new.LastSeen = civil.Instant(new.Created), civil.Instant(new.LastSeen)
		t.sessions[new.Digest] = new
		return nil
	})
}

func (s sessions) Find(ctx context.Context, digest account.Digest) (found account.Session, u account.User, err error) {
	err = s.run(ctx, func(t *tables) error {
		session, ok := t.sessions[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		found = session
		u, err = t.user(session.User)
		return err
	})
	return found, u, err
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

func (s sessions) Purge(ctx context.Context, seenBefore time.Time) (purged int, err error) {
	err = s.endWhere(ctx, func(session account.Session) bool { return session.LastSeen.Before(seenBefore) },
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

type passwords struct{ handle }

var _ ports.ApplicationPasswords = passwords{}

func (s passwords) Create(ctx context.Context, p account.ApplicationPassword) error {
	return s.run(ctx, func(t *tables) error {
		if _, err := t.user(p.User); err != nil {
			return err
		}
		p.Created, p.LastUsed = civil.Instant(p.Created), civil.Instant(p.LastUsed)
		t.passwords[p.Digest] = p
		return nil
	})
}

func (s passwords) Find(ctx context.Context, digest account.Digest) (found account.ApplicationPassword, u account.User, err error) {
	err = s.run(ctx, func(t *tables) error {
		p, ok := t.passwords[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		found = p
		u, err = t.user(p.User)
		return err
	})
	return found, u, err
}

func (s passwords) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.run(ctx, func(t *tables) error {
		if p, ok := t.passwords[digest]; ok {
			p.LastUsed, p.LastIP = civil.Instant(at), address
			t.passwords[digest] = p
			t.active(p.User, at)
		}
		return nil
	})
}

func (s passwords) List(ctx context.Context, user account.UserID) (list []account.ApplicationPassword, err error) {
	err = s.run(ctx, func(t *tables) error {
		for _, p := range t.passwords {
			if p.User == user {
				list = append(list, p)
			}
		}
		slices.SortFunc(list, func(a, b account.ApplicationPassword) int {
			return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.UUID, b.UUID))
		})
		return nil
	})
	return list, err
}

func (s passwords) Revoke(ctx context.Context, user account.UserID, uuid string) (revoked account.ApplicationPassword, err error) {
	err = s.run(ctx, func(t *tables) error {
		for digest, p := range t.passwords {
			if p.User == user && p.UUID == uuid {
				revoked = p
				delete(t.passwords, digest)
				return nil
			}
		}
		return fault.ErrNotFound
	})
	return revoked, err
}

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
