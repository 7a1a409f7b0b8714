package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/payment"
)

// Payments is a provider by which people pay.
//
// What the provider refuses is a fault of kind Invalid, and a wrong or missing key one of kind Unauthenticated: both did
// nothing. A provider that does not answer, or asks to come back, is a fault of kind Unavailable: what was asked may have been
// done. An absent link or transaction is a fault of kind NotFound.
type Payments interface {
	// Ask makes a link. The same request with the same key, within an hour, returns the same link.
	Ask(ctx context.Context, request payment.Request) (payment.Link, error)
	// Find returns the links with a ref that were made since, the newest first. It is for requests whose answer was lost.
	Find(ctx context.Context, ref string, since time.Time) ([]payment.Link, error)
	// Link returns a link as it stands.
	Link(ctx context.Context, id string) (payment.Link, error)
	// Cancel closes a link: nobody can begin to pay by it any more. One that is closed, paid or absent is no error.
	Cancel(ctx context.Context, id string) error
	// Received returns every attempt to pay by a link, in the order in which they were made.
	Received(ctx context.Context, link string) ([]payment.Transaction, error)
	// Transaction returns one attempt.
	Transaction(ctx context.Context, id string) (payment.Transaction, error)
	// Returned returns the ids of the transactions of which something was given or taken back since, each once.
	Returned(ctx context.Context, since time.Time) ([]string, error)
}
