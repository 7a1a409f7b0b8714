package porttest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// Terms is the contract of ports.Terms, on both sorts of terms.
func Terms(t *testing.T, open Open) {
	t.Run("RelationTypes", func(t *testing.T) {
		sort[relation.Type]{
			open: open, terms: func(db ports.Stores) ports.Terms[relation.Type] { return db.RelationTypes },
			of: func(t *relation.Type) *term.Term { return &t.Term }, first: relation.Defaults(),
			full: relation.Type{Inverse: relation.Child, Gendered: true, Group: "aunt_uncle"},
		}.suite(t)
	})
	t.Run("Labels", func(t *testing.T) {
		sort[term.Term]{
			open: open, terms: func(db ports.Stores) ports.Terms[term.Term] { return db.Labels },
			of: func(t *term.Term) *term.Term { return t },
		}.suite(t)
	})
	t.Run("a type that is removed is nobody's inverse any more", func(t *testing.T) {
		ctx := context.Background()
		types := open(t).RelationTypes
		ok(t, types.Remove(ctx, relation.Child))
		for _, kind := range must(types.All(ctx))(t) {
			if kind.Inverse == relation.Child {
				t.Errorf("%s still has it", kind.Slug)
			}
			if kind.ID == relation.Sibling && kind.Inverse != relation.Sibling {
				t.Error("others lost theirs")
			}
		}
	})
}

// sort is one sort of terms.
type sort[T comparable] struct {
	open  Open
	terms func(ports.Stores) ports.Terms[T]
	of    func(*T) *term.Term
	first []T // that are there from the start
	full  T   // with a value in every field that is no term's
}

func (s sort[T]) named(slug string) T {
	v := s.full
	*s.of(&v) = term.Term{Name: "Naam van " + slug, Slug: slug}
	return v
}

func (s sort[T]) suite(t *testing.T) {
	ctx := context.Background()
	fresh := func(t *testing.T) ports.Terms[T] { return s.terms(s.open(t).Stores) }

	t.Run("those that are there at first", func(t *testing.T) {
		if got := must(fresh(t).All(ctx))(t); !slices.Equal(got, s.first) {
			t.Errorf("got %v, want %v", got, s.first)
		}
	})

	t.Run("every field comes back, by number, zero values too", func(t *testing.T) {
		terms := fresh(t)
		want := slices.Clone(s.first)
		for _, slug := range []string{"z", "a"} {
			v := s.named(slug)
			s.of(&v).ID = must(terms.Create(ctx, v))(t)
			want = append(want, v)
		}
		if got := must(terms.All(ctx))(t); !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
		var changed T
		*s.of(&changed) = term.Term{ID: s.of(&want[len(s.first)]).ID, Slug: "y"}
		want[len(s.first)] = changed
		ok(t, terms.Update(ctx, changed))
		if got := must(terms.All(ctx))(t); !slices.Equal(got, want) {
			t.Errorf("after a change: got  %v\nwant %v", got, want)
		}
	})

	t.Run("a number of its own is kept, and no number is given twice", func(t *testing.T) {
		terms := fresh(t)
		given := map[term.ID]bool{}
		create := func(v T) term.ID {
			t.Helper()
			id := must(terms.Create(ctx, v))(t)
			if given[id] {
				t.Errorf("number %d is given twice", id)
			}
			given[id] = true
			return id
		}
		first := create(s.named("a"))
		own := s.named("b")
		s.of(&own).ID = first + 2
		equal(t, "number", create(own), first+2)
		for _, slug := range []string{"c", "d", "e"} {
			create(s.named(slug))
		}
		last := create(s.named("f"))
		ok(t, terms.Remove(ctx, last))
		create(s.named("g"))
		own = s.named("h")
		s.of(&own).ID = first
		_, err := terms.Create(ctx, own)
		isFault(t, "another's number", err, term.ErrTaken)
	})

	t.Run("a slug is one term's", func(t *testing.T) {
		terms := fresh(t)
		must(terms.Create(ctx, s.named("a")))(t)
		second := s.named("b")
		s.of(&second).ID = must(terms.Create(ctx, second))(t)
		before := must(terms.All(ctx))(t)
		_, err := terms.Create(ctx, s.named("a"))
		isFault(t, "Create", err, term.ErrTaken)
		borrowed := second
		s.of(&borrowed).Slug, s.of(&borrowed).Name = "a", "x"
		isFault(t, "Update", terms.Update(ctx, borrowed), term.ErrTaken)
		if got := must(terms.All(ctx))(t); !slices.Equal(got, before) {
			t.Errorf("a refusal left %v", got)
		}
		s.of(&second).Name = "Another"
		ok(t, terms.Update(ctx, second))
		ok(t, terms.Remove(ctx, s.of(&second).ID))
		must(terms.Create(ctx, s.named("b")))(t)
	})

	t.Run("an absent term is ErrAbsent", func(t *testing.T) {
		terms := fresh(t)
		v := s.named("a")
		s.of(&v).ID = must(terms.Create(ctx, v))(t)
		ok(t, terms.Remove(ctx, s.of(&v).ID))
		isFault(t, "Remove", terms.Remove(ctx, s.of(&v).ID), term.ErrAbsent)
		isFault(t, "Update", terms.Update(ctx, v), term.ErrAbsent)
		if got := must(terms.All(ctx))(t); !slices.Equal(got, s.first) {
			t.Errorf("left: %v", got)
		}
	})

	t.Run("of many who take a slug at once, one gets it", func(t *testing.T) {
		terms := fresh(t)
		var all sync.WaitGroup
		created := make(chan term.ID, 8)
		for range cap(created) {
			all.Go(func() {
				id, err := terms.Create(ctx, s.named("a"))
				if err == nil {
					created <- id
				} else if !errors.Is(err, term.ErrTaken) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "created", len(created), 1)
	})

	t.Run("a changed returned value does not reach the store", func(t *testing.T) {
		terms := fresh(t)
		must(terms.Create(ctx, s.named("a")))(t)
		got := must(terms.All(ctx))(t)
		s.of(&got[len(got)-1]).Name = "changed"
		again := must(terms.All(ctx))(t)
		equal(t, "name", s.of(&again[len(again)-1]).Name, "Naam van a")
	})

	t.Run("a step takes them back, and survives a refusal", func(t *testing.T) {
		db := s.open(t)
		refusal := errors.New("no")
		step := func(answer error) error {
			return db.Do(ctx, func(inside ports.Stores) error {
				terms := s.terms(inside)
				must(terms.Create(ctx, s.named("a")))(t)
				_, err := terms.Create(ctx, s.named("a"))
				isFault(t, "twice", err, term.ErrTaken)
				equal(t, "inside", len(must(terms.All(ctx))(t)), len(s.first)+1)
				return answer
			})
		}
		if err := step(refusal); !errors.Is(err, refusal) {
			t.Errorf("got %v, want the step's own error", err)
		}
		equal(t, "after a refusal", len(must(s.terms(db.Stores).All(ctx))(t)), len(s.first))
		ok(t, step(nil))
		equal(t, "after the step", len(must(s.terms(db.Stores).All(ctx))(t)), len(s.first)+1)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		terms := fresh(t)
		_, all := terms.All(cancelled())
		_, create := terms.Create(cancelled(), s.named("a"))
		for what, err := range map[string]error{
			"All": all, "Create": create, "Update": terms.Update(cancelled(), s.named("a")), "Remove": terms.Remove(cancelled(), 2),
		} {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: got %v", what, err)
			}
		}
		equal(t, "left", len(must(terms.All(ctx))(t)), len(s.first))
	})
}
