package gormstore_test

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
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

// Of the notes of before migration 59 it is taken that they were shared when they were made.
func TestSinceWhenNotesWereSharedBefore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		notes := store.Stores().Notes
		var all []note.Note
		for _, n := range []note.Note{{Visibility: note.Shared}, {Visibility: note.Private}} {
			n.Head, n.Person, n.Content = record.NewHead(1, "Anna", at), 1, "x"
			id, err := notes.Create(t.Context(), n)
			ok(t, err)
			found, err := notes.ByID(t.Context(), id)
			ok(t, err)
			all = append(all, found...)
		}
		ok(t, store.Lose(t.Context(), 59))
		ok(t, store.Migrate(t.Context()))
		all[0].SharedAt = all[0].Created
		kept, err := notes.ByID(t.Context(), all[0].ID, all[1].ID)
		ok(t, err)
		same(t, kept, all)
	})
}
