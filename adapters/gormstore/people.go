package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ handle }

var _ ports.People = people{}

func (s people) Create(ctx context.Context, p person.Person) (person.ID, error) {
	err := s.step(ctx, func(tx handle) error {
		row := newPersonRow(&p)
		row.ID = 0
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		p.ID = row.ID
		club, err := tx.club(s.Dialect.ForShare()) // whoever changes the settings now must see this person
		if err != nil {
			return err
		}
		return people{tx}.keep(nil, []saved{{after: person.Indexed{Person: &p, Club: club}}})
	})
	if err != nil {
		return 0, err
	}
	return p.ID, nil
}

func (s people) Update(ctx context.Context, ids []person.ID, change func(map[person.ID]*person.Person) error) error {
	ids = slices.Clone(ids)
	slices.Sort(ids) // whoever locks several locks them in one order
	ids = slices.Compact(ids)
	return s.step(ctx, func(tx handle) error {
		before, rows, err := people{tx}.locked(ids)
		if err != nil {
			return err
		}
		edited := make(map[person.ID]*person.Person, len(ids))
		for _, id := range ids {
			p := before[id].Clone()
			edited[id] = &p
		}
		if err := change(edited); err != nil {
			return err
		}
		var changed []person.ID
		var fresh []personRow
		for _, id := range ids {
			was, p := before[id], edited[id]
			p.ID, p.Author = id, was.Author
			if row := newPersonRow(p); row != rows[id] || !person.SameRelations(p.Relations, was.Relations) {
				changed, fresh = append(changed, id), append(fresh, row)
			}
		}
		if len(changed) == 0 {
			return nil
		}
		club, err := tx.club("")
		if err != nil {
			return err
		}
		list := make([]saved, len(changed))
		for i, id := range changed {
			list[i] = saved{&person.Indexed{Person: before[id], Club: club}, person.Indexed{Person: edited[id], Club: club}}
		}
		return people{tx}.keep(fresh, list)
	})
}

// keep writes the rows of people, and all that is beside them.
func (s people) keep(rows []personRow, list []saved) error {
	if err := s.keepRows(rows); err != nil {
		return err
	}
	if err := s.keepRelations(list); err != nil {
		return err
	}
	return s.keepIndex(list)
}

// locked reads people whom nobody else changes until the transaction ends, with their relations.
func (s people) locked(ids []person.ID) (found map[person.ID]*person.Person, rows map[person.ID]personRow, err error) {
	found, rows = make(map[person.ID]*person.Person, len(ids)), make(map[person.ID]personRow, len(ids))
	query := s.Write.Raw(lockedColumns+" WHERE removed_at = 0 AND id IN ? ORDER BY id"+s.Dialect.ForUpdate(), ids)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var r personRow
		if err := row.Scan(r.places()...); err != nil {
			return err
		}
		p, err := r.person()
		found[r.ID], rows[r.ID] = &p, r
		return err
	})
	if err == nil && len(rows) < len(ids) {
		err = person.ErrAbsent
	}
	if err != nil {
		return nil, nil, err
	}
	return found, rows, s.relations(ids, func(id person.ID, r person.Relation) {
		found[id].Relations = append(found[id].Relations, r)
	})
}

// relations reads the relations of people, in their order.
func (s people) relations(ids []person.ID, add func(person.ID, person.Relation)) error {
	query := s.Write.Raw("SELECT person_id, document FROM person_relations WHERE person_id IN ? ORDER BY person_id, position", ids)
	return database.ScanAll(query, func(row *sql.Rows) error {
		var id person.ID
		var document string
		if err := row.Scan(&id, &document); err != nil {
			return err
		}
		relation, err := person.LoadRelation(document)
		if err != nil {
			return fmt.Errorf("the relations of person %d are damaged: %w", id, err)
		}
		add(id, relation)
		return nil
	})
}

func (s people) Remove(ctx context.Context, id person.ID, at time.Time, allowed func(access.Subject) error) error {
	return s.step(ctx, func(tx handle) error {
		var row personRow
		err := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND removed_at = 0", id).Take(&row).Error
		if err != nil {
			return database.Absent(err, person.ErrAbsent)
		}
		if err := allowed(access.Subject{Author: row.Author}); err != nil {
			return err
		}
		statements := []string{
			"DELETE FROM person_keys WHERE person_id = ?", "DELETE FROM person_work WHERE person_id = ?",
			"DELETE FROM person_relations WHERE to_id = ?",
		}
		if s.Dialect == database.SQLite {
			statements = append(statements, "DELETE FROM person_parts WHERE rowid = ?", "DELETE FROM person_parts_pending WHERE id = ?")
		}
		for _, statement := range statements {
			if err := tx.Write.Exec(statement, id).Error; err != nil {
				return err
			}
		}
		return database.Affected(tx.Write.Model(&personRow{}).Where("id = ?", id).UpdateColumn("removed_at", database.Micros(at)), person.ErrAbsent)
	})
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (int, error) {
	destroyed := 0
	err := s.step(ctx, func(tx handle) error {
		result := tx.Write.Where("removed_at > 0 AND removed_at < ?", database.Micros(removedBefore)).Delete(&personRow{})
		if destroyed = int(result.RowsAffected); result.Error != nil {
			return result.Error
		}
		return tx.compactParts()
	})
	if err != nil {
		return 0, err
	}
	return destroyed, s.EmptyLog(ctx)
}

// club reads the settings that keys depend on; lock is what keeps others from changing them meanwhile.
func (h handle) club(lock string) (*person.Club, error) {
	club := &person.Club{Rules: h.volunteerRules().initial(), Searchable: h.searchSettings().initial().Fields}
	query := h.Write.Raw("SELECT name, value FROM settings WHERE name IN (?, ?)"+lock, volunteerRules, searchSettings)
	return club, database.ScanAll(query, func(row *sql.Rows) error { return scanSetting(row, club) })
}

func scanSetting(row *sql.Rows, club *person.Club) error {
	var name string
	var value []byte
	if err := row.Scan(&name, &value); err != nil {
		return err
	}
	if name == volunteerRules {
		return json.Unmarshal(value, &club.Rules)
	}
	settings := (handle{}).searchSettings().initial()
	err := json.Unmarshal(value, &settings)
	club.Searchable = settings.Fields
	return err
}
