package gormstore

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type passwords struct {
	credentials[account.ApplicationPassword, passwordRow]
}

var _ ports.ApplicationPasswords = passwords{}

type passwordRow struct {
	Digest     string `gorm:"primaryKey"`
	UUID       string
	UserID     int64
	Name       string
	LastDay    string
	ReadOnly   bool
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	LastUsedAt int64
	LastIP     string
}

func (passwordRow) TableName() string { return "application_passwords" }

const findPassword = "SELECT c.digest, c.uuid, c.user_id, c.name, c.last_day, c.read_only, c.created_at, c.last_used_at, " +
	"c.last_ip, " + signedInWith + "application_passwords" + signedInFrom

func (r *passwordRow) places() []any {
	return []any{&r.Digest, &r.UUID, &r.UserID, &r.Name, &r.LastDay, &r.ReadOnly, &r.CreatedAt, &r.LastUsedAt, &r.LastIP}
}

func newPasswordRow(p *account.ApplicationPassword) passwordRow {
	return passwordRow{
		Digest: string(p.Digest), UUID: p.UUID, UserID: p.User, Name: p.Name, LastDay: p.Until.String(), ReadOnly: p.ReadOnly,
		CreatedAt: database.Micros(p.Created), LastUsedAt: database.Micros(p.LastUsed), LastIP: p.LastIP,
	}
}

func (r *passwordRow) password() account.ApplicationPassword {
	until, _ := civil.Parse(r.LastDay)
	return account.ApplicationPassword{
		UUID: r.UUID, User: r.UserID, Name: r.Name, Until: until, ReadOnly: r.ReadOnly,
		Digest: account.Digest(r.Digest), Created: database.Instant(r.CreatedAt),
		LastUsed: database.Instant(r.LastUsedAt), LastIP: r.LastIP,
	}
}

func (h handle) passwords() passwords {
	return passwords{credentials[account.ApplicationPassword, passwordRow]{
		handle: h, find: findPassword, places: (*passwordRow).places, row: newPasswordRow, value: (*passwordRow).password,
		order: "created_at, uuid", lastUsed: "last_used_at", usedFrom: "last_ip",
	}}
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
