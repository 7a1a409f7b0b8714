package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"slices"

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
	gone func(tx handle, id term.ID) error // what follows from a removal
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
		gone:   func(handle, term.ID) error { return nil },
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
		gone:   handle.typeGone,
	}
}

// typeGone refuses what is done to a type that people have relations of. The caller has deleted the type: until the step ends
// nobody writes a row of it (see holdTypes), and what others had begun to write is there by now.
func (h handle) typeGone(id term.ID) error {
	users := 0
	const having = "SELECT COUNT(DISTINCT person_id) FROM person_relations WHERE type_id = ? AND person_id NOT IN " + theRemoved
	err := database.ScanOne(h.Write.Raw(having, id), func(row *sql.Rows) error { return row.Scan(&users) })
	if err != nil {
		return err
	}
	if users > 0 {
		return relation.InUse(users)
	}
	return h.Write.Exec("UPDATE relationship_types SET inverse_id = 0 WHERE inverse_id = ?", id).Error
}

// holdTypes keeps types of relationship from being removed until the step ends. One that is not there is relation.ErrGone.
func (h handle) holdTypes(ids []term.ID) error {
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	list, arg := h.Dialect.Numbers(ids)
	standing, err := h.lockTypes(" WHERE id IN "+list, arg)
	if err == nil && standing < len(ids) {
		err = relation.ErrGone
	}
	return err
}

// lockTypes lets nobody remove some types, and returns how many there are of them. They may still change.
func (h handle) lockTypes(where string, args ...any) (standing int, err error) {
	lock := ""
	if h.Dialect == database.Postgres {
		lock = " FOR KEY SHARE"
	}
	query := h.Write.Raw("SELECT id FROM relationship_types"+where+" ORDER BY id"+lock, args...)
	err = database.ScanAll(query, func(*sql.Rows) error { standing++; return nil })
	return standing, err
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

func (s terms[T, R]) Remove(ctx context.Context, id term.ID) error {
	return s.step(ctx, func(tx handle) error {
		tx.written(s.noun, 0)
		if err := database.Affected(tx.Write.Where("id = ?", id).Delete(new(R)), term.ErrAbsent); err != nil {
			return err
		}
		return s.gone(tx, id)
	})
}
