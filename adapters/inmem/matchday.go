package inmem

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

type fetchedMatches struct{ handle }

var _ ports.FetchedMatches = fetchedMatches{}

func (s fetchedMatches) Of(ctx context.Context, sources ...matchday.Source) ([]matchday.Fetched, error) {
	return ask(ctx, s.handle, func(t *tables) ([]matchday.Fetched, error) {
		list := make([]matchday.Fetched, len(sources))
		for i, source := range sources {
			list[i] = t.fetched[source]
			list[i].Source = source
		}
		return list, nil
	})
}

func (s fetchedMatches) Update(ctx context.Context, source matchday.Source, change func(*matchday.Fetched) error) error {
	return s.run(ctx, func(t *tables) error {
		edited := t.fetched[source].Clone()
		edited.Source = source
		if err := change(&edited); err != nil {
			return err
		}
		edited.Source = source
		t.fetched[source] = edited.Kept()
		return nil
	})
}

func (s fetchedMatches) Forget(ctx context.Context, but ...matchday.Source) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.fetched, func(source matchday.Source, _ matchday.Fetched) bool { return !slices.Contains(but, source) }), nil
	})
}
