package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/seal"
)

// Sealed are the secrets that are kept sealed, wherever they stand: of mails, invoices, second factors, calendars, and the key of
// the provider of payments.
type Sealed interface {
	// Reseal gives each of them to again, with what it is for, and keeps what that returns in its place: all of it is one step. It
	// returns how many there are. An error of again is returned as it is and leaves no trace. Nothing else of a record changes, its
	// revision neither.
	Reseal(ctx context.Context, again func(purpose seal.Purpose, sealed string) (string, error)) (int, error)
}
