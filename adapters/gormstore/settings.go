package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// setting keeps a value as JSON under its name.
type setting[T any] struct {
	handle
	name    string
	noun    string // that changes are noted of
	initial func() T
}

// The names of the settings.
const (
	volunteerRules = "volunteer_rules"
	searchSettings = "search"
	matrix         = "capability_matrix"
	functionMap    = "function_map"
	welcomeMail    = "welcome_mail"
	feeBook        = "fees"
	finances       = "finance"
	bulkJob        = "bulk_job"
	screeningMails = "screening"
	jubilees       = "jubilee"
	trainingPlan   = "training"
	factorRule     = "second_factor"
	clubIdentity   = "identity"
	firstStart     = "first_start"
)

func (h handle) volunteerRules() setting[work.Rules] {
	return setting[work.Rules]{h, volunteerRules, nounSettings, work.DefaultRules}
}

func (h handle) searchSettings() setting[search.Settings] {
	return setting[search.Settings]{h, searchSettings, nounSettings, func() search.Settings { return search.Settings{} }}
}

func (h handle) matrix() setting[access.Matrix] {
	return setting[access.Matrix]{h, matrix, nounMatrix, func() access.Matrix { return nil }}
}

func (h handle) functionMap() setting[access.FunctionMap] {
	return setting[access.FunctionMap]{h, functionMap, nounFunctions, func() access.FunctionMap { return nil }}
}

func (h handle) welcome() setting[account.Welcome] {
	return setting[account.Welcome]{h, welcomeMail, nounWelcome, account.DefaultWelcome}
}

func (h handle) feeBook() setting[fee.Book] {
	return setting[fee.Book]{h, feeBook, nounFees, func() fee.Book { return fee.Book{} }}
}

func (h handle) finance() setting[finance.Settings] {
	return setting[finance.Settings]{h, finances, nounFinance, finance.Default}
}

func (h handle) bulkJob() setting[bulk.Job] {
	return setting[bulk.Job]{h, bulkJob, nounBulkJob, bulk.None}
}

func (h handle) screening() setting[screening.Settings] {
	return setting[screening.Settings]{h, screeningMails, nounScreening, func() screening.Settings { return screening.Settings{} }}
}

func (h handle) jubilee() setting[jubilee.Settings] {
	return setting[jubilee.Settings]{h, jubilees, nounJubilee, jubilee.Default}
}

func (h handle) training() setting[training.Schedule] {
	return setting[training.Schedule]{h, trainingPlan, nounTraining, func() training.Schedule { return training.Schedule{} }}
}

func (h handle) factorRule() setting[account.FactorRule] {
	return setting[account.FactorRule]{h, factorRule, nounFactorRule, func() account.FactorRule { return account.FactorRule{} }}
}

func (h handle) identity() setting[identity.Settings] {
	return setting[identity.Settings]{h, clubIdentity, nounIdentity, func() identity.Settings { return identity.Settings{} }}
}

func (h handle) firstStart() setting[account.FirstStart] {
	return setting[account.FirstStart]{h, firstStart, nounFirstStart, func() account.FirstStart { return account.FirstStart{} }}
}

var _ ports.Setting[work.Rules] = setting[work.Rules]{}

type settingRow struct {
	Name  string `gorm:"primaryKey"`
	Value string
}

func (settingRow) TableName() string { return "settings" }

// known returns the value that everything goes by: the initial one when what is kept can't be read.
func (s setting[T]) known() (T, error) {
	value, err := s.read("")
	if errors.Is(err, errUnreadable) {
		return s.initial(), nil
	}
	return value, err
}

// CheckSettings returns which settings can't be read: they are as at first, until they are saved again.
func (s *Store) CheckSettings(ctx context.Context) error {
	h := s.handle()
	h.Read = h.Read.WithContext(ctx)
	_, rules := h.volunteerRules().read("")
	_, searched := h.searchSettings().read("")
	_, decided := h.matrix().read("")
	_, functions := h.functionMap().read("")
	_, welcome := h.welcome().read("")
	_, fees := h.feeBook().read("")
	_, money := h.finance().read("")
	_, screened := h.screening().read("")
	_, celebrated := h.jubilee().read("")
	_, trains := h.training().read("")
	_, factors := h.factorRule().read("")
	_, named := h.identity().read("")
	_, begun := h.firstStart().read("")
	_, many := h.bulkJob().read("")
	return errors.Join(named, begun, many, factors, rules, searched, decided, functions, welcome, fees, money, screened, celebrated,
		trains)
}

var errUnreadable = errors.New("it can't be read")

func (s setting[T]) read(lock string) (T, error) {
	var text []byte
	query := s.Read.Raw("SELECT value FROM settings WHERE name = ?"+lock, s.name)
	err := database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&text) })
	if errors.Is(err, sql.ErrNoRows) {
		return s.initial(), nil
	}
	if err != nil {
		return s.initial(), fmt.Errorf("the setting %s: %w", s.name, err)
	}
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		return s.initial(), fmt.Errorf("the setting %s: %w: %w", s.name, errUnreadable, err)
	}
	return value, nil
}

func (s setting[T]) Change(ctx context.Context, change func(*T) error) (value T, err error) {
	err = s.step(ctx, func(tx handle) error {
		s := setting[T]{tx, s.name, s.noun, s.initial}
		if err := s.begin(); err != nil {
			return err
		}
		value, err = s.read(s.Dialect.ForUpdate())
		if err != nil && !errors.Is(err, errUnreadable) { // else whoever saves the initial value mends it
			return err
		}
		if err := change(&value); err != nil {
			return err
		}
		text, err := json.Marshal(value)
		if err != nil {
			return err
		}
		other := s.Write.Model(&settingRow{}).Where("name = ? AND value <> ?", s.name, string(text))
		result := other.UpdateColumn("value", string(text))
		if result.RowsAffected > 0 { // of most settings the directory derives everybody anew
			s.written(s.noun, 0)
		}
		return result.Error
	})
	if err != nil {
		var none T
		return none, err
	}
	return value, nil
}

// begin makes the row, so that there is one to lock.
func (s setting[T]) begin() error {
	text, err := json.Marshal(s.initial())
	if err != nil {
		return err
	}
	return s.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&settingRow{Name: s.name, Value: string(text)}).Error
}
