package gormstore

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// Schema says how a database stands against this program.
type Schema struct {
	Have, Want int64 // versions; Have is 0 for an empty database
}

// Current reports whether the program fits.
func (s Schema) Current() bool { return s.Have == s.Want }

// Newer reports whether a later program has migrated the database; this one must leave it alone.
func (s Schema) Newer() bool { return s.Have > s.Want }

// Schema reads the version of the database. It changes nothing.
func (s *Store) Schema(ctx context.Context) (Schema, error) {
	provider, err := s.provider()
	if err != nil {
		return Schema{}, err
	}
	sources := provider.ListSources()
	schema := Schema{Want: sources[len(sources)-1].Version}
	if !s.read.WithContext(ctx).Migrator().HasTable(goose.DefaultTablename) {
		return schema, s.Ping(ctx)
	}
	err = scanOne(s.read.WithContext(ctx).Table(goose.DefaultTablename).Where("is_applied").Select("COALESCE(MAX(version_id), 0)"),
		func(row *sql.Rows) error { return row.Scan(&schema.Have) })
	return schema, err
}

// Migrate brings the database to this program's schema. A newer one is refused.
func (s *Store) Migrate(ctx context.Context) error {
	schema, err := s.Schema(ctx)
	if err != nil {
		return err
	}
	if schema.Newer() {
		return fmt.Errorf("the database has schema %d, newer than this program's %d", schema.Have, schema.Want)
	}
	provider, err := s.provider()
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	if s.dialect == sqliteDialect { // no lock lasts from one migration to the next: when another program came first, look again
		for tries := 0; err != nil && tries <= len(provider.ListSources()); tries++ {
			_, err = provider.Up(ctx)
		}
	}
	return err
}

func (s *Store) provider() (*goose.Provider, error) {
	folder, err := fs.Sub(migrations, "migrations/"+string(s.dialect))
	if err != nil {
		return nil, err
	}
	pool, err := s.write.DB()
	if err != nil {
		return nil, err
	}
	if s.dialect == sqliteDialect {
		return goose.NewProvider(goose.DialectSQLite3, pool, folder)
	}
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // of two programs that start at once, one migrates
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectPostgres, pool, folder, goose.WithSessionLocker(locker))
}
