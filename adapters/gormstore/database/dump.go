package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/backup"
)

// Dump tells all rows of a store's tables, as they are at the moment of a Snapshot. h is inside of it.
func (h Handle) Dump(owns func(table string) bool, to backup.Writer) error {
	if err := h.mayStandStill(); err != nil {
		return err
	}
	tables, err := h.catalog(owns)
	if err != nil {
		return err
	}
	for i := range tables {
		if err := h.dump(&tables[i], to); err != nil {
			return fmt.Errorf("read the table %s: %w", tables[i].Name, err)
		}
	}
	return nil
}

// mayStandStill lets the transaction wait for a slow place that a backup is written to or read from.
func (h Handle) mayStandStill() error {
	if h.Dialect != Postgres {
		return nil
	}
	return h.Write.Exec("SET LOCAL " + idleInTransaction + " = 0").Error
}

func (h Handle) dump(t *backup.Table, to backup.Writer) error {
	if err := to.Begin(*t); err != nil {
		return err
	}
	values, places := make([]any, len(t.Columns)), make([]any, len(t.Columns))
	for i := range values {
		places[i] = &values[i]
	}
	return ScanAll(h.Read.Raw("SELECT "+list(t)+" FROM "+quoted(t.Name)), func(row *sql.Rows) error {
		if err := row.Scan(places...); err != nil {
			return err
		}
		for i, c := range t.Columns {
			values[i] = neutral(c.Kind, values[i])
		}
		return to.Row(values)
	})
}

// neutral returns a value as every database has it: SQLite keeps flags as numbers, and drivers return texts as bytes.
func neutral(kind backup.Kind, value any) any {
	switch v := value.(type) {
	case []byte:
		if kind == backup.Text {
			return string(v)
		}
	case int64:
		if kind == backup.Flag && (v == 0 || v == 1) {
			return v == 1
		}
	}
	return value
}

func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func list(t *backup.Table) string {
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = quoted(c.Name)
	}
	return strings.Join(names, ", ")
}

// Fill empties a store's tables and fills them with what from tells. h is inside of a step. another takes the tables that are
// none of the store's own.
func (h Handle) Fill(owns func(table string) bool, another backup.Writer, from func(backup.Writer) error) error {
	if err := h.mayStandStill(); err != nil {
		return err
	}
	tables, err := h.catalog(owns)
	if err != nil {
		return err
	}
	for i := len(tables) - 1; i >= 0; i-- { // those that refer to others first
		if err := h.Write.Exec("DELETE FROM " + quoted(tables[i].Name)).Error; err != nil {
			return err
		}
	}
	filling := &filling{Handle: h, tables: tables, another: another}
	if err := from(filling); err != nil {
		return err
	}
	return filling.end()
}

// filling puts rows into tables, many at once.
type filling struct {
	Handle
	tables  []backup.Table // that there are
	another backup.Writer
	present *backup.Table // nil for none of ours
	rows    [][]any
	bytes   int
}

// What is put in at once at most.
const (
	mostRows  = 500
	mostBytes = 4 << 20
)

// Begin implements backup.Writer.
func (f *filling) Begin(t backup.Table) error {
	if err := f.end(); err != nil {
		return err
	}
	at := slices.IndexFunc(f.tables, func(own backup.Table) bool { return own.Name == t.Name })
	if at < 0 {
		f.present = nil
		if f.another == nil {
			return fmt.Errorf("this database has no table %s", t.Name)
		}
		return f.another.Begin(t)
	}
	if !slices.Equal(f.tables[at].Columns, t.Columns) {
		return fmt.Errorf("the table %s has other columns here", t.Name)
	}
	f.present = &t
	return nil
}

// Row implements backup.Writer.
func (f *filling) Row(values []any) error {
	if f.present == nil {
		if f.another == nil {
			return errors.New("a row without a table")
		}
		return f.another.Row(values)
	}
	f.rows = append(f.rows, slices.Clone(values))
	for _, value := range values {
		switch v := value.(type) {
		case string:
			f.bytes += len(v)
		case []byte:
			f.bytes += len(v)
		}
	}
	if len(f.rows) >= mostRows || f.bytes >= mostBytes {
		return f.flush()
	}
	return nil
}

func (f *filling) flush() error {
	rows := f.rows
	f.rows, f.bytes = nil, 0
	override := ""
	if f.Dialect == Postgres { // of tables that give all numbers themselves
		override = " OVERRIDING SYSTEM VALUE"
	}
	width := len(f.present.Columns)
	places := "(?" + strings.Repeat(", ?", width-1) + ")"
	for part := range slices.Chunk(rows, max(1, mostValues/width)) {
		args := make([]any, 0, len(part)*width)
		for _, row := range part {
			args = append(args, row...)
		}
		err := f.Write.Exec("INSERT INTO "+quoted(f.present.Name)+" ("+list(f.present)+")"+override+" VALUES "+places+
			strings.Repeat(", "+places, len(part)-1), args...).Error
		if err != nil {
			return fmt.Errorf("fill the table %s: %w", f.present.Name, err)
		}
	}
	return nil
}

// end puts in what is left of the present table.
func (f *filling) end() error {
	if f.present == nil {
		return nil
	}
	if len(f.rows) > 0 {
		if err := f.flush(); err != nil {
			return err
		}
	}
	err := f.goOnAfter(f.present.Name, f.present.Last)
	f.present = nil
	return err
}

// MigrateTo makes the tables of an empty database as a version of the migrations had them.
func (d *Database) MigrateTo(ctx context.Context, m Migrations, version int64) error {
	provider, err := d.Provider(m)
	if err != nil {
		return err
	}
	sources := provider.ListSources()
	if last := sources[len(sources)-1].Version; version > last {
		return fmt.Errorf("this has schema %d, newer than this program's %d: use the newer program", version, last)
	}
	_, err = provider.UpTo(ctx, version)
	return err
}
