package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/sync/dues"
)

// Contributions is a provider that collects the contributions of a club's members. A wrong key is a fault of kind
// Unauthenticated. A provider that does not answer, answers what cannot be read, or asks to wait too long, is one of kind
// Unavailable.
type Contributions interface {
	// Year returns what members were asked to pay in a calendar year, in the provider's order. With a *dues.Unreadable it returns
	// all but the items that cannot be read.
	Year(ctx context.Context, year int) ([]dues.Item, error)
}
