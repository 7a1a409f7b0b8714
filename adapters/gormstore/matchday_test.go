package gormstore_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// Rows of before migration 55 have no digest until they are next kept. Matches that another program keeps are seen at once.
func TestMatchesAreReadAnewWhenTheyChange(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store, other := loaded(t, location), loaded(t, location)
		keep := func(home string) {
			t.Helper()
			ok(t, other.Stores().FetchedMatches.Update(t.Context(), matchday.Programme, func(f *matchday.Fetched) error {
				f.Matches = []matchday.Match{{ID: 1, Start: at, Home: home}}
				return nil
			}))
		}
		read := func() matchday.Fetched {
			t.Helper()
			list, err := store.Stores().FetchedMatches.Of(t.Context(), matchday.Programme)
			ok(t, err)
			return list[0]
		}
		for _, home := range []string{"A", "B"} {
			keep(home)
			kept := read()
			if len(kept.Matches) != 1 || kept.Matches[0].Home != home || kept.Digest == "" {
				t.Fatalf("kept %q, read %+v", home, kept)
			}
			run(t, store, "UPDATE fetched_matches SET digest = ''")
			for range 2 {
				same(t, read(), kept)
			}
		}
	})
}
