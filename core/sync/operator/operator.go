// Package operator owns who may sign in to the operators' pages of the synchronization, and for how long.
//
// These accounts are the synchronization's own: they open nothing in the application, and no account of the application opens
// the pages.
package operator

import (
	"cmp"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

// ID is an operator's number, from 1.
type ID = int64

// User is somebody who runs the synchronization.
type User struct {
	ID          ID
	Username    string // unique without regard to case
	DisplayName string
	Hash        account.Hash // of the password
	Added       time.Time
	SignedIn    time.Time // for the last time, zero for never
}

// SessionLife is how long a session lives, however much it is used.
const SessionLife = 7 * 24 * time.Hour

// Session is one signed-in browser.
type Session struct {
	Digest account.Digest // of the token in the cookie
	User   ID
	Began  time.Time
}

// LiveAt reports whether the session has not ended.
func (s *Session) LiveAt(at time.Time) bool { return at.Sub(s.Began) < SessionLife }

// Key returns what user names are compared by.
func Key(username string) string { return account.LoginKey(username) }

// Name returns how the operator is called.
func (u *User) Name() string { return cmp.Or(u.DisplayName, u.Username) }

// Words returns what a guesser who knows the operator tries first.
func (u *User) Words() []string { return []string{u.Username, u.DisplayName} }

// username has no bound in it: counting to one in an expression takes megabytes and a tenth of the time of a start.
var username = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$`)

const longestUsername = 60

// mostName is the length of the longest name, in characters.
const mostName = 100

// Validate checks the names; the stores check that the user name is free.
func (u *User) Validate() error {
	var problems fault.Problems
	if utf8.RuneCountInString(u.Username) > longestUsername || !username.MatchString(u.Username) {
		problems.Add("username", notAUsername)
	}
	if name := strings.TrimSpace(u.DisplayName); name == "" || utf8.RuneCountInString(name) > mostName ||
		strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == utf8.RuneError }) {
		problems.Add("display-name", notAName)
	}
	return problems.Fault()
}
