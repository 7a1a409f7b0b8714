package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// PasswordChange is what a user says to get a new password.
type PasswordChange struct {
	Current, New string
	Revoke       bool // the application passwords, too
}

// Left is what a new password, or signing a user out, leaves of the user's access.
type Left struct {
	Ended     int                           // sessions
	Revoked   int                           // application passwords
	Passkeys  int                           // that were removed
	Passwords []account.ApplicationPassword // those that still work, oldest first

	// Browser is what the browser keeps from now on in which the user changed the password; "" where the user was not known there.
	Browser string
}

// ChangePassword gives the viewer a new password and ends all of the viewer's sessions. Wrong tries at the current
// password count as wrong sign-ins. Programs may not: account.ErrBrowserOnly.
func (s *Service) ChangePassword(ctx context.Context, viewer access.Viewer, change PasswordChange, from Origin) (Left, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return Left{}, err
	}
	user, err := s.self(ctx, viewer)
	if err != nil {
		return Left{}, err
	}
	if user.Demo {
		return Left{}, account.ErrDemoUser
	}
	if from.Session.Digest == "" {
		return Left{}, account.ErrBrowserOnly
	}
	if err := s.checkNewPassword(user, change.New, "new_password"); err != nil {
		return Left{}, err
	}
	if err := s.checkOwnPassword(ctx, viewer, user, change.Current, from); err != nil {
		return Left{}, err
	}
	return s.setPassword(ctx, audit.By(viewer), user, change, from)
}

// checkOwnPassword returns account.ErrWrongPassword unless it is the user's; wrong ones count as wrong sign-ins.
func (s *Service) checkOwnPassword(
	ctx context.Context, viewer access.Viewer, user account.User, typed string, from Origin,
) error {
	_, err := s.checkPassword(ctx, user.Username, typed, from, func(account.User) error { return nil })
	if !errors.Is(err, account.ErrSignIn) {
		return err
	}
	if err := s.Audit.Append(ctx, s.entry(audit.SignInFailed, audit.By(viewer), &user)); err != nil {
		return err
	}
	return account.ErrWrongPassword
}

func (s *Service) setPassword(
	ctx context.Context, by audit.Actor, user account.User, change PasswordChange, from Origin,
) (left Left, err error) {
	hash, err := s.Hasher.Hash(ctx, change.New)
	if err != nil {
		return Left{}, err
	}
	browser := ""
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			if by.User == user.ID && u.PasswordHash != user.PasswordHash {
				return account.ErrWrongPassword // somebody changed it since it was checked
			}
			u.PasswordHash = account.Hash(hash)
			browser = s.stillKnown(&user, u, from)
			return nil
		})
		if err == nil {
			left, err = s.endAll(ctx, stores, user.ID, change.Revoke)
		}
		if err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.PasswordChanged, by, &user).With(left.told())); err != nil {
			return err
		}
		return s.tellCredential(ctx, stores, &user, account.PasswordNew, "")
	})
	left.Browser = browser
	return left, err
}

// stillKnown returns what a browser keeps in which a user changed the password or the app, so that it is not a stranger as all
// others are from then on; "" for one that was a stranger before.
func (s *Service) stillKnown(before, after *account.User, from Origin) string {
	browser := account.ReadBrowser(s.Key, from.Browser, s.Now())
	if !browser.Knows(before.Familiar(s.Key)) {
		return ""
	}
	return browser.With(after.Familiar(s.Key)).Token(s.Key, s.Now())
}

// endAll is endAccess, and makes the links void by which the user could set a password: who was mailed one earlier, or
// took it from the mailbox, does not come in by it any more.
func (s *Service) endAll(ctx context.Context, stores ports.Stores, id account.UserID, revoke bool) (Left, error) {
	if err := stores.PasswordLinks.Void(ctx, id, civil.Instant(s.Now())); err != nil {
		return Left{}, err
	}
	return endAccess(ctx, stores, id, revoke)
}

// endAccess ends all sessions of a user, and when asked revokes all else that lets somebody in without the password: application
// passwords, passkeys, and the address of the calendars.
func endAccess(ctx context.Context, stores ports.Stores, id account.UserID, revoke bool) (left Left, err error) {
	if left.Ended, err = stores.Sessions.EndAll(ctx, id, ""); err != nil {
		return Left{}, err
	}
	if revoke {
		if left.Revoked, err = stores.Passwords.RevokeAll(ctx, id); err != nil {
			return Left{}, err
		}
		if err := stores.Users.Update(ctx, id, func(u *account.User) error {
			left.Passkeys = u.Factor.DropPasskeys()
			return nil
		}); err != nil {
			return Left{}, err
		}
		if err := stores.UserTokens.Forget(ctx, id, account.ForCalendars); err != nil {
			return Left{}, err
		}
	}
	left.Passwords, err = stores.Passwords.List(ctx, id)
	return left, err
}

// Confirm notes that the viewer gave the password once more on this session, and says until when that counts. A wrong one is
// account.ErrWrongPassword and counts as a wrong sign-in. Programs have no session: they get account.ErrBrowserOnly.
func (s *Service) Confirm(
	ctx context.Context, viewer access.Viewer, session account.Digest, password string, from Origin,
) (until time.Time, err error) {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return time.Time{}, err
	}
	if session == "" {
		return time.Time{}, account.ErrBrowserOnly
	}
	if err := s.checkOwnPassword(ctx, viewer, user, password, from); err != nil {
		return time.Time{}, err
	}
	at := civil.Instant(s.Now())
	return at.Add(account.ConfirmationLife), s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Sessions.Confirm(ctx, session, at); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.PasswordConfirmed, audit.By(viewer), &user))
	})
}

func (s *Service) self(ctx context.Context, viewer access.Viewer) (account.User, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return account.User{}, err
	}
	return s.Users.ByID(ctx, viewer.User)
}

// OwnSessions returns the viewer's live sessions, last seen first.
func (s *Service) OwnSessions(ctx context.Context, viewer access.Viewer) ([]account.Session, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	all, err := s.Sessions.List(ctx, viewer.User)
	if err != nil {
		return nil, err
	}
	live := []account.Session{}
	for _, session := range all {
		if session.LiveAt(s.Now()) {
			live = append(live, session)
		}
	}
	return live, nil
}

// EndSession ends one of the viewer's sessions.
func (s *Service) EndSession(ctx context.Context, viewer access.Viewer, id string) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Sessions.End(ctx, viewer.User, id); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.own(audit.SessionsEnded, viewer).With(audit.Values{"sessions": 1}))
	})
}

// EndOtherSessions ends all of the viewer's sessions but the one with this digest, and returns how many.
func (s *Service) EndOtherSessions(ctx context.Context, viewer access.Viewer, except account.Digest) (int, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return 0, err
	}
	ended := 0
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if ended, err = stores.Sessions.EndAll(ctx, viewer.User, except); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.own(audit.SessionsEnded, viewer).With(audit.Values{"sessions": ended}))
	})
	return ended, err
}

// ApplicationPasswords returns the passwords of a user: one's own, or anybody's for administrators.
func (s *Service) ApplicationPasswords(ctx context.Context, viewer access.Viewer,
	of account.UserID) ([]account.ApplicationPassword, error) {
	if err := s.mayManage(ctx, viewer, of); err != nil {
		return nil, err
	}
	return s.Passwords.List(ctx, of)
}

// CreateApplicationPassword makes one for the viewer and returns it as it is spelled: the only time that it is known. It takes
// the viewer's session: a program makes no further passwords (account.ErrBrowserOnly), nobody makes one for another user, and who
// did not give the password shortly before is asked for it (account.ErrUnconfirmed). The user of a demo makes none
// (account.ErrDemoAccess).
func (s *Service) CreateApplicationPassword(
	ctx context.Context, viewer access.Viewer, session account.Digest, of account.UserID, wish PasswordWish,
) (account.ApplicationPassword, string, error) {
	if err := viewer.RequireInteractive(); err != nil {
		return account.ApplicationPassword{}, "", err
	}
	if session == "" {
		return account.ApplicationPassword{}, "", account.ErrBrowserOnly
	}
	if of != viewer.User {
		return account.ApplicationPassword{}, "", fault.ErrForbidden
	}
	var user account.User
	created, spelled, err := s.newApplicationPassword(of, wish)
	if err != nil {
		return account.ApplicationPassword{}, "", err
	}
	// What ends all sessions, and maybe revokes all passwords, must not leave one that was still being made: the user is
	// locked, then the session must still be there.
	return created, spelled, s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, of, func(u *account.User) error {
			if u.Demo {
				return account.ErrDemoAccess
			}
			user = *u
			return nil
		}); err != nil {
			return err
		}
		if err := s.stillThere(ctx, stores, session); err != nil {
			return err
		}
		return s.keepApplicationPassword(ctx, stores, audit.By(viewer), &user, created)
	})
}

// stillThere returns an error unless a session is there yet and the password was given on it shortly before. It is asked in the
// step that adds or removes what lets somebody in, once the user is locked: who was put out meanwhile changes nothing of it.
func (s *Service) stillThere(ctx context.Context, stores ports.Stores, session account.Digest) error {
	found, _, _, err := stores.Sessions.Find(ctx, session)
	if err != nil {
		return err
	}
	return s.CheckConfirmed(found)
}

// keepApplicationPassword stores a new one, logs who made it, and writes to the user.
func (s *Service) keepApplicationPassword(
	ctx context.Context, stores ports.Stores, by audit.Actor, user *account.User, created account.ApplicationPassword,
) error {
	if err := stores.Passwords.Create(ctx, created); err != nil {
		return err
	}
	entry := s.entry(audit.ProgramPasswordCreated, by, user).With(toldOf(created))
	if err := stores.Audit.Append(ctx, entry); err != nil {
		return err
	}
	return s.tellCredential(ctx, stores, user, account.ProgramPasswordNew, created.Name)
}

// PasswordWish is what a user wants of an application password.
type PasswordWish struct {
	Name     string
	Until    civil.Date // the last day on which it works, zero for no end
	ReadOnly bool
}

// toldOf is what the log tells of an application password.
func toldOf(p account.ApplicationPassword) audit.Values {
	told := audit.Values{"name": p.Name}
	if !p.Until.IsZero() {
		told["expires"] = p.Until.String()
	}
	if p.ReadOnly {
		told["read_only"] = true
	}
	return told
}

// newApplicationPassword draws one, which no store has yet.
func (s *Service) newApplicationPassword(of account.UserID, wish PasswordWish) (account.ApplicationPassword, string, error) {
	var problems fault.Problems
	acf.CheckText(wish.Name, "name", &problems)
	name := strings.TrimSpace(wish.Name)
	if name == "" {
		problems.Add("name", fault.Required)
	} else if len([]rune(name)) > 200 {
		problems.Add("name", account.NameTooLong)
	}
	if err := problems.Fault(); err != nil {
		return account.ApplicationPassword{}, "", err
	}
	now := civil.Instant(s.Now())
	if wanted := (account.ApplicationPassword{Until: wish.Until}); wanted.EndedOn(s.Today()) {
		return account.ApplicationPassword{}, "", account.ErrEnded()
	}
	raw, err := s.random(64)
	if err != nil {
		return account.ApplicationPassword{}, "", err
	}
	spelled, ok := account.SpellApplicationPassword(raw)
	if !ok {
		return account.ApplicationPassword{}, "", fmt.Errorf("64 random bytes gave no application password")
	}
	id, err := s.uuid()
	if err != nil {
		return account.ApplicationPassword{}, "", err
	}
	created := account.ApplicationPassword{
		UUID: id, User: of, Name: name, Until: wish.Until, ReadOnly: wish.ReadOnly,
		Digest: account.DigestOfApplicationPassword(spelled), Created: now,
	}
	return created, spelled, nil
}

// uuid draws a version 4 UUID (RFC 9562).
func (s *Service) uuid() (string, error) {
	raw, err := s.random(16)
	if err != nil {
		return "", err
	}
	raw[6] = raw[6]&0x0f | 0x40
	raw[8] = raw[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", raw[:4], raw[4:6], raw[6:8], raw[8:10], raw[10:]), nil
}

// RevokeApplicationPassword makes one useless and returns what it was. Whose it was is told when another one does it.
func (s *Service) RevokeApplicationPassword(ctx context.Context, viewer access.Viewer, of account.UserID,
	uuid string) (account.ApplicationPassword, error) {
	if err := s.mayManage(ctx, viewer, of); err != nil {
		return account.ApplicationPassword{}, err
	}
	var revoked account.ApplicationPassword
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		user, err := stores.Users.ByID(ctx, of)
		if err != nil {
			return err
		}
		if revoked, err = stores.Passwords.Revoke(ctx, of, uuid); err != nil {
			return err
		}
		entry := s.entry(audit.ProgramPasswordsRevoked, audit.By(viewer), &user).With(audit.Values{"name": revoked.Name})
		if err := stores.Audit.Append(ctx, entry); err != nil || viewer.User == of {
			return err
		}
		return s.tellCredential(ctx, stores, &user, account.ProgramPasswordGone, revoked.Name)
	})
	return revoked, err
}

// mayManage asks whether the viewer may manage a user's passwords; it tells only administrators who exists.
func (s *Service) mayManage(ctx context.Context, viewer access.Viewer, of account.UserID) error {
	if err := viewer.RequireInteractive(); err != nil {
		return err
	}
	if viewer.User == of {
		return nil
	}
	if err := viewer.Require(access.Manage); err != nil {
		return err
	}
	_, err := s.Users.ByID(ctx, of)
	return err
}
