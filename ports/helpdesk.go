package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/customer"
)

// Helpdesk is a helpdesk with customers, who have e-mail addresses of which no two customers have the same, and conversations. An
// absent customer is a fault of kind NotFound, an address that another customer has one of kind Conflict. What is refused
// otherwise is of kind Invalid; a wrong key of kind Unauthenticated, or Forbidden. A helpdesk that does not answer, answers what
// cannot be read, or asks to wait too long, is of kind Unavailable, after some tries; such a write may have been made.
type Helpdesk interface {
	// ByEmail returns the number of the customer who has an address, 0 for nobody.
	ByEmail(ctx context.Context, email string) (int64, error)
	// Asked returns the number of the customer who asked something from an address, 0 for nobody.
	Asked(ctx context.Context, email string) (int64, error)
	// Create makes a customer, and returns the number.
	Create(ctx context.Context, c customer.Customer) (int64, error)
	// Change puts c in the place of what stands there about a customer, but for the fields of the club's own.
	Change(ctx context.Context, id int64, c customer.Customer) error
	// Fill sets fields of the club's own of a customer, by number; the others stay.
	Fill(ctx context.Context, id int64, fields map[int]string) error
	// Customers returns everybody, by number, each once, also while new ones come.
	Customers(ctx context.Context) ([]customer.Kept, error)
	// Conversations returns those that began at the moment or later, the oldest first, each once, also while new ones begin.
	Conversations(ctx context.Context, since time.Time) ([]customer.Conversation, error)
}
