package gormstore_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) {
	porttest.Storage(t, copies(t, sqliteFile(t), func(t testing.TB, original string) string {
		data, err := os.ReadFile(strings.TrimPrefix(original, "sqlite:"))
		ok(t, err)
		location := sqliteFile(t)
		ok(t, os.WriteFile(strings.TrimPrefix(location, "sqlite:"), data, 0o600))
		return location
	}))
}

func TestPostgres(t *testing.T) {
	porttest.Storage(t, copies(t, postgres.NewDatabase(t), postgres.CopyOf))
}

// copies migrates a database once, and then opens copies of it.
func copies(t *testing.T, original string, copyOf func(t testing.TB, original string) string) porttest.Open {
	t.Run("the original", func(t *testing.T) { ready(t, original) }) // closed at the end
	return func(t testing.TB) porttest.Database {
		location := copyOf(t, original)
		return contracted(open(t, location), location)
	}
}

// contracted is what the suites get of a store at a location.
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
