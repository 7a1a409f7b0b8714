package gormstore

import (
	"context"
	"embed"
	"fmt"

	"github.com/pressly/goose/v3"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

//go:embed migrations
var files embed.FS

var migrations = database.Migrations{Files: files, Table: goose.DefaultTablename}

// Schema says how a database stands against this program.
type Schema struct {
	Have, Want         int64   // versions of the tables; Have is 0 for an empty database
	Missing            []int64 // migrations before Have that the tables lack; see database.Schema
	HaveForm, WantForm int     // of the records kept in them, of all nouns together; see person.FormatVersion
}

// Current reports whether the program fits.
func (s Schema) Current() bool {
	return s.Have == s.Want && len(s.Missing) == 0 && s.HaveForm == s.WantForm
}

// Newer reports whether a later program has migrated the database; this one must leave it alone.
func (s Schema) Newer() bool { return s.Have > s.Want || s.HaveForm > s.WantForm }

// noun is what is kept in a form of its own. Migrating to that rebuilds its records, or makes what every club has.
type noun struct {
	name    string
	form    int
	rebuild func(ctx context.Context, tx handle) error
}

var nouns = []noun{
	{"person", person.FormatVersion, func(ctx context.Context, tx handle) error { return people{tx}.rebuild(ctx) }},
	{"group", group.FormatVersion, func(_ context.Context, tx handle) error {
		first := group.NewClubWide()
		return groups{tx}.insert(&first)
	}},
	{"relation type", 1, func(ctx context.Context, tx handle) error {
		for _, t := range relation.Defaults() {
			if _, err := tx.relationTypes().Create(ctx, t); err != nil {
				return err
			}
		}
		// Form 1 took any.
		return tx.Write.Exec("DELETE FROM person_relations WHERE type_id NOT IN (SELECT id FROM relationship_types)").Error
	}},
	{"invoice", 2, func(_ context.Context, tx handle) error { return invoices{tx}.releaseCredited() }},
}

// Schema reads the version of the database. It changes nothing.
func (s *Store) Schema(ctx context.Context) (Schema, error) {
	tables, err := s.db.Schema(ctx, migrations)
	schema := Schema{Have: tables.Have, Want: tables.Want, Missing: tables.Missing}
	for _, n := range nouns {
		schema.WantForm += n.form
	}
	if err != nil || schema.Have == 0 {
		return schema, err
	}
	forms, err := s.handle().forms(ctx)
	for _, form := range forms {
		schema.HaveForm += form
	}
	return schema, err
}

// formRow says in which form the records of a noun are kept.
type formRow struct {
	Noun string `gorm:"primaryKey"`
	Form int
}

func (formRow) TableName() string { return "forms" }

func (h handle) forms(ctx context.Context) (map[string]int, error) {
	var rows []formRow
	err := h.Read.WithContext(ctx).Find(&rows).Error
	forms := map[string]int{}
	for _, row := range rows {
		forms[row.Noun] = row.Form
	}
	return forms, err
}

// Migrate brings the database to this program's schema and its records into this program's forms. A newer one is refused.
func (s *Store) Migrate(ctx context.Context) error {
	schema, err := s.Schema(ctx)
	if err != nil {
		return err
	}
	if schema.Newer() {
		return fmt.Errorf("the database has schema %d form %d, newer than this program's %d form %d",
			schema.Have, schema.HaveForm, schema.Want, schema.WantForm)
	}
	if err := s.db.Migrate(ctx, migrations); err != nil {
		return err
	}
	for _, n := range nouns {
		if err := s.upgrade(ctx, n); err != nil {
			return fmt.Errorf("the records of %s can't be brought into form %d: %w", n.name, n.form, err)
		}
	}
	return nil
}

// upgrade brings a noun into its form, all of it or nothing. Of several programs that try at once, one does.
func (s *Store) upgrade(ctx context.Context, n noun) error {
	return s.handle().step(ctx, func(tx handle) error {
		if tx.Dialect == database.Postgres {
			if err := tx.Write.Exec("LOCK TABLE forms").Error; err != nil {
				return err
			}
		}
		forms, err := tx.forms(ctx)
		if err != nil || forms[n.name] >= n.form {
			return err
		}
		if err := n.rebuild(ctx, tx); err != nil {
			return err
		}
		return tx.Write.Clauses(clause.OnConflict{
			Columns: []clause.Column{{Name: "noun"}}, DoUpdates: clause.AssignmentColumns([]string{"form"}),
		}).Create(&formRow{Noun: n.name, Form: n.form}).Error
	})
}
