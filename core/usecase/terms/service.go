// Package terms owns who reads and changes the words that a club describes its people with: the types of relationship, and the
// labels.
package terms

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/undo"
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

	told func(t *T) audit.Values // what the log tells of one
	noun audit.Noun
	now  func() time.Time

	// What it takes to take a removal back. Without kept nothing is kept.
	kept   func(t *T) undo.Act
	random func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
}

// RelationTypes returns the types of relationship of a club.
func RelationTypes(stores ports.Stores, atomic ports.Atomic, now func() time.Time) *Service[relation.Type] {
	return &Service[relation.Type]{
		Directory: stores.Directory, Known: (*directory.View).RelationTypes, Terms: stores.RelationTypes, Atomic: atomic,
		Within:   func(s ports.Stores) ports.Terms[relation.Type] { return s.RelationTypes },
		Validate: func(t *relation.Type, others []relation.Type) error { return t.Validate(others) },
		Term:     func(t *relation.Type) *term.Term { return &t.Term },
		Makers:   []access.Capability{access.Manage},
		noun:     audit.Relation, now: now,
		told: func(t *relation.Type) audit.Values {
			return audit.Values{"name": t.Name, "slug": t.Slug, "inverse": t.Inverse, "gendered": t.Gendered, "group": t.Group}
		},
	}
}

// Labels returns the labels of people of a club. A removed one can be taken back.
func Labels(
	stores ports.Stores, atomic ports.Atomic, now func() time.Time, random func([]byte) (int, error),
) *Service[term.Term] {
	return &Service[term.Term]{
		Directory: stores.Directory, Known: (*directory.View).Labels, Terms: stores.Labels, Atomic: atomic,
		Within:   func(s ports.Stores) ports.Terms[term.Term] { return s.Labels },
		Validate: func(t *term.Term, others []term.Term) error { return t.Validate(others) },
		Term:     func(t *term.Term) *term.Term { return t },
		Makers:   []access.Capability{access.Manage, access.Synchronization},
		kept:     func(t *term.Term) undo.Act { return undo.Act{Label: t} }, random: random,
		told: func(t *term.Term) audit.Values { return audit.Values{"name": t.Name, "slug": t.Slug} },
		noun: audit.Label, now: now,
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
		if created = t; err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.TermCreated, viewer, &t).With(s.told(&t)))
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
		before := s.told(&t)
		edit(&t)
		s.Term(&t).ID = id
		if err := s.Validate(&t, all); err != nil {
			return err
		}
		changed = t
		if err := s.Within(stores).Update(ctx, t); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.TermChanged, viewer, &t).Changed(before, s.told(&t)))
	})
	return changed, err
}

func (s *Service[T]) entry(kind audit.Kind, viewer access.Viewer, t *T) audit.Entry {
	about := s.Term(t)
	return audit.New(kind, audit.By(viewer), s.now(), audit.Object{Noun: s.noun, ID: about.ID, Name: about.Name})
}

// Remove forgets a term, for administrators. Who had a label loses it; a type of relationship that people have relations of is
// relation.ErrInUse. It returns what the term was, and the token of its undo where it can be taken back.
func (s *Service[T]) Remove(ctx context.Context, viewer access.Viewer, id term.ID) (previous T, token string, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return previous, "", err
	}
	if previous, err = s.Show(ctx, viewer, id); err != nil {
		return previous, "", err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := s.Within(stores).Remove(ctx, id); err != nil {
			return err
		}
		if err := stores.Audit.Append(ctx, s.entry(audit.RecordRemoved, viewer, &previous)); err != nil || s.kept == nil {
			return err
		}
		kept, drawn, err := undo.New(s.random, viewer.User, s.now(), s.kept(&previous))
		if err != nil {
			return err
		}
		token = drawn
		return stores.Undos.Keep(ctx, kept)
	})
	return previous, token, err
}

// TakeBackLabel takes back the removal of a label: whoever had it has it again. One whose name another label has by now is left
// out.
func TakeBackLabel(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, act undo.Act,
) (outcome undo.Outcome, err error) {
	label := *act.Label
	if !viewer.Can(access.Manage) {
		outcome.Leave(label.ID, "", undo.Hidden)
		return outcome, nil
	}
	all, err := stores.Labels.All(ctx)
	if err != nil {
		return outcome, err
	}
	if slices.ContainsFunc(all, func(t term.Term) bool { return t.ID == label.ID }) {
		outcome.Leave(label.ID, label.Name, undo.There)
		return outcome, nil
	}
	if err = label.Validate(all); err == nil {
		_, err = stores.Labels.Create(ctx, label)
	}
	switch {
	case err == nil:
		outcome.Undone = 1
	case fault.KindOf(err) == fault.Invalid || fault.KindOf(err) == fault.Conflict: // another one has the name
		outcome.Leave(label.ID, label.Name, fault.As(err).Message)
		err = nil
	}
	return outcome, err
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
			if err := stores.Audit.Append(ctx, s.entry(audit.TermCreated, viewer, &missing).With(s.told(&missing))); err != nil {
				return err
			}
			types = append(types, missing)
		}
		for _, restored := range relation.Types(types).Restored() {
			if err := stores.RelationTypes.Update(ctx, restored); err != nil {
				return err
			}
			was, err := s.of(types, restored.ID, nil)
			if err != nil {
				return err
			}
			told := s.entry(audit.TermChanged, viewer, &restored).Changed(s.told(&was), s.told(&restored))
			if err := stores.Audit.Append(ctx, told); err != nil {
				return err
			}
		}
		return nil
	})
}
