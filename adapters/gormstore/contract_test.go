package gormstore_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) { porttest.Storage(t, migrated(sqliteFile)) }

func TestPostgres(t *testing.T) { porttest.Storage(t, migrated(postgres.NewDatabase)) }

// databases are the locations that the tests about both run on.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteFile, "PostgreSQL": postgres.NewDatabase}

func sqliteFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "club.db") }

func migrated(location func(testing.TB) string) porttest.Open {
	return func(t testing.TB) porttest.Database {
		at := location(t)
		store := open(t, at)
		if err := store.Migrate(context.Background()); err != nil {
			t.Fatal(err)
		}
		return contracted(store, at)
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

func open(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store, err := gormstore.Open(context.Background(), location)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}
