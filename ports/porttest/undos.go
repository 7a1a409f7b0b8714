package porttest

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/undo"
)

// Undos is the contract of ports.Undos.
func Undos(t *testing.T, open Open) {
	suite{
		{"an act comes back whole, once, for its user, in time", takenUndos},
		{"of many who take one at once one gets it", undosTakenAtOnce},
		{"those from before a time are forgotten", purgedUndos},
	}.run(t, open)
}

// undoOf is an undo of user 7.
func undoOf(token string, act undo.Act) undo.Undo {
	return undo.Undo{Digest: account.DigestOf(token), User: 7, Made: at, Act: act}
}

func takenUndos(t *testing.T, db Database) {
	ctx := t.Context()
	acts := anything[undo.Act]()
	for i := range cases(20) {
		want := undoOf(string(rune('a'+i)), acts.Example(i))
		ok(t, db.Undos.Keep(ctx, want))
		for _, wrong := range []struct {
			what   string
			digest account.Digest
			user   account.UserID
			after  time.Time
		}{
			{"another token", account.DigestOf("x" + string(want.Digest)), 7, at.Add(-time.Second)},
			{"another user", want.Digest, 8, at.Add(-time.Second)},
			{"too late", want.Digest, 7, at},
		} {
			_, err := db.Undos.Take(ctx, wrong.digest, wrong.user, wrong.after)
			isFault(t, wrong.what, err, undo.ErrAbsent)
		}
		got := must(db.Undos.Take(ctx, want.Digest, 7, at.Add(-time.Second)))(t)
		sameTime(t, "made", got.Made, want.Made)
		equal(t, "user", got.User, want.User)
		equal(t, "act", got.Act.Encode(), want.Act.Encode())
		_, err := db.Undos.Take(ctx, want.Digest, 7, at.Add(-time.Second))
		isFault(t, "once more", err, undo.ErrAbsent)
	}
}

func undosTakenAtOnce(t *testing.T, db Database) {
	one := undoOf("one", undo.Act{Removed: &undo.Removed{ID: 1}})
	ok(t, db.Undos.Keep(t.Context(), one))
	won := winners(t, 12, undo.ErrAbsent, func(int) error {
		_, err := db.Undos.Take(t.Context(), one.Digest, 7, at.Add(-time.Second))
		return err
	})
	equal(t, "winners", won, 1)
}

func purgedUndos(t *testing.T, db Database) {
	ctx := t.Context()
	old, young := undoOf("old", undo.Act{}), undoOf("young", undo.Act{})
	young.Made = at.Add(time.Minute)
	ok(t, db.Undos.Keep(ctx, old))
	ok(t, db.Undos.Keep(ctx, young))
	equal(t, "forgotten", must(db.Undos.Purge(ctx, young.Made))(t), 1)
	equal(t, "forgotten again", must(db.Undos.Purge(ctx, young.Made))(t), 0)
	_, err := db.Undos.Take(ctx, old.Digest, 7, time.Time{})
	isFault(t, "the old one", err, undo.ErrAbsent)
	must(db.Undos.Take(ctx, young.Digest, 7, time.Time{}))(t)
}
