// Package refresh owns what it means to bring one member up to date from the federation's administration on demand: which
// member can be asked for, what may have become of it, and what can go wrong.
//
// It does not read that administration and keeps nothing: a service of its own does (ports.Synchronization).
package refresh

import (
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Patience is how long one member may take: somebody signs in to a slow site and reads several pages there.
const Patience = 5 * time.Minute

// Action is what became of the member.
type Action string

// The actions (contract §4 of the synchronization service).
const (
	Created Action = "created" // a new person was made
	Updated Action = "updated" // the person was changed
	Skipped Action = "skipped" // nothing had changed
)

// Known reports whether there is such an action.
func (a Action) Known() bool { return a == Created || a == Updated || a == Skipped }

// Result is how it ended.
type Result struct {
	Code   string // the member's code
	Action Action
	Person int64  // the number of the person in the application
	Roles  *Roles // what became of the roles by function, nil where nobody was told
}

// What telling functions comes to.
const (
	Synced = "synced"
	NoUser = "no_user" // nobody has an account as that member

	// Withheld: the account was linked to another member code. Roles end and none begin, until an administrator links it again.
	Withheld = "withheld"
)

// Roles are what became of a user's roles when the application was told which functions the member has (contract §4.3).
type Roles struct {
	Status  string   `json:"status"`
	Granted []string `json:"granted"`
	Revoked []string `json:"revoked"`
}

const (
	shortestCode = 4
	longestCode  = 10
)

// CheckCode refuses a text that is no member code: 4 to 10 letters and digits of ASCII.
func CheckCode(code string) error {
	if code == "" {
		return fault.Param("assoc_id", fault.Required)
	}
	valid := len(code) >= shortestCode && len(code) <= longestCode
	for _, c := range []byte(code) {
		valid = valid && (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')
	}
	if !valid {
		return fault.Param("assoc_id", notACode)
	}
	return nil
}
