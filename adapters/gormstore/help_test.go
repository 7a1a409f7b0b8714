package gormstore_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var at = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

// TestMain keeps failures that tests provoke out of their output.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(postgres.Main(m))
}

// databases make the locations that the tests about both run on: of an empty database, and of a migrated one.
var databases = map[string]struct{ empty, migrated func(testing.TB) string }{
	"SQLite":     {sqliteFile, migratedFile},
	"PostgreSQL": {postgres.NewDatabase, postgres.Copies(migrate)},
}

func sqliteFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "club.db") }

// migratedFile returns a copy of one that is migrated once.
func migratedFile(t testing.TB) string {
	t.Helper()
	data, err := migratedBytes()
	ok(t, err)
	location := sqliteFile(t)
	ok(t, os.WriteFile(strings.TrimPrefix(location, "sqlite:"), data, 0o600))
	return location
}

var migratedBytes = sync.OnceValues(func() (data []byte, err error) {
	folder, err := os.MkdirTemp("", "clubhuis-gormstore-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	file := filepath.Join(folder, "club.db")
	if err := migrate("sqlite:" + file); err != nil {
		return nil, err
	}
	return os.ReadFile(file)
})

func migrate(location string) error {
	store, err := gormstore.Open(context.Background(), location)
	if err != nil {
		return err
	}
	return errors.Join(store.Migrate(context.Background()), store.Close())
}

// onBoth runs a test on a migrated database of either kind, and onBothEmpty on an empty one.
func onBoth(t *testing.T, test func(t *testing.T, location string)) {
	t.Helper()
	for name, database := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, database.migrated(t))
		})
	}
}

func onBothEmpty(t *testing.T, test func(t *testing.T, location string)) {
	t.Helper()
	for name, database := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, database.empty(t))
		})
	}
}

func open(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store, err := gormstore.Open(context.Background(), location)
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	return store
}

// loaded returns a store whose directory is read.
func loaded(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.Stores().Directory.Load(context.Background()))
	return store
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func same(t testing.TB, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// run sends statements past the store.
func run(t testing.TB, store *gormstore.Store, statements ...string) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	for _, statement := range statements {
		if _, err := pool.ExecContext(context.Background(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// asked returns the texts that a query past the store finds.
func asked(t testing.TB, store *gormstore.Store, query string) (list []string) {
	t.Helper()
	pool, _, err := store.Pool()
	ok(t, err)
	rows, err := pool.QueryContext(context.Background(), query)
	ok(t, err)
	defer rows.Close()
	for rows.Next() {
		var text string
		ok(t, rows.Scan(&text))
		list = append(list, text)
	}
	ok(t, rows.Err())
	return list
}

// until waits for something to become so.
func until(t testing.TB, what string, so func() bool) {
	t.Helper()
	deadline, tick := time.After(time.Minute), time.Tick(time.Millisecond)
	for !so() {
		select {
		case <-tick:
		case <-deadline:
			t.Errorf("waited too long until %s", what)
			return
		}
	}
}

// waiting returns how many steps wait for the locks of others on PostgreSQL. For SQLite's one writer it is how many ever did.
func waiting(t testing.TB, store *gormstore.Store) int {
	t.Helper()
	pool, isPostgres, err := store.Pool()
	ok(t, err)
	if !isPostgres {
		return int(pool.Stats().WaitCount)
	}
	const waits = "SELECT pid::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	return len(asked(t, store, waits))
}

// update changes one person.
func update(ctx context.Context, people ports.People, id person.ID, change func(*person.Person) error) error {
	return people.Update(ctx, []person.ID{id}, func(all map[person.ID]*person.Person) error { return change(all[id]) })
}

// create keeps one person.
func create(t testing.TB, s ports.Stores, p person.Person) person.ID {
	t.Helper()
	ids, err := s.People.Create(context.Background(), p)
	ok(t, err)
	return ids[0]
}

// kept returns a person with everything, as an edit finds it.
func kept(t testing.TB, people ports.People, id person.ID) (p person.Person) {
	t.Helper()
	ok(t, update(context.Background(), people, id, func(found *person.Person) error { p = found.Clone(); return nil }))
	return p
}

func anybody(access.Subject, record.Edition) error { return nil }

// jan returns a person without much.
func jan() person.Person {
	p := person.New(1, at)
	p.Name.First = "Jan"
	return p
}

// asLoaded checks that a view knows what a new directory reads.
func asLoaded(t testing.TB, v *directory.View, location string) {
	t.Helper()
	porttest.SameView(t, "loaded anew", v, loaded(t, location).Stores().Directory.View())
}
