package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// Groups keeps the teams and committees of the club. group.ClubWide is there from the start. What they are asked about is in the
// Directory of the same Stores.
//
// A removed group is gone from every method at once, and its number is never used again. An absent or removed group
// is group.ErrAbsent.
type Groups interface {
	// Create keeps g under a new number, which it returns; g.ID is ignored.
	Create(ctx context.Context, g group.Group) (group.ID, error)

	// Update reads a group, lets change edit it, and keeps the result, as one step. change must be pure, for it may run twice.
	// Its error is returned as it is and leaves no trace. ID, Kind and Author stay as they were.
	Update(ctx context.Context, id group.ID, change func(*group.Group) error) error

	// Places returns where every group of the kind stands, by number. Inside a step of Atomic they stand there until its end.
	Places(ctx context.Context, kind work.Kind) ([]group.Place, error)

	// Remove takes a group out of every answer; the groups right below it then stand at the top.
	Remove(ctx context.Context, id group.ID, at time.Time) error
}
