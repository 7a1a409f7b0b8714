package gormstore

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/person"
)

//go:embed migrations
var migrations embed.FS

// Schema says how a database stands against this program.
type Schema struct {
	Have, Want         int64 // versions of the tables; Have is 0 for an empty database
	HaveForm, WantForm int   // of the people kept in them; see person.Form
}

// Current reports whether the program fits.
func (s Schema) Current() bool { return s.Have == s.Want && s.HaveForm == s.WantForm }

// Newer reports whether a later program has migrated the database; this one must leave it alone.
func (s Schema) Newer() bool { return s.Have > s.Want || s.HaveForm > s.WantForm }

// Schema reads the version of the database. It changes nothing.
func (s *Store) Schema(ctx context.Context) (Schema, error) {
	provider, err := s.provider()
	if err != nil {
		return Schema{}, err
	}
	sources := provider.ListSources()
	schema := Schema{Want: sources[len(sources)-1].Version, WantForm: person.Form}
	if !s.read.WithContext(ctx).Migrator().HasTable(goose.DefaultTablename) {
		return schema, s.Ping(ctx)
	}
	err = scanOne(s.read.WithContext(ctx).Table(goose.DefaultTablename).Where("is_applied").Select("COALESCE(MAX(version_id), 0)"),
		func(row *sql.Rows) error { return row.Scan(&schema.Have) })
	if err != nil || schema.Have == 0 {
		return schema, err
	}
	var kept formRow
	err = s.read.WithContext(ctx).Where("noun = ?", personNoun).Limit(1).Find(&kept).Error
	schema.HaveForm = kept.Form
	return schema, err
}

// formRow says in which form the records of a noun are kept.
type formRow struct {
	Noun string `gorm:"primaryKey"`
	Form int
}

func (formRow) TableName() string { return "forms" }

const personNoun = "person"

// Migrate brings the database to this program's schema and its records into this program's form. A newer one is refused.
func (s *Store) Migrate(ctx context.Context) error {
	schema, err := s.Schema(ctx)
	if err != nil {
		return err
	}
	if schema.Newer() {
		return fmt.Errorf("the database has schema %d form %d, newer than this program's %d form %d",
			schema.Have, schema.HaveForm, schema.Want, schema.WantForm)
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
	if err != nil || schema.HaveForm == schema.WantForm {
		return err
	}
	if err := (people{s.handle()}).rebuild(ctx); err != nil {
		return fmt.Errorf("the people can't be brought into form %d: %w", schema.WantForm, err)
	}
	return s.write.WithContext(ctx).Clauses(clause.OnConflict{
		Columns: []clause.Column{{Name: "noun"}}, DoUpdates: clause.AssignmentColumns([]string{"form"}),
	}).Create(&formRow{Noun: personNoun, Form: schema.WantForm}).Error
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
