package gormstore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// dumped is what a store holds, counted.
func dumped(t testing.TB, store *gormstore.Store) []backup.Counted {
	t.Helper()
	var counter backup.Counter
	ok(t, store.Dump(context.Background(), nil, &counter))
	return counter.Tables
}

// filled tells three rows of each table: in the n-th row every number is n, so that it refers to rows that are there.
func filled(tables []backup.Counted) func(backup.Writer) error {
	return func(w backup.Writer) error {
		for _, t := range tables {
			t.Last = 0
			if slices.ContainsFunc(t.Columns, func(c backup.Column) bool { return c.Name == "id" }) {
				t.Last = 812
			}
			if err := w.Begin(t.Table); err != nil {
				return err
			}
			for n := range int64(3) {
				row := make([]any, len(t.Columns))
				for i, c := range t.Columns {
					row[i] = map[backup.Kind]any{
						backup.Number: n + 1, backup.Flag: n == 1, backup.Text: fmt.Sprintf("%d: Joël \"d'Arc\" \\ \n€ 👋🏽", n), backup.Bytes: []byte{0, byte(n)},
					}[c.Kind]
				}
				if err := w.Row(row); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func version(t testing.TB, store *gormstore.Store) int64 {
	t.Helper()
	schema, err := store.Schema(context.Background())
	ok(t, err)
	return schema.Want
}

// Every table goes from either database to either one without a difference, with the numbers that come next.
func TestEveryTableGoesBetweenSQLiteAndPostgres(t *testing.T) {
	t.Parallel()
	first := open(t, sqliteFile(t))
	ok(t, first.MakeEmpty(t.Context(), version(t, first)))
	empty := dumped(t, first)
	if len(empty) < 40 {
		t.Fatalf("%d tables", len(empty))
	}
	ok(t, first.Fill(t.Context(), filled(empty)))
	whole := dumped(t, first)
	for _, table := range whole {
		if table.Rows != 3 {
			t.Errorf("%s has %d rows", table.Name, table.Rows)
		}
	}
	from := first
	for _, location := range []string{postgres.NewDatabase(t), postgres.NewDatabase(t), sqliteFile(t)} {
		to := open(t, location)
		ok(t, to.MakeEmpty(t.Context(), version(t, to)))
		ok(t, to.Fill(t.Context(), func(w backup.Writer) error { return from.Dump(t.Context(), nil, w) }))
		for _, difference := range backup.Differences(whole, dumped(t, to)) {
			t.Errorf("%.12s: %s", location, difference)
		}
		from = to
	}
}

// slow is a place of backups that takes its time for the first row.
type slow struct {
	backup.Writer
	rested bool
}

func (s *slow) Row(values []any) error {
	if !s.rested {
		s.rested = true
		time.Sleep(1500 * time.Millisecond) // longer than a transaction may stand still otherwise
	}
	return s.Writer.Row(values)
}

func TestABackupWaitsForASlowPlaceOnPostgres(t *testing.T) {
	t.Parallel()
	limited := func(location string) *gormstore.Store {
		said := "?"
		if strings.Contains(location, "?") {
			said = "&"
		}
		return open(t, location+said+"idle_in_transaction_session_timeout=1s")
	}
	location := postgres.Copies(migrate)(t)
	filled := open(t, location) // without the limit, which a step on a busy machine could reach
	_, err := filled.Stores().Users.Create(t.Context(), account.User{Username: "jan", Email: "jan@club.example", DisplayName: "Jan"})
	ok(t, err)
	from, to := limited(location), limited(postgres.Copies(migrate)(t))
	ok(t, to.Fill(t.Context(), func(w backup.Writer) error { return from.Dump(t.Context(), nil, &slow{Writer: w}) }))
	if differences := backup.Differences(dumped(t, from), dumped(t, to)); len(differences) > 0 {
		t.Errorf("%v", differences)
	}
}

func TestADatabaseIsFilledWhollyOrNotAtAll(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.MakeEmpty(t.Context(), version(t, store)))
		before := dumped(t, store)
		broken := errors.New("cut off")
		fill := filled(before)
		err := store.Fill(t.Context(), func(w backup.Writer) error { return errors.Join(fill(w), broken) })
		if !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
		for _, table := range dumped(t, store) {
			if table.Rows != before[slices.IndexFunc(before, func(c backup.Counted) bool { return c.Name == table.Name })].Rows {
				t.Errorf("%s has %d rows", table.Name, table.Rows)
			}
		}
		for what, from := range map[string]func(backup.Writer) error{
			"another table": func(w backup.Writer) error { return w.Begin(backup.Table{Name: "others"}) },
			"other columns": func(w backup.Writer) error { return w.Begin(backup.Table{Name: "users"}) },
			"no table":      func(w backup.Writer) error { return w.Row([]any{int64(1)}) },
		} {
			if err := store.Fill(t.Context(), from); err == nil {
				t.Errorf("%s is taken", what)
			}
		}
		ok(t, store.MakeEmpty(t.Context(), version(t, store))) // one that was cut off is begun again
		if err := store.MakeEmpty(t.Context(), version(t, store)+1); err == nil {
			t.Error("tables of a newer program are made")
		}
		ok(t, store.Migrate(t.Context()))
		store = loaded(t, location)
		create(t, store.Stores(), jan())
		if err := store.MakeEmpty(t.Context(), version(t, store)); !errors.Is(err, gormstore.ErrNotEmpty) {
			t.Errorf("a club is filled over another: %v", err)
		}
	})
}

// A backup of an earlier program comes back in its own tables, and is migrated then.
func TestAnEarlierBackupIsMigrated(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		old := open(t, sqliteFile(t))
		const earlier = 30
		ok(t, old.MakeEmpty(t.Context(), earlier))
		store := open(t, location)
		ok(t, store.MakeEmpty(t.Context(), earlier))
		ok(t, store.Fill(t.Context(), func(w backup.Writer) error { return old.Dump(t.Context(), nil, w) }))
		same(t, backup.Differences(dumped(t, old), dumped(t, store)), []string(nil))
		ok(t, store.Migrate(t.Context()))
		if schema, err := store.Schema(t.Context()); err != nil || !schema.Current() {
			t.Errorf("it is %+v, %v", schema, err)
		}
	})
}

func TestHealth(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		health, err := open(t, location).Health(t.Context())
		if err != nil || health.Bytes < 4096 || health.Broken != nil {
			t.Errorf("got %+v, %v", health, err)
		}
	})
}
