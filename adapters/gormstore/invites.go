package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

type invites struct{ handle }

var _ ports.Invites = invites{}

type inviteRow struct {
	ID          int64 `gorm:"primaryKey"`
	WorkspaceID int64
	Digest      string
	Email       string
	Role        string
	ByUser      int64
	ByName      string
	MadeAt      int64
	UsedAt      int64
	RevokedAt   int64
}

func (inviteRow) TableName() string { return "workspace_invites" }

func (r *inviteRow) invite() workspace.Invite {
	return workspace.Invite{
		ID:        r.ID,
		Workspace: r.WorkspaceID,
		Digest:    account.Digest(r.Digest),
		Email:     r.Email,
		Role:      workspace.Role(r.Role),
		By:        r.ByUser,
		ByName:    r.ByName,
		Made:      database.Instant(r.MadeAt),
		Used:      database.Instant(r.UsedAt),
		Revoked:   database.Instant(r.RevokedAt),
	}
}

func (s invites) Create(ctx context.Context, i workspace.Invite) (int64, error) {
	row := inviteRow{
		WorkspaceID: i.Workspace, Digest: string(i.Digest), Email: i.Email, Role: string(i.Role), ByUser: i.By, ByName: i.ByName,
		MadeAt: database.Micros(i.Made), UsedAt: database.Micros(i.Used), RevokedAt: database.Micros(i.Revoked),
	}
	err := s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		err = workspace.ErrAbsent
	}
	return row.ID, err
}

func (s invites) Find(ctx context.Context, digest account.Digest) (workspace.Invite, error) {
	var row inviteRow
	err := database.Absent(s.Read.WithContext(ctx).Where("digest = ?", string(digest)).Take(&row).Error, workspace.ErrNoToken)
	if err != nil {
		return workspace.Invite{}, err
	}
	return row.invite(), nil
}

func (s invites) Of(ctx context.Context, id workspace.ID) ([]workspace.Invite, error) {
	query := s.Read.WithContext(ctx).Where("workspace_id = ? AND used_at = 0 AND revoked_at = 0", id)
	return list(query.Order("made_at DESC, id DESC"), (*inviteRow).invite)
}

func (s invites) Update(ctx context.Context, id int64, change func(*workspace.Invite) error) error {
	return s.step(ctx, func(tx handle) error {
		var row inviteRow
		if err := tx.lock(&row, workspace.ErrNoInvite, "id = ?", id); err != nil {
			return err
		}
		edited := row.invite()
		if err := change(&edited); err != nil {
			return err
		}
		return tx.Write.Model(&inviteRow{}).Where("id = ?", id).UpdateColumns(map[string]any{
			"used_at": database.Micros(edited.Used), "revoked_at": database.Micros(edited.Revoked),
		}).Error
	})
}

func (s invites) Revoke(
	ctx context.Context, email string, to workspace.ID, at time.Time,
) (revoked []workspace.Invite, err error) {
	condition, args := "", []any{database.Micros(at), account.LoginKey(email)}
	if to != 0 {
		condition, args = " AND workspace_id = ?", append(args, to)
	}
	err = s.step(ctx, func(tx handle) error {
		revoked, err = list(tx.Write.Raw("UPDATE workspace_invites SET revoked_at = ? "+
			"WHERE email = ? AND used_at = 0 AND revoked_at = 0"+condition+" RETURNING *", args...), (*inviteRow).invite)
		return err
	})
	return revoked, err
}

func (s invites) Made(ctx context.Context, by account.UserID, after time.Time) (int, error) {
	var count int64
	err := s.Read.WithContext(ctx).Model(&inviteRow{}).Where("by_user = ? AND made_at > ?", by, database.Micros(after)).
		Count(&count).Error
	return int(count), err
}

func (s invites) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &inviteRow{}, "made_at < ?", database.Micros(before))
}
