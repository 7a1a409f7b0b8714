// Package account owns who can sign in: users and their roles, sessions and their nonces, application passwords, and what
// wrong tries lead to.
//
// It does not hash passwords and draws no random numbers (ports.PasswordHasher, and the Random that use cases hold), and it
// does not say what a role may (core/access).
package account

import (
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// UserID is a user's number, from 1.
type UserID = int64

// User is somebody (or a program) that can sign in.
type User struct {
	ID           UserID
	Username     string // unique without regard to case
	Email        string // unique, lower case
	DisplayName  string
	Roles        []access.Role // given by hand
	ByFunction   []access.Role // that came with functions of the person: see access.FunctionMap
	Given        access.Given  // records to read beside what the roles open
	Person       int64         // the person this user is, 0 for none; at most one user a person
	Code         string        // the member code that the person had when an administrator said so, folded; functions are told by it
	Demo         bool          // the demo user can't change the password (contract §4.5)
	Blocked      time.Time     // since when the user is kept out, zero for a user who may sign in
	PasswordHash Hash
	Factor       Factor
	Registered   time.Time
	LastActive   time.Time // zero: no tracked activity
	Welcomed     time.Time // when the last mail of welcome was written, zero for never
	Preferences  Preferences
}

// Hash is a slow hash of a password. It does not print itself.
type Hash string

// String hides the hash from logs.
func (Hash) String() string { return "(hidden)" }

// GoString hides the hash from %#v.
func (Hash) GoString() string { return `"(hidden)"` }

// MarshalJSON keeps the hash out of every answer.
func (Hash) MarshalJSON() ([]byte, error) { return []byte(`"(hidden)"`), nil }

// Viewer returns the user as the access rule sees one, by the matrix of the club.
func (u *User) Viewer(matrix access.Matrix) access.Viewer {
	return access.Viewer{User: u.ID, Roles: u.Held(), Matrix: matrix, Name: u.DisplayName}
}

// Held returns all roles of the user, by hand and by function, each once.
func (u *User) Held() []access.Role {
	held := slices.Clone(u.Roles)
	for _, role := range u.ByFunction {
		if !slices.Contains(held, role) {
			held = append(held, role)
		}
	}
	return held
}

// ToldBy reports whether functions that are told by a member code bring the user roles: an administrator said that the user is
// the member with it, or said who the user is before the person had one.
func (u *User) ToldBy(code string) bool { return u.Code == "" || u.Code == fold.Key(code) }

// mostName is how long a user name is that is made of a name, in bytes.
const mostName = 50

// UsernameOf makes a user name of somebody's name: jan.van.dijk. It never returns an empty one.
func UsernameOf(name string) string {
	made := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r == ' ' || r == '-' || r == '.':
			return '.'
		}
		return -1
	}, fold.Key(name))
	made = strings.Trim(made[:min(len(made), mostName)], ".")
	if made == "" {
		return "lid"
	}
	return made
}

// MaySignIn reports whether the user is not blocked.
func (u *User) MaySignIn() bool { return u.Blocked.IsZero() }

// Administers reports whether the user is an administrator who can sign in.
func (u *User) Administers() bool {
	return u.MaySignIn() && slices.Contains(u.Held(), access.Administrator)
}

// LoginKey returns what a typed user name or e-mail address is compared by.
func LoginKey(typed string) string { return strings.ToLower(strings.TrimSpace(typed)) }

// SearchKey returns what a search for users looks in.
func (u *User) SearchKey() string { return fold.Key(u.DisplayName + " " + u.Username + " " + u.Email) }

// username has no bound in it: counting to one in an expression takes megabytes and a tenth of the time of a start.
var username = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$`)

const longestUsername = 60

// Validate checks what an administrator typed; the stores check that name, e-mail address and person are free.
func (u *User) Validate() error {
	var problems fault.Problems
	if utf8.RuneCountInString(u.Username) > longestUsername || !username.MatchString(u.Username) {
		problems.Add("username", notAUsername)
	}
	if address, err := mail.ParseAddress(u.Email); err != nil || address.Address != u.Email || len(u.Email) > 254 {
		problems.Add("email", notAnEmail)
	}
	acf.CheckText(u.DisplayName, "display_name", &problems)
	if strings.TrimSpace(u.DisplayName) == "" {
		problems.Add("display_name", fault.Required)
	}
	checkRoles(u.Roles, &problems)
	return problems.Fault()
}

// mostGiven is how many teams, or age groups, a user is given to read.
const mostGiven = 500

// CheckGiven refuses teams that there are not, and age groups of whose name nothing is left to compare by.
func CheckGiven(given access.Given, isTeam func(id int64) bool) error {
	var problems fault.Problems
	if len(given.Teams) > mostGiven || slices.ContainsFunc(given.Teams, func(id int64) bool { return !isTeam(id) }) {
		problems.Add("teams", unknownTeam)
	}
	if len(given.AgeGroups) > mostGiven {
		problems.Add("age_groups", fault.TooManyRows)
	}
	for _, age := range given.AgeGroups {
		acf.CheckText(age, "age_groups", &problems)
		if fold.Key(age) == "" {
			problems.Add("age_groups", fault.Required)
		}
	}
	return problems.Fault()
}

// CheckKnownRoles refuses unknown roles.
func CheckKnownRoles(roles []access.Role) error {
	var problems fault.Problems
	checkKnown(roles, "roles", &problems)
	return problems.Fault()
}

// CheckRoles refuses unknown roles, and none at all.
func CheckRoles(roles []access.Role) error {
	var problems fault.Problems
	checkRoles(roles, &problems)
	return problems.Fault()
}

func checkRoles(roles []access.Role, problems *fault.Problems) {
	if len(roles) == 0 {
		problems.Add("role", fault.Required)
	}
	checkKnown(roles, "role", problems)
}

func checkKnown(roles []access.Role, field string, problems *fault.Problems) {
	for _, role := range roles {
		if !role.Known() {
			problems.Add(field, unknownRole)
		}
	}
}

// Words returns what a guesser who knows the user tries first.
func (u *User) Words() []string { return []string{u.Username, u.DisplayName, u.Email} }

// Lengths of a password, in characters.
const (
	MinPassword = 12
	MaxPassword = 1000
)

// MinStrength is the lowest strength of a new password; see ports.PasswordStrength.
const MinStrength = 3

// CheckPassword refuses passwords that are too short, absurdly long or easy to guess. strength weighs one of a good length,
// and field names the input.
func CheckPassword(password, field string, strength func() int) error {
	var problems fault.Problems
	switch length := utf8.RuneCountInString(password); {
	case length < MinPassword:
		problems.Add(field, passwordTooShort)
	case length > MaxPassword:
		problems.Add(field, passwordTooLong)
	case strength() < MinStrength:
		problems.Add(field, passwordTooWeak)
	}
	return problems.Fault()
}

// Listed is a user in a list, with the name of the person behind it.
type Listed struct {
	User
	PersonName string
}
