package syncstore

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

type runs struct{ database.Handle }

var _ ports.SyncRuns = runs{}

func (s runs) Start(ctx context.Context, r run.Run) (run.ID, error) {
	r.ID = 0
	row, err := newRunRow(&r)
	if err != nil {
		return 0, err
	}
	err = s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
	return row.ID, err
}

func (s runs) Update(ctx context.Context, id run.ID, change func(*run.Run) error) error {
	return s.Step(ctx, func(tx database.Handle) error {
		var before runRow
		err := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Take(&before).Error
		if err != nil {
			return database.Absent(err, fault.ErrNotFound)
		}
		r, err := before.whole()
		if err != nil {
			return err
		}
		if err := change(&r); err != nil {
			return err
		}
		after, err := newRunRow(&r)
		if err != nil {
			return err
		}
		same := []string{"id"} // long columns are written when they changed: a run beats often
		if after.Problems == before.Problems {
			same = append(same, "problems")
		}
		if after.Plan == before.Plan {
			same = append(same, "plan")
		}
		return database.Affected(tx.Write.Model(&runRow{}).Where("id = ?", id).Select("*").Omit(same...).Updates(&after),
			fault.ErrNotFound)
	})
}

func (s runs) Run(ctx context.Context, id run.ID) (run.Run, error) {
	var row runRow
	err := s.Read.WithContext(ctx).Where("id = ?", id).Take(&row).Error
	if err != nil {
		return run.Run{}, database.Absent(err, fault.ErrNotFound)
	}
	return row.whole()
}

func (s runs) List(ctx context.Context, limit int) ([]run.Run, error) {
	var rows []runRow
	err := s.Read.WithContext(ctx).Omit("problems", "plan").Order(newestFirst).Limit(limit).Find(&rows).Error
	if err != nil {
		return nil, err
	}
	list := make([]run.Run, len(rows))
	for i := range rows {
		if list[i], err = rows[i].head(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s runs) Prune(ctx context.Context, startedBefore time.Time) (ids []run.ID, err error) {
	err = s.Step(ctx, func(tx database.Handle) error {
		ids = nil
		query := tx.Write.Raw("DELETE FROM sync_runs WHERE started_at < ? RETURNING id", database.Micros(startedBefore))
		return database.ScanAll(query, func(row *sql.Rows) error {
			var id run.ID
			err := row.Scan(&id)
			ids = append(ids, id)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(ids)
	return ids, nil
}
