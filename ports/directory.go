package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/directory"
)

// Directory is the club in memory, as up to date as its store. Whoever may have missed what other programs wrote calls CatchUp or
// Refresh first; what was written through the Stores that it belongs to is in the View as soon as the writing method, or the step
// of Atomic around it, has returned.
type Directory interface {
	// View returns the newest view. It is a mistake of the program to ask for it before Load.
	View() *directory.View

	// Load reads everything.
	Load(ctx context.Context) error

	// CatchUp brings the view at least to the change with this number, as Sessions.Find and ApplicationPasswords.Find return it.
	// When there is nothing to do it costs nothing.
	CatchUp(ctx context.Context, change int64) error

	// Refresh brings the view to where the store is now.
	Refresh(ctx context.Context) error

	// Room is directory.ErrFull when the directory has no room for one person more.
	Room() error
}
