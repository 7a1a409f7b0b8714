package gormstore

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type attempts struct{ handle }

var _ ports.Attempts = attempts{}

type attemptRow struct {
	ID      int64 `gorm:"primaryKey"`
	Account string
	Address string
	At      int64
}

func (attemptRow) TableName() string { return "sign_in_attempts" }

func (s attempts) Tally(ctx context.Context, accountKey, address string, after time.Time) (account.Tally, error) {
	var tally account.Tally
	for _, one := range []struct {
		column, value string
		count         *int
		oldest        *time.Time
	}{
		{"account", accountKey, &tally.Account, &tally.OldestAccount},
		{"address", address, &tally.Address, &tally.OldestAddress},
	} {
		var oldest int64
		err := database.ScanOne(s.Read.WithContext(ctx).Model(&attemptRow{}).Where(one.column+" = ? AND at > ?", one.value, database.Micros(after)).
			Select("COUNT(*), COALESCE(MIN(at), 0)"), func(row *sql.Rows) error { return row.Scan(one.count, &oldest) })
		if err != nil {
			return tally, err
		}
		*one.oldest = database.Instant(oldest)
	}
	return tally, nil
}

func (s attempts) Add(ctx context.Context, a account.Attempt) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Create(&attemptRow{Account: a.Account, Address: a.Address, At: database.Micros(a.At)})
	}).Error
}

func (s attempts) Purge(ctx context.Context, before time.Time) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("at < ?", database.Micros(before)).Delete(&attemptRow{})
	})
	return int(result.RowsAffected), result.Error
}
