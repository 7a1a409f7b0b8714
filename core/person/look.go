package person

import (
	"cmp"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Look is that a user looked at somebody's record on a day at the club. There is one of a user, person and day.
type Look struct {
	LookKey
	ByName   string    // as the user was called then: it stays when the user is gone
	Opened   time.Time // when the record was opened first on that day, zero for not
	Exported time.Time // when it was first taken along in a file, zero for not
}

// LookKey names a look.
type LookKey struct {
	Person ID
	By     int64 // the user
	Day    civil.Date
}

// And joins two looks of one key: of each time the earliest.
func (l Look) And(other Look) Look {
	l.Opened, l.Exported, l.ByName = earliest(l.Opened, other.Opened), earliest(l.Exported, other.Exported), other.ByName
	return l
}

// Tells reports whether l tells all that other does.
func (l Look) Tells(other Look) bool {
	return (other.Opened.IsZero() || !l.Opened.IsZero()) && (other.Exported.IsZero() || !l.Exported.IsZero())
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// LooksQuery asks for a part of who looked at a person, newest day first.
type LooksQuery struct {
	Person        ID
	Offset, Limit int
}

// CompareLooks orders looks by person, the newest day first, and by user.
func CompareLooks(a, b Look) int {
	return cmp.Or(cmp.Compare(a.Person, b.Person), b.Day.Compare(a.Day), cmp.Compare(a.By, b.By))
}
