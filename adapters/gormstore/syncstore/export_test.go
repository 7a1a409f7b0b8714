package syncstore

import (
	"context"
	"database/sql"

	"gorm.io/gorm/schema"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

// VersionTable is where the database notes which migrations it has.
var VersionTable = migrations.Table

// Rows returns all row structs of the package.
func Rows() []schema.Tabler {
	return []schema.Tabler{entryRow{}, downloadRow{}, recordRow{}, runRow{}, conflictRow{}, operatorRow{}, sessionRow{},
		agentRow{}, failureRow{}, budgetRow{}, reviewRow{}}
}

// Pool returns the connection pool that writes, and whether it is PostgreSQL's.
func (s *Store) Pool() (pool *sql.DB, postgres bool, err error) {
	pool, err = s.db.Pool()
	return pool, s.db.Handle().Dialect == database.Postgres, err
}

// Lose takes one migration back and leaves those after it.
func (s *Store) Lose(ctx context.Context, version int64) error {
	provider, err := s.db.Provider(migrations)
	if err == nil {
		_, err = provider.ApplyVersion(ctx, version, false)
	}
	return err
}

// MigrateDown takes the migrations behind a version back.
func (s *Store) MigrateDown(ctx context.Context, version int64) error {
	provider, err := s.db.Provider(migrations)
	if err == nil {
		_, err = provider.DownTo(ctx, version)
	}
	return err
}
