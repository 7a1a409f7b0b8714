package gormstore_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
)

// Until migration 57 each digest told the notes of the day before it: those of before the one that is planned were told a day
// before. Of who gets none nothing is known.
func TestUntilWhenNotesWereToldBefore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		digests := store.Stores().Digests
		var planned, never digest.Run
		for name, r := range map[string]*digest.Run{"a": &planned, "b": &never} {
			user := account.User{Username: name, Email: name + "@club.example", DisplayName: name}
			id, err := store.Stores().Users.Create(t.Context(), user)
			ok(t, err)
			r.User = id
		}
		planned.Next = database.Instant(at.UnixMicro())
		for _, one := range []digest.Run{planned, never} {
			ok(t, digests.Update(t.Context(), one.User, func(r *digest.Run) error { *r = one; return nil }))
		}
		ok(t, store.Lose(t.Context(), 57))
		ok(t, store.Migrate(t.Context()))
		planned.Told = planned.Next.Add(-24 * time.Hour)
		list, err := digests.List(t.Context())
		ok(t, err)
		want := []digest.Run{planned, never}
		slices.SortFunc(want, func(a, b digest.Run) int { return cmp.Compare(a.User, b.User) })
		same(t, list, want)
	})
}
