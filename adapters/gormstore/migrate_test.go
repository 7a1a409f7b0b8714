package gormstore_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm/schema"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
)

// layout describes every table, column, index and constraint of a database, a line each.
func layout(t *testing.T, store *gormstore.Store) []string {
	t.Helper()
	const sqlite = `SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || COALESCE(sql, '') FROM sqlite_master
		WHERE name NOT LIKE 'sqlite_%' ORDER BY 1`
	const postgres = `
		SELECT 'column ' || table_name || '.' || column_name || ': ' || data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '')
			|| COALESCE(identity_generation, '') || COALESCE(collation_name, '') FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexname || ': ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT 'constraint ' || conname || ': ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		ORDER BY 1`
	pool, isPostgres, err := store.Pool()
	if err != nil {
		t.Fatal(err)
	}
	return texts(t, pool, map[bool]string{true: postgres, false: sqlite}[isPostgres])
}

func TestFreshEqualsUpgraded(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		fresh := layout(t, store)
		if len(fresh) < 20 {
			t.Fatalf("that is no whole schema: %q", fresh)
		}
		ok(t, store.MigrateDown(t.Context()))
		if left := layout(t, store); slices.ContainsFunc(left, func(line string) bool { return !strings.Contains(line, "goose_db_version") }) {
			t.Errorf("left after taking everything back: %q", left)
		}
		older, err := store.Schema(t.Context())
		if ok(t, err); older.Have != 0 || older.Current() || older.Newer() {
			t.Errorf("after taking everything back: %+v", older)
		}
		ok(t, store.Migrate(t.Context()))
		if upgraded := layout(t, store); !slices.Equal(fresh, upgraded) {
			t.Errorf("fresh:\n%s\nupgraded:\n%s", strings.Join(fresh, "\n"), strings.Join(upgraded, "\n"))
		}
		ok(t, store.Migrate(t.Context()))
	})
}

func TestReadingTheSchemaOfAnEmptyDatabaseChangesNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		have, err := store.Schema(t.Context())
		if ok(t, err); have.Have != 0 || have.Want == 0 || have.Current() || have.Newer() {
			t.Errorf("got %+v", have)
		}
		if made := layout(t, store); len(made) != 0 {
			t.Errorf("made %q", made)
		}
		ok(t, store.Migrate(t.Context()))
		if have, err = store.Schema(t.Context()); err != nil || !have.Current() {
			t.Errorf("after migrating: %+v, %v", have, err)
		}
	})
}

func TestANewerSchemaIsRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		pool, _, err := store.Pool()
		ok(t, err)
		_, err = pool.ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)`)
		ok(t, err)
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

func TestRowsAndColumnsAreTheSame(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		ok(t, store.Migrate(t.Context()))
		pool, isPostgres, err := store.Pool()
		ok(t, err)
		columns := func(table string, want []string) {
			t.Helper()
			query := fmt.Sprintf("SELECT name FROM pragma_table_info('%s')", table)
			if isPostgres {
				query = fmt.Sprintf("SELECT column_name FROM information_schema.columns WHERE table_name = '%s'", table)
			}
			have := texts(t, pool, query)
			want = slices.Clone(want)
			slices.Sort(have)
			slices.Sort(want)
			if !slices.Equal(have, want) {
				t.Errorf("%s has the columns %q, want %q", table, have, want)
			}
		}
		tables := []string{}
		for _, row := range gormstore.Rows() {
			parsed, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
			ok(t, err)
			tables = append(tables, parsed.Table)
			columns(parsed.Table, parsed.DBNames)
		}
		for table, names := range map[string]string{
			"people": "id, author, removed_at, administered, created_at, modified_at, document, meta, photo_id, labels, code", "favorites": "user_id, kind, record_id",
			"person_relations": "person_id, position, to_id, type_id, document", "change_counter": "number", "changes": "noun, record, number",
		} {
			columns(table, strings.Split(names, ", "))
			tables = append(tables, table)
		}
		tables = append(tables, "goose_db_version")
		all := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
		if isPostgres {
			all = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
		}
		have := texts(t, pool, all)
		slices.Sort(have)
		slices.Sort(tables)
		if !slices.Equal(have, tables) {
			t.Errorf("the tables are %q, the rows' %q", have, tables)
		}
	})
}

func TestManyProgramsMigrateConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		var all sync.WaitGroup
		for range 4 {
			store := open(t, location)
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

func TestAnSQLiteFileIsItsOwnersAlone(t *testing.T) {
	shared := t.TempDir()
	ok(t, os.Chmod(shared, 0o755)) //nolint:gosec // that is the point
	for _, file := range []string{filepath.Join(shared, "club.db"), filepath.Join(shared, "a", "b", "club #1? 100%é.db")} {
		store := open(t, "sqlite:"+file)
		ok(t, store.Migrate(t.Context()))
		found, err := filepath.Glob(filepath.Join(filepath.Dir(file), "club*"))
		ok(t, err)
		if len(found) == 0 || !slices.Contains(found, file) {
			t.Errorf("%s is not among %q", file, found)
		}
		for _, name := range found {
			info, err := os.Stat(name)
			if ok(t, err); info.Mode().Perm() != 0o600 {
				t.Errorf("%s can be read by others: %v", name, info.Mode())
			}
		}
	}
	info, err := os.Stat(filepath.Join(shared, "a"))
	if ok(t, err); info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v", info.Mode())
	}
}

func TestAPlaceThatIsNoDatabaseIsAnError(t *testing.T) {
	quiet(t)
	folder := t.TempDir()
	text := filepath.Join(folder, "text")
	ok(t, os.WriteFile(text, []byte(strings.Repeat("this is no database\n", 100)), 0o600))
	for _, location := range []string{
		"", "club.db", "mysql://x", "sqlite:", "sqlite:" + folder, "sqlite:" + text, "sqlite:" + text + "/club.db",
		"postgres://nobody:secret@127.0.0.1:1/none?connect_timeout=2", "postgres://[::1", "postgres:",
	} {
		store, err := gormstore.Open(t.Context(), location)
		if err == nil {
			err = store.Migrate(t.Context())
			ok(t, store.Close())
		}
		if err == nil {
			t.Errorf("%q: no error", location)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: shows the password: %v", location, err)
		}
	}
}
