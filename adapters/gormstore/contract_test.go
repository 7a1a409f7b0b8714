package gormstore_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) { porttest.Storage(t, migrated("SQLite")) }

func TestPostgres(t *testing.T) { porttest.Storage(t, migrated("PostgreSQL")) }

func migrated(kind string) porttest.Open {
	return func(t testing.TB) porttest.Database {
		location := databases[kind].migrated(t)
		return contracted(open(t, location), location)
	}
}

// contracted returns what the suites get of a store at a location.
func contracted(store *gormstore.Store, location string) porttest.Database {
	return porttest.Database{
		Stores: store.Stores(), Atomic: store,
		Another: func(t testing.TB, limit int) porttest.Database {
			another := open(t, location)
			another.LimitDirectory(limit)
			return contracted(another, location)
		},
	}
}
