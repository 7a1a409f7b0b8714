package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type erasures struct{ handle }

var _ ports.Erasures = erasures{}

type erasureRow struct {
	ID       int64 `gorm:"primaryKey"`
	PersonID int64
	State    string
	DueAt    int64
	Document string
}

func (erasureRow) TableName() string { return "erasures" }

func newErasureRow(e *erasure.Erasure) erasureRow {
	return erasureRow{
		ID: e.ID, PersonID: e.Person, State: string(e.State), DueAt: database.Micros(e.Due), Document: asJSON(e),
	}
}

func (r *erasureRow) erasure() erasure.Erasure {
	e := ofJSON[erasure.Erasure](r.Document)
	e.ID = r.ID
	return e
}

// Create implements ports.Erasures.
func (s erasures) Create(ctx context.Context, e erasure.Erasure) (int64, error) {
	e.ID = 0
	row := newErasureRow(&e)
	err := s.step(ctx, func(tx handle) error { return tx.Write.Create(&row).Error })
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return 0, erasure.ErrPlanned
	}
	return row.ID, err
}

// Update implements ports.Erasures.
func (s erasures) Update(ctx context.Context, id int64, change func(*erasure.Erasure) error) error {
	return s.step(ctx, func(tx handle) error {
		var row erasureRow
		if err := tx.lock(&row, erasure.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		edited := row.erasure()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Person = id, row.PersonID
		row = newErasureRow(&edited)
		return tx.overwrite(&row, id)
	})
}

// Page implements ports.Erasures.
func (s erasures) Page(ctx context.Context, q erasure.Query) (page record.Page[erasure.Erasure], err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&erasureRow{})
		if q.State != "" {
			db = db.Where("state = ?", string(q.State))
		}
		if q.Person != 0 {
			db = db.Where("person_id = ?", q.Person)
		}
		if !q.DueBefore.IsZero() {
			db = db.Where("due_at < ?", database.Micros(q.DueBefore))
		}
		return db
	}
	var total int64
	if err := where().Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	if q.Limit == 0 || q.Offset >= page.Total {
		return page, nil
	}
	page.Records, err = list(where().Order("id DESC").Offset(q.Offset).Limit(q.Limit), (*erasureRow).erasure)
	return page, err
}

// Removed implements ports.Erasures.
func (s erasures) Removed(ctx context.Context, id person.ID) (person.Person, error) {
	s.Read = s.Read.WithContext(ctx)
	found, err := people(s).read([]person.ID{id}, " AND removed_at > 0", "")
	if err == nil && len(found) == 0 {
		err = person.ErrNotRemoved
	}
	if err != nil {
		return person.Person{}, err
	}
	return found[0].Person()
}

// ForgetBooks implements ports.Erasures.
func (s erasures) ForgetBooks(ctx context.Context, year int, zone *time.Location) (count int, err error) {
	err = s.step(ctx, func(tx handle) error {
		count = 0
		named := tx.locking().Where(`(document LIKE '%"Erased":true%' OR person_id NOT IN (SELECT id FROM people)) `+
			"AND document NOT LIKE ?", `%"PersonName":"`+invoice.Unnamed+`"%`)
		erased, err := invoices{tx}.read(named.Order("id"))
		if err != nil {
			return err
		}
		for i := range erased {
			v := &erased[i]
			if v.BookYear(zone) >= year {
				continue
			}
			had := v.Keys()
			v.Forget()
			v.Revision++
			row := newInvoiceRow(v)
			if err := tx.overwrite(&row, v.ID, "created_at"); err != nil {
				return err
			}
			if err := tx.changeKeys(v.ID, had, v.Keys()); err != nil {
				return err
			}
			count++
		}
		return nil
	})
	return count, err
}
