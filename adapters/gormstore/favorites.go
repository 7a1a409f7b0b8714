package gormstore

import (
	"context"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type favorites struct{ handle }

var _ ports.Favorites = favorites{}

func (s favorites) Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error {
	statement := "DELETE FROM favorites WHERE user_id = ? AND kind = ? AND record_id = ?"
	if marked {
		statement = "INSERT INTO favorites (user_id, kind, record_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
	}
	return s.step(ctx, func(tx handle) error {
		result := tx.Write.Exec(statement, user, string(f.Kind), f.ID)
		if result.RowsAffected > 0 {
			tx.written(nounFavorites, user)
		}
		return result.Error
	})
}
