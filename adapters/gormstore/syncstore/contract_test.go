package syncstore_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

func TestSQLite(t *testing.T) {
	porttest.SyncStorage(t, func(t testing.TB) ports.SyncStores { return ready(t, sqliteFile(t)).Stores() })
}

func TestPostgres(t *testing.T) {
	migrated := postgres.Copies(func(location string) error {
		store, err := syncstore.Open(context.Background(), location)
		if err != nil {
			return err
		}
		return errors.Join(store.Migrate(context.Background()), store.Close())
	})
	porttest.SyncStorage(t, func(t testing.TB) ports.SyncStores { return open(t, migrated(t)).Stores() })
}

// databases are the locations that the tests about both run on.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteFile, "PostgreSQL": postgres.NewDatabase}

func sqliteFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "sync.db") }

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

// ready returns a database with all tables.
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
