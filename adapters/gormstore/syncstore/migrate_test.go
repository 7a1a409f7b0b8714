package syncstore_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm/schema"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

func pool(t *testing.T, store *syncstore.Store) (*sql.DB, bool) {
	t.Helper()
	pool, postgres, err := store.Pool()
	ok(t, err)
	return pool, postgres
}

func exec(t *testing.T, store *syncstore.Store, statement string) {
	t.Helper()
	db, _ := pool(t, store)
	_, err := db.ExecContext(t.Context(), statement)
	ok(t, err)
}

// texts returns the answers of a query, which differs between the databases.
func texts(t *testing.T, store *syncstore.Store, sqlite, postgres string) (list []string) {
	t.Helper()
	db, isPostgres := pool(t, store)
	rows, err := db.QueryContext(t.Context(), map[bool]string{true: postgres, false: sqlite}[isPostgres])
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

// layout describes every table, column and index of a database, a line each.
func layout(t *testing.T, store *syncstore.Store) []string {
	t.Helper()
	return texts(t, store, `
		SELECT type || ' ' || name || ': ' || COALESCE(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1`, `
		SELECT 'column ' || table_name || '.' || column_name || ': ' || data_type || ' ' || is_nullable || ' '
			|| COALESCE(column_default, '') || COALESCE(identity_generation, '') || COALESCE(collation_name, '')
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexname || ': ' || indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`)
}

func TestFreshEqualsUpgraded(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		have, err := store.Schema(t.Context())
		if ok(t, err); have.Have != 0 || have.Want == 0 || have.Current() || have.Newer() {
			t.Errorf("an empty database: %+v", have)
		}
		if made := layout(t, store); len(made) != 0 {
			t.Errorf("reading the schema made %q", made)
		}
		ok(t, store.Migrate(t.Context()))
		if have, err = store.Schema(t.Context()); err != nil || !have.Current() {
			t.Errorf("after migrating: %+v, %v", have, err)
		}
		fresh := layout(t, store)
		if len(fresh) < 7 {
			t.Fatalf("that is no whole schema: %q", fresh)
		}
		ok(t, store.MigrateDown(t.Context(), 0))
		if left := layout(t, store); slices.ContainsFunc(left, func(line string) bool {
			return !strings.Contains(line, syncstore.VersionTable)
		}) {
			t.Errorf("left after taking everything back: %q", left)
		}
		ok(t, store.Migrate(t.Context()))
		if upgraded := layout(t, store); !slices.Equal(fresh, upgraded) {
			t.Errorf("fresh:\n%s\nupgraded:\n%s", strings.Join(fresh, "\n"), strings.Join(upgraded, "\n"))
		}
		ok(t, store.Migrate(t.Context()))
	})
}

func TestANewerSchemaIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		exec(t, store, "INSERT INTO "+syncstore.VersionTable+" (version_id, is_applied) VALUES (99999, true)")
		have, err := store.Schema(t.Context())
		if ok(t, err); have.Have != 99999 || !have.Newer() || have.Current() {
			t.Errorf("got %+v", have)
		}
		before := layout(t, store)
		if err := store.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "newer") {
			t.Errorf("got %v", err)
		}
		if after := layout(t, store); !slices.Equal(before, after) {
			t.Error("a refused migration changed the database")
		}
	})
}

// A database may lack a migration before its last one: the program that made it numbered them otherwise.
func TestMigrationsThatAreMissingInBetweenAreApplied(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		whole := layout(t, store)
		ok(t, store.Lose(t.Context(), 5))
		ok(t, store.Lose(t.Context(), 2))
		have, err := store.Schema(t.Context())
		if ok(t, err); have.Current() || have.Newer() || have.Have != have.Want || !slices.Equal(have.Missing, []int64{2, 5}) {
			t.Errorf("got %+v", have)
		}
		ok(t, store.Migrate(t.Context()))
		if have, err = store.Schema(t.Context()); err != nil || !have.Current() || have.Missing != nil {
			t.Errorf("after migrating: %+v, %v", have, err)
		}
		if after := layout(t, store); !slices.Equal(whole, after) {
			t.Errorf("before:\n%s\nafter:\n%s", strings.Join(whole, "\n"), strings.Join(after, "\n"))
		}
	})
}

func TestManyProgramsMigrateConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		stores := []*syncstore.Store{open(t, location), open(t, location), open(t, location)}
		var all sync.WaitGroup
		for _, store := range stores {
			all.Go(func() {
				if err := store.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
				if have, err := store.Schema(t.Context()); err != nil || !have.Current() {
					t.Errorf("%+v, %v", have, err)
				}
			})
		}
		all.Wait()
	})
}

// A backup of one database is brought back into the other: their columns hold the same kinds.
func TestSQLiteAndPostgresHaveTheSameTables(t *testing.T) {
	tables := map[string][]backup.Table{}
	for name, location := range databases {
		var counter backup.Counter
		ok(t, ready(t, location(t)).Dump(t.Context(), &counter))
		for _, counted := range counter.Tables {
			tables[name] = append(tables[name], counted.Table)
		}
	}
	if len(tables["SQLite"]) < 10 || !reflect.DeepEqual(tables["SQLite"], tables["PostgreSQL"]) {
		t.Errorf("SQLite has\n%+v\nPostgreSQL has\n%+v", tables["SQLite"], tables["PostgreSQL"])
	}
}

func TestWhoWaitedBeforeTheColumnIsFound(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		waits := json.RawMessage(`{"site":{},"app":{},"pending":{"email":"2026-11-01T12:00:00Z"}}`)
		want := ledger.Entry{Kind: ledger.Seen, Key: "AAAA11", State: waits, Waits: true, At: at}
		agreed := ledger.Entry{Kind: ledger.Seen, Key: "BBBB22", State: json.RawMessage(`{"site":{},"app":{}}`)}
		ok(t, store.Stores().Ledger.Put(t.Context(), want, agreed))
		ok(t, store.MigrateDown(t.Context(), 1))
		ok(t, store.Migrate(t.Context()))
		found, err := store.Stores().Ledger.Waiting(t.Context(), ledger.Seen)
		if ok(t, err); len(found) != 1 || !reflect.DeepEqual(found[0], want) {
			t.Errorf("got %+v", found)
		}
	})
}

func TestRowsAndColumnsAreTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := ready(t, location)
		tables := []string{syncstore.VersionTable}
		for _, row := range syncstore.Rows() {
			parsed, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
			ok(t, err)
			tables = append(tables, parsed.Table)
			have := texts(t, store, fmt.Sprintf("SELECT name FROM pragma_table_info('%s')", parsed.Table),
				fmt.Sprintf("SELECT column_name FROM information_schema.columns WHERE table_name = '%s'", parsed.Table))
			slices.Sort(have)
			want := slices.Sorted(slices.Values(parsed.DBNames))
			if !slices.Equal(have, want) {
				t.Errorf("%s has the columns %q, want %q", parsed.Table, have, want)
			}
		}
		have := texts(t, store, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
			"SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
		slices.Sort(have)
		slices.Sort(tables)
		if !slices.Equal(have, tables) {
			t.Errorf("the tables are %q, the rows' %q", have, tables)
		}
	})
}

// An operator may name the club's database by mistake.
func TestTheClubsTablesInTheSameDatabaseAreLeftAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		club, err := gormstore.Open(t.Context(), location)
		ok(t, err)
		t.Cleanup(func() { ok(t, club.Close()) })
		ok(t, club.Migrate(t.Context()))
		store := open(t, location)
		before := layout(t, store)
		if have, err := store.Schema(t.Context()); err != nil || have.Have != 0 {
			t.Errorf("before: %+v, %v", have, err)
		}
		ok(t, store.Migrate(t.Context()))
		ok(t, store.MigrateDown(t.Context(), 0))
		after := slices.DeleteFunc(layout(t, store), func(line string) bool { return strings.Contains(line, syncstore.VersionTable) })
		if !slices.Equal(before, after) {
			t.Errorf("before:\n%s\nafter:\n%s", strings.Join(before, "\n"), strings.Join(after, "\n"))
		}
		if have, err := club.Schema(t.Context()); err != nil || !have.Current() {
			t.Errorf("the club's: %+v, %v", have, err)
		}
	})
}
