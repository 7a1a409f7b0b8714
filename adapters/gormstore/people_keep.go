package gormstore

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/person"
)

// saved is somebody on the way into the database. before is nil for a person of whom nothing is there yet. Many at once take as
// many statements as one.
type saved struct {
	before *person.Indexed
	after  person.Indexed
}

// personColumns are those of personRow.places, but for the number and what never changes afterwards.
const personColumns = "administered, created_at, modified_at, first_name, infix, last_name, nickname, former, document, meta, photo_id, labels"

// keepRows writes people over what is there; author and removal stay.
func (s people) keepRows(rows []personRow) error {
	set := []string{}
	for _, column := range strings.Split(personColumns, ", ") {
		set = append(set, column+" = excluded."+column)
	}
	return s.Insert("people", "id, author, removed_at, "+personColumns, " ON CONFLICT (id) DO UPDATE SET "+strings.Join(set, ", "), len(rows),
		func(i int) []any {
			r := &rows[i]
			return []any{
				r.ID, r.Author, r.RemovedAt, r.Administered, r.CreatedAt, r.ModifiedAt, r.FirstName, r.Infix, r.LastName, r.Nickname,
				r.Former, r.Document, r.Meta, r.PhotoID, r.Labels,
			}
		})
}

// keepRelations writes the relations, as far as they changed.
func (s people) keepRelations(list []saved) error {
	var old []person.ID
	var rows []relationRow
	for _, one := range list {
		if one.before != nil {
			if person.SameRelations(one.before.Relations, one.after.Relations) {
				continue
			}
			old = append(old, one.after.ID)
		}
		rows = append(rows, newRelationRows(one.after.Person)...)
	}
	if err := s.forget("person_relations", old); err != nil {
		return err
	}
	return s.Insert("person_relations", "person_id, position, to_id, type_id, document", "", len(rows), func(i int) []any {
		r := &rows[i]
		return []any{r.PersonID, r.Position, r.ToID, r.TypeID, r.Document}
	})
}

// forget takes the rows of people out of one of their tables.
func (s people) forget(table string, ids []person.ID) error {
	if len(ids) == 0 {
		return nil
	}
	list, arg := s.Dialect.Numbers(ids)
	return s.Write.Exec("DELETE FROM "+table+" WHERE person_id IN "+list, arg).Error
}

// keepIndex writes what is searched and joined, as far as it changed.
func (s people) keepIndex(list []saved) error {
	var keys [][]string // with the place of the person behind
	var keyed, found, worked []person.ID
	var work []workRow
	for _, one := range list {
		values, rows := person.Keys.Values(&one.after), newWorkRows(one.after)
		var oldValues []string
		var oldRows []workRow
		if one.before != nil {
			oldValues, oldRows = person.Keys.Values(one.before), newWorkRows(*one.before)
		}
		if !slices.Equal(values, oldValues) {
			keys, keyed = append(keys, values), append(keyed, one.after.ID)
		}
		if oldValues == nil || values[searchKey] != oldValues[searchKey] {
			found = append(found, one.after.ID)
		}
		if slices.Equal(rows, oldRows) {
			continue
		}
		if work = append(work, rows...); len(oldRows) > 0 {
			worked = append(worked, one.after.ID)
		}
	}
	err := s.Insert("person_keys", personKeyColumns, keepPersonKeys, len(keys), func(i int) []any {
		row := []any{keyed[i]}
		for _, value := range keys[i] {
			row = append(row, value)
		}
		return row
	})
	if err != nil {
		return err
	}
	if err := s.keepParts(personParts, found); err != nil {
		return err
	}
	if err := s.forget("person_work", worked); err != nil {
		return err
	}
	return s.Insert("person_work", "person_id, position, group_id, kind, title, role, current, start_date, end_date", "", len(work),
		func(i int) []any {
			w := &work[i]
			return []any{w.PersonID, w.Position, w.GroupID, w.Kind, w.Title, w.Role, w.Current, w.StartDate, w.EndDate}
		})
}
