package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/work"
)

// Groups keeps the teams and committees of the club. group.ClubWide exists from the start. The Directory of the same Stores
// serves the queries.
//
// A removed group is gone from every method at once, and its number is never used again. An absent or removed group
// is group.ErrAbsent.
type Groups interface {
	// Create keeps g under a new number, which it returns, in revision 1; g.ID and g.Revision are ignored.
	Create(ctx context.Context, g group.Group) (group.ID, error)

	// Update reads a group, lets change edit it, and keeps the result, as one step. change must be pure, for it may run twice.
	// Its error is returned as it is and leaves no trace. ID and Kind stay as they were. Revision rises by one if anything changed.
	Update(ctx context.Context, id group.ID, change func(*group.Group) error) error

	// Places returns the place of every group of the kind, by number. Inside a step of Atomic the places stay until its end.
	Places(ctx context.Context, kind work.Kind) ([]group.Place, error)

	// Remove removes a group from every result. Its direct subgroups move to the top: their Revision rises by one, and nobody is
	// known to be their Editor.
	Remove(ctx context.Context, id group.ID, at time.Time) error

	// Restore brings a removed group back as change leaves it, as one step, like Update. One that is not removed is
	// group.ErrNotRemoved: of many who restore at once one does. Its subgroups stay where they are.
	Restore(ctx context.Context, id group.ID, change func(*group.Group) error) error
}
