package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
)

// Users keeps the accounts. A user name or e-mail address that another user has (as either of the two) is a Conflict with
// code username_taken or email_taken, a linked person likewise with person_taken. An absent user is account.ErrAbsent.
type Users interface {
	// Create keeps u under a new number, which it returns; u.ID is ignored.
	Create(ctx context.Context, u account.User) (account.UserID, error)

	// Update reads a user, lets change edit it, and keeps the result, as one step. change must be pure, for it may run
	// twice; its error is returned as it is and leaves no trace. ID stays as it was.
	Update(ctx context.Context, id account.UserID, change func(*account.User) error) error

	// Remove destroys a user if allowed returns nil. Else it returns that error as it is, and the user stays. What is the user's
	// alone goes along: sessions, application passwords, other tokens, links that set a password, favorites, saved views,
	// recent people, when the digest comes. A number
	// is never used again.
	Remove(ctx context.Context, id account.UserID, allowed func(*account.User) error) error

	// ByID returns one user.
	ByID(ctx context.Context, id account.UserID) (account.User, error)

	// Emails returns the e-mail addresses of these users, of those who there are.
	Emails(ctx context.Context, ids ...account.UserID) (map[account.UserID]string, error)

	// ByLogin returns the user with this user name or e-mail address, without regard to case.
	ByLogin(ctx context.Context, login string) (account.User, error)

	// List returns at most limit users, all of them for limit 0, by folded display name and number. With words it returns only
	// users who are not blocked and whose account.User.SearchKey contains every folded word. PersonName is the full name of the
	// linked person, "" without one or when the person was removed.
	List(ctx context.Context, words []string, limit int) ([]account.Listed, error)

	// Named returns at most limit users in the order of List. They are not blocked, and either their folded display name
	// contains every folded word, or their e-mail address is email, in lower case. No words match no name, and "" is nobody's
	// address.
	Named(ctx context.Context, words []string, email string, limit int) ([]account.Listed, error)
}

// Sessions keeps the signed-in browsers, found by the digest of their token.
type Sessions interface {
	// Create keeps a session; its digest and ID are new.
	Create(ctx context.Context, s account.Session) error

	// Find returns a session and its user, idle or not, and the number of the last change of the store for Directory.CatchUp,
	// all in one step. An unknown digest is fault.ErrNotSignedIn.
	Find(ctx context.Context, digest account.Digest) (s account.Session, u account.User, change int64, err error)

	// Touch records a use of the session (when and from where), and the user's last activity. An unknown digest is no error: the
	// session may have ended meanwhile.
	Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error

	// Confirm records when the user gave the password again on a session. An unknown digest is fault.ErrNotSignedIn.
	Confirm(ctx context.Context, digest account.Digest, at time.Time) error

	// List returns a user's sessions, last seen first.
	List(ctx context.Context, user account.UserID) ([]account.Session, error)

	// End ends the session of a user with this public ID; an unknown one (another user's, too) is fault.ErrNotFound.
	End(ctx context.Context, user account.UserID, id string) error

	// EndAll ends a user's sessions except the one with the digest in except ("" for all), and returns how many.
	EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error)

	// Purge deletes the sessions that were last seen before the one time or created before the other, and returns how many.
	Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error)
}

// ApplicationPasswords keeps the passwords of programs, found by their digest.
type ApplicationPasswords interface {
	// Create keeps a password; its UUID and digest are new.
	Create(ctx context.Context, p account.ApplicationPassword) error

	// Find returns a password and its user, and the number of the last change of the store for Directory.CatchUp, all in one
	// step. An unknown digest is fault.ErrNotSignedIn.
	Find(ctx context.Context, digest account.Digest) (p account.ApplicationPassword, u account.User, change int64, err error)

	// Touch records a use of the password, and the user's last activity. An unknown digest is no error.
	Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error

	// List returns a user's passwords, oldest first.
	List(ctx context.Context, user account.UserID) ([]account.ApplicationPassword, error)

	// Revoke deletes a password and returns it; an unknown one (another user's, too) is fault.ErrNotFound.
	Revoke(ctx context.Context, user account.UserID, uuid string) (account.ApplicationPassword, error)

	// RevokeAll deletes all passwords of a user, and returns how many.
	RevokeAll(ctx context.Context, user account.UserID) (int, error)
}

// Attempts keeps the sign-in attempts that count.
type Attempts interface {
	// Tally counts for an attempt what account.CountFor counts; it may stop at account.DelayedAtMost for the account.
	Tally(ctx context.Context, a account.Attempt) (account.Tally, error)

	// Add counts for an attempt, asks account.Tally.Judge, and records the attempt if Judge says so. It is one step: each of many
	// parallel attempts counts those before it. An attempt that is recorded while it has to wait is early. Add returns the number
	// of the record, 0 for none, and how long the attempt has to wait.
	Add(ctx context.Context, a account.Attempt) (id int64, wait time.Duration, err error)

	// Remove deletes a recorded attempt whose password was right, or was not checked. An unknown number is no error.
	Remove(ctx context.Context, id int64) error

	// Purge deletes the attempts before the given time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}

// Belongings are the records that users made.
type Belongings interface {
	// HandOver makes one user the author of the people, teams, committees, pictures and feedback of another one, removed ones too.
	// The Revision of each of these people, groups and items of feedback rises by one. What of them was shared with the new author
	// before is so no more.
	HandOver(ctx context.Context, from, to account.UserID) error

	// DropPrivateNotes destroys the notes that a user wrote for no one else.
	DropPrivateNotes(ctx context.Context, user account.UserID) error
}

// MemberFunctions keeps which functions people have in the club, as the synchronization told last. Purge of People destroys those
// of the people whom it destroys.
type MemberFunctions interface {
	// Keep replaces the functions of a person. A person who never was is person.ErrAbsent.
	Keep(ctx context.Context, id person.ID, functions []string) error

	// Of returns the functions of those of these people who have some, in the order in which they were told.
	Of(ctx context.Context, ids ...person.ID) (map[person.ID][]string, error)
}

// PasswordHasher turns passwords into slow hashes. Hash never gives the same text twice for one password.
type PasswordHasher interface {
	// Hash returns a hash that names its own parameters.
	Hash(ctx context.Context, password string) (string, error)

	// Matches reports whether the hash was made of the password. For an empty or foreign hash it returns false, after as
	// much work as for a real one.
	Matches(ctx context.Context, password, hash string) (bool, error)
}

// PasswordStrength rates new passwords.
type PasswordStrength interface {
	// Score returns how hard a password is to guess, from 0 (at once) to 4 (never), for somebody who knows the words: the names
	// of the user and the club. The case of words does not matter. The work is bounded, however long the password is.
	Score(password string, words []string) int
}
