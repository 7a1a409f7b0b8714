package gormstore

import (
	"context"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type sessions struct {
	credentials[account.Session, sessionRow]
}

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

const findSession = "SELECT c.digest, c.public_id, c.user_id, c.created_at, c.last_seen_at, c.confirmed_at, c.address, " +
	"c.user_agent, " + signedInWith + "sessions" + signedInFrom

func (r *sessionRow) places() []any {
	return []any{&r.Digest, &r.PublicID, &r.UserID, &r.CreatedAt, &r.LastSeenAt, &r.ConfirmedAt, &r.Address, &r.UserAgent}
}

func newSessionRow(s *account.Session) sessionRow {
	return sessionRow{
		Digest: string(s.Digest), PublicID: s.ID, UserID: s.User, CreatedAt: database.Micros(s.Created),
		LastSeenAt: database.Micros(s.LastSeen), ConfirmedAt: database.Micros(s.Confirmed), Address: s.Address, UserAgent: s.UserAgent,
	}
}

func (r *sessionRow) session() account.Session {
	return account.Session{
		ID: r.PublicID, Digest: account.Digest(r.Digest), User: r.UserID, Created: database.Instant(r.CreatedAt),
		LastSeen: database.Instant(r.LastSeenAt), Confirmed: database.Instant(r.ConfirmedAt),
		Address: r.Address, UserAgent: r.UserAgent,
	}
}

func (h handle) sessions() sessions {
	return sessions{credentials[account.Session, sessionRow]{
		handle: h, find: findSession, places: (*sessionRow).places, row: newSessionRow, value: (*sessionRow).session,
		order: "last_seen_at DESC, public_id", lastUsed: "last_seen_at", usedFrom: "address",
	}}
}

func (s sessions) Confirm(ctx context.Context, digest account.Digest, at time.Time) error {
	return database.Affected(s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&sessionRow{}).Where("digest = ?", string(digest)).UpdateColumn("confirmed_at", database.Micros(at))
	}), fault.ErrNotSignedIn)
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
