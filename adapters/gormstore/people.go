package gormstore

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type people struct{ handle }

var _ ports.People = people{}

func (s people) Create(ctx context.Context, p person.Person) (person.ID, error) {
	err := s.step(ctx, func(tx handle) error {
		row := newPersonRow(&p)
		row.ID = 0
		if err := tx.write.Create(&row).Error; err != nil {
			return err
		}
		p.ID = row.ID
		return people{tx}.keepIndex(nil, &p)
	})
	if err != nil {
		return 0, err
	}
	return p.ID, nil
}

// keepIndex writes what is searched and joined, as far as it changed. before is nil for a person who has none.
func (s people) keepIndex(before, after *person.Person) error {
	keys := person.Keys.Values(after)
	if before == nil || !slices.Equal(keys, person.Keys.Values(before)) {
		args := []any{after.ID}
		for _, key := range keys {
			args = append(args, key)
		}
		if err := s.write.Exec(keepKeys, args...).Error; err != nil {
			return err
		}
	}
	rows := newWorkRows(after)
	if before != nil {
		if slices.Equal(rows, newWorkRows(before)) {
			return nil
		}
		if err := s.write.Where("person_id = ?", after.ID).Delete(&workRow{}).Error; err != nil {
			return err
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return s.write.Create(&rows).Error
}

func (s people) Update(ctx context.Context, id person.ID, change func(*person.Person) error) error {
	return s.step(ctx, func(tx handle) error {
		row, err := people{tx}.locked(id)
		if err != nil {
			return err
		}
		record := row.record()
		before, err := record.Person()
		if err != nil {
			return err
		}
		p := before.Clone()
		if err := change(&p); err != nil {
			return err
		}
		p.ID, p.Author = before.ID, before.Author
		changed := newPersonRow(&p)
		if changed == row {
			return nil
		}
		if err := affected(tx.write.Model(&personRow{}).Where("id = ?", id).Select("*").Omit("id", "author", "removed_at").
			Updates(&changed), person.ErrAbsent); err != nil {
			return err
		}
		return people{tx}.keepIndex(&before, &p)
	})
}

// locked reads a person whom nobody else changes until the transaction ends.
func (s people) locked(id person.ID) (personRow, error) {
	var row personRow
	err := s.write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND removed_at = 0", id).Take(&row).Error
	return row, absent(err, person.ErrAbsent)
}

func (s people) Remove(ctx context.Context, id person.ID, at time.Time, allowed func(access.Subject) error) error {
	return s.step(ctx, func(tx handle) error {
		row, err := people{tx}.locked(id)
		if err != nil {
			return err
		}
		if err := allowed(access.Subject{Author: row.Author}); err != nil {
			return err
		}
		if err := tx.write.Exec("DELETE FROM person_keys WHERE person_id = ?", id).Error; err != nil {
			return err
		}
		return affected(tx.write.Model(&personRow{}).Where("id = ?", id).UpdateColumn("removed_at", micros(at)), person.ErrAbsent)
	})
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (int, error) {
	result := s.exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Where("removed_at > 0 AND removed_at < ?", micros(removedBefore)).Delete(&personRow{})
	})
	return int(result.RowsAffected), result.Error
}

// rebuild brings everybody into this program's form: the documents as person.Fields writes them today, and the keys of
// today. When somebody was changed stays.
func (s people) rebuild(ctx context.Context) error {
	const batch = 500
	for after := int64(0); ; {
		ids, err := scanNumbers(s.write.WithContext(ctx).Raw("SELECT id FROM people WHERE id > ? ORDER BY id LIMIT ?", after, batch))
		if err != nil || len(ids) == 0 {
			return err
		}
		after = ids[len(ids)-1]
		err = s.step(ctx, func(tx handle) error {
			for _, id := range ids {
				if err := (people{tx}).rebuildOne(id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

func (s people) rebuildOne(id person.ID) error {
	var row personRow
	if err := s.write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Take(&row).Error; err != nil {
		return err
	}
	record := row.record()
	p, err := record.Person()
	if err != nil {
		return err
	}
	var refused fault.Problems // what was kept stays, were it refused today
	before := p.Clone()
	p.Settle(&before, nil, &refused)
	fresh := newPersonRow(&p)
	err = affected(s.write.Model(&personRow{}).Where("id = ?", id).Select("*").Omit("id", "author", "removed_at").Updates(&fresh),
		person.ErrAbsent)
	if err != nil || row.RemovedAt != 0 {
		return err
	}
	if err := s.write.Where("person_id = ?", id).Delete(&workRow{}).Error; err != nil {
		return err
	}
	return s.keepIndex(nil, &p)
}
