package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
)

// keys returns what searches look in: title_key and rest_key, which holds the code and the contacts, a line each.
func (f *personFields) keys() []any {
	name := person.Name{First: f.FirstName, Infix: f.Infix, Last: f.LastName}
	rest := []string{fold.Key(f.Code)}
	for _, contact := range f.Contacts {
		rest = append(rest, strings.ToLower(contact.Value))
	}
	return []any{fold.Key(name.Full()), strings.Join(rest, "\n")}
}

func (t *tables) create(ctx context.Context, sent *personFields, now time.Time) (id int64, err error) {
	err = t.step(ctx, func(tx *sql.Tx) error {
		at, keys := now.UnixMicro(), sent.keys()
		values := slices.Concat([]any{at, at}, keys, []any{"{}", "{}"}, sent.scalars.values())
		insert := tx.StmtContext(ctx, t.insertPerson) //nolint:sqlclosecheck // closed with the transaction
		if err := insert.QueryRowContext(ctx, values...).Scan(&id); err != nil {
			return err
		}
		if err := t.keepSearch(ctx, tx, t.insertSearch, slices.Concat([]any{id}, keys)...); err != nil {
			return err
		}
		return t.addRows(ctx, tx, id, sent)
	})
	return id, err
}

// update replaces a person: the bodies of the benchmark have every repeater.
func (t *tables) update(ctx context.Context, id int64, sent *personFields, now time.Time) error {
	return t.step(ctx, func(tx *sql.Tx) error {
		keys := sent.keys()
		values := slices.Concat([]any{now.UnixMicro()}, keys, sent.scalars.values())
		update := tx.StmtContext(ctx, t.updatePerson) //nolint:sqlclosecheck // closed with the transaction
		if _, err := update.ExecContext(ctx, append(values, id)...); err != nil {
			return err
		}
		if err := t.keepSearch(ctx, tx, t.updateSearch, append(keys, id)...); err != nil {
			return err
		}
		for i := range t.children {
			remove := tx.StmtContext(ctx, t.children[i].remove) //nolint:sqlclosecheck // closed with the transaction
			if _, err := remove.ExecContext(ctx, id); err != nil {
				return err
			}
		}
		return t.addRows(ctx, tx, id, sent)
	})
}

func (t *tables) addRows(ctx context.Context, tx *sql.Tx, id int64, sent *personFields) error {
	for i := range t.children {
		c := &t.children[i]
		insert := tx.StmtContext(ctx, c.insert) //nolint:sqlclosecheck // closed with the transaction
		for position, row := range c.rows(sent) {
			if _, err := insert.ExecContext(ctx, append([]any{id, position}, row...)...); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *tables) step(ctx context.Context, change func(*sql.Tx) error) error {
	tx, err := t.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // no error after a commit
	if err := change(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// batch is how many rows one statement adds while the tables are filled.
const batch = 100

// fill copies the synthetic club.
func (t *tables) fill(ctx context.Context, made club.Club) error {
	return t.step(ctx, func(tx *sql.Tx) error {
		scalarCount := len((&scalars{}).values())
		people := filler{tx: tx, tables: t, insertion: func(rows int) string {
			row := "(" + places(7+scalarCount) + "), "
			return "INSERT INTO person (id, created, modified, title_key, rest_key, extra, meta, " + scalarColumns + ") VALUES " +
				strings.TrimSuffix(strings.Repeat(row, rows), ", ")
		}}
		repeaters := make([]filler, len(t.children))
		for i := range t.children {
			repeaters[i] = filler{tx: tx, tables: t, insertion: t.children[i].insertion}
		}
		for i := range made.People {
			p := &made.People[i]
			copied := fieldsOf(p)
			row := slices.Concat([]any{p.ID, p.Created.UnixMicro(), p.Modified.UnixMicro()}, copied.keys(),
				[]any{object(p.Extra), object(p.Meta)}, copied.scalars.values())
			if err := people.add(ctx, row); err != nil {
				return err
			}
		}
		if err := people.flush(ctx); err != nil {
			return err
		}
		for i := range made.People { // after all people, for relations point at them
			copied := fieldsOf(&made.People[i])
			for k := range repeaters {
				for position, row := range t.children[k].rows(&copied) {
					if err := repeaters[k].add(ctx, append([]any{made.People[i].ID, position}, row...)); err != nil {
						return err
					}
				}
			}
		}
		for k := range repeaters {
			if err := repeaters[k].flush(ctx); err != nil {
				return err
			}
		}
		if err := errors.Join(t.fillSearch(ctx, tx, made), t.fillTeams(ctx, tx, made)); err != nil {
			return err
		}
		return t.skipNumbers(ctx, tx, len(made.People))
	})
}

// fillSearch makes SQLite's index of parts.
func (t *tables) fillSearch(ctx context.Context, tx *sql.Tx, made club.Club) error {
	if t.postgres {
		return nil
	}
	people := filler{tx: tx, tables: t, insertion: insertSearch}
	for i := range made.People {
		copied := fieldsOf(&made.People[i])
		if err := people.add(ctx, append([]any{made.People[i].ID}, copied.keys()...)); err != nil {
			return err
		}
	}
	return people.flush(ctx)
}

func (t *tables) fillTeams(ctx context.Context, tx *sql.Tx, made club.Club) error {
	teams := filler{tx: tx, tables: t, insertion: func(rows int) string {
		return "INSERT INTO team VALUES " + strings.TrimSuffix(strings.Repeat("("+places(4)+"), ", rows), ", ")
	}}
	for _, g := range made.Groups {
		if g.Kind != work.Team {
			continue
		}
		if err := teams.add(ctx, []any{g.ID, g.Title, fold.Key(g.Title), g.Website}); err != nil {
			return err
		}
	}
	return teams.flush(ctx)
}

// object returns members that the floor does not interpret, as JSON.
func object(members acf.Extra) string {
	if len(members) == 0 {
		return "{}"
	}
	text, err := json.Marshal(members)
	if err != nil {
		panic(err) // they came from JSON
	}
	return string(text)
}

// skipNumbers has PostgreSQL give new people the numbers behind those that were given here.
func (t *tables) skipNumbers(ctx context.Context, tx *sql.Tx, used int) error {
	if !t.postgres {
		return nil
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("ALTER TABLE person ALTER COLUMN id RESTART WITH %d", used+1))
	return err
}

// filler adds rows to a table, a batch at a time.
type filler struct {
	tx        *sql.Tx
	tables    *tables
	insertion func(rows int) string
	waiting   []any
	rows      int
}

func (f *filler) add(ctx context.Context, row []any) error {
	f.waiting = append(f.waiting, row...)
	if f.rows++; f.rows < batch {
		return nil
	}
	return f.flush(ctx)
}

func (f *filler) flush(ctx context.Context) error {
	if f.rows == 0 {
		return nil
	}
	_, err := f.tx.ExecContext(ctx, f.tables.spell(f.insertion(f.rows)), f.waiting...)
	f.waiting, f.rows = f.waiting[:0], 0
	return err
}
