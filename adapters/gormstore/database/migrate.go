package database

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Migrations are the numbered SQL files of a store.
type Migrations struct {
	Files fs.FS  // in it the folder migrations, with a folder of the name of each dialect
	Table string // where the database notes which of them it has
}

// Schema says how the tables of a store stand against its migrations.
type Schema struct {
	Have, Want int64   // Have is 0 for an empty database
	Missing    []int64 // migrations before Have that the database lacks: it comes from a program that numbered them otherwise
}

// Current reports whether they fit.
func (s Schema) Current() bool { return s.Have == s.Want && len(s.Missing) == 0 }

// Newer reports whether a later program has migrated the database; this one must leave it alone.
func (s Schema) Newer() bool { return s.Have > s.Want }

// Schema reads the version of the tables. It changes nothing.
func (d *Database) Schema(ctx context.Context, m Migrations) (Schema, error) {
	provider, err := d.Provider(m)
	if err != nil {
		return Schema{}, err
	}
	sources := provider.ListSources()
	schema := Schema{Want: sources[len(sources)-1].Version}
	read := d.handle.Read.WithContext(ctx)
	known, err := d.hasTable(ctx, m.Table)
	if err != nil || !known {
		return schema, err
	}
	applied, err := ScanNumbers(read.Table(m.Table).Where("is_applied").Select("version_id"))
	if err != nil || len(applied) == 0 {
		return schema, err
	}
	schema.Have = slices.Max(applied)
	for _, source := range sources {
		if source.Version < schema.Have && !slices.Contains(applied, source.Version) {
			schema.Missing = append(schema.Missing, source.Version)
		}
	}
	return schema, nil
}

// hasTable is not gorm's own, which panics when the database is closed.
func (d *Database) hasTable(ctx context.Context, name string) (bool, error) {
	tables := map[Dialect]string{
		SQLite:   "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = ?",
		Postgres: "SELECT COUNT(to_regclass(quote_ident(CURRENT_SCHEMA()) || '.' || quote_ident(?)))",
	}
	count, err := ScanNumbers(d.handle.Read.WithContext(ctx).Raw(tables[d.handle.Dialect], name))
	return len(count) == 1 && count[0] > 0, err
}

// Migrate brings the tables to the last of the migrations, and applies those before that are missing. A newer database is
// refused.
func (d *Database) Migrate(ctx context.Context, m Migrations) error {
	schema, err := d.Schema(ctx, m)
	if err != nil {
		return err
	}
	if schema.Newer() {
		return fmt.Errorf("the database has schema %d, newer than this program's %d", schema.Have, schema.Want)
	}
	provider, err := d.Provider(m)
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	if d.handle.Dialect == SQLite { // no lock lasts from one migration to the next: when another program came first, look again
		for tries := 0; err != nil && tries <= len(provider.ListSources()); tries++ {
			_, err = provider.Up(ctx)
		}
	}
	return err
}

// Provider runs single migrations, also backwards.
func (d *Database) Provider(m Migrations) (*goose.Provider, error) {
	folder, err := fs.Sub(m.Files, "migrations/"+string(d.handle.Dialect))
	if err != nil {
		return nil, err
	}
	pool, err := d.Pool()
	if err != nil {
		return nil, err
	}
	if d.handle.Dialect == SQLite {
		return goose.NewProvider(goose.DialectSQLite3, pool, folder, goose.WithTableName(m.Table), goose.WithAllowOutofOrder(true))
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // of two programs that start at once, one migrates
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, pool, folder, goose.WithTableName(m.Table), goose.WithAllowOutofOrder(true),
		goose.WithSessionLocker(locker))
}
