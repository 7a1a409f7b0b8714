package inmem

import (
	"context"
	"maps"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/ports"
)

type origins struct{ handle }

var _ ports.Origins = origins{}

// oldNumber is a number of the club's earlier application.
type oldNumber struct {
	kind origin.Kind
	id   int64
}

// Keep implements ports.Origins.
func (s origins) Keep(ctx context.Context, list ...origin.Origin) error {
	return s.run(ctx, func(t *tables) error {
		given := map[oldNumber]int64{}
		for _, one := range list {
			of := oldNumber{one.Kind, one.Old}
			_, there := t.origins[of]
			_, twice := given[of]
			if there || twice {
				return origin.ErrKept
			}
			given[of] = one.New
		}
		maps.Copy(t.origins, given)
		return nil
	})
}

// All implements ports.Origins.
func (s origins) All(ctx context.Context, kind origin.Kind) (map[int64]int64, error) {
	return ask(ctx, s.handle, func(t *tables) (map[int64]int64, error) {
		found := map[int64]int64{}
		for of, id := range t.origins {
			if of.kind == kind {
				found[of.id] = id
			}
		}
		return found, nil
	})
}

// Find implements ports.Origins.
func (s origins) Find(ctx context.Context, kind origin.Kind, old int64) (id int64, there bool, err error) {
	err = s.run(ctx, func(t *tables) error {
		id, there = t.origins[oldNumber{kind, old}]
		return nil
	})
	return id, there, err
}
