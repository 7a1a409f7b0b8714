package database

import (
	"context"
	"fmt"
	"time"

	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
)

func openPostgres(ctx context.Context, dsn string) (*Database, error) {
	db, err := gorm.Open(gormpostgres.New(gormpostgres.Config{DSN: dsn}), configuration(false))
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
	return &Database{Handle{Read: db, Write: db, Dialect: Postgres}}, pool.PingContext(ctx)
}
