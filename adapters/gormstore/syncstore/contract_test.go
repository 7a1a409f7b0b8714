package syncstore_test

import (
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSQLite(t *testing.T) { porttest.SyncStorage(t, stores(sqliteFile)) }

func TestPostgres(t *testing.T) { porttest.SyncStorage(t, stores(postgres.NewDatabase)) }

// databases are the locations that the tests about both run on.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteFile, "PostgreSQL": postgres.NewDatabase}

func sqliteFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "sync.db") }

func stores(location func(testing.TB) string) porttest.OpenSync {
	return func(t testing.TB) ports.SyncStores { return ready(t, location(t)).Stores() }
}

// onBoth runs a test on an empty database of either kind.
func onBoth(t *testing.T, test func(t *testing.T, location string)) {
	for name, location := range databases {
		t.Run(name, func(t *testing.T) { test(t, location(t)) })
	}
}

func open(t testing.TB, location string) *syncstore.Store {
	t.Helper()
	store, err := syncstore.Open(t.Context(), location)
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	return store
}

// ready is a database with all tables.
func ready(t testing.TB, location string) *syncstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.Migrate(t.Context()))
	return store
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
