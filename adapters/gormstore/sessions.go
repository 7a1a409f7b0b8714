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
	"github.com/clubhuis/clubhuis/ports"
)

type sessions struct{ handle }

var _ ports.Sessions = sessions{}

type sessionRow struct {
	Digest      string `gorm:"primaryKey"`
	PublicID    string
	UserID      int64
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	LastSeenAt  int64
	ConfirmedAt int64
	Address     string
	UserAgent   string
}

func (sessionRow) TableName() string { return "sessions" }

func (r *sessionRow) session() account.Session {
	return account.Session{
		ID: r.PublicID, Digest: account.Digest(r.Digest), User: r.UserID, Created: database.Instant(r.CreatedAt),
		LastSeen: database.Instant(r.LastSeenAt), Confirmed: database.Instant(r.ConfirmedAt), Address: r.Address, UserAgent: r.UserAgent,
	}
}

func (s sessions) Create(ctx context.Context, new account.Session) error {
	return noUser(s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Create(&sessionRow{
			Digest: string(new.Digest), PublicID: new.ID, UserID: new.User, CreatedAt: database.Micros(new.Created),
			LastSeenAt: database.Micros(new.LastSeen), ConfirmedAt: database.Micros(new.Confirmed), Address: new.Address, UserAgent: new.UserAgent,
		})
	}).Error)
}

// noUser names the foreign key that a missing user violates.
func noUser(err error) error {
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return account.ErrAbsent
	}
	return err
}

// findSession is asked at every request of a browser.
const findSession = "SELECT s.digest, s.public_id, s.user_id, s.created_at, s.last_seen_at, s.confirmed_at, s.address, s.user_agent, " +
	userColumns + ", (SELECT number FROM change_counter) FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.digest = ?"

func (s sessions) Find(ctx context.Context, digest account.Digest) (_ account.Session, user account.User, change int64, err error) {
	var session sessionRow
	var owner userRow
	err = database.ScanOne(s.Read.WithContext(ctx).Raw(findSession, string(digest)), func(row *sql.Rows) error {
		return row.Scan(append([]any{&session.Digest, &session.PublicID, &session.UserID, &session.CreatedAt, &session.LastSeenAt,
			&session.ConfirmedAt, &session.Address, &session.UserAgent}, append(owner.places(), &change)...)...)
	})
	if err != nil {
		return account.Session{}, account.User{}, 0, database.Absent(err, fault.ErrNotSignedIn)
	}
	user, err = owner.user()
	return session.session(), user, change, err
}

func (s sessions) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.step(ctx, func(tx handle) error {
		err := tx.Write.Model(&sessionRow{}).Where("digest = ?", string(digest)).
			UpdateColumns(map[string]any{"last_seen_at": database.Micros(at), "address": address}).Error
		if err != nil {
			return err
		}
		return users{tx}.active("sessions", string(digest), database.Micros(at))
	})
}

func (s sessions) Confirm(ctx context.Context, digest account.Digest, at time.Time) error {
	return database.Affected(s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&sessionRow{}).Where("digest = ?", string(digest)).UpdateColumn("confirmed_at", database.Micros(at))
	}), fault.ErrNotSignedIn)
}

func (s sessions) List(ctx context.Context, user account.UserID) ([]account.Session, error) {
	var rows []sessionRow
	err := s.Read.WithContext(ctx).Where("user_id = ?", user).Order("last_seen_at DESC, public_id").Find(&rows).Error
	list := make([]account.Session, len(rows))
	for i := range rows {
		list[i] = rows[i].session()
	}
	return list, err
}

func (s sessions) End(ctx context.Context, user account.UserID, id string) error {
	return database.Affected(s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("user_id = ? AND public_id = ?", user, id).Delete(&sessionRow{})
	}),
		fault.ErrNotFound)
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("user_id = ? AND digest <> ?", user, string(except)).Delete(&sessionRow{})
	})
	return int(result.RowsAffected), result.Error
}

func (s sessions) Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("last_seen_at < ? OR created_at < ?", database.Micros(seenBefore), database.Micros(madeBefore)).Delete(&sessionRow{})
	})
	return int(result.RowsAffected), result.Error
}
