package syncstore

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

type agentMemory struct{ database.Handle }

var _ ports.AgentMemory = agentMemory{}

type agentRow struct {
	ID    int64 `gorm:"primaryKey"`
	Owner string
}

func (agentRow) TableName() string { return "sync_agent" }

type failureRow struct {
	ItemID   int64 `gorm:"primaryKey"`
	Failures int
}

func (failureRow) TableName() string { return "sync_agent_failures" }

type budgetRow struct {
	Day    string `gorm:"primaryKey"`
	Budget string `gorm:"primaryKey"`
	Spent  int
}

func (budgetRow) TableName() string { return "sync_agent_days" }

type reviewRow struct {
	Path       string `gorm:"primaryKey"`
	Blob       string
	Outcome    string
	ReviewedAt int64
}

func (reviewRow) TableName() string { return "sync_agent_reviews" }

func (s agentMemory) Owner(ctx context.Context, proposed string) (string, error) {
	row := agentRow{ID: 1, Owner: proposed}
	err := s.Step(ctx, func(tx database.Handle) error {
		if err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&agentRow{ID: 1, Owner: proposed}).Error; err != nil {
			return err
		}
		return tx.Write.Where("id = 1").Take(&row).Error
	})
	return row.Owner, err
}

func (s agentMemory) Fail(ctx context.Context, item int64) (int, error) {
	row := failureRow{}
	err := s.Step(ctx, func(tx database.Handle) error {
		err := tx.Write.Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "item_id"}},
			DoUpdates: clause.Assignments(map[string]any{"failures": gorm.Expr("sync_agent_failures.failures + 1")}),
		}).Create(&failureRow{ItemID: item, Failures: 1}).Error
		if err != nil {
			return err
		}
		return tx.Write.Where("item_id = ?", item).Take(&row).Error
	})
	return row.Failures, err
}

func (s agentMemory) Forget(ctx context.Context, item int64) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Where("item_id = ?", item).Delete(&failureRow{}) }).Error
}

// keptDays is how many days' budgets are kept.
const keptDays = 30

func (s agentMemory) Spend(ctx context.Context, day civil.Date, what agent.Budget, most int) (left bool, err error) {
	err = s.Step(ctx, func(tx database.Handle) error {
		row := budgetRow{Day: day.String(), Budget: string(what)}
		if err := tx.Write.Where("day < ?", day.AddDays(-keptDays).String()).Delete(&budgetRow{}).Error; err != nil {
			return err
		}
		if err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
			return err
		}
		spent := tx.Write.Model(&budgetRow{}).Where("day = ? AND budget = ? AND spent < ?", row.Day, row.Budget, most).
			UpdateColumn("spent", gorm.Expr("spent + 1"))
		left = spent.RowsAffected > 0
		return spent.Error
	})
	return left && err == nil, err
}

func (s agentMemory) Return(ctx context.Context, day civil.Date, what agent.Budget) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&budgetRow{}).Where("day = ? AND budget = ? AND spent > 0", day.String(), string(what)).
			UpdateColumn("spent", gorm.Expr("spent - 1"))
	}).Error
}

func (s agentMemory) Reviews(ctx context.Context) (map[string]agent.Review, error) {
	var rows []reviewRow
	if err := s.Read.WithContext(ctx).Find(&rows).Error; err != nil {
		return nil, err
	}
	known := map[string]agent.Review{}
	for _, r := range rows {
		known[r.Path] = agent.Review{
			Source: agent.Source{Path: r.Path, Blob: r.Blob}, Outcome: agent.Outcome(r.Outcome), At: database.Instant(r.ReviewedAt),
		}
	}
	return known, nil
}

func (s agentMemory) Reviewed(ctx context.Context, r agent.Review) error {
	row := reviewRow{Path: r.Path, Blob: r.Blob, Outcome: string(r.Outcome), ReviewedAt: database.Micros(r.At)}
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row)
	}).Error
}
