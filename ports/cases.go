package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/season"
)

// Cases keeps the cases of discipline. They stand on no timeline, and stay when their person is destroyed. An absent one is
// discipline.ErrAbsent. A change that would give one the dossier of another one is discipline.ErrTaken, and leaves no trace.
type Cases interface {
	// Create keeps a case under a new number, which it returns, in revision 1; its ID and Revision are ignored. A number is never
	// used again.
	Create(ctx context.Context, v discipline.Case) (int64, error)

	// Update reads a case under lock, lets change edit it, and keeps the result, as one step. Parallel updates lose nothing.
	// change must be pure, for it may run twice. Its error is returned as it is and leaves no trace. ID and Created stay as they
	// were. The Revision of a case that change leaves otherwise than before rises by one.
	Update(ctx context.Context, id int64, change func(*discipline.Case) error) error

	// Remove destroys a case if allowed returns nil. Else it returns that error as it is, and the case stays.
	Remove(ctx context.Context, id int64, allowed func(*discipline.Case) error) error

	// ByID returns those of the cases with these numbers that there are, by number.
	ByID(ctx context.Context, ids ...int64) ([]discipline.Case, error)

	// Hold returns what ByID does, and keeps these cases as they are until the step of Atomic ends: whoever changes or removes one
	// waits for that.
	Hold(ctx context.Context, ids ...int64) ([]discipline.Case, error)

	// Page returns a part of the cases that match, in order. An offset beyond the end gives nothing and the right totals.
	Page(ctx context.Context, q discipline.Query) (discipline.Page, error)

	// Seasons returns how many cases there are in each season that has any.
	Seasons(ctx context.Context) (map[season.Season]int, error)
}
