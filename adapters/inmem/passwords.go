package inmem

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type passwords struct {
	credentials[account.ApplicationPassword]
}

var _ ports.ApplicationPasswords = passwords{}

func (h handle) passwords() passwords {
	return passwords{credentials[account.ApplicationPassword]{
		handle: h,
		table:  func(t *tables) map[account.Digest]account.ApplicationPassword { return t.passwords },
		of:     func(p *account.ApplicationPassword) (account.Digest, account.UserID) { return p.Digest, p.User },
		times:  func(p *account.ApplicationPassword) []*time.Time { return []*time.Time{&p.Created, &p.LastUsed} },
		use:    func(p *account.ApplicationPassword, at time.Time, from string) { p.LastUsed, p.LastIP = at, from },
		order: func(a, b account.ApplicationPassword) int {
			return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.UUID, b.UUID))
		},
	}}
}

func (s passwords) Revoke(ctx context.Context, user account.UserID, uuid string) (
	revoked account.ApplicationPassword, err error,
) {
	count, err := s.drop(ctx, func(_ account.Digest, p account.ApplicationPassword) bool {
		found := p.User == user && p.UUID == uuid
		if found {
			revoked = p
		}
		return found
	})
	if err == nil && count == 0 {
		err = fault.ErrNotFound
	}
	return revoked, err
}

func (s passwords) RevokeAll(ctx context.Context, user account.UserID) (int, error) {
	return s.drop(ctx, func(_ account.Digest, p account.ApplicationPassword) bool { return p.User == user })
}
