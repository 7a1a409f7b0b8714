package ports

import (
	"context"

	"github.com/clubhuis/clubhuis/core/origin"
)

// Origins keeps which record came from which one of the club's earlier application.
type Origins interface {
	// Keep keeps origins, all or none. When one of a kind and an old number is kept already, or comes twice, it is
	// origin.ErrKept, and what is kept stays as it is.
	Keep(ctx context.Context, origins ...origin.Origin) error

	// All returns the new numbers of a kind, by the old ones.
	All(ctx context.Context, kind origin.Kind) (map[int64]int64, error)

	// Find returns the new number of an old one, and whether there is one.
	Find(ctx context.Context, kind origin.Kind, old int64) (id int64, there bool, err error)
}
