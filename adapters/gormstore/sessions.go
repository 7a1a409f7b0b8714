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
	var r sessionRow
	user, change, err = s.signedIn(ctx, findSession, digest, &r.Digest, &r.PublicID, &r.UserID, &r.CreatedAt, &r.LastSeenAt,
		&r.ConfirmedAt, &r.Address, &r.UserAgent)
	if err != nil {
		return account.Session{}, user, 0, err
	}
	return r.session(), user, change, nil
}

// signedIn finds what somebody signs in with by its digest, and whose it is.
func (h handle) signedIn(ctx context.Context, query string, digest account.Digest, places ...any) (
	u account.User, change int64, err error,
) {
	var owner userRow
	err = database.ScanOne(h.Read.WithContext(ctx).Raw(query, string(digest)), func(row *sql.Rows) error {
		return row.Scan(append(places, append(owner.places(), &change)...)...)
	})
	if err != nil {
		return u, 0, database.Absent(err, fault.ErrNotSignedIn)
	}
	u, err = owner.user()
	return u, change, err
}

func (s sessions) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.used(ctx, "sessions", digest, at, "last_seen_at", "address", address)
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
	ended, err := s.remove(ctx, &sessionRow{}, "user_id = ? AND public_id = ?", user, id)
	if err == nil && ended == 0 {
		return fault.ErrNotFound
	}
	return err
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error) {
	return s.remove(ctx, &sessionRow{}, "user_id = ? AND digest <> ?", user, string(except))
}

func (s sessions) Purge(ctx context.Context, seenBefore, madeBefore time.Time) (int, error) {
	const old = "last_seen_at < ? OR created_at < ?"
	return s.remove(ctx, &sessionRow{}, old, database.Micros(seenBefore), database.Micros(madeBefore))
}
