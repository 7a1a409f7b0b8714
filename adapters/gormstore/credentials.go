package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

// credentials keeps what users sign in with, T, by its digest in rows of R.
type credentials[T, R any] struct {
	handle
	find     string // the query for one with its user: columns, userColumns, signedInFrom
	places   func(*R) []any
	row      func(*T) R
	value    func(*R) T
	order    string
	lastUsed string // the column
	usedFrom string // likewise
}

// signedInFrom ends a query for a user who signs in with what is in a table c. It also reads the number of the last change.
const (
	signedInWith = userColumns + ", (SELECT number FROM change_counter) FROM "
	signedInFrom = " c JOIN users u ON u.id = c.user_id WHERE c.digest = ?"
)

func (s credentials[T, R]) Create(ctx context.Context, value T) error {
	err := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		row := s.row(&value)
		return db.Create(&row)
	}).Error
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return account.ErrAbsent
	}
	return err
}

// Find is asked at every request.
func (s credentials[T, R]) Find(ctx context.Context, digest account.Digest) (
	found T, user account.User, change int64, err error,
) {
	var row R
	var owner userRow
	err = database.QueryOne(ctx, s.Read, s.find, string(digest), func(rows *sql.Rows) error {
		return rows.Scan(append(s.places(&row), append(owner.places(), &change)...)...)
	})
	if err == nil {
		user, err = owner.user()
	}
	if err != nil {
		return found, user, 0, database.Absent(err, fault.ErrNotSignedIn)
	}
	return s.value(&row), user, change, nil
}

// Touch also notes the use as the last activity of the user. That is first: who removes a user locks the user, then what the user
// signs in with.
func (s credentials[T, R]) Touch(ctx context.Context, digest account.Digest, when time.Time, address string) error {
	at := database.Micros(when)
	return s.step(ctx, func(tx handle) error {
		row := tx.Write.Model(new(R)).Where("digest = ?", string(digest)).Session(&gorm.Session{})
		user := tx.Write.Model(&userRow{}).Where("id = (?) AND active_at < ?", row.Select("user_id"), at)
		if err := user.UpdateColumn("active_at", at).Error; err != nil {
			return err
		}
		return row.UpdateColumns(map[string]any{s.lastUsed: at, s.usedFrom: address}).Error
	})
}

func (s credentials[T, R]) List(ctx context.Context, user account.UserID) ([]T, error) {
	return list(s.Read.WithContext(ctx).Where("user_id = ?", user).Order(s.order), s.value)
}
