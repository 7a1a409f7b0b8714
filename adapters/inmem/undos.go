package inmem

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

type undos struct{ handle }

var _ ports.Undos = undos{}

// keptUndo is an undo as a database keeps it: nobody can change its act.
type keptUndo struct {
	user account.UserID
	made time.Time
	act  string
}

func (s undos) Keep(ctx context.Context, u undo.Undo) error {
	return s.run(ctx, func(t *tables) error {
		t.undos[u.Digest] = keptUndo{u.User, civil.Instant(u.Made), u.Act.Encode()}
		return nil
	})
}

func (s undos) Take(ctx context.Context, digest account.Digest, user account.UserID, after time.Time) (undo.Undo, error) {
	return ask(ctx, s.handle, func(t *tables) (undo.Undo, error) {
		k, there := t.undos[digest]
		if !there || k.user != user || !k.made.After(after) {
			return undo.Undo{}, undo.ErrAbsent
		}
		delete(t.undos, digest)
		act, err := undo.Decode(k.act)
		return undo.Undo{Digest: digest, User: user, Made: k.made, Act: act}, err
	})
}

func (s undos) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.undos, func(_ account.Digest, k keptUndo) bool { return k.made.Before(before) }), nil
	})
}
