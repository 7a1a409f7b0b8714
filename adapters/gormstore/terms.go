package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// terms keeps the terms of one sort in rows of R, of which table is the name.
type terms[T any, R any] struct {
	handle
	noun string
	row  func(T) R
	term func(R) T
	id   func(*R) *term.ID
	gone func(tx handle, id term.ID, by int64, at time.Time) error // what follows from a removal
}

var _ ports.Terms[term.Term] = terms[term.Term, labelRow]{}

type labelRow struct {
	ID   int64 `gorm:"primaryKey"`
	Name string
	Slug string
}

func (labelRow) TableName() string { return "person_labels" }

func (h handle) labels() terms[term.Term, labelRow] {
	return terms[term.Term, labelRow]{
		handle: h,
		noun:   nounLabels,
		row:    func(t term.Term) labelRow { return labelRow(t) },
		term:   func(r labelRow) term.Term { return term.Term(r) },
		id:     func(r *labelRow) *term.ID { return &r.ID },
		gone:   func(handle, term.ID, int64, time.Time) error { return nil },
	}
}

type relationTypeRow struct {
	term.Term
	Inverse  term.ID `gorm:"column:inverse_id"`
	Gendered bool
	Group    string `gorm:"column:gender_group"`
}

func (relationTypeRow) TableName() string { return "relationship_types" }

func (h handle) relationTypes() terms[relation.Type, relationTypeRow] {
	return terms[relation.Type, relationTypeRow]{
		handle: h,
		noun:   nounRelationTypes,
		row:    func(t relation.Type) relationTypeRow { return relationTypeRow(t) },
		term:   func(r relationTypeRow) relation.Type { return relation.Type(r) },
		id:     func(r *relationTypeRow) *term.ID { return &r.ID },
		gone: func(tx handle, id term.ID, by int64, at time.Time) error {
			if tx.Dialect == database.Postgres {
				const related = "SELECT person_id FROM person_relations WHERE type_id = ?"
				err := tx.Write.Exec("SELECT id FROM people WHERE id IN ("+related+") ORDER BY id FOR UPDATE", id).Error
				if err != nil {
					return err
				}
			}
			const living = "type_id = ? AND person_id IN (SELECT id FROM people WHERE removed_at = 0)"
			if err := (people{tx}).unrelate(by, at, living, id); err != nil {
				return err
			}
			return tx.Write.Exec("UPDATE relationship_types SET inverse_id = 0 WHERE inverse_id = ?", id).Error
		},
	}
}

func (s terms[T, R]) All(ctx context.Context) ([]T, error) {
	return list(s.Read.WithContext(ctx).Order("id"), func(r *R) T { return s.term(*r) })
}

func (s terms[T, R]) Create(ctx context.Context, t T) (term.ID, error) {
	row := s.row(t)
	err := s.step(ctx, func(tx handle) error {
		if id := *s.id(&row); id != 0 && s.Dialect == database.Postgres {
			if err := tx.skip(any(row).(schema.Tabler).TableName(), id); err != nil {
				return err
			}
		}
		tx.written(s.noun, 0)
		return tx.Write.Create(&row).Error
	})
	return *s.id(&row), taken(err)
}

// skip lets PostgreSQL give no row of the table this number or one below it. SQLite counts on by itself.
func (h handle) skip(table string, id int64) error {
	if err := h.Write.Exec("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE").Error; err != nil {
		return err
	}
	sequence := table + "_id_seq"
	next := "(SELECT GREATEST(?, last_value + is_called::int) FROM " + sequence + ")"
	return h.Write.Exec("SELECT setval('"+sequence+"', "+next+", false)", id+1).Error
}

func taken(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return term.ErrTaken
	}
	return err
}

func (s terms[T, R]) Update(ctx context.Context, t T) error {
	row := s.row(t)
	return taken(s.step(ctx, func(tx handle) error {
		tx.written(s.noun, 0)
		kept := tx.Write.Model(new(R)).Where("id = ?", *s.id(&row))
		return database.Affected(kept.Select("*").Omit("id").Updates(&row), term.ErrAbsent)
	}))
}

func (s terms[T, R]) Remove(ctx context.Context, id term.ID, by int64, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		tx.written(s.noun, 0)
		if err := database.Affected(tx.Write.Where("id = ?", id).Delete(new(R)), term.ErrAbsent); err != nil {
			return err
		}
		return s.gone(tx, id, by, at)
	})
}
