package gormstore

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

type undos struct{ handle }

var _ ports.Undos = undos{}

type undoRow struct {
	Digest string `gorm:"primaryKey"`
	UserID int64
	MadeAt int64
	Act    string
}

func (undoRow) TableName() string { return "undos" }

func (s undos) Keep(ctx context.Context, u undo.Undo) error {
	row := undoRow{Digest: string(u.Digest), UserID: u.User, MadeAt: database.Micros(u.Made), Act: u.Act.Encode()}
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
}

func (s undos) Take(ctx context.Context, digest account.Digest, user account.UserID, after time.Time) (u undo.Undo, err error) {
	err = s.step(ctx, func(tx handle) error {
		var taken []undoRow
		query := tx.Write.Raw("DELETE FROM undos WHERE digest = ? AND user_id = ? AND made_at > ? RETURNING made_at, act",
			string(digest), user, database.Micros(after))
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var one undoRow
			err := row.Scan(&one.MadeAt, &one.Act)
			taken = append(taken, one)
			return err
		})
		if err != nil {
			return err
		}
		if len(taken) == 0 {
			return undo.ErrAbsent
		}
		act, err := undo.Decode(taken[0].Act)
		u = undo.Undo{Digest: digest, User: user, Made: database.Instant(taken[0].MadeAt), Act: act}
		return err
	})
	if err != nil {
		return undo.Undo{}, err
	}
	return u, nil
}

func (s undos) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &undoRow{}, "made_at < ?", database.Micros(before))
}
