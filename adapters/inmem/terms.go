package inmem

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// termTable holds the terms of one sort.
type termTable[T any] struct {
	byID map[term.ID]T
	last term.ID
}

func (t termTable[T]) snapshot() termTable[T] {
	t.byID = maps.Clone(t.byID)
	return t
}

func (t termTable[T]) all() (all []T) {
	for _, id := range slices.Sorted(maps.Keys(t.byID)) {
		all = append(all, t.byID[id])
	}
	return all
}

// terms is the port over one table. of tells where T keeps its term, and gone what follows from a removal.
type terms[T any] struct {
	handle
	noun  noun
	table func(*tables) *termTable[T]
	of    func(*T) *term.Term
	gone  func(t *tables, id term.ID) error
}

var _ ports.Terms[term.Term] = terms[term.Term]{}

func (h handle) relationTypes() terms[relation.Type] {
	return terms[relation.Type]{
		handle: h, noun: theRelationTypes, table: func(t *tables) *termTable[relation.Type] { return &t.relationTypes },
		of: func(t *relation.Type) *term.Term { return &t.Term },
		gone: func(t *tables, id term.ID) error {
			users := 0
			for _, k := range t.people {
				if k.removed.IsZero() && slices.ContainsFunc(k.person.Relations, func(r person.Relation) bool { return r.Type == id }) {
					users++
				}
			}
			if users > 0 {
				return relation.InUse(users)
			}
			for other, kind := range t.relationTypes.byID {
				if kind.Inverse == id {
					kind.Inverse = 0
					t.relationTypes.byID[other] = kind
				}
			}
			return nil
		},
	}
}

func (h handle) labels() terms[term.Term] {
	return terms[term.Term]{
		handle: h, noun: theLabels, table: func(t *tables) *termTable[term.Term] { return &t.labels },
		of: func(t *term.Term) *term.Term { return t }, gone: func(*tables, term.ID) error { return nil },
	}
}

func (s terms[T]) All(ctx context.Context) ([]T, error) {
	return ask(ctx, s.handle, func(t *tables) ([]T, error) { return s.table(t).all(), nil })
}

func (s terms[T]) Create(ctx context.Context, v T) (term.ID, error) {
	return ask(ctx, s.handle, func(t *tables) (id term.ID, err error) {
		table, created := s.table(t), s.of(&v)
		if err := s.free(table, created); err != nil {
			return id, err
		}
		if created.ID == 0 {
			created.ID = table.last + 1
		}
		if _, there := table.byID[created.ID]; there {
			return id, term.ErrTaken
		}
		id = created.ID
		table.last = max(table.last, id)
		table.byID[id] = v
		t.note(s.noun, 0)
		return id, nil
	})
}

// free refuses a slug that another term has.
func (s terms[T]) free(table *termTable[T], t *term.Term) error {
	for id, other := range table.byID {
		if id != t.ID && s.of(&other).Slug == t.Slug {
			return term.ErrTaken
		}
	}
	return nil
}

func (s terms[T]) Update(ctx context.Context, v T) error {
	return s.run(ctx, func(t *tables) error {
		table, changed := s.table(t), s.of(&v)
		if _, there := table.byID[changed.ID]; !there {
			return term.ErrAbsent
		}
		if err := s.free(table, changed); err != nil {
			return err
		}
		table.byID[changed.ID] = v
		t.note(s.noun, 0)
		return nil
	})
}

func (s terms[T]) Remove(ctx context.Context, id term.ID) error {
	return s.run(ctx, func(t *tables) error {
		table := s.table(t)
		if _, there := table.byID[id]; !there {
			return term.ErrAbsent
		}
		if err := s.gone(t, id); err != nil {
			return err
		}
		delete(table.byID, id)
		t.note(s.noun, 0)
		return nil
	})
}
