package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// FetchedMatches keeps what was fetched of the sources of matches.
type FetchedMatches interface {
	// Of returns what is kept of these sources, in their order, in one step; of one of which nothing is kept the zero Fetched
	// with the source.
	Of(ctx context.Context, sources ...matchday.Source) ([]matchday.Fetched, error)

	// Update reads what is kept of a source under lock, the zero Fetched with the source when nothing is, lets change edit it,
	// and keeps the result, as one step. Parallel updates lose nothing. change must be pure, for it may run twice. Its error is
	// returned as it is and leaves no trace. Times are kept to the microsecond, in UTC. The Source stays as it was.
	Update(ctx context.Context, source matchday.Source, change func(*matchday.Fetched) error) error

	// Forget deletes what is kept of all sources but these, and returns how many.
	Forget(ctx context.Context, but ...matchday.Source) (int, error)
}
