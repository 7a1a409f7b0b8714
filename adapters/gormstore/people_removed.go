package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// A removed person keeps its row and its own relations. The relations of others to it are set aside, so that whoever reads or
// edits those finds nothing of it.

const (
	theRemoved  = "(SELECT id FROM people WHERE removed_at > 0)"
	relationRow = "person_id, position, to_id, type_id, document"
)

// setAside takes the relations of others to somebody away from them, and keeps them for a later Restore. The caller has locked
// those people.
func (s people) setAside(id person.ID, by int64, at time.Time) error {
	var rows [][]any
	var gone []relationDocument
	taken := s.Write.Raw("DELETE FROM person_relations WHERE to_id = ? AND person_id NOT IN "+theRemoved+
		" RETURNING "+relationRow, id)
	err := database.ScanAll(taken, func(row *sql.Rows) error {
		var of, position, to, kind int64
		var document string
		err := row.Scan(&of, &position, &to, &kind, &document)
		rows = append(rows, []any{of, position, to, kind, document})
		gone = append(gone, relationDocument{of, position, document})
		return err
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := s.unlinked(by, at, sorted(gone), false); err != nil {
		return err
	}
	return s.Insert("removed_relations", relationRow, "", len(rows), func(i int) []any { return rows[i] })
}

// Removed implements ports.People.
func (s people) Removed(ctx context.Context, q person.RemovedQuery) (page record.Page[person.Removed], err error) {
	from, args := " FROM people p WHERE p.removed_at > 0 AND p.removed_at >= ?", []any{database.Micros(q.Since)}
	if !q.Bin.All {
		from, args = from+" AND p.removed_by = ? AND p.removed_by <> 0", append(args, q.Bin.By)
		if !q.Bin.Within.All {
			from, args = from+" AND p.author = ? AND p.author <> 0", append(args, q.Bin.Within.User)
		}
	}
	if q.ID != 0 {
		from, args = from+" AND p.id = ?", append(args, q.ID)
	}
	db := s.Read.WithContext(ctx)
	err = database.ScanOne(db.Raw("SELECT COUNT(*)"+from, args...), func(row *sql.Rows) error { return row.Scan(&page.Total) })
	if err != nil || q.Limit == 0 || q.Offset >= page.Total {
		return page, err
	}
	query := db.Raw("SELECT "+removedColumns+from+" ORDER BY p.removed_at DESC, p.id DESC LIMIT ? OFFSET ?",
		append(args, q.Limit, q.Offset)...)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		r, err := scanRemoved(row)
		page.Records = append(page.Records, r)
		return err
	})
	return page, err
}

// removedColumns are what scanRemoved reads.
const removedColumns = "p.id, p.author, p.document, p.removed_at, p.removed_by, " +
	"COALESCE((SELECT u.display_name FROM users u WHERE u.id = p.removed_by), '')"

func scanRemoved(row *sql.Rows) (r person.Removed, err error) {
	var at int64
	var stored person.Stored
	err = row.Scan(&r.ID, &r.Author, &stored.Document, &at, &r.By, &r.ByName)
	r.At, r.Name, r.Code = database.Instant(at), stored.Name(), stored.Code()
	return r, err
}

// Restore implements ports.People.
func (s people) Restore(ctx context.Context, id person.ID, by int64, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		p := people{tx}
		living, err := p.lockForRestoring(id)
		if err != nil {
			return err
		}
		var stored person.Stored
		query := tx.Write.Raw("SELECT document FROM people WHERE removed_at > 0 AND id = ?", id)
		err = database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&stored.Document) })
		if err != nil {
			return database.Absent(err, person.ErrNotRemoved)
		}
		err = tx.Write.Exec("UPDATE people SET removed_at = 0, removed_by = 0, revision = revision + 1, editor = ?, modified_at = ?, "+
			"code = ? WHERE id = ?", by, database.Micros(at), fold.Key(stored.Code()), id).Error
		if err != nil {
			return err
		}
		tx.written(nounPeople, id)
		if err := tx.Write.Exec("DELETE FROM merged_people WHERE from_id = ?", id).Error; err != nil {
			return err
		}
		if err := p.keepChanges(personChange{id, by, at, person.Removal(false)}); err != nil {
			return err
		}
		return p.relateAgain(id, by, at, living)
	})
}

// lockForRestoring locks a removed person, and everybody who is related to it, removed or not, in the order in which everybody
// locks. It asks again until it has locked all of them, as lockForRemoval does. It returns those who are not removed.
func (s people) lockForRestoring(id person.ID) (living map[person.ID]bool, err error) {
	for before := 0; ; {
		locked := 0
		living = map[person.ID]bool{}
		query := s.Write.Raw("SELECT id, removed_at FROM people WHERE id = ? OR "+
			"id IN (SELECT person_id FROM removed_relations WHERE to_id = ?) OR "+
			"id IN (SELECT to_id FROM person_relations WHERE person_id = ?) ORDER BY id"+s.Dialect.ForUpdate(), id, id, id)
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var who person.ID
			var removed int64
			err := row.Scan(&who, &removed)
			if locked++; removed == 0 {
				living[who] = true
			}
			return err
		})
		if err != nil || locked <= before || s.Dialect == database.SQLite {
			return living, err
		}
		before = locked
	}
}

// relateAgain gives somebody who is no longer removed the relations to those who are there, and these theirs. Those of the person
// to others who are removed are set aside in turn.
func (s people) relateAgain(id person.ID, by int64, at time.Time, living map[person.ID]bool) error {
	if _, err := s.lockTypes(""); err != nil {
		return err
	}
	const stands = " type_id IN (SELECT id FROM relationship_types)"
	for _, one := range []struct {
		statement string
		args      []any
	}{
		{"INSERT INTO removed_relations (" + relationRow + ") SELECT " + relationRow +
			" FROM person_relations WHERE person_id = ? AND to_id IN " + theRemoved + " AND" + stands, []any{id}},
		{"DELETE FROM person_relations WHERE person_id = ? AND (to_id IN " + theRemoved + " OR NOT" + stands + ")", []any{id}},
	} {
		if err := s.Write.Exec(one.statement, one.args...).Error; err != nil {
			return err
		}
	}
	// In their place, or far behind it where another row stands by now.
	const place = "CASE WHEN EXISTS (SELECT 1 FROM person_relations r " +
		"WHERE r.person_id = a.person_id AND r.position = a.position) THEN a.position + 1000000 ELSE a.position END"
	back, err := relationsOf(s.Write.Raw("INSERT INTO person_relations ("+relationRow+") SELECT a.person_id, "+place+
		", a.to_id, a.type_id, a.document FROM removed_relations a WHERE a.to_id = ? AND a."+stands[1:]+
		" RETURNING person_id, position, document", id))
	if err != nil {
		return err
	}
	back = slices.DeleteFunc(back, func(r relationDocument) bool { return !living[r.of] })
	if err := s.unlinked(by, at, back, true); err != nil {
		return err
	}
	return s.Write.Exec("DELETE FROM removed_relations WHERE to_id = ?", id).Error
}

// portion is how many people one step of a purge destroys.
var portion = 200 // less in tests

// Purge implements ports.People.
func (s people) Purge(ctx context.Context, removedBefore time.Time) (destroyed int, err error) {
	for {
		count := 0
		err := s.step(ctx, func(tx handle) (err error) {
			count, err = people{tx}.destroy(ctx, removedBefore)
			return err
		})
		destroyed += count
		if err != nil {
			return destroyed, err
		}
		if count < portion {
			return destroyed, s.EmptyLog(ctx)
		}
	}
}

// destroy destroys one portion of those who were removed before the given time, and returns how many.
func (s people) destroy(ctx context.Context, removedBefore time.Time) (int, error) {
	// Locked, nobody gets a link any more, which the deletion would take away without a note.
	old, err := database.ScanNumbers(s.Write.Raw("SELECT id FROM people WHERE removed_at > 0 AND removed_at < ? AND "+
		"id NOT IN (SELECT person_id FROM erasures WHERE state = 'planned') ORDER BY id LIMIT ?"+s.Dialect.ForUpdate(),
		database.Micros(removedBefore), portion))
	if err != nil || len(old) == 0 {
		return 0, err
	}
	if err := s.destroyThese(ctx, old); err != nil {
		return 0, err // rolled back: nobody of this portion is destroyed
	}
	return len(old), nil
}

// destroyThese destroys removed people, who are locked, with what is about nobody else.
func (s people) destroyThese(ctx context.Context, old []person.ID) error {
	where, args := s.among("person_id", old)
	linked, err := database.ScanNumbers(s.Write.Raw("UPDATE users SET person_id = NULL WHERE "+where+" RETURNING id", args...))
	if err != nil {
		return err
	}
	s.written(nounUsers, linked...)
	where, args = s.among("to_id", old) // of others who are removed: they might come back
	err = s.Write.Exec("DELETE FROM person_relations WHERE person_id IN "+theRemoved+" AND "+where, args...).Error
	if err != nil {
		return err
	}
	if err := s.forget(old); err != nil {
		return err
	}
	if err := s.letGo(ctx, old); err != nil {
		return err
	}
	where, args = s.among("person_id", old)
	for _, table := range []string{"person_changes", "person_looks"} {
		if err := s.Write.Exec("DELETE FROM "+table+" WHERE "+where, args...).Error; err != nil {
			return err
		}
	}
	where, args = s.among("id", old)
	return s.Write.Exec("DELETE FROM people WHERE "+where, args...).Error
}

// letGo forgets why people were kept who left.
func (s people) letGo(ctx context.Context, old []person.ID) error {
	errNone := errors.New("nobody of them is kept") // nothing is written then
	_, err := s.leaverRules().Change(ctx, func(rules *leaver.Settings) error {
		if !rules.LetGo(old...) {
			return errNone
		}
		return nil
	})
	if errors.Is(err, errNone) {
		return nil
	}
	return err
}
