package porttest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

// Favorites is the contract of ports.Favorites.
func Favorites(t *testing.T, open Open) {
	ctx := context.Background()
	holds := func(t *testing.T, what string, f ports.Favorites, user account.UserID, want ...account.Favorite) {
		t.Helper()
		got := must(f.Of(ctx, user))(t)
		for _, mark := range want {
			if !slices.Contains(got, mark) {
				t.Errorf("%s: %v is not in %v", what, mark, got)
			}
		}
		equal(t, what, len(got), len(want))
	}
	person, team := account.Favorite{Kind: account.FavoritePerson, ID: 7}, account.Favorite{Kind: account.FavoriteTeam, ID: 7}

	t.Run("marked and taken away, each user's own", func(t *testing.T) {
		db := open(t)
		jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
		holds(t, "at first", db.Favorites, jan)
		ok(t, db.Favorites.Set(ctx, jan, person, true))
		ok(t, db.Favorites.Set(ctx, jan, team, true))
		ok(t, db.Favorites.Set(ctx, piet, team, true))
		holds(t, "jan's", db.Favorites, jan, person, team)
		holds(t, "piet's", db.Favorites, piet, team)
		ok(t, db.Favorites.Set(ctx, jan, team, false))
		holds(t, "one taken away", db.Favorites, jan, person)
		holds(t, "another's stays", db.Favorites, piet, team)
	})

	t.Run("what is so already stays so", func(t *testing.T) {
		db := open(t)
		jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
		ok(t, db.Favorites.Set(ctx, jan, person, false))
		holds(t, "not marked", db.Favorites, jan)
		for range 2 {
			ok(t, db.Favorites.Set(ctx, jan, person, true))
		}
		holds(t, "marked twice", db.Favorites, jan, person)
	})

	t.Run("nobody has marked anything", func(t *testing.T) { holds(t, "nobody's", open(t).Favorites, 99) })

	t.Run("parallel marks lose nothing", func(t *testing.T) {
		db := open(t)
		jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
		var all sync.WaitGroup
		for i := range 16 {
			all.Go(func() {
				if err := db.Favorites.Set(ctx, jan, account.Favorite{Kind: account.FavoritePerson, ID: int64(i / 2)}, true); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "marks", len(must(db.Favorites.Of(ctx, jan))(t)), 8)
	})

	t.Run("a step takes them back", func(t *testing.T) {
		db := open(t)
		jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
		refusal := errors.New("no")
		err := db.Do(ctx, func(s ports.Stores) error {
			ok(t, s.Favorites.Set(ctx, jan, person, true))
			return refusal
		})
		if !errors.Is(err, refusal) {
			t.Errorf("got %v", err)
		}
		holds(t, "after a refusal", db.Favorites, jan)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
		_, err := db.Favorites.Of(cancelled(), jan)
		for what, err := range map[string]error{"Of": err, "Set": db.Favorites.Set(cancelled(), jan, person, true)} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
	})
}
