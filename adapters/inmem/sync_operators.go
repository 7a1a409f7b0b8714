package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/ports"
)

type syncOperators struct {
	oneAtATime
	users    map[operator.ID]operator.User
	sessions map[account.Digest]operator.Session
	last     operator.ID
}

var _ ports.Operators = (*syncOperators)(nil)

func (s *syncOperators) Add(ctx context.Context, u operator.User) (id operator.ID, err error) {
	err = s.run(ctx, func() error {
		if _, taken := s.named(u.Username); taken {
			return operator.ErrTaken
		}
		s.last++
		u.ID, u.Added, u.SignedIn = s.last, civil.Instant(u.Added), civil.Instant(u.SignedIn)
		s.users[u.ID], id = u, u.ID
		return nil
	})
	return id, err
}

func (s *syncOperators) named(username string) (operator.User, bool) {
	for _, u := range s.users {
		if operator.Key(u.Username) == operator.Key(username) {
			return u, true
		}
	}
	return operator.User{}, false
}

func (s *syncOperators) ByName(ctx context.Context, username string) (u operator.User, err error) {
	err = s.run(ctx, func() error {
		found, there := s.named(username)
		if !there {
			return operator.ErrAbsent
		}
		u = found
		return nil
	})
	return u, err
}

func (s *syncOperators) List(ctx context.Context) (list []operator.User, err error) {
	err = s.run(ctx, func() error {
		list = slices.SortedFunc(maps.Values(s.users), func(a, b operator.User) int {
			return cmp.Compare(operator.Key(a.Username), operator.Key(b.Username))
		})
		return nil
	})
	return list, err
}

func (s *syncOperators) SetPassword(ctx context.Context, id operator.ID, hash account.Hash) error {
	return s.run(ctx, func() error {
		u, there := s.users[id]
		if !there {
			return operator.ErrAbsent
		}
		u.Hash = hash
		s.users[id] = u
		s.endAll(id)
		return nil
	})
}

func (s *syncOperators) endAll(id operator.ID) {
	maps.DeleteFunc(s.sessions, func(_ account.Digest, session operator.Session) bool { return session.User == id })
}

func (s *syncOperators) Remove(ctx context.Context, id operator.ID) error {
	return s.run(ctx, func() error {
		if _, there := s.users[id]; !there {
			return operator.ErrAbsent
		}
		delete(s.users, id)
		s.endAll(id)
		return nil
	})
}

func (s *syncOperators) Begin(ctx context.Context, session operator.Session, hash account.Hash, before time.Time) error {
	return s.run(ctx, func() error {
		u, there := s.users[session.User]
		if !there || u.Hash != hash {
			return operator.ErrAbsent
		}
		maps.DeleteFunc(s.sessions, func(_ account.Digest, old operator.Session) bool {
			return old.Began.Before(civil.Instant(before))
		})
		session.Began = civil.Instant(session.Began)
		u.SignedIn = session.Began
		s.users[u.ID], s.sessions[session.Digest] = u, session
		return nil
	})
}

func (s *syncOperators) Session(
	ctx context.Context, digest account.Digest,
) (session operator.Session, u operator.User, err error) {
	err = s.run(ctx, func() error {
		found, there := s.sessions[digest]
		if !there {
			return fault.ErrNotFound
		}
		session, u = found, s.users[found.User]
		return nil
	})
	return session, u, err
}

func (s *syncOperators) End(ctx context.Context, digest account.Digest) error {
	return s.run(ctx, func() error { delete(s.sessions, digest); return nil })
}
