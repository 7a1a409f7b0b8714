package gormstore_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) { porttest.Storage(t, contractual(sqliteFile)) }

func TestPostgres(t *testing.T) { porttest.Storage(t, contractual(postgres.NewDatabase)) }

func contractual(location func(testing.TB) string) porttest.Open {
	return func(t testing.TB) porttest.Database {
		store := loaded(t, location(t))
		return porttest.Database{Stores: store.Stores(), Atomic: store}
	}
}
