package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
)

// Groups keeps the teams and committees of the club. group.ClubWide is there from the start.
//
// A removed group is gone from every method at once, and its number is never used again. An absent or removed group
// is group.ErrAbsent.
type Groups interface {
	// Create keeps g under a new number, which it answers; g.ID is ignored.
	Create(ctx context.Context, g group.Group) (group.ID, error)

	// Update reads a group, lets change edit it, and keeps the result, as one step. change must be pure, for it may run twice.
	// Its error is answered as it is and leaves no trace. ID, Kind and Author stay as they were.
	Update(ctx context.Context, id group.ID, change func(*group.Group) error) error

	// Record answers one group, within the reader's scope or not, with the counts of the people within the scope.
	Record(ctx context.Context, id group.ID, as group.AsOf) (group.Record, error)

	// List answers one page: the records within the reader's scope that pass q.Filter, in q.Order, and their number in all. An
	// offset beyond the end gives no records and the right total. The order is total: equal records are sorted by number.
	List(ctx context.Context, q group.Query) (group.Page, error)

	// Places answers where every group of the kind stands, by number. Inside a step of Atomic they stand there until its end.
	Places(ctx context.Context, kind work.Kind) ([]group.Place, error)

	// Roster answers everybody's entries in a group, current or not, of the people within the scope, in no particular order.
	Roster(ctx context.Context, id group.ID, scope access.Scope) ([]roster.Entry, error)

	// Remove takes a group out of every answer; the groups right below it then stand at the top.
	Remove(ctx context.Context, id group.ID, at time.Time) error
}
