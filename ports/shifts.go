package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// ShiftLists finds shifts.
type ShiftLists interface {
	// Page returns a part of the shifts that match, by volunteer.Shift.Compare. An offset beyond the end gives nothing and the right
	// total.
	Page(ctx context.Context, q volunteer.Query) (record.Page[volunteer.Shift], error)
}
