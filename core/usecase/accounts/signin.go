package accounts

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// SignedIn is a user on a session.
type SignedIn struct {
	User    account.User
	Session account.Session
}

// SignIn checks a user name (or e-mail address) and password and starts a session, whose token it answers: the only time
// that the token is known. Wrong ones are account.ErrSignIn, for unknown users too and after the same time; too many of
// them are account.ErrTooMany with the time to wait.
func (s *Service) SignIn(ctx context.Context, login, password string, from Origin) (SignedIn, string, error) {
	user, err := s.checkPassword(ctx, login, password, from)
	if err != nil {
		return SignedIn{}, "", err
	}
	token, err := s.token()
	if err != nil {
		return SignedIn{}, "", err
	}
	id, err := s.publicID()
	if err != nil {
		return SignedIn{}, "", err
	}
	now := civil.Instant(s.Now())
	session := account.Session{
		ID: id, Digest: account.DigestOf(token), User: user.ID, Created: now, LastSeen: now,
		Address: from.Address, UserAgent: shortened(from.UserAgent),
	}
	// A password that changes meanwhile ends all sessions: this one must not come after that.
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if u.PasswordHash != user.PasswordHash {
				return account.ErrSignIn
			}
			return nil
		}); err != nil {
			return err
		}
		return stores.Sessions.Create(ctx, session)
	})
	if err != nil {
		return SignedIn{}, "", err
	}
	return SignedIn{User: user, Session: session}, token, nil
}

// shortened cuts what a browser says of itself to what a list can show.
func shortened(userAgent string) string {
	const most = 300
	if runes := []rune(userAgent); len(runes) > most {
		return string(runes[:most])
	}
	return userAgent
}

func (s *Service) checkPassword(ctx context.Context, login, password string, from Origin) (account.User, error) {
	if !utf8.ValidString(login) || strings.ContainsRune(login, 0) {
		return account.User{}, account.ErrSignIn // no store can look it up, and nobody is called so
	}
	done, err := s.alone(ctx)
	if err != nil {
		return account.User{}, err
	}
	defer done()
	user, err := s.Stores.Users.ByLogin(ctx, login)
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return account.User{}, err
	}
	attempt := account.Attempt{Account: account.LoginKey(login), Address: account.AttemptAddress(from.Address), At: s.Now()}
	if user.ID != 0 {
		attempt.Account = account.LoginKey(user.Username) // user name and e-mail address are one account
	}
	tally, err := s.Stores.Attempts.Tally(ctx, attempt.Account, attempt.Address, attempt.At.Add(-account.AttemptWindow))
	if err != nil {
		return account.User{}, err
	}
	if wait := tally.Wait(attempt.At); wait > 0 {
		return account.User{}, account.ErrTooMany.After(wait)
	}
	// An unknown user has no hash; the hasher works as long on that as on a real one.
	matches, err := s.Hasher.Matches(ctx, password, string(user.PasswordHash))
	if err != nil {
		return account.User{}, err
	}
	if matches {
		return user, nil
	}
	if err := s.Stores.Attempts.Add(ctx, attempt); err != nil {
		return account.User{}, err
	}
	return account.User{}, account.ErrSignIn
}

// Resume answers who is signed in with a session's token, and notes the use. An unknown, ended or idled-away session is
// fault.ErrNotSignedIn.
func (s *Service) Resume(ctx context.Context, token string, from Origin) (SignedIn, error) {
	session, user, err := s.Stores.Sessions.Find(ctx, account.DigestOf(token))
	if err != nil {
		return SignedIn{}, err
	}
	now := civil.Instant(s.Now())
	if !session.LiveAt(now) {
		return SignedIn{}, fault.ErrNotSignedIn
	}
	if session.SeenAt(now) {
		if err := s.Stores.Sessions.Touch(ctx, session.Digest, now, from.Address); err != nil {
			return SignedIn{}, err
		}
		session.LastSeen, session.Address = now, from.Address
	}
	return SignedIn{User: user, Session: session}, nil
}

// Nonce makes a nonce for the session, and says until when it is good.
func (s *Service) Nonce(session account.Session) (nonce string, expires time.Time) {
	return session.Nonce(s.Key, s.Now())
}

// CheckNonce is account.ErrBadNonce unless the nonce belongs to the session and is still good.
func (s *Service) CheckNonce(session account.Session, nonce string) error {
	if !session.NonceValid(s.Key, nonce, s.Now()) {
		return account.ErrBadNonce
	}
	return nil
}

// SignOut ends the session.
func (s *Service) SignOut(ctx context.Context, session account.Session) error {
	err := s.Stores.Sessions.End(ctx, session.User, session.ID)
	if errors.Is(err, fault.ErrNotFound) {
		return nil // ended elsewhere meanwhile
	}
	return err
}

// Program answers the user that a program acts as, by HTTP Basic with an application password, and notes the use.
// Anything wrong is fault.ErrNotSignedIn.
func (s *Service) Program(ctx context.Context, login, password string, from Origin) (account.User, error) {
	found, user, err := s.Stores.Passwords.Find(ctx, account.DigestOfApplicationPassword(password))
	if err != nil {
		return account.User{}, err
	}
	if key := account.LoginKey(login); key != account.LoginKey(user.Username) && key != account.LoginKey(user.Email) {
		return account.User{}, fault.ErrNotSignedIn
	}
	if now := civil.Instant(s.Now()); found.UsedAt(now) {
		if err := s.Stores.Passwords.Touch(ctx, found.Digest, now, from.Address); err != nil {
			return account.User{}, err
		}
	}
	return user, nil
}
