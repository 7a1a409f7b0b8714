package accounts

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
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
	if err := account.CheckPassword(password, "password"); err != nil {
		return account.User{}, err
	}
	hash, err := o.Accounts.Hasher.Hash(ctx, password)
	if err != nil {
		return account.User{}, err
	}
	user.PasswordHash = account.Hash(hash)
	user.ID, err = o.Accounts.Stores.Users.Create(ctx, user)
	return user, err
}

// Link makes a person the one that a user is.
func (o Operator) Link(ctx context.Context, login string, id person.ID) error {
	user, err := o.Accounts.Stores.Users.ByLogin(ctx, login)
	if err != nil {
		return err
	}
	return o.Accounts.Atomic.Do(ctx, func(stores ports.Stores) error {
		if _, err := stores.People.Record(ctx, id, person.AsOf{}); err != nil {
			return err
		}
		return stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			u.Person = id
			return nil
		})
	})
}

// AddApplicationPassword makes one for a user.
func (o Operator) AddApplicationPassword(ctx context.Context, login, name string) (string, error) {
	user, err := o.Accounts.Stores.Users.ByLogin(ctx, login)
	if err != nil {
		return "", err
	}
	_, spelled, err := o.Accounts.createPassword(ctx, user.ID, name)
	return spelled, err
}
