package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// Users keeps the accounts. A user name or e-mail address that another user has (as either of the two) is a Conflict with
// code username_taken or email_taken, a linked person likewise with person_taken. An absent user is account.ErrAbsent.
type Users interface {
	// Create keeps u under a new number, which it returns; u.ID is ignored.
	Create(ctx context.Context, u account.User) (account.UserID, error)

	// Update reads a user, lets change edit it, and keeps the result, as one step. change must be pure, for it may run
	// twice; its error is returned as it is and leaves no trace. ID stays as it was.
	Update(ctx context.Context, id account.UserID, change func(*account.User) error) error

	// ByID returns one user.
	ByID(ctx context.Context, id account.UserID) (account.User, error)

	// ByLogin returns the user with this user name or e-mail address, without regard to case.
	ByLogin(ctx context.Context, login string) (account.User, error)

	// List returns all users, or, when there are words, those who are not blocked and of whom account.User.SearchKey contains
	// every one of the folded words; by display name (folded) and number, at most limit; limit 0 is no
	// limit. PersonName is the full name of the linked person, "" without one or when the person was removed.
	List(ctx context.Context, words []string, limit int) ([]account.Listed, error)

	// Named returns, in the order of List, at most limit users who are not blocked and whose folded display name contains every one
	// of the folded words, or whose e-mail address is email, in lower case. No words are in no name, and "" is nobody's address.
	Named(ctx context.Context, words []string, email string, limit int) ([]account.Listed, error)
}

// Sessions keeps the signed-in browsers, found by the digest of their token.
type Sessions interface {
	// Create keeps a session; its digest and ID are new.
	Create(ctx context.Context, s account.Session) error

	// Find returns a session and its user, idle or not, and the number of the last change of the store for Directory.CatchUp,
	// all in one step. An unknown digest is fault.ErrNotSignedIn.
	Find(ctx context.Context, digest account.Digest) (s account.Session, u account.User, change int64, err error)

	// Touch notes a use: last seen and from where, for the session and as the user's last activity. An unknown digest is
	// no error: the session may have ended meanwhile.
	Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error

	// Confirm notes when the password was given again on a session. An unknown digest is fault.ErrNotSignedIn.
	Confirm(ctx context.Context, digest account.Digest, at time.Time) error

	// List returns a user's sessions, last seen first.
	List(ctx context.Context, user account.UserID) ([]account.Session, error)

	// End ends the session of a user with this public ID; an unknown one (another user's, too) is fault.ErrNotFound.
	End(ctx context.Context, user account.UserID, id string) error

	// EndAll ends a user's sessions but the one with the digest in except ("" for all), and returns how many.
	EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error)

	// Purge forgets the sessions last seen before the one time or made before the other, and returns how many.
	Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error)
}

// ApplicationPasswords keeps the passwords of programs, found by their digest.
type ApplicationPasswords interface {
	// Create keeps a password; its UUID and digest are new.
	Create(ctx context.Context, p account.ApplicationPassword) error

	// Find returns a password and its user, and the number of the last change of the store for Directory.CatchUp, all in one
	// step. An unknown digest is fault.ErrNotSignedIn.
	Find(ctx context.Context, digest account.Digest) (p account.ApplicationPassword, u account.User, change int64, err error)

	// Touch notes a use, for the password and as the user's last activity. An unknown digest is no error.
	Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error

	// List returns a user's passwords, oldest first.
	List(ctx context.Context, user account.UserID) ([]account.ApplicationPassword, error)

	// Revoke forgets one and returns what it was; an unknown one (another user's, too) is fault.ErrNotFound.
	Revoke(ctx context.Context, user account.UserID, uuid string) (account.ApplicationPassword, error)

	// RevokeAll forgets all of a user's, and returns how many.
	RevokeAll(ctx context.Context, user account.UserID) (int, error)
}

// Attempts keeps the tries to sign in that count.
type Attempts interface {
	// Tally counts for a try what account.CountFor does; it may stop at account.DelayedAtMost for the account.
	Tally(ctx context.Context, a account.Attempt) (account.Tally, error)

	// Add counts for a try, asks account.Tally.Judge, and notes the try when that says so, as one step: of many tries at once each
	// counts those before it. What it notes while the try has to wait is early. It returns the number of what it noted, 0 for
	// nothing, and how long the try has to wait.
	Add(ctx context.Context, a account.Attempt) (id int64, wait time.Duration, err error)

	// Remove forgets a noted try: its password was right, or was not checked. An unknown number is no error.
	Remove(ctx context.Context, id int64) error

	// Purge forgets those before the given time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// PasswordHasher turns passwords into slow hashes. Hash never gives the same text twice for one password.
type PasswordHasher interface {
	// Hash makes a hash that names its own parameters.
	Hash(ctx context.Context, password string) (string, error)

	// Matches reports whether the hash was made of the password. For an empty or foreign hash it returns false, after as
	// much work as for a real one.
	Matches(ctx context.Context, password, hash string) (bool, error)
}

// PasswordStrength weighs new passwords.
type PasswordStrength interface {
	// Score returns how hard a password is to guess, from 0 (at once) to 4 (never), for somebody who knows the words: what the
	// user and the club are called. Case does not count in words. The work is bounded, however long the password is.
	Score(password string, words []string) int
}
