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

type passwords struct{ handle }

var _ ports.ApplicationPasswords = passwords{}

type passwordRow struct {
	Digest     string `gorm:"primaryKey"`
	UUID       string
	UserID     int64
	Name       string
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	LastUsedAt int64
	LastIP     string
}

func (passwordRow) TableName() string { return "application_passwords" }

func (r *passwordRow) password() account.ApplicationPassword {
	return account.ApplicationPassword{
		UUID: r.UUID, User: r.UserID, Name: r.Name, Digest: account.Digest(r.Digest), Created: database.Instant(r.CreatedAt),
		LastUsed: database.Instant(r.LastUsedAt), LastIP: r.LastIP,
	}
}

func (s passwords) Create(ctx context.Context, p account.ApplicationPassword) error {
	return noUser(s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Create(&passwordRow{
			Digest: string(p.Digest), UUID: p.UUID, UserID: p.User, Name: p.Name, CreatedAt: database.Micros(p.Created),
			LastUsedAt: database.Micros(p.LastUsed), LastIP: p.LastIP,
		})
	}).Error)
}

// findPassword is asked at every request of a program.
const findPassword = "SELECT a.digest, a.uuid, a.user_id, a.name, a.created_at, a.last_used_at, a.last_ip, " +
	userColumns + ", (SELECT number FROM change_counter) FROM application_passwords a JOIN users u ON u.id = a.user_id WHERE a.digest = ?"

func (s passwords) Find(ctx context.Context, digest account.Digest) (_ account.ApplicationPassword, user account.User, change int64, err error) {
	var r passwordRow
	user, change, err = s.signedIn(ctx, findPassword, digest, &r.Digest, &r.UUID, &r.UserID, &r.Name, &r.CreatedAt, &r.LastUsedAt,
		&r.LastIP)
	if err != nil {
		return account.ApplicationPassword{}, user, 0, err
	}
	return r.password(), user, change, nil
}

func (s passwords) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.used(ctx, "application_passwords", digest, at, "last_used_at", "last_ip", address)
}

func (s passwords) List(ctx context.Context, user account.UserID) ([]account.ApplicationPassword, error) {
	var rows []passwordRow
	err := s.Read.WithContext(ctx).Where("user_id = ?", user).Order("created_at, uuid").Find(&rows).Error
	list := make([]account.ApplicationPassword, len(rows))
	for i := range rows {
		list[i] = rows[i].password()
	}
	return list, err
}

func (s passwords) Revoke(ctx context.Context, user account.UserID, uuid string) (account.ApplicationPassword, error) {
	var row passwordRow
	err := s.step(ctx, func(tx handle) error {
		if err := tx.Write.Where("user_id = ? AND uuid = ?", user, uuid).Take(&row).Error; err != nil {
			return database.Absent(err, fault.ErrNotFound)
		}
		return database.Affected(tx.Write.Where("digest = ?", row.Digest).Delete(&passwordRow{}), fault.ErrNotFound)
	})
	if err != nil {
		return account.ApplicationPassword{}, err
	}
	return row.password(), nil
}

func (s passwords) RevokeAll(ctx context.Context, user account.UserID) (int, error) {
	return s.remove(ctx, &passwordRow{}, "user_id = ?", user)
}
