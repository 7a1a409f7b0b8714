package porttest

import (
	"context"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/directory"
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
		{"a type that is removed is nobody's relation and nobody's inverse any more", removedType},
		{"a label that is removed describes nobody", removedLabel},
	}.run(t, open)
}

func removedType(t *testing.T, db Database) {
	family(t, db, related(2, relation.Child), related(2, relation.Sibling), related(3, relation.Child))
	ok(t, db.RelationTypes.Remove(t.Context(), relation.Child, 0, at))
	left := kept(t, db, 1).Relations
	equal(t, "relations", len(left), 1)
	equal(t, "its type", left[0].Type, relation.Sibling)
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

func removedLabel(t *testing.T, db Database) {
	ctx := t.Context()
	jeugd := must(db.Labels.Create(ctx, term.Term{Name: "Jeugd", Slug: "a"}))(t)
	oud := must(db.Labels.Create(ctx, term.Term{Name: "Oud", Slug: "b"}))(t)
	p := personNamed("Jan", "", "Kok")
	p.Labels = []term.ID{oud, 99, jeugd}
	id := create(t, db.People, p)
	ok(t, db.Labels.Remove(ctx, oud, 0, at))
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
	ok(t, terms.Remove(t.Context(), s.of(&one).ID, 0, at))
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
	ok(t, terms.Remove(ctx, create("f", 0), 0, at))
	create("g", 0)
	taken := s.named("h")
	s.of(&taken).ID = first
	_, err := terms.Create(ctx, taken)
	isFault(t, "another's number", err, term.ErrTaken)
}

func (s sort[T]) unique(t *testing.T, db Database) {
	ctx, terms := t.Context(), s.terms(db.Stores)
	first, second, gone := s.create(t, terms, s.named("a")), s.create(t, terms, s.named("b")), s.create(t, terms, s.named("c"))
	ok(t, terms.Remove(ctx, s.of(&gone).ID, 0, at))
	before := view(t, db)
	_, err := terms.Create(ctx, s.named("a"))
	isFault(t, "Create", err, term.ErrTaken)
	borrowed := second
	s.of(&borrowed).Slug, s.of(&borrowed).Name = "a", "x"
	isFault(t, "Update", terms.Update(ctx, borrowed), term.ErrTaken)
	isFault(t, "Remove an absent one", terms.Remove(ctx, s.of(&gone).ID, 0, at), term.ErrAbsent)
	isFault(t, "Update an absent one", terms.Update(ctx, gone), term.ErrAbsent)
	s.hold(t, "after refusals", db, first, second)
	sameView(t, "after refusals", view(t, db), before)
	s.of(&second).Name = "Another"
	ok(t, terms.Update(ctx, second))
	ok(t, terms.Remove(ctx, s.of(&second).ID, 0, at))
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
