package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Erasures keeps who is to be erased and was, and erases. Purge of People leaves those alone of whom an erasure is planned.
type Erasures interface {
	// Create keeps an erasure under a new number, which it returns; its ID is ignored. When one is planned of the same person, it is
	// erasure.ErrPlanned: of many at once one is kept.
	Create(ctx context.Context, e erasure.Erasure) (int64, error)

	// Update reads an erasure under lock, lets change edit it, and keeps the result, as one step. change must be pure, for it may
	// run twice. Its error is returned as it is and leaves no trace. ID and Person stay as they were. An absent one is
	// erasure.ErrAbsent.
	Update(ctx context.Context, id int64, change func(*erasure.Erasure) error) error

	// Page returns a part of the erasures that match, the newest first. An offset beyond the end gives nothing and the right total.
	Page(ctx context.Context, q erasure.Query) (record.Page[erasure.Erasure], error)

	// Count returns how much there is about somebody, in the trash or not.
	Count(ctx context.Context, of erasure.Subject) (erasure.Counts, error)

	// Removed returns somebody who is in the trash, as the person was. Nobody is person.ErrNotRemoved.
	Removed(ctx context.Context, id person.ID) (person.Person, error)

	// Destroy destroys what erasure.Kinds says of a person in the trash, the row of the person included and why the person was
	// kept (leaver.Exemption), as one step, and returns how much there was. The account is not destroyed (Users.Remove does
	// that), but its name where it stood. In invoices of others a brother or sister is found by number, and so are lines of the log:
	// the person's own, and those of who was merged into the person and is not there any more. Nobody is person.ErrNotRemoved.
	Destroy(ctx context.Context, of erasure.Subject) (erasure.Counts, error)

	// ForgetBooks takes the name and the address from the invoices of erased people whose books were closed in a year of the zone
	// before that one, and returns of how many.
	ForgetBooks(ctx context.Context, year int, zone *time.Location) (int, error)
}
