package database

import (
	"context"
	"database/sql"
	"log/slog"
	"time"

	"gorm.io/gorm"
)

// Pool is a pool of which every statement is prepared once.
type Pool struct{ prepared *prepared }

// Tx is a transaction on it.
type Tx interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	gorm.TxCommitter
}

// NewPool makes one of a pool.
func NewPool(pool *sql.DB) Pool { return Pool{newPrepared(pool)} }

// Begin starts a transaction.
func (p Pool) Begin(ctx context.Context) (Tx, error) {
	tx, err := p.prepared.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	return tx.(Tx), nil
}

// Trace tells the database's logger of a statement that took some time, and reports whether it wrote the statement out.
func Trace(took time.Duration, err error) (written bool) {
	log := configuration(false).Logger
	log.Trace(context.Background(), time.Now().Add(-took), func() (string, int64) {
		written = true
		return "SELECT 1", 1
	}, err)
	return written
}

// TraceTo tells a log of a statement that took a minute.
func TraceTo(log *slog.Logger, statement string) {
	newLogger(log).Trace(context.Background(), time.Now().Add(-time.Minute), func() (string, int64) { return statement, 1 }, nil)
}
