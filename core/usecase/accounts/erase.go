package accounts

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/ports"
)

// Hold keeps a user out whose person is to be erased, in a step, and reports whether that user could sign in before. The last
// administrator is account.ErrLastAdministrator.
func (s *Service) Hold(ctx context.Context, stores ports.Stores, by audit.Actor, id account.UserID) (held bool, err error) {
	locked, err := s.lockAdministrators(ctx, stores, by)
	if err != nil {
		return false, err
	}
	err = stores.Users.Update(ctx, id, func(u *account.User) error {
		if held = u.MaySignIn(); held {
			u.Blocked = civil.Instant(s.Now())
		}
		return locked.without(u)
	})
	if err != nil || !held {
		return false, err
	}
	_, err = endAccess(ctx, stores, id, false)
	return true, err
}

// keptOut notes with the erasure that keeps a user out that somebody blocks the user besides. Nobody lets a user in whose person
// is to be erased (account.ErrErasing).
func keptOut(ctx context.Context, stores ports.Stores, id account.UserID, blocked bool) error {
	user, err := stores.Users.ByID(ctx, id)
	if err != nil {
		return err
	}
	planned, err := stores.Erasures.Page(ctx, erasure.Query{State: erasure.Planned, Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	for i := range planned.Records {
		e := &planned.Records[i]
		switch is := user.Person != 0 && e.Person == user.Person; {
		case !is && e.User != id:
		case blocked:
			return stores.Erasures.Update(ctx, e.ID, func(e *erasure.Erasure) error { e.Blocked = true; return nil })
		case is || user.Person == 0: // who is somebody else by now may come in
			return account.ErrErasing
		}
	}
	return nil
}

// Release lets a user in again whom Hold kept out. Who is gone stays gone.
func (s *Service) Release(ctx context.Context, stores ports.Stores, id account.UserID) error {
	err := stores.Users.Update(ctx, id, func(u *account.User) error {
		u.Blocked = time.Time{}
		return nil
	})
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	return err
}

// Erase destroys the account of a person who is erased, in a step. What it administered goes to the heir, or to the administrator
// with the smallest number when that one administers nothing any more. Nothing is told that names the account. Who is gone stays
// gone.
func (s *Service) Erase(ctx context.Context, stores ports.Stores, id, heir account.UserID) error {
	locked, err := s.lockAdministrators(ctx, stores, audit.Actor{})
	if err != nil {
		return err
	}
	if !locked.ids[heir] || heir == id {
		heirs := []account.UserID{}
		for administers := range locked.ids {
			if administers != id {
				heirs = append(heirs, administers)
			}
		}
		if len(heirs) == 0 {
			return account.ErrLastAdministrator
		}
		heir = slices.Min(heirs)
	}
	_, err = s.removeUser(ctx, stores, locked, id, heir, false)
	if errors.Is(err, account.ErrAbsent) {
		return nil
	}
	return err
}
