package gormstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

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
	if err := json.Unmarshal([]byte(row.List), &list); err != nil {
		return list, fmt.Errorf("the views of user %d are damaged: %w", user, err)
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
		return tx.Write.Clauses(clause.OnConflict{UpdateAll: true}).Create(&savedViewsRow{user, string(text)}).Error
	})
	if err != nil {
		return savedview.List{}, err
	}
	return list, nil
}
