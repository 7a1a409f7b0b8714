package database

import (
	"database/sql"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/backup"
)

// catalog returns the tables of a store in the order in which they can be filled: each after those that it refers to.
func (h Handle) catalog(owns func(table string) bool) ([]backup.Table, error) {
	names, err := h.tableNames(owns)
	if err != nil {
		return nil, err
	}
	refers, err := h.references()
	if err != nil {
		return nil, err
	}
	ordered, err := afterTheirs(names, refers)
	if err != nil {
		return nil, err
	}
	tables := make([]backup.Table, len(ordered))
	for i, name := range ordered {
		if tables[i], err = h.describe(name); err != nil {
			return nil, fmt.Errorf("describe the table %s: %w", name, err)
		}
	}
	return tables, nil
}

func (h Handle) tableNames(owns func(string) bool) (names []string, err error) {
	query := "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	if h.Dialect == Postgres {
		query = `SELECT table_name FROM information_schema.tables
			WHERE table_schema = CURRENT_SCHEMA() AND table_type = 'BASE TABLE' ORDER BY table_name COLLATE "C"`
	}
	err = ScanAll(h.Read.Raw(query), func(row *sql.Rows) error {
		var name string
		err := row.Scan(&name)
		if err == nil && owns(name) {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

// references returns which tables each table refers to.
func (h Handle) references() (map[string][]string, error) {
	query := `SELECT m.name, f."table" FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`
	if h.Dialect == Postgres {
		query = `SELECT c.relname, r.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
			JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE k.contype = 'f' AND n.nspname = CURRENT_SCHEMA()`
	}
	refers := map[string][]string{}
	err := ScanAll(h.Read.Raw(query), func(row *sql.Rows) error {
		var from, to string
		err := row.Scan(&from, &to)
		refers[from] = append(refers[from], to)
		return err
	})
	return refers, err
}

// afterTheirs puts names behind those that they refer to.
func afterTheirs(names []string, refers map[string][]string) (ordered []string, err error) {
	for len(ordered) < len(names) {
		known := len(ordered)
		for _, name := range names {
			waits := slices.ContainsFunc(refers[name], func(to string) bool {
				return to != name && slices.Contains(names, to) && !slices.Contains(ordered, to)
			})
			if !waits && !slices.Contains(ordered, name) {
				ordered = append(ordered, name)
			}
		}
		if len(ordered) == known {
			return nil, fmt.Errorf("tables refer to each other in a circle: %v", names)
		}
	}
	return ordered, nil
}

// kinds are what the columns of both databases hold, by their types.
var kinds = map[string]backup.Kind{
	"INTEGER": backup.Number, "TEXT": backup.Text, "BOOLEAN": backup.Flag, "BLOB": backup.Bytes,
	"bigint": backup.Number, "integer": backup.Number, "text": backup.Text, "boolean": backup.Flag, "bytea": backup.Bytes,
}

func (h Handle) describe(table string) (backup.Table, error) {
	query := `SELECT name, type FROM pragma_table_info(?) ORDER BY name`
	if h.Dialect == Postgres {
		query = `SELECT column_name, data_type FROM information_schema.columns
			WHERE table_schema = CURRENT_SCHEMA() AND table_name = ? ORDER BY column_name COLLATE "C"`
	}
	t := backup.Table{Name: table}
	err := ScanAll(h.Read.Raw(query, table), func(row *sql.Rows) error {
		var name, kept string
		if err := row.Scan(&name, &kept); err != nil {
			return err
		}
		kind, known := kinds[kept]
		if !known {
			return fmt.Errorf("nobody knows how to keep a %s", kept)
		}
		t.Columns = append(t.Columns, backup.Column{Name: name, Kind: kind})
		return nil
	})
	if err == nil {
		t.Last, err = h.lastNumber(table)
	}
	return t, err
}

// lastNumber returns the highest number that was ever given in a table, 0 for a table without numbers.
func (h Handle) lastNumber(table string) (int64, error) {
	query, sequence := "SELECT seq FROM sqlite_sequence WHERE name = ?", ""
	if h.Dialect == Postgres {
		var err error
		if sequence, err = h.sequence(table); sequence == "" || err != nil {
			return 0, err
		}
		query, table = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "+sequence+" WHERE ? <> ''", sequence
	}
	numbers, err := ScanNumbers(h.Read.Raw(query, table))
	if err != nil || len(numbers) == 0 {
		return 0, err
	}
	return numbers[0], nil
}

// sequence returns what gives the numbers of a table of PostgreSQL, "" for none.
func (h Handle) sequence(table string) (name string, err error) {
	err = ScanAll(h.Read.Raw(`SELECT pg_get_serial_sequence(quote_ident(table_name), column_name) FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA() AND table_name = ? AND is_identity = 'YES'`, table), func(row *sql.Rows) error {
		return row.Scan(&name)
	})
	return name, err
}

// goOnAfter lets a table give numbers after one.
func (h Handle) goOnAfter(table string, last int64) error {
	if h.Dialect == SQLite {
		if err := h.Write.Exec("DELETE FROM sqlite_sequence WHERE name = ?", table).Error; err != nil || last == 0 {
			return err
		}
		return h.Write.Exec("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last).Error
	}
	sequence, err := h.sequence(table)
	if err != nil || sequence == "" {
		return err
	}
	return h.Write.Exec("SELECT setval(?::regclass, ?, ?)", sequence, max(last, 1), last > 0).Error
}
