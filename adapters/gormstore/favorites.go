package gormstore

import (
	"context"
	"database/sql"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type favorites struct{ handle }

var _ ports.Favorites = favorites{}

func (s favorites) Of(ctx context.Context, user account.UserID) (marked []account.Favorite, err error) {
	query := s.Read.WithContext(ctx).Raw("SELECT kind, record_id FROM favorites WHERE user_id = ?", user)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var kind string
		var f account.Favorite
		err := row.Scan(&kind, &f.ID)
		f.Kind = account.FavoriteKind(kind)
		marked = append(marked, f)
		return err
	})
	return marked, err
}

func (s favorites) Set(ctx context.Context, user account.UserID, f account.Favorite, marked bool) error {
	statement := "DELETE FROM favorites WHERE user_id = ? AND kind = ? AND record_id = ?"
	if marked {
		statement = "INSERT INTO favorites (user_id, kind, record_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
	}
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Exec(statement, user, string(f.Kind), f.ID) }).Error
}
