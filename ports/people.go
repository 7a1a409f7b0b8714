package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
)

// People keeps the people of the club.
//
// A removed person is gone from every method at once; the record itself stays until Purge, and its number is never used
// again. An absent or removed person is person.ErrAbsent.
type People interface {
	// Create keeps p under a new number, which it answers; p.ID is ignored.
	Create(ctx context.Context, p person.Person) (person.ID, error)

	// Update reads a person, lets change edit it, and keeps the result, as one step: parallel updates lose nothing. change
	// must be pure, for it may run twice. Its error is answered as it is and leaves no trace. ID and Author stay as they
	// were, whatever change does with them.
	Update(ctx context.Context, id person.ID, change func(*person.Person) error) error

	// Visible answers which of the numbers belong to people within the scope, in no particular order.
	Visible(ctx context.Context, scope access.Scope, ids []person.ID) ([]person.ID, error)

	// Record answers one person, as of the given day and rules.
	Record(ctx context.Context, id person.ID, as person.AsOf) (person.Record, error)

	// List answers one page: the records within q.Scope that pass q.Filter, in q.Order, and their number in all. An offset
	// beyond the end gives no records and the right total. The order is total: equal records are sorted by number.
	List(ctx context.Context, q person.Query) (person.Page, error)

	// Remove takes a person out of every answer, if allowed lets it: its error is answered as it is, and the person stays.
	Remove(ctx context.Context, id person.ID, at time.Time, allowed func(access.Subject) error) error

	// Purge destroys the people that were removed before the given time, and answers how many.
	Purge(ctx context.Context, removedBefore time.Time) (int, error)
}
