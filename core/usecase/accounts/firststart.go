package accounts

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

// BeginFirstStart returns what opens the first start, "" where there is or was an administrator. Every server of the
// installation gets the same, each time that it starts. Nothing that serves others may call it.
func (o Operator) BeginFirstStart(ctx context.Context) (token string, err error) {
	s := o.Accounts
	raw, err := s.random(32)
	if err != nil {
		return "", err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		kept, err := stores.FirstStart.Change(ctx, func(*account.FirstStart) error { return nil }) // locks it
		if err != nil {
			return err
		}
		begun, err := administered(ctx, stores)
		if err != nil {
			return err
		}
		if begun {
			token = ""
			if kept.Nonce == "" {
				return nil
			}
			_, err := stores.FirstStart.Change(ctx, func(f *account.FirstStart) error { f.Nonce = ""; return nil })
			return err
		}
		kept, err = stores.FirstStart.Change(ctx, func(f *account.FirstStart) error {
			if f.Nonce == "" {
				*f = account.NewFirstStart(raw)
			}
			return nil
		})
		token = kept.Token(s.Key)
		return err
	})
	return token, err
}

// administered reports whether somebody is an administrator, blocked or not.
func administered(ctx context.Context, stores ports.Stores) (bool, error) {
	all, err := stores.Users.List(ctx, nil, 0)
	return slices.ContainsFunc(all, func(u account.Listed) bool { return slices.Contains(u.Held(), access.Administrator) }), err
}

// firstStartKey keeps tries at the first start from counting as wrong sign-ins at an account.
const firstStartKey = "first start"

// CheckFirstStart returns nil for a token by which the first administrator can be made now, else account.ErrNoFirstStart. Who
// tries many wrong ones has to wait: account.ErrTooMany.
func (s *Service) CheckFirstStart(ctx context.Context, token string, from Origin) error {
	return s.tried(ctx, from, func() error {
		return s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.checkFirstStart(ctx, stores, token) })
	})
}

func (s *Service) checkFirstStart(ctx context.Context, stores ports.Stores, token string) error {
	kept, err := stores.FirstStart.Change(ctx, func(*account.FirstStart) error { return nil })
	if err == nil {
		err = kept.Check(s.Key, token)
	}
	if err != nil {
		return err
	}
	if there, err := administered(ctx, stores); err != nil || !there {
		return err
	}
	return account.ErrNoFirstStart
}

// tried makes a try at the first start, which counts against the address when it was a wrong token.
func (s *Service) tried(ctx context.Context, from Origin, try func() error) error {
	attempt := account.StrangerAttempt(account.OtherKey(firstStartKey), from.Address, civil.Instant(s.Now()))
	tally, err := s.Attempts.Tally(ctx, attempt)
	if err != nil {
		return err
	}
	if wait, note := tally.Judge(attempt); !note {
		return account.ErrTooMany.After(wait)
	}
	id, wait, err := s.Attempts.Add(ctx, attempt)
	if err != nil {
		return err
	}
	if wait > 0 {
		return account.ErrTooMany.After(wait)
	}
	if err = try(); errors.Is(err, account.ErrNoFirstStart) {
		return err
	}
	return errors.Join(err, s.Attempts.Remove(context.WithoutCancel(ctx), id))
}

// Founder is what the first administrator says.
type Founder struct{ Username, Email, DisplayName, Password string }

// Found makes the first administrator by the token of the first start, and signs in. Nothing opens the first start from then on:
// of two at once the second is told account.ErrNoFirstStart, as is whoever guesses.
func (s *Service) Found(ctx context.Context, token string, founder Founder, from Origin) (SignedIn, string, error) {
	user := account.User{
		Username: strings.TrimSpace(founder.Username), Email: account.LoginKey(founder.Email),
		DisplayName: strings.Join(strings.Fields(founder.DisplayName), " "),
		Roles:       []access.Role{access.Administrator}, Registered: civil.Instant(s.Now()),
	}
	err := s.tried(ctx, from, func() error {
		if err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return s.checkFirstStart(ctx, stores, token) }); err != nil {
			return err // before a password costs memory and time
		}
		if err := user.Validate(); err != nil {
			return err
		}
		var err error
		if user.PasswordHash, err = s.Protect(ctx, user, founder.Password, "password"); err != nil {
			return err
		}
		return s.Atomic.Do(ctx, func(stores ports.Stores) error {
			if err := s.checkFirstStart(ctx, stores, token); err != nil {
				return err
			}
			id, err := stores.Users.Create(ctx, user)
			if err != nil {
				return err
			}
			user.ID = id
			if _, err := stores.FirstStart.Change(ctx, func(f *account.FirstStart) error { f.Nonce = ""; return nil }); err != nil {
				return err
			}
			return stores.Audit.Append(ctx, s.entry(audit.UserCreated, itself(&user, from), &user).With(
				audit.Values{"by_hand": user.Roles}))
		})
	})
	if err != nil {
		return SignedIn{}, "", err
	}
	return s.SignIn(ctx, Credentials{Login: user.Username, Password: founder.Password}, from)
}
