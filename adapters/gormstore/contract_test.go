package gormstore_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) { porttest.Storage(t, migrated(sqliteFile)) }

func TestPostgres(t *testing.T) { porttest.Storage(t, migrated(postgres.NewDatabase)) }

func migrated(location func(testing.TB) string) porttest.Open {
	return func(t testing.TB) porttest.Database {
		at := location(t)
		return contracted(ready(t, at), at)
	}
}

// contracted is what the suites get of a store at a location.
func contracted(store *gormstore.Store, at string) porttest.Database {
	return porttest.Database{
		Stores: store.Stores(), Atomic: store,
		Another: func(t testing.TB, limit int) porttest.Database {
			another := open(t, at)
			another.LimitDirectory(limit)
			return contracted(another, at)
		},
	}
}
