package gormstore

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// personRow is a row of people, with the relations beside it.
type personRow struct {
	person.Stored
	code string
}

// personColumns are what an edit may change, removed_at aside, in the order of personRow.values.
const personColumns = "removed_at, author, administered, created_at, modified_at, revision, editor, document, meta, photo_id, " +
	"labels, code"

// keepPerson is what becomes of somebody who is there: the removal stays.
var keepPerson = func() string {
	set := []string{}
	for _, column := range strings.Split(personColumns, ", ")[1:] {
		set = append(set, column+" = excluded."+column)
	}
	return " ON CONFLICT (id) DO UPDATE SET " + strings.Join(set, ", ")
}()

// newPersonRow returns p as it is found again later.
func newPersonRow(p *person.Person) personRow {
	stored := p.Store()
	stored.Created, stored.Modified = kept(p.Created), kept(p.Modified)
	stored.Labels = append([]int64(nil), p.Labels...)
	return personRow{stored, fold.Key(p.Membership.Code)}
}

// newTypes appends the types of the relations of which there was none before.
func (r *personRow) newTypes(to []term.ID, before []person.StoredRelation) []term.ID {
	for i := range r.Relations {
		kind := r.Relations[i].Type
		if !slices.ContainsFunc(before, func(was person.StoredRelation) bool { return was.Type == kind }) {
			to = append(to, kind)
		}
	}
	return to
}

// kept returns a time as it is found again later.
func kept(t time.Time) time.Time { return database.Instant(database.Micros(t)) }

func (r *personRow) values() []any {
	return []any{
		0, r.Author, r.Administered, database.Micros(r.Created), database.Micros(r.Modified), r.Revision, r.Editor,
		r.Document, r.Meta, r.Photo, database.Encoded(r.Labels), r.code,
	}
}

// same reports whether somebody is kept so already, relations and revision aside.
func (r *personRow) same(was *person.Stored) bool {
	return r.Author == was.Author && r.Administered == was.Administered &&
		r.Created.Equal(was.Created) && r.Modified.Equal(was.Modified) && r.Editor == was.Editor && r.Photo == was.Photo &&
		r.Document == was.Document && r.Meta == was.Meta &&
		slices.Equal(r.Labels, was.Labels)
}

// read returns people by number, nil for all, with a further condition.
func (s people) read(ids []person.ID, also, lock string) (list []person.Stored, err error) {
	where, args := s.among("id", ids)
	query := s.Read.Raw("SELECT "+storedColumns+" FROM people WHERE "+where+also+" ORDER BY id"+lock, args...)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		p, err := scanPerson(row)
		list = append(list, p)
		return err
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	relations, err := s.relations(ids)
	for i := range list {
		list[i].Relations = relations[list[i].ID]
	}
	return list, err
}

// readAll passes all people, one after the other.
func (s people) readAll(f func(person.Stored)) error {
	relations, err := s.relations(nil)
	if err != nil {
		return err
	}
	return database.ScanAll(s.Read.Raw("SELECT "+storedColumns+" FROM people WHERE removed_at = 0 ORDER BY id"),
		func(row *sql.Rows) error {
			p, err := scanPerson(row)
			if err == nil {
				p.Relations = relations[p.ID]
				f(p)
			}
			return err
		})
}

// storedColumns are what scanPerson reads.
const storedColumns = "id, author, administered, created_at, modified_at, revision, editor, document, meta, photo_id, labels"

func scanPerson(row *sql.Rows) (p person.Stored, err error) {
	var created, modified int64
	var labels string
	err = row.Scan(&p.ID, &p.Author, &p.Administered, &created, &modified, &p.Revision, &p.Editor, &p.Document, &p.Meta, &p.Photo,
		&labels)
	if err != nil {
		return p, err
	}
	p.Created, p.Modified = database.Instant(created), database.Instant(modified)
	if labels != "[]" { // which is rare
		if err := json.Unmarshal([]byte(labels), &p.Labels); err != nil {
			p.Unreadable = fmt.Errorf("labels: %w", err)
		}
	}
	return p, nil
}

// relations returns those of people by number, nil for all, removed ones included.
func (s people) relations(ids []person.ID) (map[person.ID][]person.StoredRelation, error) {
	where, args := s.among("person_id", ids)
	query := s.Read.Raw("SELECT person_id, to_id, type_id, document FROM person_relations WHERE "+where+
		" ORDER BY person_id, position", args...)
	relations := map[person.ID][]person.StoredRelation{}
	return relations, database.ScanAll(query, func(row *sql.Rows) error {
		var id person.ID
		var r person.StoredRelation
		err := row.Scan(&id, &r.To, &r.Type, &r.Document)
		relations[id] = append(relations[id], r)
		return err
	})
}
