package database

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"modernc.org/sqlite"
	lite "modernc.org/sqlite/lib"
)

// configuration returns how gorm behaves here: errors by kind, SQL in the log without people's data. Prepared statements by gorm
// help on SQLite; on PostgreSQL the driver prepares on its own, and gorm's would make it slower.
func configuration(prepare bool) *gorm.Config {
	return &gorm.Config{
		PrepareStmt:            prepare,
		PrepareStmtMaxSize:     500,
		TranslateError:         true,
		DisableAutomaticPing:   true, // who opens asks, and tells of an error once
		SkipDefaultTransaction: true, // Step is the one place where transactions start
		Logger:                 newLogger(slog.Default()),
	}
}

func newLogger(log *slog.Logger) quietLogger {
	return quietLogger{logger.NewSlogLogger(log, logger.Config{
		SlowThreshold: slow, LogLevel: logger.Warn, IgnoreRecordNotFoundError: true, ParameterizedQueries: true,
	})}
}

// slow is how long a statement takes that the log tells of, and mostLogged how many bytes of it: one that adds many rows has as
// many places.
const (
	slow       = time.Second
	mostLogged = 400
)

// quietLogger tells of slow statements alone. An error goes up to whoever asked, who logs it once.
type quietLogger struct{ logger.Interface }

// LogMode implements logger.Interface.
func (l quietLogger) LogMode(level logger.LogLevel) logger.Interface {
	return quietLogger{l.Interface.LogMode(level)}
}

// Trace implements logger.Interface. gorm's own logger writes every statement out before it asks whether it was slow.
func (l quietLogger) Trace(ctx context.Context, begin time.Time, query func() (string, int64), err error) {
	if err == nil && time.Since(begin) > slow {
		l.Interface.Trace(ctx, begin, func() (string, int64) {
			text, rows := query()
			return text[:min(len(text), mostLogged)], rows
		}, nil)
	}
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
	var failed *sqlite.Error
	if errors.As(err, &failed) {
		return failed.Code()&0xff == lite.SQLITE_BUSY // the higher bits say why
	}
	return errors.Is(err, errLogInUse)
}
