package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type favorites struct{ handle }

var _ ports.Favorites = favorites{}

// mark is a record that a user has marked.
type mark struct {
	user account.UserID
	account.Favorite
}

func (s favorites) Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error {
	return s.run(ctx, func(t *tables) error {
		if marked {
			t.favorites[mark{user, f}] = true
		} else {
			delete(t.favorites, mark{user, f})
		}
		t.note(favoritesOf, user)
		return nil
	})
}
