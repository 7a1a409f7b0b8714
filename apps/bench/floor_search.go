package main

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"unicode/utf8"
)

// trigram is how long a text must be for the index of parts to know it.
const trigram = 3

// searchSchema is the index of parts: on SQLite a table of its own, which writes keep in step; PostgreSQL keeps its index itself.
var searchSchema = map[bool]string{
	false: "CREATE VIRTUAL TABLE person_search USING fts5 (title, rest, content='', contentless_delete=1, tokenize='trigram')",
	true: "CREATE EXTENSION IF NOT EXISTS pg_trgm;\n" +
		"CREATE INDEX person_search ON person USING gin (title_key gin_trgm_ops, rest_key gin_trgm_ops)",
}

// search are the statements that look for a text: in names, a page of people and their number; in everything, the first few.
type search struct{ count, page, find *sql.Stmt }

// prepareSearches makes the statements for texts that the index knows, and for shorter ones.
func (t *tables) prepareSearches(ready func(*sql.DB, string) *sql.Stmt, columns string) {
	const (
		hits   = "SELECT id, first_name, infix, last_name, former FROM person WHERE "
		named  = "title_key LIKE ?"
		either = "(title_key LIKE ? OR rest_key LIKE ?)"
	)
	newest := " ORDER BY created DESC, id DESC LIMIT " + strconv.Itoa(smallPage)
	byName := " ORDER BY title_key, id LIMIT " + strconv.Itoa(smallPage)
	statements := func(count, inName, anywhere string) search {
		return search{
			count: ready(t.read, count),
			page:  ready(t.read, columns+" WHERE "+inName+newest+" OFFSET ?"),
			find:  ready(t.read, hits+anywhere+byName),
		}
	}
	const counted = "SELECT COUNT(*) FROM person WHERE "
	if t.postgres {
		t.indexed = statements(counted+named, named, either)
		// The empty text in front keeps the index out, which would be read from end to end for two letters.
		t.short = statements(counted+"''||"+named, "''||"+named, "(''||title_key LIKE ? OR ''||rest_key LIKE ?)")
		return
	}
	const matching = "person_search WHERE person_search MATCH ?"
	const indexed = "id IN (SELECT rowid FROM " + matching + ")"
	t.indexed = statements("SELECT COUNT(*) FROM "+matching, indexed, indexed)
	t.short = statements(counted+named, named, either)
	t.insertSearch = ready(t.write, insertSearch(1))
	t.updateSearch = ready(t.write, "UPDATE person_search SET title = ?, rest = ? WHERE rowid = ?")
}

// insertSearch returns the statement that adds a number of people to SQLite's index.
func insertSearch(people int) string {
	return "INSERT INTO person_search (rowid, title, rest) VALUES " + strings.TrimSuffix(strings.Repeat("(?, ?, ?), ", people), ", ")
}

// searchFor says which statements look for a text, and what they get: for names alone, and for everything.
func (t *tables) searchFor(text string) (s search, inName, anywhere []any) {
	pattern := "%" + text + "%"
	switch {
	case utf8.RuneCountInString(text) < trigram:
		return t.short, []any{pattern}, []any{pattern, pattern}
	case t.postgres:
		return t.indexed, []any{pattern}, []any{pattern, pattern}
	}
	phrase := `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	return t.indexed, []any{"title : " + phrase}, []any{phrase}
}

// keepSearch keeps SQLite's index in step with a person that was written.
func (t *tables) keepSearch(ctx context.Context, tx *sql.Tx, statement *sql.Stmt, values ...any) error {
	if t.postgres {
		return nil
	}
	_, err := tx.StmtContext(ctx, statement).ExecContext(ctx, values...) //nolint:sqlclosecheck // closed with the transaction
	return err
}
