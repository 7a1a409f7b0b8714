package syncstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/ports"
)

type operators struct{ database.Handle }

var _ ports.Operators = operators{}

type operatorRow struct {
	ID           int64 `gorm:"primaryKey"`
	Username     string
	LoginKey     string
	DisplayName  string
	PasswordHash string
	AddedAt      int64
	SignedInAt   int64
}

func (operatorRow) TableName() string { return "sync_operators" }

func (r *operatorRow) operator() operator.User {
	return operator.User{
		ID: r.ID, Username: r.Username, DisplayName: r.DisplayName, Hash: account.Hash(r.PasswordHash),
		Added: database.Instant(r.AddedAt), SignedIn: database.Instant(r.SignedInAt),
	}
}

type sessionRow struct {
	Digest     string `gorm:"primaryKey"`
	OperatorID int64
	BeganAt    int64
}

func (sessionRow) TableName() string { return "sync_sessions" }

func (s operators) Add(ctx context.Context, u operator.User) (operator.ID, error) {
	row := operatorRow{
		Username: u.Username, LoginKey: operator.Key(u.Username), DisplayName: u.DisplayName, PasswordHash: string(u.Hash),
		AddedAt: database.Micros(u.Added), SignedInAt: database.Micros(u.SignedIn),
	}
	err := s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return 0, operator.ErrTaken
	}
	return row.ID, err
}

func (s operators) ByName(ctx context.Context, username string) (operator.User, error) {
	var row operatorRow
	err := s.Read.WithContext(ctx).Where("login_key = ?", operator.Key(username)).Take(&row).Error
	if err != nil {
		return operator.User{}, database.Absent(err, operator.ErrAbsent)
	}
	return row.operator(), nil
}

func (s operators) List(ctx context.Context) ([]operator.User, error) {
	var rows []operatorRow
	if err := s.Read.WithContext(ctx).Order("login_key").Find(&rows).Error; err != nil {
		return nil, err
	}
	return each(rows, func(r operatorRow) operator.User { return r.operator() }), nil
}

func (s operators) SetPassword(ctx context.Context, id operator.ID, hash account.Hash) error {
	return s.Step(ctx, func(tx database.Handle) error {
		err := database.Affected(tx.Write.Model(&operatorRow{}).Where("id = ?", id).UpdateColumn("password_hash", string(hash)),
			operator.ErrAbsent)
		if err != nil {
			return err
		}
		return tx.Write.Where("operator_id = ?", id).Delete(&sessionRow{}).Error
	})
}

func (s operators) Remove(ctx context.Context, id operator.ID) error {
	return s.Step(ctx, func(tx database.Handle) error {
		if err := tx.Write.Where("operator_id = ?", id).Delete(&sessionRow{}).Error; err != nil {
			return err
		}
		return database.Affected(tx.Write.Where("id = ?", id).Delete(&operatorRow{}), operator.ErrAbsent)
	})
}

func (s operators) Begin(ctx context.Context, session operator.Session, hash account.Hash, before time.Time) error {
	return s.Step(ctx, func(tx database.Handle) error {
		var row operatorRow
		err := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).
			Where("id = ? AND password_hash = ?", session.User, string(hash)).Take(&row).Error
		if err != nil {
			return database.Absent(err, operator.ErrAbsent)
		}
		if err := tx.Write.Where("began_at < ?", database.Micros(before)).Delete(&sessionRow{}).Error; err != nil {
			return err
		}
		began := database.Micros(session.Began)
		if err := tx.Write.Model(&row).UpdateColumn("signed_in_at", began).Error; err != nil {
			return err
		}
		return tx.Write.Create(&sessionRow{Digest: string(session.Digest), OperatorID: session.User, BeganAt: began}).Error
	})
}

func (s operators) Session(ctx context.Context, digest account.Digest) (operator.Session, operator.User, error) {
	var row struct {
		BeganAt  int64
		Operator operatorRow `gorm:"embedded"`
	}
	err := s.Read.WithContext(ctx).Table("sync_sessions s").Select("s.began_at, o.*").
		Joins("JOIN sync_operators o ON o.id = s.operator_id").Where("s.digest = ?", string(digest)).Take(&row).Error
	if err != nil {
		return operator.Session{}, operator.User{}, database.Absent(err, fault.ErrNotFound)
	}
	return operator.Session{
		Digest: digest,
		User:   row.Operator.ID,
		Began:  database.Instant(row.BeganAt),
	}, row.Operator.operator(), nil
}

func (s operators) End(ctx context.Context, digest account.Digest) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("digest = ?", string(digest)).Delete(&sessionRow{})
	}).Error
}
