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
)

// personRow is a row of people, with the relations beside it.
type personRow struct {
	person.Stored
	code string
}

// personColumns are what an edit may change, author and removed_at aside, in the order of personRow.values.
const personColumns = "author, removed_at, administered, created_at, modified_at, document, meta, photo_id, labels, code"

// keepPerson is what becomes of somebody who is there: author and removal stay.
var keepPerson = func() string {
	set := []string{}
	for _, column := range strings.Split(personColumns, ", ")[2:] {
		set = append(set, column+" = excluded."+column)
	}
	return " ON CONFLICT (id) DO UPDATE SET " + strings.Join(set, ", ")
}()

// newPersonRow is p as it is found again later.
func newPersonRow(p *person.Person) personRow {
	stored := p.Store()
	stored.Created, stored.Modified = kept(p.Created), kept(p.Modified)
	stored.Labels = append([]int64(nil), p.Labels...)
	return personRow{stored, fold.Key(p.Membership.Code)}
}

// kept is a time as it is found again later.
func kept(t time.Time) time.Time { return database.Instant(database.Micros(t)) }

func (r *personRow) values() []any {
	return []any{
		r.Author, 0, r.Administered, database.Micros(r.Created), database.Micros(r.Modified), r.Document, r.Meta, r.Photo,
		database.Encoded(r.Labels), r.code,
	}
}

// same reports whether somebody is kept so already, relations aside.
func (r *personRow) same(was *person.Stored) bool {
	return r.Administered == was.Administered && r.Created.Equal(was.Created) && r.Modified.Equal(was.Modified) && r.Photo == was.Photo &&
		r.Document == was.Document && r.Meta == was.Meta && slices.Equal(r.Labels, was.Labels)
}

// read returns people by number, nil for all, with a further condition.
func (s people) read(ids []person.ID, also, lock string) (list []person.Stored, err error) {
	where, args := s.among("id", ids)
	query := s.Read.Raw("SELECT id, author, administered, created_at, modified_at, document, meta, photo_id, labels FROM people WHERE "+
		where+also+" ORDER BY id"+lock, args...)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var p person.Stored
		var created, modified int64
		var labels string
		err := row.Scan(&p.ID, &p.Author, &p.Administered, &created, &modified, &p.Document, &p.Meta, &p.Photo, &labels)
		if err != nil {
			return err
		}
		p.Created, p.Modified = database.Instant(created), database.Instant(modified)
		if labels != "[]" { // which is rare
			if err := json.Unmarshal([]byte(labels), &p.Labels); err != nil {
				p.Unreadable = fmt.Errorf("labels: %w", err)
			}
		}
		list = append(list, p)
		return nil
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list, s.relate(list, ids)
}

// relate adds the relations of people, who are there in the order of their numbers.
func (s people) relate(list []person.Stored, ids []person.ID) error {
	where, args := s.among("person_id", ids)
	query := s.Read.Raw("SELECT person_id, to_id, type_id, document FROM person_relations WHERE "+where+" ORDER BY person_id, position", args...)
	at := 0
	return database.ScanAll(query, func(row *sql.Rows) error {
		var id person.ID
		var r person.StoredRelation
		if err := row.Scan(&id, &r.To, &r.Type, &r.Document); err != nil {
			return err
		}
		for at < len(list) && list[at].ID < id {
			at++
		}
		if at < len(list) && list[at].ID == id { // the relations of removed people are there, too
			list[at].Relations = append(list[at].Relations, r)
		}
		return nil
	})
}
