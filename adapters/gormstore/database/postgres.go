package database

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
)

func openPostgres(ctx context.Context, dsn string) (*Database, error) {
	dialector := gormpostgres.New(gormpostgres.Config{DSN: dsn}).(*gormpostgres.Dialector)
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
	return &Database{Handle{Read: db, Write: db, Dialect: Postgres}}, classify(pool.PingContext(ctx))
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
