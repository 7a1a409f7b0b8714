package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/suppression"
)

// Suppressions keeps what is known of addresses that mail does not reach, and which news of the provider was heard. The
// Directory of the same Stores has the addresses that are blocked.
type Suppressions interface {
	// Hear notes that news was heard, and reports whether it is the first time.
	Hear(ctx context.Context, news string, at time.Time) (first bool, err error)

	// Change reads what is known of an address under lock, nothing for a new one, lets change edit it, keeps the result and
	// returns it, as one step. change must be pure, for it may run twice. Its error is returned as it is and leaves no trace. ID
	// and Address stay as they were.
	Change(ctx context.Context, address string, change func(*suppression.Suppression) error) (suppression.Suppression, error)

	// Page returns a part of them, the last told first, of those told at once the highest number first. An offset beyond the end
	// gives nothing and the right total.
	Page(ctx context.Context, q suppression.Query) (suppression.Page, error)

	// Remove forgets an address and returns what was known of it. An absent number is suppression.ErrAbsent.
	Remove(ctx context.Context, id int64) (suppression.Suppression, error)

	// Known returns those of the addresses of which something is known, in no particular order.
	Known(ctx context.Context, addresses ...string) ([]string, error)

	// Forget forgets what is known of these addresses, and returns it.
	Forget(ctx context.Context, addresses ...string) ([]suppression.Suppression, error)

	// Purge forgets that news was heard from before the time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}
