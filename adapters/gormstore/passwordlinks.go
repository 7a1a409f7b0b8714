package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

type passwordLinks struct{ handle }

var _ ports.PasswordLinks = passwordLinks{}

type passwordLinkRow struct {
	Digest  string `gorm:"primaryKey"`
	Request string
	UserID  int64
	MadeAt  int64
	UsedAt  int64
}

func (passwordLinkRow) TableName() string { return "password_links" }

func (s passwordLinks) Keep(ctx context.Context, link account.PasswordLink) (bool, error) {
	row := passwordLinkRow{string(link.Digest), link.Request, link.User, database.Micros(link.Made), database.Micros(link.Used)}
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "request"}}, DoNothing: true}).Create(&row)
	})
	if errors.Is(result.Error, gorm.ErrForeignKeyViolated) {
		return false, account.ErrAbsent
	}
	return result.Error == nil && result.RowsAffected == 1, result.Error
}

func (s passwordLinks) Find(ctx context.Context, digest account.Digest) (account.PasswordLink, error) {
	var row passwordLinkRow
	err := database.Absent(s.Read.WithContext(ctx).Where("digest = ?", string(digest)).Take(&row).Error, account.ErrNoLink)
	if err != nil {
		return account.PasswordLink{}, err
	}
	return account.PasswordLink{
		Digest: digest, Request: row.Request, User: row.UserID, Made: database.Instant(row.MadeAt), Used: database.Instant(row.UsedAt),
	}, nil
}

func (s passwordLinks) Made(ctx context.Context, user account.UserID, after time.Time) (int, error) {
	var count int64
	err := s.Read.WithContext(ctx).Model(&passwordLinkRow{}).Where("user_id = ? AND made_at > ?", user, database.Micros(after)).
		Count(&count).Error
	return int(count), err
}

func (s passwordLinks) Use(ctx context.Context, digest account.Digest, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		var row passwordLinkRow
		locked := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("digest = ?", string(digest)).Take(&row)
		if err := database.Absent(locked.Error, account.ErrNoLink); err != nil {
			return err
		}
		if row.UsedAt != 0 {
			return account.ErrLinkUsed
		}
		return passwordLinks{tx}.Void(ctx, row.UserID, at)
	})
}

func (s passwordLinks) Void(ctx context.Context, user account.UserID, at time.Time) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&passwordLinkRow{}).Where("user_id = ? AND used_at = 0", user).Update("used_at", database.Micros(at))
	}).Error
}

func (s passwordLinks) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &passwordLinkRow{}, "made_at < ?", database.Micros(before))
}
