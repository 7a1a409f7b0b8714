package relation_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

func TestTheDefaultTypes(t *testing.T) {
	t.Parallel()
	inverses := map[string]string{
		"parent": "child", "child": "parent", "sibling": "sibling", "spouse": "spouse", "partner": "partner", "friend": "friend",
		"colleague": "colleague", "acquaintance": "acquaintance", "cousin": "cousin", "grandparent": "grandchild",
		"grandchild": "grandparent",
		"stepparent": "stepchild", "stepchild": "stepparent", "godparent": "godchild", "godchild": "godparent", "boss": "subordinate",
		"subordinate": "boss", "mentor": "mentee", "mentee": "mentor", "aunt": "niece", "uncle": "niece", "niece": "aunt",
		"nephew": "aunt",
		"ex":     "", "stepsibling": "", "inlaw": "",
	}
	slugs, names := map[string]bool{}, map[string]bool{}
	for i, kind := range types {
		if kind.ID != term.ID(i+2) || slugs[kind.Slug] || names[kind.Name] || kind.Name == "" {
			t.Errorf("%+v has another's number, name or slug", kind)
		}
		slugs[kind.Slug], names[kind.Name] = true, true
		want, known := inverses[kind.Slug]
		if inverse := slugOf(types, kind.Inverse); !known || inverse != want {
			t.Errorf("the inverse of %s is %q, want %q", kind.Slug, inverse, want)
		}
		group := ""
		switch kind.Slug {
		case "aunt", "uncle":
			group = "aunt_uncle"
		case "niece", "nephew":
			group = "niece_nephew"
		}
		if kind.Group != group || kind.Gendered != (group != "") {
			t.Errorf("%s is one of %q", kind.Slug, kind.Group)
		}
		if settled := kind; settled.Validate(types) != nil || settled != kind {
			t.Errorf("%s is not as it is kept: %+v", kind.Slug, settled)
		}
	}
	if len(types) != len(inverses) {
		t.Errorf("%d types, want %d", len(types), len(inverses))
	}
	for slug, id := range map[string]term.ID{"parent": relation.Parent, "child": relation.Child, "sibling": relation.Sibling} {
		if slugOf(types, id) != slug {
			t.Errorf("%d is %s", id, slugOf(types, id))
		}
	}
	relation.Defaults()[0].Name = "changed"
	if relation.Defaults()[0].Name == "changed" {
		t.Error("the default types are shared")
	}
}

func slugOf(types relation.Types, id term.ID) string {
	for _, kind := range types {
		if kind.ID == id {
			return kind.Slug
		}
	}
	return ""
}

func TestHowATypeIsKept(t *testing.T) {
	t.Parallel()
	kind := relation.Type{Term: term.Term{Name: " Oppas "}, Inverse: 2, Gendered: true, Group: " aunt_uncle "}
	want := relation.Type{Term: term.Term{Name: "Oppas", Slug: "oppas"}, Inverse: 2, Gendered: true, Group: "aunt_uncle"}
	if err := kind.Validate(types); err != nil || kind != want {
		t.Errorf("got %+v, %v", kind, err)
	}
	own := relation.Type{Term: term.Term{ID: 99, Name: "Oppas"}, Inverse: 99}
	if err := own.Validate(types); err != nil {
		t.Errorf("its own inverse: %v", err)
	}
	for field, wrong := range map[string]relation.Type{
		"acf.inverse_relationship_type": {Term: term.Term{Name: "Oppas"}, Inverse: 99},
		"acf.gender_dependent_group":    {Term: term.Term{Name: "Oppas"}, Group: "a\x00b"},
		"name":                          {},
	} {
		if err := wrong.Validate(types); len(fault.As(err).Params) != 1 || fault.As(err).Params[field] == "" {
			t.Errorf("%s: got %v", field, err)
		}
	}
	taken := relation.Type{Term: term.Term{Name: "ouder"}}
	if err := taken.Validate(types); !errors.Is(err, term.ErrExists) {
		t.Errorf("another's name: got %v", err)
	}
}

func TestMissingDefaultsComeBack(t *testing.T) {
	t.Parallel()
	if missing := types.Missing(); len(missing) != 0 {
		t.Errorf("missing from the start: %v", missing)
	}
	var left relation.Types
	for _, kind := range types {
		if kind.Slug != "parent" && kind.Slug != "aunt" {
			left = append(left, kind)
		}
	}
	left = append(left, relation.Type{Term: term.Term{ID: relation.Parent, Name: "Eigen", Slug: "eigen"}})
	missing := left.Missing()
	if len(missing) != 2 || missing[0].Slug != "parent" || missing[0].ID != 0 || missing[1].Slug != "aunt" ||
		missing[1].ID != typeOf("aunt") {
		t.Fatalf("got %+v", missing)
	}
	for _, kind := range missing {
		if kind.Inverse != 0 || kind.Name == "" || kind.Gendered != (kind.Slug == "aunt") {
			t.Errorf("got %+v", kind)
		}
	}
	if all := (relation.Types{}).Missing(); len(all) != len(types) || all[0].ID != relation.Parent {
		t.Errorf("of none %d are missing", len(all))
	}
}

func TestDefaultsAreRestoredWhateverWasDoneToThem(t *testing.T) {
	t.Parallel()
	changed := slices.Clone(types)
	for i := range changed {
		changed[i].ID += 100 // other numbers
		changed[i].Name += " (eigen)"
		changed[i].Inverse, changed[i].Gendered, changed[i].Group = 0, !changed[i].Gendered, "x"
	}
	own := relation.Type{Term: term.Term{ID: 99, Name: "Eigen", Slug: "eigen"}, Inverse: 99}
	restored := append(relation.Types{own}, changed...).Restored()
	if len(restored) != len(types) {
		t.Fatalf("%d are restored", len(restored))
	}
	for i, kind := range restored {
		want := types[i]
		want.ID, want.Name = want.ID+100, want.Name+" (eigen)"
		if want.Inverse != 0 {
			want.Inverse += 100
		}
		if !reflect.DeepEqual(kind, want) {
			t.Errorf("got %+v, want %+v", kind, want)
		}
	}
	if same := types.Restored(); !slices.Equal(same, types) {
		t.Errorf("untouched ones became %v", same)
	}
}

func TestNumbersOfTypes(t *testing.T) {
	t.Parallel()
	if ids := types.IDs(); len(ids) != len(types) || ids[0] != relation.Parent {
		t.Errorf("got %v", ids)
	}
}

func TestTheSlugOfADefaultIsFixed(t *testing.T) {
	t.Parallel()
	types := append(relation.Defaults(), relation.Type{Term: term.Term{ID: 99, Name: "Oppas", Slug: "oppas"}})
	for _, c := range []struct {
		id   term.ID
		slug string
		want string
	}{
		{relation.Child, "kind", relation.FixedSlug}, {relation.Child, "", relation.FixedSlug},
		{relation.Child, "Child", relation.FixedSlug},
		{relation.Child, "child", ""}, {99, "babysitter", ""}, {99, "", ""}, {0, "nieuw", ""},
	} {
		kind := relation.Type{Term: term.Term{ID: c.id, Name: "Zo heet er geen", Slug: c.slug}}
		got := ""
		if err := kind.Validate(types); err != nil {
			got = fault.As(err).Params["slug"]
		}
		if got != c.want {
			t.Errorf("type %d with the slug %q: got %q, want %q", c.id, c.slug, got, c.want)
		}
	}
	// A type of one's own that took the place of a default's slug is a default, too.
	renamed := relation.Type{Term: term.Term{ID: 99, Name: "Zo heet er geen", Slug: "x"}}
	err := renamed.Validate(relation.Types{{Term: term.Term{ID: 99, Name: "Kind", Slug: "child"}}})
	if fault.As(err).Params["slug"] != relation.FixedSlug {
		t.Errorf("got %v", err)
	}
}
