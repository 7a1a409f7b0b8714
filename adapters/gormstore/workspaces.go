package gormstore

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

type workspaces struct{ handle }

var _ ports.Workspaces = workspaces{}

type workspaceRow struct {
	Head        headRow `gorm:"embedded"`
	Name        string
	Description string
}

func (workspaceRow) TableName() string { return "workspaces" }

type workspaceMemberRow struct {
	WorkspaceID int64 `gorm:"primaryKey"`
	UserID      int64 `gorm:"primaryKey"`
	Role        string
	JoinedAt    int64
}

func (workspaceMemberRow) TableName() string { return "workspace_members" }

func newWorkspaceRow(w *workspace.Workspace) workspaceRow {
	return workspaceRow{newHeadRow(&w.Head), w.Name, w.Description}
}

func (s workspaces) Create(ctx context.Context, w workspace.Workspace) (workspace.ID, error) {
	w.ID, w.Revision = 0, 1
	err := s.step(ctx, func(tx handle) error {
		row := newWorkspaceRow(&w)
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		w.ID = row.Head.ID
		return workspaces{tx}.join(&w)
	})
	return w.ID, noSuchUser(err)
}

// noSuchUser returns err, as account.ErrAbsent when it says that a member is no user.
func noSuchUser(err error) error {
	if errors.Is(err, gorm.ErrForeignKeyViolated) {
		return account.ErrAbsent
	}
	return err
}

// join keeps the members of a workspace that has none, and notes that it was written.
func (s workspaces) join(w *workspace.Workspace) error {
	s.written(nounWorkspaces, w.ID)
	rows := make([]workspaceMemberRow, len(w.Members))
	for i, m := range w.Members {
		rows[i] = workspaceMemberRow{w.ID, m.User, string(m.Role), database.Micros(m.Joined)}
	}
	if len(rows) == 0 {
		return nil
	}
	return s.Write.Create(&rows).Error
}

// locked reads a workspace that the rest of the step changes.
func (s workspaces) locked(id workspace.ID) (workspace.Workspace, error) {
	var row workspaceRow
	if err := s.lock(&row, workspace.ErrAbsent, "id = ?", id); err != nil {
		return workspace.Workspace{}, err
	}
	var members []workspaceMemberRow
	err := s.Write.Where("workspace_id = ?", id).Order("user_id").Find(&members).Error
	return row.workspace(members), err
}

func (r *workspaceRow) workspace(members []workspaceMemberRow) workspace.Workspace {
	w := workspace.Workspace{Head: r.Head.head(), Name: r.Name, Description: r.Description}
	for _, m := range members {
		w.Members = append(w.Members, workspace.Membership{User: m.UserID, Role: workspace.Role(m.Role),
			Joined: database.Instant(m.JoinedAt)})
	}
	return w
}

func (s workspaces) Update(ctx context.Context, id workspace.ID, change func(*workspace.Workspace) error) error {
	return noSuchUser(s.step(ctx, func(tx handle) error {
		before, err := workspaces{tx}.locked(id)
		if err != nil {
			return err
		}
		edited := before.Clone()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Created, edited.Revision = id, before.Created, before.Revision
		if edited.Same(&before) && newWorkspaceRow(&edited) == newWorkspaceRow(&before) {
			return nil
		}
		edited.Revision++
		row := newWorkspaceRow(&edited)
		if err := tx.overwrite(&row, id, "created_at"); err != nil {
			return err
		}
		if err := tx.Write.Where("workspace_id = ?", id).Delete(&workspaceMemberRow{}).Error; err != nil {
			return err
		}
		return workspaces{tx}.join(&edited)
	}))
}

func (s workspaces) Remove(ctx context.Context, id workspace.ID, allowed func(*workspace.Workspace) error) error {
	return s.step(ctx, func(tx handle) error {
		before, err := workspaces{tx}.locked(id)
		if err != nil {
			return err
		}
		if err := allowed(&before); err != nil {
			return err
		}
		tx.written(nounWorkspaces, id)
		return tx.Write.Where("id = ?", id).Delete(&workspaceRow{}).Error
	})
}

func (s workspaces) Standing(ctx context.Context, ids ...workspace.ID) ([]workspace.ID, error) {
	lock := ""
	if s.Inside() {
		lock = s.Dialect.ForUpdate()
	}
	where, args := s.among("id", append([]int64{}, ids...))
	return database.ScanNumbers(s.Read.WithContext(ctx).Raw("SELECT id FROM workspaces WHERE "+where+" ORDER BY id"+lock, args...))
}

func (s workspaces) Of(ctx context.Context, user account.UserID) ([]workspace.ID, error) {
	return database.ScanNumbers(s.Read.WithContext(ctx).Raw(
		"SELECT workspace_id FROM workspace_members WHERE user_id = ? ORDER BY workspace_id", user))
}

// changes reads the workspaces that were written.
func (s workspaces) changes(wrote written, c *directory.Changes) error {
	rows, gone, err := changed(wrote, nounWorkspaces, func(ids []int64) (rows []workspaceRow, err error) {
		where, args := s.among("id", ids)
		err = s.Read.Where(where, args...).Order("id").Find(&rows).Error
		return rows, err
	}, func(row *workspaceRow) workspace.ID { return row.Head.ID })
	c.RemovedWorkspaces = gone
	if err != nil || len(rows) == 0 {
		return err
	}
	ids, _ := wrote.of(nounWorkspaces)
	where, args := s.among("workspace_id", ids)
	var members []workspaceMemberRow
	if err := s.Read.Where(where, args...).Order("workspace_id, user_id").Find(&members).Error; err != nil {
		return err
	}
	for i := range rows {
		id := rows[i].Head.ID
		first, _ := slices.BinarySearchFunc(members, id, func(m workspaceMemberRow, id int64) int {
			return cmp.Compare(m.WorkspaceID, id)
		})
		after := first
		for after < len(members) && members[after].WorkspaceID == id {
			after++
		}
		c.Workspaces = append(c.Workspaces, rows[i].workspace(members[first:after]))
	}
	return nil
}
