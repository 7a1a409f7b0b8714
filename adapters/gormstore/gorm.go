package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"modernc.org/sqlite"

	"github.com/clubhuis/clubhuis/core/fault"
)

// configuration is how gorm behaves here: errors by kind, SQL in the log without people's data. Prepared statements by gorm
// help on SQLite; on PostgreSQL the driver prepares on its own, and gorm's would make it slower.
func configuration(prepare bool) *gorm.Config {
	return &gorm.Config{
		PrepareStmt:            prepare,
		PrepareStmtMaxSize:     500,
		TranslateError:         true,
		SkipDefaultTransaction: true, // step is the one place where transactions start
		Logger: quietLogger{logger.NewSlogLogger(slog.Default(), logger.Config{
			SlowThreshold: time.Second, LogLevel: logger.Warn, IgnoreRecordNotFoundError: true, ParameterizedQueries: true,
		})},
	}
}

// quietLogger leaves out the errors that are answers: a taken name, an absent user, a client that went away.
type quietLogger struct{ logger.Interface }

// LogMode implements logger.Interface.
func (l quietLogger) LogMode(level logger.LogLevel) logger.Interface {
	return quietLogger{l.Interface.LogMode(level)}
}

// Trace implements logger.Interface.
func (l quietLogger) Trace(ctx context.Context, begin time.Time, query func() (string, int64), err error) {
	for _, answer := range []error{gorm.ErrDuplicatedKey, gorm.ErrForeignKeyViolated, context.Canceled} {
		if errors.Is(err, answer) {
			return
		}
	}
	l.Interface.Trace(ctx, begin, query, err)
}

// ParamsFilter implements gorm.ParamsFilter: people's data stays out of the log.
func (l quietLogger) ParamsFilter(_ context.Context, query string, _ ...any) (string, []any) {
	return query, nil
}

// inTheWay reports whether a transaction failed because of another one and may succeed when it runs again: a deadlock or a
// serialization failure on PostgreSQL, a database that stayed busy on SQLite.
func inTheWay(err error) bool {
	var postgres *pgconn.PgError
	if errors.As(err, &postgres) {
		return postgres.Code == "40001" || postgres.Code == "40P01"
	}
	var lite *sqlite.Error
	const busy = 5 // SQLITE_BUSY; the higher bits say why
	return errors.As(err, &lite) && lite.Code()&0xff == busy
}

// absent turns "no such row" into the noun's own fault.
func absent(err error, missing *fault.Fault) error {
	if errors.Is(err, gorm.ErrRecordNotFound) || errors.Is(err, sql.ErrNoRows) {
		return missing
	}
	return err
}

// affected checks a statement that must have changed exactly one row.
func affected(result *gorm.DB, missing *fault.Fault) error {
	if result.Error == nil && result.RowsAffected == 0 {
		return missing
	}
	return result.Error
}

// micros is how a time is kept: microseconds since 1970 in UTC, 0 for the zero time.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// instant is the time that micros kept.
func instant(micros int64) time.Time {
	if micros == 0 {
		return time.Time{}
	}
	return time.UnixMicro(micros).UTC()
}

// scanOne reads the one row of a query, or answers sql.ErrNoRows. gorm's Row is not used anywhere: with prepared
// statements it panics when the context is done.
func scanOne(query *gorm.DB, read func(*sql.Rows) error) error {
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	return read(rows)
}

// scanAll reads every row of a query.
func scanAll(query *gorm.DB, read func(*sql.Rows) error) error {
	rows, err := query.Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
