package accounts

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

// PasskeyQuestion is what a browser asks a device, and the token to send back with what the device replied.
type PasskeyQuestion struct {
	Options []byte // JSON
	Token   string
}

// PasskeyReply is what a device replied. The zero one is none.
type PasskeyReply struct {
	Token string
	Reply []byte // JSON
}

// challenge draws a challenge, and the token by which it is known again.
func (s *Service) challenge(bound account.Digest) (challenge []byte, token string, err error) {
	if s.Passkeys == nil {
		return nil, "", account.ErrNoPasskeys
	}
	challenge, err = s.random(account.ChallengeSize)
	return challenge, account.ChallengeToken(s.Key, challenge, bound, s.Now()), err
}

// BeginPasskey returns what a browser needs to make a passkey for the viewer, on this session alone.
func (s *Service) BeginPasskey(
	ctx context.Context, viewer access.Viewer, session account.Digest,
) (PasskeyQuestion, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	switch {
	case session == "":
		return PasskeyQuestion{}, account.ErrBrowserOnly
	case user.Demo:
		return PasskeyQuestion{}, account.ErrDemoAccess
	case len(user.Factor.Passkeys) >= account.MostPasskeys:
		return PasskeyQuestion{}, account.ErrPasskeysFull
	}
	challenge, token, err := s.challenge(session)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	options, err := s.Passkeys.Creation(s.House().Club, &user, challenge)
	return PasskeyQuestion{options, token}, err
}

// AddPasskey adds the passkey that a device made. From then on the password alone does not sign in; if it did before, recovery
// codes are returned, the only time that they are known, and the user's other sessions end.
func (s *Service) AddPasskey(
	ctx context.Context, viewer access.Viewer, session account.Digest, name string, reply PasskeyReply,
) ([]string, error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return nil, err
	}
	switch {
	case session == "":
		return nil, account.ErrBrowserOnly
	case user.Demo:
		return nil, account.ErrDemoAccess
	case s.Passkeys == nil:
		return nil, account.ErrNoPasskeys
	}
	if name, err = account.CheckPasskeyName(name); err != nil {
		return nil, err
	}
	challenge, err := account.ReadChallenge(s.Key, reply.Token, session, s.Now())
	if err != nil {
		return nil, err
	}
	made, err := s.Passkeys.Made(user.ID, challenge, reply.Reply)
	if err != nil {
		return nil, err
	}
	if made.ID, err = s.publicID(); err != nil {
		return nil, err
	}
	made.Name, made.Made = name, civil.Instant(s.Now())
	codes, err := s.recoveryCodes()
	if err != nil {
		return nil, err
	}
	first := false
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			first = !u.Factor.On()
			if !u.Factor.Spend(challenge, s.Now()) {
				return account.ErrPasskey
			}
			if first {
				u.Factor.Recovery = account.DigestsOfRecovery(codes)
			}
			return u.Factor.AddPasskey(made)
		}); err != nil {
			return err
		}
		if err := s.stillThere(ctx, stores, session); err != nil {
			return err
		}
		if first {
			if _, err := stores.Sessions.EndAll(ctx, user.ID, session); err != nil {
				return err
			}
		}
		return s.tellPasskey(ctx, stores, audit.PasskeyAdded, viewer, &user, name)
	})
	if err != nil || !first {
		return nil, err
	}
	return codes, nil
}

// RemovePasskey removes one of the viewer's. The session must still be there: see stillThere. Of whom a role asks for a second
// factor keeps the last: account.ErrFactorKept.
func (s *Service) RemovePasskey(ctx context.Context, viewer access.Viewer, session account.Digest, id string) error {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return err
	}
	rule := s.Directory.View().FactorRule()
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var gone account.Passkey
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			var err error
			if gone, err = u.Factor.RemovePasskey(id); err != nil {
				return err
			}
			if rule.Lacking(u) {
				return account.ErrFactorKept
			}
			return nil
		}); err != nil {
			return err
		}
		if err := s.stillThere(ctx, stores, session); err != nil {
			return err
		}
		return s.tellPasskey(ctx, stores, audit.PasskeyRemoved, viewer, &user, gone.Name)
	})
}

func (s *Service) tellPasskey(
	ctx context.Context, stores ports.Stores, kind audit.Kind, viewer access.Viewer, user *account.User, name string,
) error {
	if err := stores.Audit.Append(ctx, s.own(kind, viewer).With(audit.Values{"name": name})); err != nil {
		return err
	}
	change := account.PasskeyNew
	if kind == audit.PasskeyRemoved {
		change = account.PasskeyGone
	}
	return s.tellCredential(ctx, stores, user, change, name)
}

// AskPasskey returns what a browser needs to sign in with a passkey, beside a password or without one. It says of nobody whether
// there is one.
func (s *Service) AskPasskey() (PasskeyQuestion, error) {
	challenge, token, err := s.challenge("")
	if err != nil {
		return PasskeyQuestion{}, err
	}
	options, err := s.Passkeys.Request(challenge)
	return PasskeyQuestion{options, token}, err
}

// checkPasskey returns the user whose passkey signed. With a refusal and account.ErrTooMany it is the user who was meant, as
// for checkPassword.
func (s *Service) checkPasskey(ctx context.Context, reply PasskeyReply, from Origin) (account.User, error) {
	if s.Passkeys == nil {
		return account.User{}, account.ErrNoPasskeys
	}
	if _, err := account.ReadChallenge(s.Key, reply.Token, "", s.Now()); err != nil {
		return account.User{}, err
	}
	var user account.User
	id, err := s.Passkeys.Owner(reply.Reply)
	if err == nil {
		if user, err = s.Users.ByID(ctx, id); err != nil && !errors.Is(err, account.ErrAbsent) {
			return account.User{}, err
		}
	}
	err = s.counted(ctx, s.attempt(user, user.Username, from), func() error {
		if user.ID == 0 || !user.MaySignIn() {
			return account.ErrPasskey
		}
		factor := user.Factor.Clone()
		_, err := s.takePasskey(&user, &factor, reply)
		return err
	})
	if err == nil || isRefusal(err) || errors.Is(err, account.ErrTooMany) {
		return user, err
	}
	return account.User{}, err
}

// takePasskey uses a passkey and the challenge that it signed, in the factor alone, and returns which one it was.
func (s *Service) takePasskey(user *account.User, factor *account.Factor, reply PasskeyReply) (account.Passkey, error) {
	challenge, err := account.ReadChallenge(s.Key, reply.Token, "", s.Now())
	if err != nil {
		return account.Passkey{}, err
	}
	credential, count, err := s.Passkeys.Signed(user, challenge, reply.Reply)
	if err != nil {
		return account.Passkey{}, err
	}
	if !factor.Spend(challenge, s.Now()) {
		return account.Passkey{}, account.ErrPasskey
	}
	return factor.TakePasskey(credential, count, s.Now())
}

// tellCopied logs that a passkey was refused since its count went back.
func (s *Service) tellCopied(ctx context.Context, user *account.User, reply PasskeyReply, from Origin) error {
	factor := user.Factor.Clone()
	found, _ := s.takePasskey(user, &factor, reply)
	return s.Audit.Append(ctx, s.entry(audit.PasskeyCopied, audit.Visitor(from.Address), user).
		With(audit.Values{"name": found.Name}))
}

// passkeysOf are the passkeys of a user, those that were made last first.
func passkeysOf(user *account.User) []account.Passkey {
	keys := user.Factor.Clone().Passkeys
	slices.Reverse(keys)
	return keys
}
