package porttest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/ports"
)

// Terms is the contract of ports.Terms, on both sorts of terms.
func Terms(t *testing.T, open Open) {
	t.Run("RelationTypes", func(t *testing.T) {
		t.Parallel()
		sort[relation.Type]{
			terms: func(db ports.Stores) ports.Terms[relation.Type] { return db.RelationTypes }, seen: (*directory.View).RelationTypes,
			of: func(t *relation.Type) *term.Term { return &t.Term }, first: relation.Defaults(),
			full: relation.Type{Inverse: relation.Child, Gendered: true, Group: "aunt_uncle"},
		}.suite().run(t, open)
	})
	t.Run("Labels", func(t *testing.T) {
		t.Parallel()
		sort[term.Term]{
			terms: func(db ports.Stores) ports.Terms[term.Term] { return db.Labels }, seen: (*directory.View).Labels,
			of: func(t *term.Term) *term.Term { return t },
		}.suite().run(t, open)
	})
	suite{
		{"a type that is removed is nobody's inverse any more", removedType},
		{"a type that people have relations of is not removed", usedType},
		{"a relation of a type that is not there is refused", absentType},
		{"of a removal of a type and relations of it at once, one happens", typeRemovedAtOnce},
		{"a label that is removed describes nobody", removedLabel},
	}.run(t, open)
}

func removedType(t *testing.T, db Database) {
	ok(t, db.RelationTypes.Remove(t.Context(), relation.Child))
	for _, kind := range must(db.RelationTypes.All(t.Context()))(t) {
		if kind.Inverse == relation.Child {
			t.Errorf("%s still has it", kind.Slug)
		}
		if kind.ID == relation.Sibling && kind.Inverse != relation.Sibling {
			t.Error("others lost theirs")
		}
	}
	view(t, db)
}

// usedType has one person with two relations of the type, and then another one, who goes to the trash.
func usedType(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Child), related(3, relation.Child), related(3, relation.Sibling))
	relate := func(id person.ID, rows ...person.Relation) {
		t.Helper()
		ok(t, update(ctx, db.People, id, func(p *person.Person) error { p.Relations = rows; return nil }))
	}
	refused := func(what, want string) {
		t.Helper()
		before := view(t, db)
		err := db.RelationTypes.Remove(ctx, relation.Child)
		isFault(t, what, err, relation.ErrInUse)
		equal(t, what, fault.As(err).Message, want+" nog een relatie van deze soort. Pas die eerst aan.")
		sameView(t, what, view(t, db), before)
	}
	refused("of one", "1 persoon heeft")
	relate(2, related(3, relation.Child))
	refused("of two", "2 mensen hebben")
	ok(t, db.People.Remove(ctx, 2, 9, at, anybody))
	refused("beside one who is removed", "1 persoon heeft")
	relate(1, related(3, relation.Sibling))
	ok(t, db.RelationTypes.Remove(ctx, relation.Child))
	ok(t, db.People.Restore(ctx, 2, 9, at))
	equal(t, "of who comes back", len(kept(t, db, 2).Relations), 0)
	equal(t, "of whom they belonged to", len(kept(t, db, 1).Relations), 1)
	view(t, db)
}

func absentType(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db, related(2, relation.Sibling))
	before := view(t, db)
	p := personNamed("Jan", "", "Kok")
	p.Relations = []person.Relation{related(2, relation.Sibling), related(2, 99)}
	_, err := db.People.Create(ctx, p)
	isFault(t, "Create", err, relation.ErrGone)
	isFault(t, "Update", update(ctx, db.People, 1, func(kept *person.Person) error {
		kept.Relations = p.Relations
		return nil
	}), relation.ErrGone)
	sameView(t, "after refusals", view(t, db), before)
}

func typeRemovedAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	family(t, db)
	for range 5 {
		kind := must(db.RelationTypes.Create(ctx, relation.Type{Term: term.Term{Name: "Buur", Slug: "buur"}}))(t)
		equal(t, "what happened", winners(t, 2, relation.ErrInUse, func(i int) error {
			if i == 0 {
				return db.RelationTypes.Remove(ctx, kind)
			}
			err := update(ctx, db.People, 1, func(p *person.Person) error {
				p.Relations = []person.Relation{related(2, kind)}
				return nil
			})
			if errors.Is(err, relation.ErrGone) {
				return relation.ErrInUse
			}
			return err
		}), 1)
		if len(kept(t, db, 1).Relations) > 0 {
			ok(t, update(ctx, db.People, 1, func(p *person.Person) error { p.Relations = nil; return nil }))
			ok(t, db.RelationTypes.Remove(ctx, kind))
		}
	}
}

func removedLabel(t *testing.T, db Database) {
	ctx := t.Context()
	jeugd := must(db.Labels.Create(ctx, term.Term{Name: "Jeugd", Slug: "a"}))(t)
	oud := must(db.Labels.Create(ctx, term.Term{Name: "Oud", Slug: "b"}))(t)
	p := personNamed("Jan", "", "Kok")
	p.Labels = []term.ID{oud, 99, jeugd}
	id := create(t, db.People, p)
	ok(t, db.Labels.Remove(ctx, oud))
	if got := term.Names(recordOf(t, db, id).Labels); !slices.Equal(got, []string{"Jeugd"}) {
		t.Errorf("got %q", got)
	}
}

// sort is one sort of terms.
type sort[T comparable] struct {
	terms func(ports.Stores) ports.Terms[T]
	seen  func(*directory.View) []T
	of    func(*T) *term.Term
	first []T // that are there from the start
	full  T   // with a value in every field that is no term's
}

func (s sort[T]) named(slug string) T {
	v := s.full
	*s.of(&v) = term.Term{Name: "Naam van " + slug, Slug: slug}
	return v
}

// create keeps a term and returns it with its number.
func (s sort[T]) create(t *testing.T, terms ports.Terms[T], v T) T {
	t.Helper()
	s.of(&v).ID = must(terms.Create(context.Background(), v))(t)
	return v
}

// hold expects these terms beyond the first ones, as they are kept and as they are seen.
func (s sort[T]) hold(t *testing.T, what string, db Database, want ...T) {
	t.Helper()
	want = slices.Concat(s.first, want)
	kept, seen := must(s.terms(db.Stores).All(context.Background()))(t), s.seen(view(t, db))
	if !slices.Equal(kept, want) || !slices.Equal(seen, want) {
		t.Errorf("%s:\nkept %v\nseen %v\nwant %v", what, kept, seen, want)
	}
}

func (s sort[T]) suite() suite {
	return suite{
		{"every field comes back, by number, zero values too", s.comesBack},
		{"a number of its own is kept, and no number is given twice", s.numbers},
		{"a slug is one term's, and an absent term is ErrAbsent", s.unique},
		{"of many who take a slug at once, one gets it", s.createdAtOnce},
		{"a changed returned value does not reach the store", s.copied},
	}
}

func (s sort[T]) comesBack(t *testing.T, db Database) {
	terms := s.terms(db.Stores)
	s.hold(t, "at first", db)
	one, other := s.create(t, terms, s.named("z")), s.create(t, terms, s.named("a"))
	s.hold(t, "created", db, one, other)
	var changed T
	*s.of(&changed) = term.Term{ID: s.of(&one).ID, Slug: "y"}
	ok(t, terms.Update(t.Context(), changed))
	s.hold(t, "changed", db, changed, other)
	ok(t, terms.Remove(t.Context(), s.of(&one).ID))
	s.hold(t, "removed", db, other)
}

func (s sort[T]) numbers(t *testing.T, db Database) {
	ctx, terms := t.Context(), s.terms(db.Stores)
	given := map[term.ID]bool{}
	create := func(slug string, own term.ID) term.ID {
		t.Helper()
		v := s.named(slug)
		s.of(&v).ID = own
		id := must(terms.Create(ctx, v))(t)
		if given[id] {
			t.Errorf("number %d is given twice", id)
		}
		given[id] = true
		return id
	}
	first := create("a", 0)
	equal(t, "number", create("b", first+2), first+2)
	for _, slug := range []string{"c", "d", "e"} {
		create(slug, 0)
	}
	ok(t, terms.Remove(ctx, create("f", 0)))
	create("g", 0)
	taken := s.named("h")
	s.of(&taken).ID = first
	_, err := terms.Create(ctx, taken)
	isFault(t, "another's number", err, term.ErrTaken)
}

func (s sort[T]) unique(t *testing.T, db Database) {
	ctx, terms := t.Context(), s.terms(db.Stores)
	first, second, gone := s.create(t, terms, s.named("a")), s.create(t, terms, s.named("b")), s.create(t, terms, s.named("c"))
	ok(t, terms.Remove(ctx, s.of(&gone).ID))
	before := view(t, db)
	_, err := terms.Create(ctx, s.named("a"))
	isFault(t, "Create", err, term.ErrTaken)
	borrowed := second
	s.of(&borrowed).Slug, s.of(&borrowed).Name = "a", "x"
	isFault(t, "Update", terms.Update(ctx, borrowed), term.ErrTaken)
	isFault(t, "Remove an absent one", terms.Remove(ctx, s.of(&gone).ID), term.ErrAbsent)
	isFault(t, "Update an absent one", terms.Update(ctx, gone), term.ErrAbsent)
	s.hold(t, "after refusals", db, first, second)
	sameView(t, "after refusals", view(t, db), before)
	s.of(&second).Name = "Another"
	ok(t, terms.Update(ctx, second))
	ok(t, terms.Remove(ctx, s.of(&second).ID))
	s.create(t, terms, s.named("b"))
}

func (s sort[T]) createdAtOnce(t *testing.T, db Database) {
	terms := s.terms(db.Stores)
	created := winners(t, 8, term.ErrTaken, func(int) error {
		_, err := terms.Create(t.Context(), s.named("a"))
		return err
	})
	equal(t, "created", created, 1)
}

func (s sort[T]) copied(t *testing.T, db Database) {
	terms := s.terms(db.Stores)
	want := s.create(t, terms, s.named("a"))
	for _, got := range [][]T{must(terms.All(t.Context()))(t), s.seen(view(t, db))} {
		s.of(&got[len(got)-1]).Name = "changed"
	}
	s.hold(t, "afterwards", db, want)
}
