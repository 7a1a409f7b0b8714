package gormstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ handle }

var _ ports.People = people{}

func (s people) Create(ctx context.Context, list ...person.Person) (ids []person.ID, err error) {
	err = s.step(ctx, func(tx handle) error {
		rows := make([]personRow, len(list))
		var types []term.ID
		for i := range list {
			rows[i] = newPersonRow(&list[i])
			rows[i].Revision = 1
			types = rows[i].newTypes(types, nil)
		}
		if err := tx.holdTypes(types); err != nil {
			return err
		}
		if ids, err = tx.InsertNew("people", personColumns, len(rows), func(i int) []any { return rows[i].values() }); err != nil {
			return err
		}
		for i, id := range ids {
			rows[i].ID = id
			tx.writtenPerson(&rows[i].Stored)
		}
		return people{tx}.keepRelations(rows)
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

func (s people) Update(ctx context.Context, ids []person.ID, change func(map[person.ID]*person.Person) error) error {
	ids = append([]person.ID{}, ids...)
	slices.Sort(ids) // whoever locks several locks them in one order
	ids = slices.Compact(ids)
	return s.step(ctx, func(tx handle) error {
		before, err := people{tx}.read(ids, " AND removed_at = 0", s.Dialect.ForUpdate())
		if err != nil {
			return err
		}
		if len(before) < len(ids) {
			return person.ErrAbsent
		}
		edited := make(map[person.ID]*person.Person, len(ids))
		for i := range before {
			p, err := before[i].Person()
			if err != nil {
				return err
			}
			edited[p.ID] = &p
		}
		if err := change(edited); err != nil {
			return err
		}
		return people{tx}.keep(before, edited)
	})
}

// keep writes those who changed.
func (s people) keep(before []person.Stored, edited map[person.ID]*person.Person) error {
	var changed, related []personRow
	var noted []personChange
	var types []term.ID
	for i := range before {
		was, p := &before[i], edited[before[i].ID]
		p.ID = was.ID
		row := newPersonRow(p)
		sameRelations := slices.Equal(row.Relations, was.Relations)
		if sameRelations && row.same(was) {
			continue
		}
		row.Revision = was.Revision + 1
		if fields := person.Difference(was, &row.Stored); len(fields) > 0 {
			noted = append(noted, personChange{p.ID, row.Editor, row.Modified, fields})
		}
		if changed = append(changed, row); !sameRelations {
			related = append(related, row)
			types = row.newTypes(types, was.Relations)
		}
	}
	if err := s.holdTypes(types); err != nil {
		return err
	}
	for i := range changed {
		s.writtenPerson(&changed[i].Stored)
	}
	if err := s.keepRows(changed, related); err != nil {
		return err
	}
	return s.keepChanges(noted...)
}

// keepRows writes people over what is there, and the relations of some of them.
func (s people) keepRows(list, related []personRow) error {
	err := s.Insert("people", "id, "+personColumns, keepPerson, len(list), func(i int) []any {
		return append([]any{list[i].ID}, list[i].values()...)
	})
	if err != nil || len(related) == 0 {
		return err
	}
	ids := make([]person.ID, len(related))
	for i := range related {
		ids[i] = related[i].ID
	}
	where, args := s.among("person_id", ids)
	if err := s.Write.Exec("DELETE FROM person_relations WHERE "+where, args...).Error; err != nil {
		return err
	}
	return s.keepRelations(related)
}

// keepRelations writes the relations of people who have none.
func (s people) keepRelations(list []personRow) error {
	type place struct{ person, relation int }
	var places []place
	for i := range list {
		for j := range list[i].Relations {
			places = append(places, place{i, j})
		}
	}
	return s.Insert("person_relations", "person_id, position, to_id, type_id, document", "", len(places), func(i int) []any {
		at := places[i]
		r := &list[at.person].Relations[at.relation]
		return []any{list[at.person].ID, at.relation, r.To, r.Type, r.Document}
	})
}

func (s people) Remove(ctx context.Context, id person.ID, by int64, at time.Time,
	allowed func(access.Subject, record.Edition) error) error {
	return s.step(ctx, func(tx handle) error {
		subject, edition, err := (people{tx}).lockForRemoval(id)
		if err != nil {
			return err
		}
		if err := allowed(subject, edition); err != nil {
			return err
		}
		if err := (people{tx}).setAside(id, by, at); err != nil {
			return err
		}
		if err := (people{tx}).keepChanges(personChange{id, by, at, person.Removal(true)}); err != nil {
			return err
		}
		tx.note(note{Noun: nounPeople, Record: id, removed: true})
		return tx.Write.Exec("UPDATE people SET removed_at = ?, removed_by = ?, code = '', revision = revision + 1 WHERE id = ?",
			database.Micros(at), by, id).Error
	})
}

// Related implements ports.People.
func (s people) Related(ctx context.Context, to person.ID) ([]person.ID, error) {
	return database.ScanNumbers(s.Read.WithContext(ctx).Raw("SELECT DISTINCT person_id FROM person_relations WHERE to_id = ? AND "+
		"person_id NOT IN "+theRemoved+" AND to_id NOT IN "+theRemoved+" ORDER BY person_id", to))
}

// lockForRemoval locks somebody, and those who are related to it, in the order in which everybody locks. While it waits, somebody
// may become related: it asks again, until it has locked all of them. Then nobody else does, for that takes a lock on both.
func (s people) lockForRemoval(id person.ID) (subject access.Subject, edition record.Edition, err error) {
	for before := 0; ; {
		locked, there := 0, false
		query := s.Write.Raw("SELECT id, author, revision, modified_at, editor FROM people WHERE removed_at = 0 AND "+
			"(id = ? OR id IN (SELECT person_id FROM person_relations WHERE to_id = ?)) ORDER BY id"+s.Dialect.ForUpdate(), id, id)
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var who person.ID
			var author, modified int64
			var stands record.Edition
			err := row.Scan(&who, &author, &stands.Revision, &modified, &stands.Editor)
			if locked++; who == id {
				stands.Modified = database.Instant(modified)
				there, subject.Author, edition = true, author, stands
			}
			return err
		})
		switch {
		case err != nil:
			return subject, edition, err
		case !there:
			return subject, edition, person.ErrAbsent
		case locked <= before || s.Dialect == database.SQLite: // which lets one write at a time
			return subject, edition, nil
		}
		before = locked
	}
}

// relationDocument is a relation of somebody, as it is kept.
type relationDocument struct {
	of       person.ID
	position int64
	document string
}

// relationsOf reads relations, those of each person in their order.
func relationsOf(query *gorm.DB) (rows []relationDocument, err error) {
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var r relationDocument
		err := row.Scan(&r.of, &r.position, &r.document)
		rows = append(rows, r)
		return err
	})
	return sorted(rows), err
}

func sorted(rows []relationDocument) []relationDocument {
	slices.SortFunc(rows, func(a, b relationDocument) int {
		return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(a.position, b.position))
	})
	return rows
}

// unlinked notes that people who are not removed lost relations because of somebody else, or got them.
func (s people) unlinked(by int64, at time.Time, rows []relationDocument, came bool) error {
	if len(rows) == 0 {
		return nil
	}
	documents := map[person.ID][]string{}
	var ids []person.ID
	for _, r := range rows {
		if documents[r.of] == nil {
			ids = append(ids, r.of)
		}
		documents[r.of] = append(documents[r.of], r.document)
	}
	s.written(nounPeople, ids...)
	where, args := s.among("id", ids)
	err := s.Write.Exec("UPDATE people SET revision = revision + 1, editor = 0 WHERE removed_at = 0 AND "+where, args...).Error
	if err != nil {
		return err
	}
	noted := make([]personChange, len(ids))
	for i, id := range ids {
		noted[i] = personChange{id, by, at, person.Relating(documents[id], came)}
	}
	return s.keepChanges(noted...)
}
