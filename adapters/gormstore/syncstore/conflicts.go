package syncstore

import (
	"context"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"github.com/clubhuis/clubhuis/ports"
)

type conflicts struct{ database.Handle }

var _ ports.Conflicts = conflicts{}

type conflictRow struct {
	ID        int64 `gorm:"primaryKey"`
	Member    string
	Field     string
	SiteValue string
	AppValue  string
	SiteAt    int64
	AppAt     int64
	Winner    string
	Reason    string
	At        int64
}

func (conflictRow) TableName() string { return "sync_conflicts" }

func (r *conflictRow) conflict() conflict.Decision {
	return conflict.Decision{
		ID: r.ID, Member: r.Member, Field: r.Field, Site: r.SiteValue, App: r.AppValue, SiteAt: database.Instant(r.SiteAt),
		AppAt: database.Instant(r.AppAt), Winner: conflict.Winner(r.Winner), Reason: r.Reason, At: database.Instant(r.At),
	}
}

func (s conflicts) Add(ctx context.Context, all ...conflict.Decision) error {
	return s.Step(ctx, func(tx database.Handle) error {
		return tx.Insert("sync_conflicts", "member, field, site_value, app_value, site_at, app_at, winner, reason, at", "", len(all),
			func(i int) []any {
				c := &all[i]
				return []any{
					c.Member, c.Field, c.Site, c.App, database.Micros(c.SiteAt), database.Micros(c.AppAt), string(c.Winner), c.Reason,
					database.Micros(c.At),
				}
			})
	})
}

func (s conflicts) List(ctx context.Context, limit int) ([]conflict.Decision, error) {
	var rows []conflictRow
	err := s.Read.WithContext(ctx).Order("at DESC, id DESC").Limit(limit).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	list := make([]conflict.Decision, len(rows))
	for i := range rows {
		list[i] = rows[i].conflict()
	}
	return list, nil
}

func (s conflicts) Prune(ctx context.Context, before time.Time) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("at < ?", database.Micros(before)).Delete(&conflictRow{})
	})
	return int(result.RowsAffected), result.Error
}
