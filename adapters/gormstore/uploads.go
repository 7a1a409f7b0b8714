package gormstore

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/ports"
)

type uploads struct{ handle }

var _ ports.Uploads = uploads{}

type uploadRow struct {
	UserID int64  `gorm:"primaryKey;autoIncrement:false"`
	Day    string `gorm:"primaryKey"`
	Bytes  int64
}

func (uploadRow) TableName() string { return "uploads" }

// Add is one statement, so that uploads at the same time can't pass the limit together.
func (s uploads) Add(ctx context.Context, user int64, day civil.Date, bytes, most int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if bytes > most {
		return media.ErrQuota
	}
	sum := "uploads.bytes + excluded.bytes"
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "user_id"}, {Name: "day"}},
			DoUpdates: clause.Assignments(map[string]any{"bytes": gorm.Expr(sum)}),
			Where:     clause.Where{Exprs: []clause.Expression{gorm.Expr(sum+" <= ?", most)}},
		}).Create(&uploadRow{UserID: user, Day: day.String(), Bytes: bytes})
	})
	if result.Error == nil && result.RowsAffected == 0 {
		return media.ErrQuota
	}
	return result.Error
}

func (s uploads) Purge(ctx context.Context, before civil.Date) (int, error) {
	return s.remove(ctx, &uploadRow{}, "day < ?", before.String())
}
