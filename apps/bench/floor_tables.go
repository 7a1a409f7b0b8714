package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers that the server has as well
	_ "modernc.org/sqlite"
)

// tables are the floor's database: a table of people and one for each repeater. The connections are set as the server's
// are: on SQLite a writer beside readers.
type tables struct {
	read, write *sql.DB
	postgres    bool

	count, pageOf, person, findTeams *sql.Stmt
	indexed, short                   search
	insertPerson, updatePerson       *sql.Stmt
	insertSearch, updateSearch       *sql.Stmt // on SQLite
	children                         []child
}

// child is the table of a repeater.
type child struct {
	table, columns string
	joined, more   string              // other tables and their columns, for reading
	read           func(*record) []any // a new row's places
	rows           func(*personFields) [][]any
	ofOne          *sql.Stmt
	ofSmall        *sql.Stmt
	ofLarge        *sql.Stmt
	insert, remove *sql.Stmt
}

// newRow appends a row to a repeater, and returns where its values go.
func newRow[T any](rows *[]T, pointers func(*T) []any) []any {
	*rows = append(*rows, *new(T))
	return pointers(&(*rows)[len(*rows)-1])
}

func valuesOf[T interface{ values() []any }](rows []T) [][]any {
	values := make([][]any, len(rows))
	for i, row := range rows {
		values[i] = row.values()
	}
	return values
}

func newChildren() []child {
	return []child{
		{
			table: "contact", columns: "type, label, value",
			read: func(r *record) []any { return newRow(&r.Contacts, (*contactRow).pointers) },
			rows: func(f *personFields) [][]any { return valuesOf(f.Contacts) },
		},
		{
			table: "address", columns: "label, street, postal_code, city, state, country",
			read: func(r *record) []any { return newRow(&r.Addresses, (*addressRow).pointers) },
			rows: func(f *personFields) [][]any { return valuesOf(f.Addresses) },
		},
		{
			table: "work", columns: "group_id, kind, title, description, start_date, end_date, is_current",
			read: func(r *record) []any { return newRow(&r.Work, (*workRow).pointers) },
			rows: func(f *personFields) [][]any { return valuesOf(f.Work) },
		},
		{
			table: "relation", columns: "to_person, type, label",
			joined: " JOIN person o ON o.id = relation.to_person JOIN relation_type t ON t.id = relation.type",
			more:   ", o.first_name, o.infix, o.last_name, t.name, t.slug",
			read:   func(r *record) []any { return newRow(&r.Relations, (*relationRow).pointers) },
			rows:   func(f *personFields) [][]any { return valuesOf(f.Relations) },
		},
	}
}

// schema is understood by both databases, but for how a person gets a number.
const schema = `
CREATE TABLE person (
	id %s, created BIGINT NOT NULL, modified BIGINT NOT NULL, title_key TEXT NOT NULL, rest_key TEXT NOT NULL,
	first_name TEXT NOT NULL, infix TEXT NOT NULL, last_name TEXT NOT NULL, nickname TEXT NOT NULL, gender TEXT NOT NULL,
	pronouns TEXT NOT NULL, birthdate TEXT NOT NULL, died_on TEXT NOT NULL, former BOOLEAN NOT NULL, code TEXT NOT NULL,
	since TEXT NOT NULL, until TEXT NOT NULL, age_group TEXT NOT NULL, type TEXT NOT NULL, activity TEXT NOT NULL,
	helpdesk_id TEXT NOT NULL, certificate_on TEXT NOT NULL, photo_on TEXT NOT NULL, blocked BOOLEAN NOT NULL,
	visibility TEXT NOT NULL, extra TEXT NOT NULL, meta TEXT NOT NULL);
CREATE INDEX person_by_created ON person (created, id);
CREATE INDEX person_by_title ON person (title_key, id);
CREATE TABLE relation_type (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL);
INSERT INTO relation_type VALUES (2, 'Ouder', 'parent'), (3, 'Kind', 'child'), (4, 'Broer of zus', 'sibling');
CREATE TABLE team (id BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL, website TEXT NOT NULL);
CREATE TABLE contact (
	person_id BIGINT NOT NULL REFERENCES person (id), position BIGINT NOT NULL,
	type TEXT NOT NULL, label TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (person_id, position));
CREATE TABLE address (
	person_id BIGINT NOT NULL REFERENCES person (id), position BIGINT NOT NULL,
	label TEXT NOT NULL, street TEXT NOT NULL, postal_code TEXT NOT NULL, city TEXT NOT NULL, state TEXT NOT NULL,
	country TEXT NOT NULL, PRIMARY KEY (person_id, position));
CREATE TABLE work (
	person_id BIGINT NOT NULL REFERENCES person (id), position BIGINT NOT NULL,
	group_id BIGINT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, start_date TEXT NOT NULL,
	end_date TEXT NOT NULL, is_current BOOLEAN NOT NULL, PRIMARY KEY (person_id, position));
CREATE TABLE relation (
	person_id BIGINT NOT NULL REFERENCES person (id), position BIGINT NOT NULL,
	to_person BIGINT NOT NULL REFERENCES person (id), type BIGINT NOT NULL, label TEXT NOT NULL,
	PRIMARY KEY (person_id, position))`

// openTables connects to an empty database and makes the schema.
func openTables(ctx context.Context, database string) (*tables, error) {
	t := &tables{children: newChildren()}
	var err error
	identity := "INTEGER PRIMARY KEY"
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		const pragmas = "?_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)"
		t.write, err = openPool("sqlite", "file:"+path+pragmas+
			"&_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=mmap_size(268435456)", 1)
		if err == nil {
			t.read, err = openPool("sqlite", "file:"+path+pragmas+"&_pragma=query_only(1)&_pragma=mmap_size(268435456)",
				max(3, runtime.NumCPU()))
		}
	} else {
		identity, t.postgres = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", true
		t.write, err = openPool("pgx", database, 20)
		t.read = t.write
	}
	if err != nil {
		return nil, err
	}
	for _, statement := range strings.Split(fmt.Sprintf(schema, identity)+";\n"+searchSchema[t.postgres], ";") {
		if _, err := t.write.ExecContext(ctx, statement); err != nil {
			return nil, fmt.Errorf("make the floor's tables: %w", err)
		}
	}
	return t, nil
}

func openPool(driver, name string, connections int) (*sql.DB, error) {
	pool, err := sql.Open(driver, name)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool, nil
}

func (t *tables) close() {
	_ = t.read.Close() // the process ends
	_ = t.write.Close()
}

// prepare makes the statements, once.
func (t *tables) prepare(ctx context.Context) error {
	var failures []error
	ready := func(pool *sql.DB, statement string) *sql.Stmt {
		prepared, err := pool.PrepareContext(ctx, t.spell(statement))
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", statement, err))
		}
		return prepared
	}
	// The sizes of pages are written out: SQLite plans a statement anew for every value that it gets for a LIMIT.
	const columns = "SELECT id, created, modified, extra, meta, " + scalarColumns + " FROM person"
	t.count = ready(t.read, "SELECT COUNT(*) FROM person")
	t.pageOf = ready(t.read, columns+" ORDER BY created DESC, id DESC LIMIT "+strconv.Itoa(largePage)+" OFFSET ?")
	t.prepareSearches(ready, columns)
	t.findTeams = ready(t.read, "SELECT id, name, website FROM team WHERE name_key LIKE ? ORDER BY name_key LIMIT "+
		strconv.Itoa(smallPage))
	t.person = ready(t.read, columns+" WHERE id = ?")
	scalarCount := len((&scalars{}).values())
	t.insertPerson = ready(t.write, "INSERT INTO person (created, modified, title_key, rest_key, extra, meta, "+
		scalarColumns+") VALUES ("+places(6+scalarCount)+") RETURNING id")
	t.updatePerson = ready(t.write, "UPDATE person SET modified = ?, title_key = ?, rest_key = ?, "+
		strings.ReplaceAll(scalarColumns, ",", " = ?,")+" = ? WHERE id = ?")
	for i := range t.children {
		c := &t.children[i]
		of := func(people int) *sql.Stmt {
			return ready(t.read, "SELECT person_id, "+c.table+"."+strings.ReplaceAll(c.columns, ", ",
				", "+c.table+".")+c.more+" FROM "+c.table+c.joined+" WHERE person_id IN ("+places(people)+
				") ORDER BY person_id, position")
		}
		c.ofOne, c.ofSmall, c.ofLarge = of(1), of(smallPage), of(largePage)
		c.remove = ready(t.write, "DELETE FROM "+c.table+" WHERE person_id = ?")
		c.insert = ready(t.write, c.insertion(1))
	}
	return errors.Join(failures...)
}

// insertion returns the statement that adds a number of rows.
func (c *child) insertion(rows int) string {
	row := "(" + places(3+strings.Count(c.columns, ",")) + ")"
	return "INSERT INTO " + c.table + " (person_id, position, " + c.columns + ") VALUES " +
		strings.TrimSuffix(strings.Repeat(row+", ", rows), ", ")
}

// places returns n placeholders.
func places(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// spell writes the placeholders of a statement as the database has them.
func (t *tables) spell(statement string) string {
	if !t.postgres {
		return statement
	}
	var b strings.Builder
	for i, part := range strings.Split(statement, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}
