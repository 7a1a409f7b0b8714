package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
)

// Favorites keeps the records that users have marked. Which they are is in the Directory of the same Stores.
type Favorites interface {
	// Set marks a record, or takes the mark away. What is so already stays so.
	Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error
}
