package gormstore_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var at = time.Date(2026, 6, 15, 12, 30, 45, 678901000, time.UTC)

// databases are the locations that the tests about both run on.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteFile, "PostgreSQL": postgres.NewDatabase}

func sqliteFile(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "club.db") }

// onBoth runs a test on an empty database of either kind.
func onBoth(t *testing.T, test func(t *testing.T, location string)) {
	t.Helper()
	for name, location := range databases {
		t.Run(name, func(t *testing.T) { test(t, location(t)) })
	}
}

func open(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store, err := gormstore.Open(context.Background(), location)
	ok(t, err)
	t.Cleanup(func() { ok(t, store.Close()) })
	return store
}

// ready is a store that is migrated, and loaded one whose directory is read as well.
func ready(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store := open(t, location)
	ok(t, store.Migrate(context.Background()))
	return store
}

func loaded(t testing.TB, location string) *gormstore.Store {
	t.Helper()
	store := ready(t, location)
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

// quiet keeps expected failures out of the test's output.
func quiet(t *testing.T) {
	t.Helper()
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.DiscardHandler))
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

// asked are the texts that a query past the store finds.
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

// kept is a person with everything, as an edit finds it.
func kept(t testing.TB, people ports.People, id person.ID) (p person.Person) {
	t.Helper()
	ok(t, update(context.Background(), people, id, func(found *person.Person) error { p = found.Clone(); return nil }))
	return p
}

func anybody(access.Subject) error { return nil }

// jan is a person without much.
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
