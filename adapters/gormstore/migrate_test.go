package gormstore_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm/schema"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
)

// layout describes every table, column, index and constraint of a database, a line each.
func layout(t *testing.T, store *gormstore.Store) []string {
	t.Helper()
	const sqlite = `SELECT type || ' ' || name || ' on ' || tbl_name || ': ' || COALESCE(sql, '') FROM sqlite_master
		WHERE name NOT LIKE 'sqlite_%' ORDER BY 1`
	const postgres = `
		SELECT 'column ' || table_name || '.' || column_name || ': ' || data_type || ' ' || is_nullable || ' '
			|| COALESCE(column_default, '') || COALESCE(identity_generation, '') || COALESCE(collation_name, '')
			FROM information_schema.columns WHERE table_schema = 'public'
		UNION ALL SELECT 'index ' || indexname || ': ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT 'constraint ' || conname || ': ' || pg_get_constraintdef(oid) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace
		ORDER BY 1`
	_, isPostgres, err := store.Pool()
	ok(t, err)
	return asked(t, store, map[bool]string{true: postgres, false: sqlite}[isPostgres])
}

func TestASchemaIsTheSameFreshAndUpgraded(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		store := open(t, location)
		stands := func(current bool) []string {
			t.Helper()
			have, err := store.Schema(t.Context())
			if ok(t, err); have.Current() != current || have.Newer() || have.Want == 0 || (have.Have == 0) == current {
				t.Errorf("got %+v", have)
			}
			return layout(t, store)
		}
		if made := stands(false); len(made) != 0 {
			t.Errorf("reading the schema of an empty database makes %q", made)
		}
		ok(t, store.Migrate(t.Context()))
		fresh := stands(true)
		if len(fresh) < 20 {
			t.Fatalf("that is no whole schema: %q", fresh)
		}
		ok(t, store.MigrateDown(t.Context()))
		for _, left := range stands(false) {
			if !strings.Contains(left, "goose_db_version") {
				t.Errorf("left after taking everything back: %q", left)
			}
		}
		ok(t, store.Migrate(t.Context()))
		if upgraded := stands(true); !slices.Equal(fresh, upgraded) {
			t.Errorf("fresh:\n%s\nupgraded:\n%s", strings.Join(fresh, "\n"), strings.Join(upgraded, "\n"))
		}
	})
}

func TestANewerSchemaOrFormIsRefused(t *testing.T) {
	t.Parallel()
	for _, newer := range []string{
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)",
		"UPDATE forms SET form = form + 1 WHERE noun = 'person'",
	} {
		onBoth(t, func(t *testing.T, location string) {
			store := open(t, location)
			run(t, store, newer)
			before := append(layout(t, store), asked(t, store, "SELECT noun || form FROM forms ORDER BY 1")...)
			if have, err := store.Schema(t.Context()); err != nil || !have.Newer() || have.Current() {
				t.Errorf("got %+v, %v", have, err)
			}
			if err := store.Migrate(t.Context()); err == nil || !strings.Contains(err.Error(), "newer") {
				t.Errorf("got %v", err)
			}
			same(t, append(layout(t, store), asked(t, store, "SELECT noun || form FROM forms ORDER BY 1")...), before)
		})
	}
}

// A database may lack a migration before its last one: the program that made it numbered them otherwise.
func TestMigrationsThatAreMissingInBetweenAreApplied(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		whole := layout(t, store)
		ok(t, store.Lose(t.Context(), 52))
		ok(t, store.Lose(t.Context(), 51))
		if have, err := store.Schema(t.Context()); err != nil || have.Current() || have.Newer() || have.Have != have.Want ||
			!slices.Equal(have.Missing, []int64{51, 52}) {
			t.Errorf("got %+v, %v", have, err)
		}
		ok(t, store.Migrate(t.Context()))
		if have, err := store.Schema(t.Context()); err != nil || !have.Current() || have.Missing != nil {
			t.Errorf("got %+v, %v", have, err)
		}
		same(t, layout(t, store), whole)
	})
}

func TestEveryColumnIsUsed(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := open(t, location)
		columns := "SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c " +
			"WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
		if !strings.HasPrefix(location, "sqlite:") {
			columns = "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'"
		}
		own := func(column string) bool { return strings.HasPrefix(column, "goose_db_version.") }
		have := slices.DeleteFunc(asked(t, store, columns), own)
		var want []string
		for table, names := range map[string]string{
			"people": "id, author, removed_at, administered, created_at, modified_at, revision, editor, document, meta, photo_id, " +
				"labels, code, removed_by",
			"person_relations":  "person_id, position, to_id, type_id, document",
			"removed_relations": "person_id, position, to_id, type_id, document", "favorites": "user_id, kind, record_id",
			"recent_people":  "user_id, person_id, place",
			"timeline":       "person_id, user_id, created_at, kind, record_id",
			"change_counter": "number", "changes": "noun, record, number",
			"person_shares": "user_id, record_id, permission", "group_shares": "user_id, record_id, permission",
			"audit": "id, at, kind, actor, actor_name, way, way_name, address, object_noun, object_id, object_name, fields, " +
				"before_values, after_values",
			"person_changes":  "id, person_id, at, by_user, by_name, fields",
			"person_looks":    "person_id, by_user, day, by_name, opened_at, exported_at",
			"dismissed_pairs": "low_id, high_id, by_user, made_at", "merged_people": "from_id, into_id, by_user, made_at",
		} {
			for _, name := range strings.Split(names, ", ") {
				want = append(want, table+"."+name)
			}
		}
		if !strings.HasPrefix(location, "sqlite:") {
			for _, name := range []string{"mark", "part", "heading", "content"} {
				want = append(want, "packed_people."+name)
			}
		}
		for _, row := range gormstore.Rows() {
			parsed, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
			ok(t, err)
			for _, name := range parsed.DBNames {
				want = append(want, parsed.Table+"."+name)
			}
		}
		slices.Sort(have)
		slices.Sort(want)
		same(t, have, want)
	})
}

func TestManyProgramsMigrateConcurrentlyAndMakeOnceWhatEveryClubHas(t *testing.T) {
	t.Parallel()
	onBothEmpty(t, func(t *testing.T, location string) {
		stores := []*gormstore.Store{open(t, location), open(t, location), open(t, location)}
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
		madeOnce(t, stores[0])
		s := stores[0].Stores()
		ok(t, s.RelationTypes.Remove(t.Context(), relation.Child))
		ok(t, s.Groups.Update(t.Context(), group.ClubWide, func(g *group.Group) error { g.Title = "De club"; return nil }))
		ok(t, stores[1].Migrate(t.Context()))
		ok(t, s.Directory.Load(t.Context()))
		wide, err := s.Directory.View().Group(group.ClubWide, record.View{})
		if ok(t, err); len(s.Directory.View().RelationTypes()) != len(relation.Defaults())-1 || wide.Title != "De club" {
			t.Errorf("they came back: %v, %q", s.Directory.View().RelationTypes(), wide.Title)
		}
	})
}

func madeOnce(t *testing.T, store *gormstore.Store) {
	t.Helper()
	ok(t, store.Stores().Directory.Load(t.Context()))
	v := store.Stores().Directory.View()
	same(t, v.RelationTypes(), []relation.Type(relation.Defaults()))
	page := v.Groups(record.Query{View: record.View{Reader: access.Everything}, Window: record.Window{Limit: 9}})
	if page.Total != 1 || page.Records[0].Title != "Verenigingsbreed" {
		t.Errorf("got %+v", page)
	}
}

func TestAnSQLiteFileIsItsOwnersAlone(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
