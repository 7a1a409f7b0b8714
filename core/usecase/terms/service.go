// Package terms owns who reads and changes the words that a club describes its people with: the types of relationship, and the
// labels.
package terms

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the terms of one sort. T is a term, or a type that has one.
type Service[T any] struct {
	Directory ports.Directory
	Known     func(*directory.View) []T
	Terms     ports.Terms[T]
	Atomic    ports.Atomic                      // of the same stores
	Within    func(ports.Stores) ports.Terms[T] // the Terms of a step of Atomic

	Validate func(t *T, others []T) error // trims an edited one and checks it against the others
	Term     func(t *T) *term.Term        // where T keeps its term
	Makers   []access.Capability          // of who makes new ones; administrators alone change and remove them
}

// RelationTypes returns the types of relationship of a club.
func RelationTypes(stores ports.Stores, atomic ports.Atomic) *Service[relation.Type] {
	return &Service[relation.Type]{
		Directory: stores.Directory, Known: (*directory.View).RelationTypes, Terms: stores.RelationTypes, Atomic: atomic,
		Within:   func(s ports.Stores) ports.Terms[relation.Type] { return s.RelationTypes },
		Validate: func(t *relation.Type, others []relation.Type) error { return t.Validate(others) },
		Term:     func(t *relation.Type) *term.Term { return &t.Term },
		Makers:   []access.Capability{access.Manage},
	}
}

// Labels returns the labels of people of a club.
func Labels(stores ports.Stores, atomic ports.Atomic) *Service[term.Term] {
	return &Service[term.Term]{
		Directory: stores.Directory, Known: (*directory.View).Labels, Terms: stores.Labels, Atomic: atomic,
		Within:   func(s ports.Stores) ports.Terms[term.Term] { return s.Labels },
		Validate: func(t *term.Term, others []term.Term) error { return t.Validate(others) },
		Term:     func(t *term.Term) *term.Term { return t },
		Makers:   []access.Capability{access.Manage, access.Synchronization},
	}
}

// All returns the terms by number, to everybody who is signed in.
func (s *Service[T]) All(_ context.Context, viewer access.Viewer) ([]T, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	return s.Known(s.Directory.View()), nil
}

// Show returns one term. None is term.ErrAbsent.
func (s *Service[T]) Show(ctx context.Context, viewer access.Viewer, id term.ID) (T, error) {
	all, err := s.All(ctx, viewer)
	return s.of(all, id, err)
}

func (s *Service[T]) of(all []T, id term.ID, err error) (t T, _ error) {
	if err != nil {
		return t, err
	}
	i := slices.IndexFunc(all, func(t T) bool { return s.Term(&t).ID == id })
	if i < 0 {
		return t, term.ErrAbsent
	}
	return all[i], nil
}

// Create makes a term of the edit, for its Makers.
func (s *Service[T]) Create(ctx context.Context, viewer access.Viewer, edit func(*T)) (created T, err error) {
	if err := viewer.Require(s.Makers...); err != nil {
		return created, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var t T
		edit(&t)
		s.Term(&t).ID = 0
		all, err := s.Within(stores).All(ctx)
		if err != nil {
			return err
		}
		if err := s.Validate(&t, all); err != nil {
			return err
		}
		s.Term(&t).ID, err = s.Within(stores).Create(ctx, t)
		created = t
		return err
	})
	return created, err
}

// Change edits a term, for administrators.
func (s *Service[T]) Change(ctx context.Context, viewer access.Viewer, id term.ID, edit func(*T)) (changed T, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return changed, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		all, err := s.Within(stores).All(ctx)
		t, err := s.of(all, id, err)
		if err != nil {
			return err
		}
		edit(&t)
		s.Term(&t).ID = id
		if err := s.Validate(&t, all); err != nil {
			return err
		}
		changed = t
		return s.Within(stores).Update(ctx, t)
	})
	return changed, err
}

// Remove forgets a term and returns what it was, for administrators. What it described loses it.
func (s *Service[T]) Remove(ctx context.Context, viewer access.Viewer, id term.ID) (previous T, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return previous, err
	}
	previous, err = s.Show(ctx, viewer, id)
	if err != nil {
		return previous, err
	}
	return previous, s.Terms.Remove(ctx, id)
}

// RestoreDefaults gives the default types of relationship their default settings again and makes the missing ones, for
// administrators (contract §2.4 rule 8). Other types stay as they are.
func RestoreDefaults(ctx context.Context, s *Service[relation.Type], viewer access.Viewer) error {
	if err := viewer.Require(access.Manage); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		types, err := stores.RelationTypes.All(ctx)
		if err != nil {
			return err
		}
		for _, missing := range relation.Types(types).Missing() {
			if err := missing.Validate(types); err != nil { // another type may have its name
				missing.Name += " (" + missing.Slug + ")"
			}
			if missing.ID, err = stores.RelationTypes.Create(ctx, missing); err != nil {
				return err
			}
			types = append(types, missing)
		}
		for _, restored := range relation.Types(types).Restored() {
			if err := stores.RelationTypes.Update(ctx, restored); err != nil {
				return err
			}
		}
		return nil
	})
}
