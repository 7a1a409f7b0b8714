package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/ports"
)

type jobRuns struct{ handle }

var _ ports.JobRuns = jobRuns{}

type jobRunRow struct {
	Job        string `gorm:"primaryKey"`
	StartedAt  int64
	FinishedAt int64
}

func (jobRunRow) TableName() string { return "job_runs" }

func (s jobRuns) Last(ctx context.Context, job string) (ports.JobRun, error) {
	var row jobRunRow
	err := s.Read.WithContext(ctx).Where("job = ?", job).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return ports.JobRun{}, nil
	}
	return ports.JobRun{Started: database.Instant(row.StartedAt), Finished: database.Instant(row.FinishedAt)}, err
}

func (s jobRuns) Start(ctx context.Context, job string, seen ports.JobRun, at time.Time) (started bool, err error) {
	err = s.step(ctx, func(tx handle) error {
		err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&jobRunRow{Job: job}).Error
		if err != nil {
			return err
		}
		result := tx.Write.Model(&jobRunRow{}).Where("job = ? AND started_at = ?", job, database.Micros(seen.Started)).
			UpdateColumn("started_at", database.Micros(at))
		started = result.RowsAffected == 1
		return result.Error
	})
	return started, err
}

func (s jobRuns) Finish(ctx context.Context, job string, started, at time.Time) error {
	return s.set(ctx, job, started, "finished_at", database.Micros(at))
}

func (s jobRuns) Abandon(ctx context.Context, job string, started time.Time, seen ports.JobRun) error {
	return s.set(ctx, job, started, "started_at", database.Micros(seen.Started))
}

// set changes a column of a job, unless another run than the one that started then is the last.
func (s jobRuns) set(ctx context.Context, job string, started time.Time, column string, value any) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Model(&jobRunRow{}).Where("job = ? AND started_at = ?", job, database.Micros(started)).UpdateColumn(column, value)
	}).Error
}
