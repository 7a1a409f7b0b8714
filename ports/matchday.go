package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// MatchFeed is the federation's service that publishes the matches of the club. What goes wrong is a matchday.Problem in the
// error (see matchday.ProblemOf); no error names the club's key.
type MatchFeed interface {
	// Fetch returns the matches of a source from today on, matchday.FetchedDays in all, each once, in the order of matchday.Compare:
	// those of the whole club, of a team, or those that were called off, which say so and why. It returns all of them or an
	// error: a list in which one match can't be read is matchday.Unexpected.
	Fetch(ctx context.Context, source matchday.Source) ([]matchday.Match, error)
}

// FetchedMatches keeps what was fetched of the sources of matches.
type FetchedMatches interface {
	// Of returns what is kept of these sources, in their order, in one step; of one of which nothing is kept the zero Fetched
	// with the source. All readers share the matches, which nobody changes.
	Of(ctx context.Context, sources ...matchday.Source) ([]matchday.Fetched, error)

	// Update reads what is kept of a source under lock, the zero Fetched with the source when nothing is, lets change edit it,
	// and keeps the result, as one step. Parallel updates lose nothing. change must be pure, for it may run twice. Its error is
	// returned as it is and leaves no trace. Times are kept to the microsecond, in UTC. The Source stays as it was.
	Update(ctx context.Context, source matchday.Source, change func(*matchday.Fetched) error) error

	// Forget deletes what is kept of all sources but these, and returns how many.
	Forget(ctx context.Context, but ...matchday.Source) (int, error)
}
