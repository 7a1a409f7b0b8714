package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
)

// SavedViews keeps the views of the people list that users keep. They go with their user, but for what an heir was given.
type SavedViews interface {
	// Of returns a user's views: the zero List of a user who has never kept one, and of nobody.
	Of(ctx context.Context, user account.UserID) (savedview.List, error)

	// Shared returns the views of other users than user that are shared with one of the roles, in the order of
	// savedview.SortShared, each once. Views of users who are blocked are not among them.
	Shared(ctx context.Context, user account.UserID, roles []access.Role) ([]savedview.Shared, error)

	// Change reads a user's views, lets change edit them, keeps the result and returns it, as one step. change must be pure, for
	// it may run twice. Its error is returned as it is and leaves no trace. An absent user is account.ErrAbsent.
	Change(ctx context.Context, user account.UserID, change func(*savedview.List) error) (savedview.List, error)
}
