// Package accounts owns how users and programs sign in, and what they can do with their own and others' accounts. Every
// permission question about accounts is asked here.
//
// It does not own what a role may (core/access) or how a password is hashed (ports.PasswordHasher), and knows neither
// cookies nor headers.
package accounts

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the accounts of one club. All exported fields but Passkeys, Checks and Planned are needed. Close it in the end.
type Service struct {
	Users     ports.Users
	Sessions  ports.Sessions
	Passwords ports.ApplicationPasswords
	Attempts  ports.Attempts
	Links     ports.PasswordLinks
	Functions ports.MemberFunctions
	Audit     ports.Audit
	Outbox    ports.Outbox
	Directory ports.Directory
	Atomic    ports.Atomic // of the same stores

	Hasher   ports.PasswordHasher
	Strength ports.PasswordStrength
	Codes    ports.OneTimeCodes
	Passkeys ports.Passkeys // nil where the club has no address that passkeys can be for
	Now      func() time.Time
	Zone     *time.Location
	Random   func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Key      []byte                    // secret of this installation, for nonces and known browsers: at least 32 bytes
	House    func() letter.House       // whose mails these are

	// Post keeps a mail in a step of the stores, and sends it afterwards.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) error

	// Planned is told, in its step, when a user chose when the daily overview comes, or whether it does. It may be nil.
	Planned func(ctx context.Context, stores ports.Stores, user *account.User) error

	// Checks is how many passwords are checked at once; each takes the memory and the processor that the hasher asks for. 0 is one.
	Checks int

	lanes     lanes
	makeLanes sync.Once
	uses      uses
	refused   audit.Bound // application passwords
	news      audit.Bound // mails about new sign-ins
	codes     audit.Bound // mails about wrong codes
}

// Viewer returns a user as the access rule sees one now.
func (s *Service) Viewer(user *account.User) access.Viewer {
	return user.Viewer(s.Directory.View().Matrix())
}

// Today is the day of the club.
func (s *Service) Today() civil.Date { return civil.On(s.Now(), s.Zone) }

// checkNewPassword refuses a password that is too short, too long or easy to guess for this user; field names the input.
func (s *Service) checkNewPassword(user account.User, password, field string) error {
	return account.CheckPassword(password, field, func() int {
		return s.Strength.Score(password, append(user.Words(), s.House().Club))
	})
}

// Protect checks the password of a new user, and returns what is kept of it; field names the input.
func (s *Service) Protect(ctx context.Context, user account.User, password, field string) (account.Hash, error) {
	if err := s.checkNewPassword(user, password, field); err != nil {
		return "", err
	}
	hash, err := s.Hasher.Hash(ctx, password)
	return account.Hash(hash), err
}

// Origin is where a request came from.
type Origin struct {
	Address   string // the client's IP address
	UserAgent string
	Browser   string          // what the browser keeps to be known, "" for nothing; see SignedIn.Browser
	Session   account.Session // that a browser came with, the zero one for none
}

// token draws a secret of 32 random bytes.
func (s *Service) token() (string, error) {
	raw, err := s.random(32)
	return base64.RawURLEncoding.EncodeToString(raw), err
}

// publicID draws a name that opens nothing.
func (s *Service) publicID() (string, error) {
	raw, err := s.random(16)
	return hex.EncodeToString(raw), err
}

func (s *Service) random(n int) ([]byte, error) {
	raw := make([]byte, n)
	if _, err := s.Random(raw); err != nil {
		return nil, fmt.Errorf("no random bytes: %w", err)
	}
	return raw, nil
}

// Purge forgets the sessions that have ended, the wrong sign-ins that no longer count, and old links that set a password.
func (s *Service) Purge(ctx context.Context) (int, error) {
	sessions, err := s.Sessions.Purge(ctx, s.Now().Add(-account.SessionIdle), s.Now().Add(-account.SessionLife))
	if err != nil {
		return 0, err
	}
	attempts, err := s.Attempts.Purge(ctx, s.Now().Add(-account.AttemptWindow))
	if err != nil {
		return sessions, err
	}
	links, err := s.forgetLinks(ctx)
	return sessions + attempts + links, err
}
