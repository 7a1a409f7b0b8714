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

func (s passwords) Find(ctx context.Context, digest account.Digest) (
	found account.ApplicationPassword, u account.User, change int64, err error,
) {
	err = s.run(ctx, func(t *tables) error {
		p, ok := t.passwords[digest]
		if !ok {
			return fault.ErrNotSignedIn
		}
		found, change = p, t.change
		u, err = t.user(p.User)
		return err
	})
	return found, u, change, err
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

func (s passwords) List(ctx context.Context, user account.UserID) ([]account.ApplicationPassword, error) {
	return ask(ctx, s.handle, func(t *tables) ([]account.ApplicationPassword, error) {
		own := func(p *account.ApplicationPassword) bool { return p.User == user }
		return picked(t.passwords, own, func(a, b account.ApplicationPassword) int {
			return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.UUID, b.UUID))
		}), nil
	})
}

func (s passwords) Revoke(ctx context.Context, user account.UserID, uuid string) (account.ApplicationPassword, error) {
	return ask(ctx, s.handle, func(t *tables) (revoked account.ApplicationPassword, err error) {
		for digest, p := range t.passwords {
			if p.User == user && p.UUID == uuid {
				revoked = p
				delete(t.passwords, digest)
				return revoked, nil
			}
		}
		return revoked, fault.ErrNotFound
	})
}

func (s passwords) RevokeAll(ctx context.Context, user account.UserID) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.passwords, func(_ account.Digest, p account.ApplicationPassword) bool { return p.User == user }), nil
	})
}
