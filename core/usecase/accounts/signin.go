package accounts

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// SignedIn is a user on a session.
type SignedIn struct {
	User    account.User
	Session account.Session

	// Browser is what the browser keeps to be known as one where the user signed in. It opens nothing. "" but at a sign-in.
	Browser string
}

// Credentials are what somebody types to sign in.
type Credentials struct {
	Login    string // a user name or e-mail address
	Password string
	Code     string // of the second factor: of an app, or a recovery code; "" for none

	// Passkey is in the place of the code. With neither Login nor Password it is in the place of all.
	Passkey PasskeyReply
}

// alone reports whether a passkey is all that was given.
func (c Credentials) alone() bool { return c.Login == "" && c.Password == "" && c.Passkey.Token != "" }

// SignIn checks what somebody typed and starts a session, whose token it returns: the only time that the token is known. Right
// ones of a user with a second factor are account.ErrCodeNeeded without its code, and account.ErrWrongCode with a wrong one,
// or one that was used before. A passkey that is refused is account.ErrPasskey. Wrong ones are account.ErrSignIn, for unknown
// users too and after the same time; too many of them are account.ErrTooMany with the time to wait; with these only the number
// of the user who was meant is returned, for the security log. The session that the browser came with ends.
func (s *Service) SignIn(ctx context.Context, typed Credentials, from Origin) (SignedIn, string, error) {
	user, err := s.check(ctx, typed, from)
	if errors.Is(err, account.ErrPasskeyCopied) {
		if failed := s.tellCopied(ctx, &user, typed.Passkey, from); failed != nil {
			err = failed
		}
	}
	if isRefusal(err) {
		if failed := s.Audit.Append(ctx, s.entry(audit.SignInFailed, audit.Visitor(from.Address), &user)); failed != nil {
			err = failed
		}
	}
	if err != nil {
		return SignedIn{User: account.User{ID: user.ID}}, "", err
	}
	token, err := s.token()
	if err != nil {
		return SignedIn{}, "", err
	}
	id, err := s.publicID()
	if err != nil {
		return SignedIn{}, "", err
	}
	browser, err := s.browser(from)
	if err != nil {
		return SignedIn{}, "", err
	}
	if err := s.Directory.Refresh(ctx); err != nil { // whoever signs in is told which person it is
		return SignedIn{}, "", err
	}
	news, err := s.isNews(ctx, &user, browser, from)
	if err != nil {
		return SignedIn{}, "", err
	}
	now := civil.Instant(s.Now())
	session := account.Session{
		ID: id, Digest: account.DigestOf(token), User: user.ID, Created: now, LastSeen: now,
		Address: from.Address, UserAgent: shortened(from.UserAgent),
	}
	var familiar account.Familiar
	// A password that changes meanwhile, and a block, end all sessions: this one must not come after that.
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if u.PasswordHash != user.PasswordHash || !u.MaySignIn() {
				return account.ErrSignIn
			}
			familiar = u.Familiar(s.Key)
			if !u.Factor.On() && !typed.alone() {
				return nil
			}
			left, err := s.take(u, typed) // it may have been used, or turned on, since it was checked
			if err == nil {
				u.Factor = left
			}
			return err
		}); err != nil {
			return err
		}
		if err := signOut(ctx, stores.Sessions, from.Session); err != nil {
			return err
		}
		if err := stores.Sessions.Create(ctx, session); err != nil {
			return err
		}
		if err := stores.Sessions.Touch(ctx, session.Digest, now, from.Address); err != nil { // the user is active
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.SignedIn, itself(&user, from), &user)); err != nil || !news {
			return err
		}
		return s.tellSignIn(ctx, stores, &user, session)
	})
	if err != nil {
		return SignedIn{}, "", err
	}
	return SignedIn{User: user, Session: session, Browser: browser.With(familiar).Token(s.Key, now)}, token, nil
}

// check returns who signs in with what was typed. It uses nothing up.
func (s *Service) check(ctx context.Context, typed Credentials, from Origin) (account.User, error) {
	if typed.alone() {
		return s.checkPasskey(ctx, typed.Passkey, from)
	}
	further := func(u account.User) error { return s.checkCode(ctx, &u, typed, from) }
	return s.checkPassword(ctx, typed.Login, typed.Password, from, further)
}

// checkCode is checkFactor, and counts the wrong codes of who had the password: by the whole account, for one may come from many
// addresses, and in many browsers that are known.
func (s *Service) checkCode(ctx context.Context, user *account.User, typed Credentials, from Origin) error {
	_, guessable := account.IsOneTimeCode(typed.Code)
	if !guessable || typed.Passkey.Token != "" || !user.Factor.AppOn() {
		return s.checkFactor(user, typed)
	}
	signIn := s.attempt(*user, user.Username, from)
	try := account.CodeAttempt(signIn.Account, signIn.At)
	if signIn.Browser != "" {
		try = account.KnownCodeAttempt(signIn.Account, signIn.At)
	}
	err := s.counted(ctx, try, func() error { return s.checkFactor(user, typed) })
	if !errors.Is(err, account.ErrTooMany) || !s.codes.Allow(user.Username, 1, MostCodeMails, s.Now()) {
		return err
	}
	told := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		return s.tellCredential(ctx, stores, user, account.CodesTried, "")
	})
	return cmp.Or(told, err)
}

// MostCodeMails is how many users in an hour hear that somebody who knows their password tries codes.
const MostCodeMails = 100

// browser returns the one that a request comes from, with a new ID when it is not known yet.
func (s *Service) browser(from Origin) (account.Browser, error) {
	browser := account.ReadBrowser(s.Key, from.Browser, s.Now())
	if browser.ID != "" {
		return browser, nil
	}
	raw, err := s.random(account.BrowserIDLength)
	return account.Browser{ID: hex.EncodeToString(raw)}, err
}

// shortened cuts what a browser says of itself to what a list can show.
func shortened(userAgent string) string {
	const most = 300
	if runes := []rune(userAgent); len(runes) > most {
		return string(runes[:most])
	}
	return userAgent
}

// checkPassword returns the user whose password it is, and for whom further returns nil: account.ErrWrongCode of it counts as a
// wrong password. With a refusal and account.ErrTooMany it is the user who was meant, the zero one for nobody: for the security
// log alone.
func (s *Service) checkPassword(
	ctx context.Context, login, password string, from Origin, further func(account.User) error,
) (account.User, error) {
	if !utf8.ValidString(login) || strings.ContainsRune(login, 0) {
		return account.User{}, account.ErrSignIn // no store can look it up, and nobody is called so
	}
	user, err := s.Users.ByLogin(ctx, login)
	if err != nil && !errors.Is(err, account.ErrAbsent) {
		return account.User{}, err
	}
	attempt := s.attempt(user, login, from)
	err = s.counted(ctx, attempt, func() error {
		matches, err := s.matches(ctx, password, user.PasswordHash, attempt)
		switch {
		case err != nil:
			return err
		case !matches || !user.MaySignIn(): // to whoever tries, a blocked user's password is a wrong one
			return account.ErrSignIn
		}
		return further(user)
	})
	if err == nil || isRefusal(err) || errors.Is(err, account.ErrTooMany) {
		return user, err
	}
	return account.User{}, err
}

// counted makes an attempt, unless too many were wrong: then it returns account.ErrTooMany. An attempt that is refused counts.
func (s *Service) counted(ctx context.Context, attempt account.Attempt, check func() error) error {
	tally, err := s.Attempts.Tally(ctx, attempt)
	if err != nil {
		return err
	}
	if wait, note := tally.Judge(attempt); !note { // most tries of an attack end here: nothing is written
		return account.ErrTooMany.After(wait)
	}
	// It counts as wrong before it is checked, so that no number of parallel tries gets past the limits.
	id, wait, err := s.Attempts.Add(ctx, attempt)
	if err != nil {
		return err
	}
	if wait > 0 {
		return account.ErrTooMany.After(wait)
	}
	if err = check(); isRefusal(err) {
		return err
	}
	if failed := s.Attempts.Remove(context.WithoutCancel(ctx), id); err == nil {
		err = failed
	}
	return err
}

// attempt says whom a try counts against if it is wrong. user is the zero one when nobody has the login.
func (s *Service) attempt(user account.User, login string, from Origin) account.Attempt {
	now := civil.Instant(s.Now())
	browser := account.ReadBrowser(s.Key, from.Browser, now)
	if user.ID == 0 {
		return account.StrangerAttempt(account.LoginKey(login), from.Address, now)
	}
	key := account.LoginKey(user.Username) // user name and e-mail address are one account
	if browser.Knows(user.Familiar(s.Key)) {
		return account.BrowserAttempt(key, browser, now)
	}
	return account.StrangerAttempt(key, from.Address, now)
}

// Resume returns who is signed in with a session's token, and notes the use. An unknown or ended session is
// fault.ErrNotSignedIn, and so is a blocked user's.
func (s *Service) Resume(ctx context.Context, token string, from Origin) (SignedIn, error) {
	session, user, change, err := s.Sessions.Find(ctx, account.DigestOf(token))
	if err != nil {
		return SignedIn{}, err
	}
	now := civil.Instant(s.Now())
	if !session.LiveAt(now) || !user.MaySignIn() {
		return SignedIn{}, fault.ErrNotSignedIn
	}
	if err := s.Directory.CatchUp(ctx, change); err != nil {
		return SignedIn{}, err
	}
	if session.SeenAt(now) {
		s.uses.note(session.Digest, use{s.Sessions.Touch, now, from.Address})
		session.LastSeen, session.Address = now, from.Address
	}
	return SignedIn{User: user, Session: session}, nil
}

// Nonce makes a nonce for the session, and says until when it is good.
func (s *Service) Nonce(session account.Session) (nonce string, expires time.Time) {
	return session.Nonce(s.Key, s.Now())
}

// CheckNonce returns account.ErrBadNonce unless the nonce belongs to the session and is still good.
func (s *Service) CheckNonce(session account.Session, nonce string) error {
	if !session.NonceValid(s.Key, nonce, s.Now()) {
		return account.ErrBadNonce
	}
	return nil
}

// CheckConfirmed returns account.ErrUnconfirmed unless the password was given shortly before, by signing in or by Confirm.
func (s *Service) CheckConfirmed(session account.Session) error {
	if !session.ConfirmedAt(s.Now()) {
		return account.ErrUnconfirmed
	}
	return nil
}

// SignOut ends the session.
func (s *Service) SignOut(ctx context.Context, viewer access.Viewer, session account.Session) error {
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := signOut(ctx, stores.Sessions, session); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.own(audit.SignedOut, viewer))
	})
}

func signOut(ctx context.Context, sessions ports.Sessions, session account.Session) error {
	if session.ID == "" {
		return nil
	}
	err := sessions.End(ctx, session.User, session.ID)
	if errors.Is(err, fault.ErrNotFound) {
		return nil // ended elsewhere meanwhile
	}
	return err
}

// Program is a user as whom a program acts, by the application password of that name.
type Program struct {
	account.User
	Password string
	ReadOnly bool
}

// errEnded refuses an application password that was right and whose last day has passed. Only the log tells.
var errEnded = fmt.Errorf("the application password has ended: %w", fault.ErrNotSignedIn)

// Program returns the user that a program acts as, by HTTP Basic with an application password, and notes the use.
// Anything wrong is fault.ErrNotSignedIn, and so is a blocked user, and a password whose last day has passed; the log tells of
// it.
func (s *Service) Program(ctx context.Context, login, password string, from Origin) (Program, error) {
	program, err := s.program(ctx, login, password, from)
	if errors.Is(err, fault.ErrNotSignedIn) {
		told := audit.Values{}
		if errors.Is(err, errEnded) {
			told["name"], told["ended"] = program.Password, true
		}
		if failed := s.tellRefused(ctx, login, told, from); failed != nil {
			return Program{}, failed
		}
		return Program{}, fault.ErrNotSignedIn
	}
	return program, err
}

// How many refused application passwords the log tells of in an hour: of one address, and of all.
const (
	MostRefused    = 20
	MostRefusedAll = 500
)

// tellRefused tells that an application password was refused, and whose it said to be where that is a user. What was typed is
// not kept: it may be a password.
func (s *Service) tellRefused(ctx context.Context, login string, told audit.Values, from Origin) error {
	if !s.refused.Allow(from.Address, MostRefused, MostRefusedAll, s.Now()) {
		return nil
	}
	var meant account.User
	if utf8.ValidString(login) && !strings.ContainsRune(login, 0) {
		found, err := s.Users.ByLogin(ctx, login)
		if err != nil && !errors.Is(err, account.ErrAbsent) {
			return err
		}
		meant = found
	}
	return s.Audit.Append(ctx, s.entry(audit.ProgramPasswordRefused, audit.Visitor(from.Address), &meant).With(told))
}

func (s *Service) program(ctx context.Context, login, password string, from Origin) (Program, error) {
	found, user, change, err := s.Passwords.Find(ctx, account.DigestOfApplicationPassword(password))
	if err != nil {
		return Program{}, err
	}
	if key := account.LoginKey(login); key != account.LoginKey(user.Username) && key != account.LoginKey(user.Email) {
		return Program{}, fault.ErrNotSignedIn
	}
	if !user.MaySignIn() {
		return Program{}, fault.ErrNotSignedIn
	}
	now := civil.Instant(s.Now())
	if found.EndedOn(s.Today()) {
		return Program{Password: found.Name}, errEnded
	}
	if err := s.Directory.CatchUp(ctx, change); err != nil {
		return Program{}, err
	}
	if found.UsedAt(now) {
		s.uses.note(found.Digest, use{s.Passwords.Touch, now, from.Address})
	}
	return Program{user, found.Name, found.ReadOnly}, nil
}
