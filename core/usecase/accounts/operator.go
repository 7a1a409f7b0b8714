package accounts

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// Operator is what whoever operates the program can do with accounts, from a command on its machine. No viewer is asked, so
// nothing that serves others may hold it.
type Operator struct{ Accounts *Service }

// Add makes a user with a password.
func (o Operator) Add(ctx context.Context, user account.User, password string) (account.User, error) {
	user.Email = account.LoginKey(user.Email)
	user.Registered = civil.Instant(o.Accounts.Now())
	if err := user.Validate(); err != nil {
		return account.User{}, err
	}
	if err := o.Accounts.checkNewPassword(user, password, "password"); err != nil {
		return account.User{}, err
	}
	hash, err := o.Accounts.Hasher.Hash(ctx, password)
	if err != nil {
		return account.User{}, err
	}
	user.PasswordHash = account.Hash(hash)
	user.ID, err = o.Accounts.Users.Create(ctx, user)
	return user, err
}

// Link makes a person the one that a user is.
func (o Operator) Link(ctx context.Context, login string, id person.ID) error {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return err
	}
	return o.Accounts.Atomic.Do(ctx, func(stores ports.Stores) error {
		return o.Accounts.link(ctx, stores, audit.Command("user link"), user.ID, id)
	})
}

// AddApplicationPassword makes one for a user, who is told, and returns it as it is spelled: the only time that it is known.
func (o Operator) AddApplicationPassword(ctx context.Context, login string, wish PasswordWish) (string, error) {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return "", err
	}
	created, spelled, err := o.Accounts.newApplicationPassword(user.ID, wish)
	if err != nil {
		return "", err
	}
	err = o.Accounts.Atomic.Do(ctx, func(stores ports.Stores) error {
		if user, err = stores.Users.ByID(ctx, user.ID); err != nil {
			return err
		}
		return o.Accounts.keepApplicationPassword(ctx, stores, audit.Command("app-password add"), &user, created)
	})
	if err != nil {
		return "", err
	}
	return spelled, nil
}

// SetEmail gives a user another e-mail address, which links that set a password go to from then on: those that were sent before
// end. The address before is told, but not which one is new, for it may be a stranger's. Another user's is
// account.ErrEmailTaken.
func (o Operator) SetEmail(ctx context.Context, login, email string) (account.User, error) {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return account.User{}, err
	}
	return o.Accounts.setEmail(ctx, audit.Command("user email"), user.ID, email)
}

// List returns all users, blocked ones too, by name.
func (o Operator) List(ctx context.Context) ([]account.Listed, error) {
	return o.Accounts.Users.List(ctx, nil, 0)
}

// Block keeps a user out from now on, and ends the user's sessions. Application passwords stay, and do not work. The last
// administrator is only blocked by force (account.ErrLastAdministrator).
func (o Operator) Block(ctx context.Context, login string, force bool) (account.User, Left, error) {
	now := civil.Instant(o.Accounts.Now())
	left := Left{}
	user, err := o.change(ctx, login, force, func(u *account.User) error {
		if u.MaySignIn() {
			u.Blocked = now
		}
		return nil
	}, func(stores ports.Stores, id account.UserID) (err error) {
		if err := keptOut(ctx, stores, id, true); err != nil {
			return err
		}
		left, err = endAccess(ctx, stores, id, false)
		return err
	})
	return user, left, err
}

// Unblock lets a user sign in again. Sessions that the block ended stay ended; application passwords work again. Whom an
// erasure keeps out is let in by nobody (account.ErrErasing).
func (o Operator) Unblock(ctx context.Context, login string) (account.User, error) {
	return o.change(ctx, login, true, func(u *account.User) error {
		u.Blocked = time.Time{}
		return nil
	}, func(stores ports.Stores, id account.UserID) error { return keptOut(ctx, stores, id, false) })
}

// SetRoles gives a user these roles and no others. The last administrator only loses that role by force
// (account.ErrLastAdministrator).
func (o Operator) SetRoles(ctx context.Context, login string, roles []access.Role, force bool) (account.User, error) {
	if err := account.CheckRoles(roles); err != nil {
		return account.User{}, err
	}
	return o.change(ctx, login, force, func(u *account.User) error {
		u.Roles = slices.Clone(roles)
		return nil
	}, nil)
}

// change edits a user; then runs in the same step. With an error it returns the user as it is, where there is one.
func (o Operator) change(
	ctx context.Context, login string, force bool, edit func(*account.User) error, then func(ports.Stores, account.UserID) error,
) (account.User, error) {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return account.User{}, err
	}
	var changed account.User
	err = o.Accounts.Atomic.Do(ctx, func(stores ports.Stores) error {
		locked := administrators{}
		if !force {
			if locked, err = o.Accounts.lockAdministrators(ctx, stores, audit.Actor{}); err != nil {
				return err
			}
		}
		err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if err := edit(u); err != nil {
				return err
			}
			changed = *u
			return locked.without(u)
		})
		if err != nil || then == nil {
			return err
		}
		return then(stores, user.ID)
	})
	if err != nil {
		return user, err
	}
	return changed, nil
}

// SetPassword gives a user another password and ends the user's sessions, and when asked revokes the application passwords and
// the passkeys.
func (o Operator) SetPassword(ctx context.Context, login, password string, revoke bool) (account.User, Left, error) {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return account.User{}, Left{}, err
	}
	if err := o.Accounts.checkNewPassword(user, password, "password"); err != nil {
		return user, Left{}, err
	}
	left, err := o.Accounts.setPassword(ctx, audit.Command("users set-password"), user,
		PasswordChange{New: password, Revoke: revoke}, Origin{})
	return user, left, err
}

// SignOutAll ends a user's sessions and revokes the application passwords and the passkeys: whoever had one needs the password.
// It is logged, and who had one of those is told.
func (o Operator) SignOutAll(ctx context.Context, login string) (user account.User, left Left, err error) {
	user, err = o.change(ctx, login, true, func(*account.User) error { return nil },
		func(stores ports.Stores, id account.UserID) (err error) {
			if left, err = o.Accounts.endAll(ctx, stores, id, true); err != nil {
				return err
			}
			return o.Accounts.tellSignedOut(ctx, stores, id, left)
		})
	return user, left, err
}
