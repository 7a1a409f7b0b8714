package gormstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type settings struct{ handle }

var _ ports.Settings = settings{}

type settingRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (settingRow) TableName() string { return "settings" }

const volunteerRules = "volunteer_rules"

func (s settings) VolunteerRules(ctx context.Context) (work.Rules, error) {
	var row settingRow
	err := s.read.WithContext(ctx).Where("name = ?", volunteerRules).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return work.DefaultRules(), nil
	}
	if err != nil {
		return work.Rules{}, err
	}
	var rules work.Rules
	if err := json.Unmarshal([]byte(row.Value), &rules); err != nil {
		return rules, fmt.Errorf("the setting %s is damaged: %w", volunteerRules, err)
	}
	return rules, nil
}

func (s settings) SetVolunteerRules(ctx context.Context, rules work.Rules) error {
	value, err := json.Marshal(rules)
	if err != nil {
		return err
	}
	return s.write.WithContext(ctx).Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "name"}}, DoUpdates: clause.AssignmentColumns([]string{"value"}),
	}).Create(&settingRow{Name: volunteerRules, Value: string(value)}).Error
}

type jobRuns struct{ handle }

var _ ports.JobRuns = jobRuns{}

type jobRunRow struct {
	Job string `gorm:"primaryKey"`
	At  int64
}

func (jobRunRow) TableName() string { return "job_runs" }

func (s jobRuns) Last(ctx context.Context, job string) (time.Time, error) {
	var row jobRunRow
	err := s.read.WithContext(ctx).Where("job = ?", job).Take(&row).Error
	if errors.Is(err, gorm.ErrRecordNotFound) {
		return time.Time{}, nil
	}
	return instant(row.At), err
}

func (s jobRuns) Claim(ctx context.Context, job string, last, at time.Time) (bool, error) {
	claimed := false
	err := s.step(ctx, func(tx handle) error {
		err := tx.write.Clauses(clause.OnConflict{DoNothing: true}).Create(&jobRunRow{Job: job}).Error
		if err != nil {
			return err
		}
		result := tx.write.Model(&jobRunRow{}).Where("job = ? AND at = ?", job, micros(last)).UpdateColumn("at", micros(at))
		claimed = result.RowsAffected == 1
		return result.Error
	})
	return claimed, err
}
