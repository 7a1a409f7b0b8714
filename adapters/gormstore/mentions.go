package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

type mentions struct{ handle }

var _ ports.Mentions = mentions{}

type mentionRow struct {
	ID       int64 `gorm:"primaryKey"`
	UserID   int64
	Kind     string
	RecordID int64
	Author   int64
	MadeAt   int64
	Told     bool
	MailID   int64
}

func (mentionRow) TableName() string { return "mentions" }

func (r *mentionRow) mention() mention.Mention {
	return mention.Mention{
		ID: r.ID, User: r.UserID, Kind: timeline.Kind(r.Kind), Record: r.RecordID, Author: r.Author, At: database.Instant(r.MadeAt),
		Told: r.Told, Mail: r.MailID,
	}
}

// Keep implements ports.Mentions.
func (s mentions) Keep(ctx context.Context, m mention.Mention) (bool, error) {
	row := mentionRow{
		UserID: m.User, Kind: string(m.Kind), RecordID: m.Record, Author: m.Author, MadeAt: database.Micros(m.At), Told: m.Told,
		MailID: m.Mail,
	}
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "user_id"}, {Name: "kind"}, {Name: "record_id"}}, DoNothing: true,
		}).Create(&row)
	})
	if errors.Is(result.Error, gorm.ErrForeignKeyViolated) {
		return false, account.ErrAbsent
	}
	return result.Error == nil && result.RowsAffected == 1, result.Error
}

// Waiting implements ports.Mentions.
func (s mentions) Waiting(ctx context.Context, user account.UserID, newest bool, limit int) ([]mention.Mention, error) {
	order := clause.OrderByColumn{Column: clause.Column{Name: "id"}, Desc: newest}
	query := s.Read.WithContext(ctx).Where("user_id = ? AND told = ?", user, false).Order(order).Limit(limit)
	return list(query, (*mentionRow).mention)
}

// Tell implements ports.Mentions.
func (s mentions) Tell(ctx context.Context, user account.UserID, mail int64, ids ...int64) error {
	among, args := s.among("id", append([]int64{}, ids...))
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&mentionRow{}).Where("user_id = ?", user).Where(among, args...).
			UpdateColumns(map[string]any{"told": true, "mail_id": mail})
	}).Error
}

// TakeBack implements ports.Mentions.
func (s mentions) TakeBack(ctx context.Context, user account.UserID, mail int64) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&mentionRow{}).Where("user_id = ? AND mail_id = ? AND mail_id <> 0", user, mail).
			UpdateColumns(map[string]any{"told": false, "mail_id": 0})
	}).Error
}

// Purge implements ports.Mentions.
func (s mentions) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &mentionRow{}, "made_at < ?", database.Micros(before))
}
