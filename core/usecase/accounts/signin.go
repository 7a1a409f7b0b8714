package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// SignedIn is a user on a session.
type SignedIn struct {
	User    account.User
	Session account.Session
}

// SignIn checks a user name (or e-mail address) and password and starts a session, whose token it answers: the only time
// that the token is known. Wrong ones are fault.ErrSignIn, for unknown users too and after the same time; too many of
// them are fault.ErrTooMany with the time to wait.
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
	if err := s.Stores.Sessions.Create(ctx, session); err != nil {
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
	user, err := s.Stores.Users.ByLogin(ctx, login)
	if err != nil && !errors.Is(err, fault.ErrNoSuchUser) {
		return account.User{}, err
	}
	against := account.LoginKey(login)
	if user.ID != 0 {
		against = account.LoginKey(user.Username) // name and address are one account
	}

	s.signIn.Lock()
	defer s.signIn.Unlock()
	now := s.Now()
	tally, err := s.Stores.Attempts.Tally(ctx, against, from.Address, now.Add(-account.AttemptWindow))
	if err != nil {
		return account.User{}, err
	}
	if wait := tally.Wait(now); wait > 0 {
		refused := *fault.ErrTooMany
		refused.RetryAfter = wait
		return account.User{}, &refused
	}
	// An unknown user has no hash; the hasher works as long on that as on a real one.
	matches, err := s.Hasher.Matches(ctx, password, user.PasswordHash)
	if err != nil {
		return account.User{}, err
	}
	if !matches {
		attempt := account.Attempt{Account: against, Address: from.Address, At: now}
		if err := s.Stores.Attempts.Add(ctx, attempt); err != nil {
			return account.User{}, err
		}
		return account.User{}, fault.ErrSignIn
	}
	return user, nil
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

// CheckNonce is fault.ErrBadNonce unless the nonce belongs to the session and is still good.
func (s *Service) CheckNonce(session account.Session, nonce string) error {
	if !session.NonceValid(s.Key, nonce, s.Now()) {
		return fault.ErrBadNonce
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
