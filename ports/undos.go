package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/undo"
)

// Undos keeps what it takes to take changes back, found by the digest of a token.
type Undos interface {
	// Keep keeps u, whose digest is new.
	Keep(ctx context.Context, u undo.Undo) error

	// Take deletes the undo with this digest and returns it, if it is this user's and was made after the given time. Else it is
	// undo.ErrAbsent, and stays. Of many who take one at once one gets it.
	Take(ctx context.Context, digest account.Digest, user account.UserID, after time.Time) (undo.Undo, error)

	// Purge deletes the undos that were made before the given time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}
