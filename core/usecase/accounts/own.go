package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fields"
	"github.com/clubhuis/clubhuis/ports"
)

// ChangePassword gives the viewer a new password and ends all of the viewer's sessions. Wrong tries at the current
// password count as wrong sign-ins.
func (s *Service) ChangePassword(ctx context.Context, viewer access.Viewer, current, new string, from Origin) error {
	user, err := s.self(ctx, viewer)
	if err != nil {
		return err
	}
	if user.Demo {
		return account.ErrDemoUser
	}
	if err := account.CheckPassword(new, "new_password"); err != nil {
		return err
	}
	if _, err := s.checkPassword(ctx, user.Username, current, from); errors.Is(err, account.ErrSignIn) {
		return account.ErrWrongPassword
	} else if err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, new)
	if err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Update(ctx, user.ID, func(u *account.User) error {
			u.PasswordHash = account.Hash(hash)
			return nil
		}); err != nil {
			return err
		}
		_, err := stores.Sessions.EndAll(ctx, user.ID, "")
		return err
	})
}

func (s *Service) self(ctx context.Context, viewer access.Viewer) (account.User, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return account.User{}, err
	}
	return s.Stores.Users.ByID(ctx, viewer.User)
}

// Sessions answers the viewer's live sessions, last seen first.
func (s *Service) Sessions(ctx context.Context, viewer access.Viewer) ([]account.Session, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	all, err := s.Stores.Sessions.List(ctx, viewer.User)
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
	return s.Stores.Sessions.End(ctx, viewer.User, id)
}

// EndOtherSessions ends all of the viewer's sessions but the one with this digest, and answers how many.
func (s *Service) EndOtherSessions(ctx context.Context, viewer access.Viewer, except account.Digest) (int, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return 0, err
	}
	return s.Stores.Sessions.EndAll(ctx, viewer.User, except)
}

// ApplicationPasswords answers the passwords of a user: one's own, or anybody's for administrators.
func (s *Service) ApplicationPasswords(ctx context.Context, viewer access.Viewer, of account.UserID) ([]account.ApplicationPassword, error) {
	if err := s.mayManage(ctx, viewer, of); err != nil {
		return nil, err
	}
	return s.Stores.Passwords.List(ctx, of)
}

// CreateApplicationPassword makes one and answers it as it is spelled: the only time that it is known.
func (s *Service) CreateApplicationPassword(ctx context.Context, viewer access.Viewer, of account.UserID, name string) (account.ApplicationPassword, string, error) {
	if err := s.mayManage(ctx, viewer, of); err != nil {
		return account.ApplicationPassword{}, "", err
	}
	return s.createPassword(ctx, of, name)
}

func (s *Service) createPassword(ctx context.Context, of account.UserID, name string) (account.ApplicationPassword, string, error) {
	var problems fault.Problems
	fields.CheckText(name, "name", &problems)
	if name = strings.TrimSpace(name); name == "" {
		problems.Add("name", fault.Required)
	} else if len([]rune(name)) > 200 {
		problems.Add("name", fault.TooLong)
	}
	if err := problems.Fault(); err != nil {
		return account.ApplicationPassword{}, "", err
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
		UUID: id, User: of, Name: name, Digest: account.DigestOfApplicationPassword(spelled), Created: civil.Instant(s.Now()),
	}
	return created, spelled, s.Stores.Passwords.Create(ctx, created)
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

// RevokeApplicationPassword makes one useless and answers what it was.
func (s *Service) RevokeApplicationPassword(ctx context.Context, viewer access.Viewer, of account.UserID, uuid string) (account.ApplicationPassword, error) {
	if err := s.mayManage(ctx, viewer, of); err != nil {
		return account.ApplicationPassword{}, err
	}
	return s.Stores.Passwords.Revoke(ctx, of, uuid)
}

// mayManage asks whether the viewer may manage a user's passwords; it tells only administrators who exists.
func (s *Service) mayManage(ctx context.Context, viewer access.Viewer, of account.UserID) error {
	if viewer.SignedIn() && viewer.User == of {
		return nil
	}
	if err := viewer.Require(access.Manage); err != nil {
		return err
	}
	_, err := s.Stores.Users.ByID(ctx, of)
	return err
}
