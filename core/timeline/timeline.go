// Package timeline owns what stands on the timeline of a person, to whom it shows, and in which order.
//
// It does not own what stands there: activities, notes and tasks are nouns of their own. Who may read the person is not its
// question either (core/access): it is asked before.
package timeline

import (
	"cmp"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/record"
)

// Kind is the noun of something on a timeline, as the contract calls it (§4.3).
type Kind string

// The kinds, in alphabetical order.
const (
	Activity Kind = "activity"
	Email    Kind = "email"
	Note     Kind = "note"
	Todo     Kind = "todo"
)

// Kinds are all of them.
var Kinds = []Kind{Activity, Email, Note, Todo}

// Record is a noun that stands on timelines, with a record.Head.
type Record[T any] interface {
	*T
	Common() *record.Head
	// Clone returns a copy that shares nothing with the record.
	Clone() T
	// Shown says where the record stands.
	Shown() Shown
}

// Shown says on the timelines of which people a record stands, and which users see it there. Nil Users are all who may read the
// person.
type Shown struct {
	People []int64
	Users  []int64
}

// Same reports whether two records stand at the same places.
func (s Shown) Same(other Shown) bool {
	return slices.Equal(s.People, other.People) && slices.Equal(s.Users, other.Users)
}

// To reports whether the record stands on a person's timeline as a user sees it.
func (s Shown) To(person, user int64) bool {
	return slices.Contains(s.People, person) && (s.Users == nil || slices.Contains(s.Users, user))
}

// Entry is a record on a timeline.
type Entry struct {
	Kind    Kind
	ID      int64
	Created time.Time
}

// Compare puts entries in the order of timelines, which is total: newest first, those made at once by kind, and of one kind the
// highest number first.
func (e Entry) Compare(other Entry) int {
	return cmp.Or(other.Created.Compare(e.Created), cmp.Compare(e.Kind, other.Kind), cmp.Compare(other.ID, e.ID))
}

// Query asks for a part of a person's timeline as a user sees it. The user may read the person.
type Query struct {
	Person int64
	User   int64
	Kinds  []Kind   // nil for all, empty for none
	Hidden []string // kinds of mails (mail.Mail) that are left out
	Offset int
	Limit  int // 0 counts only
}

// Asks reports whether a kind is asked for.
func (q *Query) Asks(kind Kind) bool { return q.Kinds == nil || slices.Contains(q.Kinds, kind) }

// Replaced returns the people whom a record names when an editor gives others: those, each once, in the places of those of before
// whom the editor sees. Whom the editor does not see stays in place, so that giving what was shown changes nothing.
func Replaced(before, given []int64, seen func(int64) bool) (people []int64) {
	hidden := func(id int64) bool { return slices.Contains(before, id) && !seen(id) }
	var left []int64
	for _, id := range given {
		if !slices.Contains(left, id) && !hidden(id) {
			left = append(left, id)
		}
	}
	for _, id := range before {
		switch {
		case hidden(id):
			people = append(people, id)
		case len(left) > 0:
			people, left = append(people, left[0]), left[1:]
		}
	}
	return append(people, left...)
}

// Added returns the people whom a record names now and did not before.
func Added(before, after []int64) (people []int64) {
	for _, id := range after {
		if !slices.Contains(before, id) {
			people = append(people, id)
		}
	}
	return people
}

// Contact is somebody of whom a user logged an activity, and when that was last.
type Contact struct {
	Person int64
	Last   time.Time
}

// CompareContacts puts the last ones first, and those of the same moment by number.
func CompareContacts(a, b Contact) int {
	return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.Person, b.Person))
}
