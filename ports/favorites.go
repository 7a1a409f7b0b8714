package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
)

// Favorites keeps the records that users have marked. The Directory of the same Stores lists them.
type Favorites interface {
	// Set marks a record, or removes the mark. It is idempotent.
	Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error
}
