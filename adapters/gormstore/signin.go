package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

type sessions struct{ handle }

var _ ports.Sessions = sessions{}

type sessionRow struct {
	Digest     string `gorm:"primaryKey"`
	PublicID   string
	UserID     int64
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	LastSeenAt int64
	Address    string
	UserAgent  string
}

func (sessionRow) TableName() string { return "sessions" }

func (r *sessionRow) session() account.Session {
	return account.Session{
		ID: r.PublicID, Digest: account.Digest(r.Digest), User: r.UserID, Created: instant(r.CreatedAt),
		LastSeen: instant(r.LastSeenAt), Address: r.Address, UserAgent: r.UserAgent,
	}
}

func (s sessions) Create(ctx context.Context, new account.Session) error {
	err := s.write.WithContext(ctx).Create(&sessionRow{
		Digest: string(new.Digest), PublicID: new.ID, UserID: new.User, CreatedAt: micros(new.Created),
		LastSeenAt: micros(new.LastSeen), Address: new.Address, UserAgent: new.UserAgent,
	}).Error
	return noUser(err)
}

// noUser names the foreign key that a missing user violates.
func noUser(err error) error {
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return fault.ErrNoSuchUser
	}
	return err
}

func (s sessions) Find(ctx context.Context, digest account.Digest) (account.Session, account.User, error) {
	var row struct {
		User    userRow    `gorm:"embedded"`
		Session sessionRow `gorm:"embedded;embeddedPrefix:s_"`
	}
	err := s.read.WithContext(ctx).Table("sessions s").Joins("JOIN users u ON u.id = s.user_id").
		Select("u.*, s.digest AS s_digest, s.public_id AS s_public_id, s.user_id AS s_user_id, s.created_at AS s_created_at, "+
			"s.last_seen_at AS s_last_seen_at, s.address AS s_address, s.user_agent AS s_user_agent").
		Where("s.digest = ?", string(digest)).Take(&row).Error
	if err != nil {
		return account.Session{}, account.User{}, absent(err, fault.ErrNotSignedIn)
	}
	user, err := row.User.user()
	return row.Session.session(), user, err
}

func (s sessions) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.step(ctx, func(tx handle) error {
		err := tx.write.Model(&sessionRow{}).Where("digest = ?", string(digest)).
			UpdateColumns(map[string]any{"last_seen_at": micros(at), "address": address}).Error
		if err != nil {
			return err
		}
		return tx.active("digest", "sessions", string(digest), micros(at))
	})
}

func (s sessions) List(ctx context.Context, user account.UserID) ([]account.Session, error) {
	var rows []sessionRow
	err := s.read.WithContext(ctx).Where("user_id = ?", user).Order("last_seen_at DESC, public_id").Find(&rows).Error
	list := make([]account.Session, len(rows))
	for i := range rows {
		list[i] = rows[i].session()
	}
	return list, err
}

func (s sessions) End(ctx context.Context, user account.UserID, id string) error {
	return affected(s.write.WithContext(ctx).Where("user_id = ? AND public_id = ?", user, id).Delete(&sessionRow{}),
		fault.ErrNotFound)
}

func (s sessions) EndAll(ctx context.Context, user account.UserID, except account.Digest) (int, error) {
	result := s.write.WithContext(ctx).Where("user_id = ? AND digest <> ?", user, string(except)).Delete(&sessionRow{})
	return int(result.RowsAffected), result.Error
}

func (s sessions) Purge(ctx context.Context, seenBefore time.Time) (int, error) {
	result := s.write.WithContext(ctx).Where("last_seen_at < ?", micros(seenBefore)).Delete(&sessionRow{})
	return int(result.RowsAffected), result.Error
}

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
		UUID: r.UUID, User: r.UserID, Name: r.Name, Digest: account.Digest(r.Digest), Created: instant(r.CreatedAt),
		LastUsed: instant(r.LastUsedAt), LastIP: r.LastIP,
	}
}

func (s passwords) Create(ctx context.Context, p account.ApplicationPassword) error {
	return noUser(s.write.WithContext(ctx).Create(&passwordRow{
		Digest: string(p.Digest), UUID: p.UUID, UserID: p.User, Name: p.Name, CreatedAt: micros(p.Created),
		LastUsedAt: micros(p.LastUsed), LastIP: p.LastIP,
	}).Error)
}

func (s passwords) Find(ctx context.Context, digest account.Digest) (account.ApplicationPassword, account.User, error) {
	var row struct {
		User     userRow     `gorm:"embedded"`
		Password passwordRow `gorm:"embedded;embeddedPrefix:a_"`
	}
	err := s.read.WithContext(ctx).Table("application_passwords a").Joins("JOIN users u ON u.id = a.user_id").
		Select("u.*, a.digest AS a_digest, a.uuid AS a_uuid, a.user_id AS a_user_id, a.name AS a_name, "+
			"a.created_at AS a_created_at, a.last_used_at AS a_last_used_at, a.last_ip AS a_last_ip").
		Where("a.digest = ?", string(digest)).Take(&row).Error
	if err != nil {
		return account.ApplicationPassword{}, account.User{}, absent(err, fault.ErrNotSignedIn)
	}
	user, err := row.User.user()
	return row.Password.password(), user, err
}

func (s passwords) Touch(ctx context.Context, digest account.Digest, at time.Time, address string) error {
	return s.step(ctx, func(tx handle) error {
		err := tx.write.Model(&passwordRow{}).Where("digest = ?", string(digest)).
			UpdateColumns(map[string]any{"last_used_at": micros(at), "last_ip": address}).Error
		if err != nil {
			return err
		}
		return tx.active("digest", "application_passwords", string(digest), micros(at))
	})
}

func (s passwords) List(ctx context.Context, user account.UserID) ([]account.ApplicationPassword, error) {
	var rows []passwordRow
	err := s.read.WithContext(ctx).Where("user_id = ?", user).Order("created_at, uuid").Find(&rows).Error
	list := make([]account.ApplicationPassword, len(rows))
	for i := range rows {
		list[i] = rows[i].password()
	}
	return list, err
}

func (s passwords) Revoke(ctx context.Context, user account.UserID, uuid string) (account.ApplicationPassword, error) {
	var row passwordRow
	err := s.step(ctx, func(tx handle) error {
		if err := tx.write.Where("user_id = ? AND uuid = ?", user, uuid).Take(&row).Error; err != nil {
			return absent(err, fault.ErrNotFound)
		}
		return affected(tx.write.Where("digest = ?", row.Digest).Delete(&passwordRow{}), fault.ErrNotFound)
	})
	if err != nil {
		return account.ApplicationPassword{}, err
	}
	return row.password(), nil
}

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
		err := scanOne(s.read.WithContext(ctx).Model(&attemptRow{}).Where(one.column+" = ? AND at > ?", one.value, micros(after)).
			Select("COUNT(*), COALESCE(MIN(at), 0)"), func(row *sql.Rows) error { return row.Scan(one.count, &oldest) })
		if err != nil {
			return tally, err
		}
		*one.oldest = instant(oldest)
	}
	return tally, nil
}

func (s attempts) Add(ctx context.Context, a account.Attempt) error {
	return s.write.WithContext(ctx).Create(&attemptRow{Account: a.Account, Address: a.Address, At: micros(a.At)}).Error
}

func (s attempts) Purge(ctx context.Context, before time.Time) (int, error) {
	result := s.write.WithContext(ctx).Where("at < ?", micros(before)).Delete(&attemptRow{})
	return int(result.RowsAffected), result.Error
}
