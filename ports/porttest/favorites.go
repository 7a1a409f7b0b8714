package porttest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
)

// Favorites is the contract of ports.Favorites.
func Favorites(t *testing.T, open Open) {
	suite{
		{"marked and taken away, each user's own; what is so already stays so", markedRecords},
		{"parallel marks lose nothing", marksAtOnce},
	}.run(t, open)
}

func markedRecords(t *testing.T, db Database) {
	person, team := account.Favorite{Kind: account.FavoritePerson, ID: 7}, account.Favorite{Kind: account.FavoriteTeam, ID: 7}
	ctx := t.Context()
	jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	for _, step := range []struct {
		user       account.UserID
		mark       account.Favorite
		marked     bool
		jans, piet string
	}{
		{jan, person, false, "[]", "[]"},
		{jan, person, true, "[{people 7}]", "[]"},
		{jan, person, true, "[{people 7}]", "[]"},
		{jan, team, true, "[{people 7} {teams 7}]", "[]"},
		{piet, team, true, "[{people 7} {teams 7}]", "[{teams 7}]"},
		{jan, team, false, "[{people 7}]", "[{teams 7}]"},
	} {
		ok(t, db.Favorites.Set(ctx, step.user, step.mark, step.marked))
		marks := view(t, db).Favorites(jan)
		slices.SortFunc(marks, func(a, b account.Favorite) int { return len(b.Kind) - len(a.Kind) })
		equal(t, "jan's", fmt.Sprint(marks), step.jans)
		equal(t, "piet's", fmt.Sprint(view(t, db).Favorites(piet)), step.piet)
	}
}

func marksAtOnce(t *testing.T, db Database) {
	jan := must(db.Users.Create(t.Context(), userNamed("jan")))(t)
	inParallel(t, 16, func(i int) error {
		return db.Favorites.Set(t.Context(), jan, account.Favorite{Kind: account.FavoritePerson, ID: int64(i / 2)}, true)
	})
	equal(t, "marks", len(view(t, db).Favorites(jan)), 8)
}
