package gormstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/ports"
)

type savedViews struct{ handle }

var _ ports.SavedViews = savedViews{}

type savedViewsRow struct {
	UserID int64  `gorm:"primaryKey;autoIncrement:false"`
	List   string // JSON
}

func (savedViewsRow) TableName() string { return "saved_views" }

// sharedViewRow says that a user shares a view with a role. It is there to find them: the views themselves are in the list.
type sharedViewRow struct {
	UserID int64  `gorm:"primaryKey;autoIncrement:false"`
	Role   string `gorm:"primaryKey"`
}

func (sharedViewRow) TableName() string { return "shared_views" }

func (s savedViews) Shared(
	ctx context.Context, user account.UserID, roles []access.Role,
) (shared []savedview.Shared, err error) {
	if len(roles) == 0 {
		return nil, nil
	}
	var rows []struct {
		UserID            int64
		List, DisplayName string
	}
	err = s.Read.WithContext(ctx).Table("saved_views v").Select("v.user_id, v.list, u.display_name").
		Joins("JOIN users u ON u.id = v.user_id AND u.blocked_at = 0").
		Where("v.user_id <> ? AND v.user_id IN (SELECT user_id FROM shared_views WHERE role IN ?)", user, roles).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		list, err := (&savedViewsRow{row.UserID, row.List}).list()
		if err != nil {
			return nil, err
		}
		for _, view := range list.SharedWith(roles) {
			shared = append(shared, savedview.Shared{View: view, Owner: row.UserID, OwnerName: row.DisplayName})
		}
	}
	savedview.SortShared(shared)
	return shared, nil
}

func (s savedViews) Of(ctx context.Context, user account.UserID) (savedview.List, error) {
	return viewsOf(s.Read.WithContext(ctx), user)
}

func viewsOf(db *gorm.DB, user account.UserID) (list savedview.List, err error) {
	var row savedViewsRow
	err = db.Where("user_id = ?", user).Take(&row).Error
	switch {
	case errors.Is(err, gorm.ErrRecordNotFound):
		return list, nil
	case err != nil:
		return list, err
	}
	return row.list()
}

func (r *savedViewsRow) list() (list savedview.List, err error) {
	if err := json.Unmarshal([]byte(r.List), &list); err != nil {
		return list, fmt.Errorf("the views of user %d are damaged: %w", r.UserID, err)
	}
	return list, nil
}

func (s savedViews) Change(
	ctx context.Context, user account.UserID, change func(*savedview.List) error,
) (list savedview.List, err error) {
	err = s.step(ctx, func(tx handle) error {
		if err := tx.lock(&userRow{}, account.ErrAbsent, "id = ?", user); err != nil {
			return err
		}
		edited, err := viewsOf(tx.Write, user)
		if err == nil {
			err = change(&edited)
		}
		if err != nil {
			return err
		}
		list = edited.Clone()
		text, err := json.Marshal(edited)
		if err != nil {
			return err
		}
		err = tx.Write.Clauses(clause.OnConflict{UpdateAll: true}).Create(&savedViewsRow{user, string(text)}).Error
		if err != nil {
			return err
		}
		return tx.shareViews(user, list.Roles())
	})
	if err != nil {
		return savedview.List{}, err
	}
	return list, nil
}

// shareViews notes which roles a user shares views with.
func (h handle) shareViews(user account.UserID, roles []access.Role) error {
	if err := h.Write.Where("user_id = ?", user).Delete(&sharedViewRow{}).Error; err != nil || len(roles) == 0 {
		return err
	}
	rows := make([]sharedViewRow, len(roles))
	for i, role := range roles {
		rows[i] = sharedViewRow{user, string(role)}
	}
	return h.Write.Create(&rows).Error
}
