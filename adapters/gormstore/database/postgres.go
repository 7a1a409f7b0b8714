package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// idleInTransaction is the setting of how long a transaction may stand still. When a server is paused in one, or vanishes with
// its machine, its locks go with it: else every other server would wait for the locks that all of them need. The address of the
// database may name another time.
const idleInTransaction, longestIdle = "idle_in_transaction_session_timeout", "30s"

func openPostgres(ctx context.Context, dsn string) (*Database, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("postgres: can't connect: %w", err)
	}
	var options []stdlib.OptionOpenDB
	if config.RuntimeParams[idleInTransaction] == "" { // set afterwards, for poolers refuse it as a parameter of the start
		options = append(options, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "SET "+idleInTransaction+" = '"+longestIdle+"'")
			return err
		}))
	}
	dialector := gormpostgres.New(gormpostgres.Config{Conn: stdlib.OpenDB(*config, options...)}).(*gormpostgres.Dialector)
	db, err := gorm.Open(postgresDialector{dialector}, configuration(false))
	if err != nil {
		return nil, fmt.Errorf("postgres: can't connect: %w", err)
	}
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(20)
	pool.SetMaxIdleConns(20)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := classify(pool.PingContext(ctx)); err != nil {
		return nil, fmt.Errorf("postgres: can't connect: %w", errors.Join(err, pool.Close()))
	}
	return &Database{Handle{Read: db, Write: db, Dialect: Postgres}}, nil
}

// postgresDialector is gorm's dialector, which also tells of a server that can't be asked now.
type postgresDialector struct{ *gormpostgres.Dialector }

// Translate implements gorm.ErrorTranslator.
func (d postgresDialector) Translate(err error) error {
	var failed *pgconn.PgError
	if !errors.As(err, &failed) { // gorm's own would try to read the error as JSON
		return classify(err)
	}
	return classify(d.Dialector.Translate(failed))
}
