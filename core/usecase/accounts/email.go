package accounts

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

// ChangeEmail gives a user another e-mail address, for administrators, and returns the user. Whoever is signed in
// stays so. The rules are those of Operator.SetEmail.
func (s *Service) ChangeEmail(ctx context.Context, viewer access.Viewer, id account.UserID, email string) (account.User, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.User{}, err
	}
	return s.setEmail(ctx, audit.By(viewer), id, email)
}

// setEmail gives a user another e-mail address. The address before is told, not which one is new: it may be a stranger's.
func (s *Service) setEmail(
	ctx context.Context, by audit.Actor, id account.UserID, email string,
) (changed account.User, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before account.User
		err := stores.Users.Update(ctx, id, func(u *account.User) error {
			before = *u
			u.Email = account.LoginKey(email)
			changed = *u
			return u.Validate()
		})
		if err != nil || changed.Email == before.Email {
			return err
		}
		if err := stores.PasswordLinks.Void(ctx, id, civil.Instant(s.Now())); err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.EmailChanged, by, &before)); err != nil {
			return err
		}
		return s.tellCredential(ctx, stores, &before, account.EmailNew, "")
	})
	return changed, err
}
