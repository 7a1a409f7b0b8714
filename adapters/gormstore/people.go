package gormstore

import (
	"context"
	"slices"
	"time"

	"gorm.io/gorm/clause"

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
		return tx.addWork(newWorkRows(&p))
	})
	return p.ID, err
}

func (h handle) addWork(rows []workRow) error {
	if len(rows) == 0 {
		return nil
	}
	return h.write.Create(&rows).Error
}

func (s people) Update(ctx context.Context, id person.ID, change func(*person.Person) error) error {
	return s.step(ctx, func(tx handle) error {
		var row personRow
		err := tx.write.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? AND removed_at = 0", id).Take(&row).Error
		if err != nil {
			return absent(err, fault.ErrNoSuchPerson)
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
			Updates(&changed), fault.ErrNoSuchPerson); err != nil {
			return err
		}
		return tx.replaceWork(newWorkRows(&before), newWorkRows(&p), id)
	})
}

// replaceWork rewrites the work rows of a person, if they differ.
func (h handle) replaceWork(before, after []workRow, id person.ID) error {
	if slices.Equal(before, after) {
		return nil
	}
	if err := h.write.Where("person_id = ?", id).Delete(&workRow{}).Error; err != nil {
		return err
	}
	return h.addWork(after)
}

func (s people) Remove(ctx context.Context, id person.ID, at time.Time) error {
	return affected(s.write.WithContext(ctx).Model(&personRow{}).Where("id = ? AND removed_at = 0", id).
		UpdateColumn("removed_at", micros(at)), fault.ErrNoSuchPerson)
}

func (s people) Purge(ctx context.Context, removedBefore time.Time) (int, error) {
	result := s.write.WithContext(ctx).Where("removed_at > 0 AND removed_at < ?", micros(removedBefore)).Delete(&personRow{})
	return int(result.RowsAffected), result.Error
}
