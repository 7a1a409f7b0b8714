package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
)

// Favorites keeps the records that users have marked.
type Favorites interface {
	// Of answers what a user has marked, in no particular order.
	Of(ctx context.Context, user account.UserID) ([]account.Favorite, error)

	// Set marks a record, or takes the mark away. What is so already stays so.
	Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error
}
