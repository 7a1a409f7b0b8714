package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/directory"
)

// Directory is the club in memory, as up to date as its store. What was written through its own Stores is in the View as soon as
// the writing method, or the step of Atomic around it, has returned. To see what other programs wrote, call CatchUp or Refresh
// first.
type Directory interface {
	// View returns the newest view. It must not be called before Load.
	View() *directory.View

	// Load reads everything.
	Load(ctx context.Context) error

	// CatchUp updates the view at least to the change with this number, as Sessions.Find and ApplicationPasswords.Find return it.
	// It costs nothing when there is nothing to do.
	CatchUp(ctx context.Context, change int64) error

	// Refresh updates the view to the store's current state.
	Refresh(ctx context.Context) error

	// Room returns directory.ErrFull when the directory has no room for so many people more.
	Room(people int) error
}
