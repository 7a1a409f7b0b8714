package person

import (
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
)

// KeptAfterRemoval is how long a removed person can be brought back. After that Purge destroys the record.
const KeptAfterRemoval = 30 * 24 * time.Hour

// Removed is a person in the trash.
type Removed struct {
	ID     ID
	Author int64
	Name   Name
	Code   string // of the member, which somebody else may have by now
	At     time.Time
	By     int64  // the user who removed the person, 0 for one whom nobody noted
	ByName string // what that user is called, "" for one who is gone
}

// Bin is whom of the removed people somebody sees. The zero Bin is empty.
type Bin struct {
	All    bool
	By     int64        // only those whom this user removed
	Within access.Scope // and of those the ones in it
}

// BinOf returns what the viewer may bring back: everybody for administrators, else those whom the viewer removed and may still
// remove.
func BinOf(viewer access.Viewer) Bin {
	return Bin{All: viewer.Can(access.Manage), By: viewer.User, Within: viewer.May(access.Delete, access.People, civil.Date{})}
}

// Holds reports whether the person lies in it.
func (b Bin) Holds(r *Removed) bool {
	return b.All || b.By != 0 && b.By == r.By && b.Within.Created(r.Author)
}

// DaysLeft is how many days there are left to bring the person back, begun ones included: 0 when it is too late.
func (r *Removed) DaysLeft(at time.Time) int {
	const day = 24 * time.Hour
	left := r.At.Add(KeptAfterRemoval).Sub(at)
	return int(max(0, (left+day-1)/day))
}

// RemovedQuery asks for one page of the trash.
type RemovedQuery struct {
	ID            ID // only this person, 0 for all
	Bin           Bin
	Since         time.Time // only who was removed then or later
	Offset, Limit int
}

// Match reports whether somebody is asked for.
func (q *RemovedQuery) Match(r *Removed) bool {
	return (q.ID == 0 || q.ID == r.ID) && q.Bin.Holds(r) && !r.At.Before(q.Since)
}
