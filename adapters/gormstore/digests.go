package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/ports"
)

type digests struct{ handle }

var _ ports.Digests = digests{}

type digestRow struct {
	UserID int64 `gorm:"primaryKey;autoIncrement:false"`
	NextAt int64
	SentOn string
	ToldAt int64
	MailID int64
	FromAt int64
}

func (digestRow) TableName() string { return "digests" }

func (r *digestRow) run() digest.Run {
	return digest.Run{
		User: r.UserID, Next: database.Instant(r.NextAt), Sent: dayOf(r.SentOn), Told: database.Instant(r.ToldAt), Mail: r.MailID,
		From: database.Instant(r.FromAt),
	}
}

// Update implements ports.Digests.
func (s digests) Update(ctx context.Context, user account.UserID, change func(*digest.Run) error) error {
	return s.step(ctx, func(tx handle) error {
		row := digestRow{UserID: user}
		err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error
		if errors.Is(err, gorm.ErrForeignKeyViolated) {
			return account.ErrAbsent
		}
		if err == nil {
			err = tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("user_id = ?", user).Take(&row).Error
		}
		if err != nil {
			return err
		}
		edited := row.run()
		if err := change(&edited); err != nil {
			return err
		}
		return tx.Write.Model(&digestRow{}).Where("user_id = ?", user).UpdateColumns(map[string]any{
			"next_at": database.Micros(edited.Next), "sent_on": edited.Sent.String(), "told_at": database.Micros(edited.Told),
			"mail_id": edited.Mail, "from_at": database.Micros(edited.From),
		}).Error
	})
}

// Due implements ports.Digests.
func (s digests) Due(ctx context.Context, at time.Time) ([]digest.Run, error) {
	query := s.Read.WithContext(ctx).Where("next_at > 0 AND next_at <= ?", database.Micros(at)).Order("next_at, user_id")
	return list(query, (*digestRow).run)
}

// List implements ports.Digests.
func (s digests) List(ctx context.Context) ([]digest.Run, error) {
	return list(s.Read.WithContext(ctx).Order("user_id"), (*digestRow).run)
}

// OfMail implements ports.Digests.
func (s digests) OfMail(ctx context.Context, mail int64) (digest.Run, error) {
	found, err := list(s.Read.WithContext(ctx).Where("mail_id = ? AND mail_id <> 0", mail).Limit(1), (*digestRow).run)
	if err != nil || len(found) == 0 {
		return digest.Run{}, err
	}
	return found[0], nil
}

type userTokens struct{ handle }

var _ ports.UserTokens = userTokens{}

type userTokenRow struct {
	UserID int64  `gorm:"primaryKey;autoIncrement:false"`
	Kind   string `gorm:"primaryKey"`
	Digest string
	Sealed string
	MadeAt int64
}

func (userTokenRow) TableName() string { return "user_tokens" }

func (r *userTokenRow) token() account.Token {
	return account.Token{
		User: r.UserID, Kind: account.TokenKind(r.Kind), Digest: account.Digest(r.Digest), Sealed: r.Sealed,
		Made: database.Instant(r.MadeAt),
	}
}

// Keep implements ports.UserTokens.
func (s userTokens) Keep(ctx context.Context, t account.Token, only bool) (kept account.Token, err error) {
	err = s.step(ctx, func(tx handle) error {
		row := userTokenRow{t.User, string(t.Kind), string(t.Digest), t.Sealed, database.Micros(t.Made)}
		conflict := clause.OnConflict{
			Columns:   []clause.Column{{Name: "user_id"}, {Name: "kind"}},
			DoNothing: only, DoUpdates: clause.AssignmentColumns([]string{"digest", "sealed", "made_at"}),
		}
		if only {
			conflict.DoUpdates = nil
		}
		if err := tx.Write.Clauses(conflict).Create(&row).Error; err != nil {
			if errors.Is(err, gorm.ErrForeignKeyViolated) {
				return account.ErrAbsent
			}
			return err
		}
		var stands userTokenRow
		err := tx.Write.Where("user_id = ? AND kind = ?", t.User, string(t.Kind)).Take(&stands).Error
		kept = stands.token()
		return err
	})
	return kept, err
}

// Of implements ports.UserTokens.
func (s userTokens) Of(ctx context.Context, user account.UserID, kind account.TokenKind) (account.Token, error) {
	return s.one(ctx, "user_id = ? AND kind = ?", user, string(kind))
}

// Find implements ports.UserTokens.
func (s userTokens) Find(ctx context.Context, kind account.TokenKind, digest account.Digest) (account.Token, error) {
	return s.one(ctx, "kind = ? AND digest = ?", string(kind), string(digest))
}

// Forget implements ports.UserTokens.
func (s userTokens) Forget(ctx context.Context, user account.UserID, kind account.TokenKind) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("user_id = ? AND kind = ?", user, string(kind)).Delete(&userTokenRow{})
	}).Error
}

func (s userTokens) one(ctx context.Context, where string, args ...any) (account.Token, error) {
	var row userTokenRow
	err := database.Absent(s.Read.WithContext(ctx).Where(where, args...).Take(&row).Error, account.ErrNoLink)
	if err != nil {
		return account.Token{}, err
	}
	return row.token(), nil
}
