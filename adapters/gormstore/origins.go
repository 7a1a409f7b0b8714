package gormstore

import (
	"context"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/ports"
)

type origins struct{ handle }

var _ ports.Origins = origins{}

type originRow struct {
	Kind  string `gorm:"primaryKey"`
	OldID int64  `gorm:"primaryKey;autoIncrement:false"`
	NewID int64
}

func (originRow) TableName() string { return "origins" }

// Keep implements ports.Origins.
func (s origins) Keep(ctx context.Context, list ...origin.Origin) error {
	if len(list) == 0 {
		return ctx.Err()
	}
	rows := make([]originRow, len(list))
	for i, one := range list {
		rows[i] = originRow{Kind: string(one.Kind), OldID: one.Old, NewID: one.New}
	}
	return s.step(ctx, func(tx handle) error {
		result := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(&rows, 500)
		if result.Error == nil && int(result.RowsAffected) < len(rows) {
			return origin.ErrKept
		}
		return result.Error
	})
}

// All implements ports.Origins.
func (s origins) All(ctx context.Context, kind origin.Kind) (map[int64]int64, error) {
	var rows []originRow
	if err := s.Read.WithContext(ctx).Where("kind = ?", string(kind)).Find(&rows).Error; err != nil {
		return nil, err
	}
	found := make(map[int64]int64, len(rows))
	for _, row := range rows {
		found[row.OldID] = row.NewID
	}
	return found, nil
}

// Find implements ports.Origins.
func (s origins) Find(ctx context.Context, kind origin.Kind, old int64) (id int64, there bool, err error) {
	var rows []originRow
	err = s.Read.WithContext(ctx).Where("kind = ? AND old_id = ?", string(kind), old).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return 0, false, err
	}
	return rows[0].NewID, true, nil
}
