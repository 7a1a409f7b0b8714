package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

// MustEnroll reports whether a user has to set up a second factor before anything else: a role asks for it.
func (s *Service) MustEnroll(user *account.User) bool {
	return s.Directory.View().FactorRule().Lacking(user)
}

// FactorState is what a user sees of the own second factor.
type FactorState struct {
	On       bool
	App      bool
	Since    time.Time // when the app was set up; zero while there is none
	Recovery int       // how many recovery codes are left
	Required bool      // a role of the user asks for it
	Passkeys []account.Passkey
	Offered  bool // passkeys can be added
}

// Factor returns the state of the viewer's second factor.
func (s *Service) Factor(ctx context.Context, viewer access.Viewer) (FactorState, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return FactorState{}, err
	}
	state := FactorState{
		On: user.Factor.On(), App: user.Factor.AppOn(), Required: s.Directory.View().FactorRule().Binds(&user),
		Passkeys: passkeysOf(&user), Offered: s.Passkeys != nil,
	}
	if state.App {
		state.Since = user.Factor.Since
	}
	if state.On {
		state.Recovery = len(user.Factor.Recovery)
	}
	return state, nil
}

// BeginFactor draws the secret of an app for the viewer, and returns it as an app takes it: the only time that it is known, as
// text and as an address. It asks for nothing before ConfirmFactor, and an app that is on is good until then: so somebody moves
// to another phone.
func (s *Service) BeginFactor(ctx context.Context, viewer access.Viewer) (secret, address string, err error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return "", "", err
	}
	raw, err := s.random(account.FactorSecretSize)
	if err != nil {
		return "", "", err
	}
	secret = account.SpellFactorSecret(raw)
	nonce, err := s.random(seal.NonceSize)
	if err != nil {
		return "", "", err
	}
	sealed, err := seal.Seal(s.Key, seal.Factors, nonce, secret)
	if err != nil {
		return "", "", err
	}
	return secret, user.FactorURL(s.House().Club, secret), s.Users.Update(ctx, user.ID, func(u *account.User) error {
		if u.Demo {
			return account.ErrDemoAccess
		}
		u.Factor.BeginApp(sealed)
		return nil
	})
}

// ConfirmFactor turns the app on that was begun, in the place of one before, by a code that it shows. It returns other recovery
// codes, the only time that they are known, where there was no second factor and where another app is replaced; beside passkeys
// those on paper stay good, and it returns none. The user's other sessions end. A wrong code is an invalid parameter and counts
// as a wrong sign-in. browser is what the browser keeps from then on, "" where the user was not known there.
func (s *Service) ConfirmFactor(
	ctx context.Context, viewer access.Viewer, session account.Digest, code string, from Origin,
) (recovery []string, browser string, err error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return nil, "", err
	}
	begun := user.Factor.Begun()
	if begun == "" {
		return nil, "", account.ErrNotBegun
	}
	secret, err := account.OpenFactor(s.Key, begun)
	if err != nil {
		return nil, "", err
	}
	step := int64(0)
	if err := s.counted(ctx, s.attempt(user, user.Username, from), func() error {
		typed, is := account.IsOneTimeCode(code)
		good := false
		if step, good = s.Codes.Step(secret, typed, s.Now()); !is || !good {
			return account.ErrWrongCode
		}
		return nil
	}); errors.Is(err, account.ErrWrongCode) {
		return nil, "", account.ErrCode() // the user is signed in
	} else if err != nil {
		return nil, "", err
	}
	codes, err := s.recoveryCodes()
	if err != nil {
		return nil, "", err
	}
	renews := false
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if u.Factor.Begun() != begun {
				return account.ErrNotBegun // begun anew meanwhile
			}
			if renews = !u.Factor.On() || u.Factor.AppOn(); renews {
				u.Factor.Recovery = account.DigestsOfRecovery(codes)
			}
			u.Factor.ConfirmApp(step, s.Now())
			browser = s.stillKnown(&user, u, from)
			return nil
		}); err != nil {
			return err
		}
		if err := s.stillThere(ctx, stores, session); err != nil {
			return err
		}
		if _, err := stores.Sessions.EndAll(ctx, user.ID, session); err != nil {
			return err
		}
		return s.tellFactor(ctx, stores, audit.FactorAdded, audit.By(viewer), &user)
	})
	if err != nil {
		return nil, "", err
	}
	if !renews {
		return nil, browser, nil
	}
	return codes, browser, nil
}

// RenewRecovery gives the viewer other recovery codes, and makes the old ones worthless. The session must still be there: see
// stillThere.
func (s *Service) RenewRecovery(ctx context.Context, viewer access.Viewer, session account.Digest) ([]string, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return nil, err
	}
	codes, err := s.recoveryCodes()
	if err != nil {
		return nil, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if !u.Factor.On() {
				return account.ErrNoFactor
			}
			u.Factor.Recovery = account.DigestsOfRecovery(codes)
			return nil
		}); err != nil {
			return err
		}
		if err := s.stillThere(ctx, stores, session); err != nil {
			return err
		}
		return s.tellFactor(ctx, stores, audit.RecoveryRenewed, audit.By(viewer), &user)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

func (s *Service) recoveryCodes() ([]string, error) {
	codes := make([]string, account.RecoveryCodes)
	for i := range codes {
		raw, err := s.random(account.RecoverySize)
		if err != nil {
			return nil, err
		}
		codes[i] = account.SpellRecovery(raw)
	}
	return codes, nil
}

// DropFactor forgets the viewer's app, and returns what the browser keeps in which that was done (see stillKnown). The session
// must still be there: see stillThere. Of whom a role asks for a second factor keeps the last: account.ErrFactorKept.
func (s *Service) DropFactor(
	ctx context.Context, viewer access.Viewer, session account.Digest, from Origin,
) (browser string, err error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return "", err
	}
	rule := s.Directory.View().FactorRule()
	return browser, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.dropFactor(ctx, stores, audit.By(viewer), user.ID, func(u *account.User) error {
			if !u.Factor.AppOn() {
				return account.ErrNoFactor
			}
			before := *u
			u.Factor.DropApp()
			if rule.Lacking(u) {
				return account.ErrFactorKept
			}
			browser = s.stillKnown(&before, u, from)
			return nil
		}); err != nil {
			return err
		}
		return s.stillThere(ctx, stores, session)
	})
}

// ResetFactor turns the second factor of another user off, passkeys too, for administrators: the phone is lost, and so is the
// paper. All of the user's sessions end. One's own is account.ErrFactorSelf.
func (s *Service) ResetFactor(ctx context.Context, viewer access.Viewer, id account.UserID) error {
	if err := s.mayHandle(ctx, viewer, id, account.ErrFactorSelf); err != nil {
		return err
	}
	return s.resetFactor(ctx, audit.By(viewer), id)
}

// ResetFactor turns the second factor of a user off, passkeys too, and ends the user's sessions.
func (o Operator) ResetFactor(ctx context.Context, login string) (account.User, error) {
	user, err := o.Accounts.Users.ByLogin(ctx, login)
	if err != nil {
		return account.User{}, err
	}
	return user, o.Accounts.resetFactor(ctx, audit.Command("user reset-second-factor"), user.ID)
}

func (s *Service) resetFactor(ctx context.Context, by audit.Actor, id account.UserID) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.dropFactor(ctx, stores, by, id, func(u *account.User) error {
			if !u.Factor.On() {
				return account.ErrNoFactor
			}
			u.Factor = account.Factor{}
			return nil
		}); err != nil {
			return err
		}
		_, err := endAccess(ctx, stores, id, false)
		return err
	})
}

func (s *Service) dropFactor(
	ctx context.Context, stores ports.Stores, by audit.Actor, id account.UserID, drop func(*account.User) error,
) error {
	var user account.User
	if err := stores.Users.Update(ctx, id, func(u *account.User) error {
		err := drop(u)
		user = *u
		return err
	}); err != nil {
		return err
	}
	return s.tellFactor(ctx, stores, audit.FactorRemoved, by, &user)
}

// tellFactor logs what became of a user's second factor, and writes it to the user, who is as before what was added, and as after
// what was removed: an app that was on was replaced.
func (s *Service) tellFactor(
	ctx context.Context, stores ports.Stores, kind audit.Kind, by audit.Actor, user *account.User,
) error {
	if err := stores.Audit.Append(ctx, s.entry(kind, by, user)); err != nil {
		return err
	}
	if s.Post == nil || !user.HearsOf() {
		return nil
	}
	change := account.FactorAdded
	if user.Factor.AppOn() {
		change = account.AppReplaced
	}
	switch kind {
	case audit.FactorRemoved:
		change = account.FactorRemoved
		if user.Factor.On() {
			change = account.AppRemoved
		}
	case audit.RecoveryRenewed:
		change = account.RecoveryRenewed
	}
	return s.Post(ctx, stores, user.FactorMail(s.House(), change))
}

// FactorRule returns of which roles a second factor is asked, to administrators.
func (s *Service) FactorRule(_ context.Context, viewer access.Viewer) (account.FactorRule, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.FactorRule{}, err
	}
	return s.Directory.View().FactorRule(), nil
}

// SetFactorRule decides of which roles a second factor is asked, for administrators. Whoever has such a role and no second factor
// sets one up before anything else, from the next request on.
func (s *Service) SetFactorRule(
	ctx context.Context, viewer access.Viewer, rule account.FactorRule,
) (account.FactorRule, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return account.FactorRule{}, err
	}
	var before account.FactorRule
	return rule, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if _, err := stores.FactorRule.Change(ctx, func(r *account.FactorRule) error {
			before = r.Clone()
			*r = rule.Clone()
			return rule.Validate()
		}); err != nil {
			return err
		}
		about := audit.Object{Noun: audit.Settings, Name: "second-factor"}
		return stores.Audit.Append(ctx, audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about).
			Changed(audit.Values{"roles": before.Roles}, audit.Values{"roles": rule.Roles}))
	})
}

// checkFactor asks for the second factor of a user whose password was right: nil when there is none or what was given is good. It
// uses nothing: take does.
func (s *Service) checkFactor(user *account.User, typed Credentials) error {
	if !user.Factor.On() {
		return nil
	}
	if typed.Code == "" && typed.Passkey.Token == "" {
		return account.ErrCodeNeeded
	}
	_, err := s.take(user, typed)
	return err
}

// take uses a passkey or a code of a user's second factor, and returns what is left of it.
func (s *Service) take(user *account.User, typed Credentials) (account.Factor, error) {
	factor := user.Factor.Clone()
	if typed.Passkey.Token != "" {
		if s.Passkeys == nil {
			return factor, account.ErrNoPasskeys
		}
		_, err := s.takePasskey(user, &factor, typed.Passkey)
		return factor, err
	}
	code, is := account.IsOneTimeCode(typed.Code)
	if !is {
		if !factor.TakeRecovery(typed.Code) {
			return factor, account.ErrWrongCode
		}
		return factor, nil
	}
	if !factor.AppOn() {
		return factor, account.ErrWrongCode
	}
	secret, err := account.OpenFactor(s.Key, factor.Secret)
	if err != nil {
		return factor, err
	}
	if step, good := s.Codes.Step(secret, code, s.Now()); !good || !factor.TakeStep(step) {
		return factor, account.ErrWrongCode
	}
	return factor, nil
}

// isRefusal reports whether a sign-in was refused for what was typed.
func isRefusal(err error) bool {
	return errors.Is(err, account.ErrSignIn) || errors.Is(err, account.ErrWrongCode) || errors.Is(err, account.ErrPasskey)
}
