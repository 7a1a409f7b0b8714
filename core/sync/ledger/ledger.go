// Package ledger owns what the synchronization remembers of each record that it keeps in step on another side: its number there,
// and its hash when it was last synchronized.
//
// It knows no record's content, only hashes and numbers; the last good download is kept apart (ports.Downloads).
package ledger

import (
	"encoding/json"
	"strconv"
	"time"
)

// Kind is what an entry is about.
type Kind string

// The kinds. Keys: a member code, a lower-case e-mail address (of a parent who was there before somebody else with the number
// behind it, parents.Address), the site's id of a team or committee, the Key of a row of work history, the dossier of a case.
const (
	Member     Kind = "member"
	Parent     Kind = "parent"
	Team       Kind = "team"
	Committee  Kind = "committee"
	Assignment Kind = "assignment" // a row of work history that the synchronization wrote
	Photo      Kind = "photo"
	Case       Kind = "case"      // of discipline
	Functions  Kind = "functions" // which functions of a member the application was told
	// Contribution is what the application was told of a member's contributions. Remote is the number of the person.
	Contribution Kind = "contribution"
	// Customer is somebody's customer at the helpdesk, by the person's number in the application; the state says whose, because
	// numbers become other people's. Conversation is what a customer asked there, by its number, with the number of the activity's
	// person as Remote once that stands.
	Customer     Kind = "customer"
	Conversation Kind = "conversation"
	Seen         Kind = "seen" // how a member's fields last stood on both sides
	// Review is what was looked at, and until when: the application's changes (people), its work history (work-…), the site
	// (members); and of which days nothing is remembered of it, because a backup came back (restored-…).
	Review Kind = "review"
	// Overdue is of which pipelines somebody was told that they are overdue; Remote is the number of the last run before.
	Overdue Kind = "overdue"
)

// The sets of ports.Downloads that others than the pipelines read.
const (
	SetDetails     = "details"     // what the pages of members told, by code
	SetDifferences = "differences" // what comparing found, by its place
)

// List returns the kind of the entries of the n-th e-mail list, from 1.
func List(n int) Kind { return Kind("list-" + strconv.Itoa(n)) }

// Entry is what is remembered of one record.
type Entry struct {
	Kind   Kind
	Key    string
	Remote string          // number or id on the other side; "" while it is not there
	Synced string          // hash of what was last synchronized; "" for never, or for what must be sent again
	State  json.RawMessage // what the kind needs besides; nil for nothing
	Waits  bool            // something of it waits: to be written to the club's site, or for a conversation to be logged
	At     time.Time       // of the last change of the entry
}

// Number returns Remote as the application's number, 0 for none.
func (e *Entry) Number() int64 {
	n, err := strconv.ParseInt(e.Remote, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// SetNumber sets Remote.
func (e *Entry) SetNumber(id int64) { e.Remote = strconv.FormatInt(id, 10) }
