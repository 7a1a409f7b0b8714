package database

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Absent turns "no such row" into the noun's own fault.
func Absent(err error, missing *fault.Fault) error {
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// Affected checks a statement that must have changed exactly one row.
func Affected(result *gorm.DB, missing *fault.Fault) error {
	if result.Error == nil && result.RowsAffected == 0 {
		return missing
	}
	return result.Error
}

// Micros returns how a time is kept: microseconds since 1970 in UTC, 0 for the zero time.
func Micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// Instant returns the time that Micros kept.
func Instant(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// ScanOne reads the one row of a query, or returns sql.ErrNoRows. gorm's Row is not used anywhere: with prepared
// statements it panics when the context is done.
func ScanOne(query *gorm.DB, read func(*sql.Rows) error) error {
	rows, err := query.Rows()
	return readOne(rows, err, read)
}

// QueryOne is ScanOne for a statement that runs at every request. It does not use gorm, which writes each statement anew and logs
// slow ones. The statement has one parameter, written as ?.
func QueryOne(ctx context.Context, db *gorm.DB, statement string, param any, read func(*sql.Rows) error) error {
	if db.Name() == string(Postgres) {
		statement = strings.Replace(statement, "?", "$1", 1)
	}
	rows, err := db.Statement.ConnPool.QueryContext(ctx, statement, param)
	return readOne(rows, err, read)
}

func readOne(rows *sql.Rows, err error, read func(*sql.Rows) error) error {
	if err != nil { // which gorm has not translated
		return classify(err)
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return classify(err)
		}
		return sql.ErrNoRows
	}
	return read(rows)
}

// ScanAll reads every row of a query.
func ScanAll(query *gorm.DB, read func(*sql.Rows) error) error {
	rows, err := query.Rows()
	if err != nil { // which gorm has not translated
		return classify(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return classify(rows.Err())
}

// ScanNumbers reads every row of a query for numbers.
func ScanNumbers(query *gorm.DB) (numbers []int64, err error) {
	err = ScanAll(query, func(row *sql.Rows) error {
		var number int64
		err := row.Scan(&number)
		numbers = append(numbers, number)
		return err
	})
	return numbers, err
}
