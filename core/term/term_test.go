package term_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/term"
)

var others = []term.Term{
	{ID: 1, Name: "Jeugd", Slug: "jeugd"}, {ID: 2, Name: "Senioren", Slug: "oud"}, {ID: 3, Name: "Jeugd!", Slug: "jeugd-2"},
}

func TestHowATermIsKept(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		edited, want term.Term
	}{
		{"its slug follows from its name", term.Term{Name: " Vrijwilliger É "},
			term.Term{Name: "Vrijwilliger É", Slug: "vrijwilliger-e"}},
		{"a slug of its own stays", term.Term{Name: "Nieuw", Slug: "eigen"}, term.Term{Name: "Nieuw", Slug: "eigen"}},
		{"as far as it can be one", term.Term{Name: "Nieuw", Slug: " Éigen Slug! "}, term.Term{Name: "Nieuw", Slug: "eigen-slug"}},
		{"one of no letters follows from the name", term.Term{Name: "Nieuw", Slug: "!!"}, term.Term{Name: "Nieuw", Slug: "nieuw"}},
		{"a name of no letters is a term", term.Term{Name: "李"}, term.Term{Name: "李", Slug: "term"}},
		{"a taken slug gets the first free number", term.Term{Name: "Nieuw", Slug: "jeugd"}, term.Term{Name: "Nieuw", Slug: "jeugd-3"}},
		{"also one that follows from the name", term.Term{Name: "Oud"}, term.Term{Name: "Oud", Slug: "oud-2"}},
		{"its own name and slug stand in nobody's way", term.Term{ID: 1, Name: "Jeugd", Slug: "jeugd"},
			term.Term{ID: 1, Name: "Jeugd", Slug: "jeugd"}},
		{"a changed name leaves the slug", term.Term{ID: 1, Name: "Jongeren", Slug: "jeugd"},
			term.Term{ID: 1, Name: "Jongeren", Slug: "jeugd"}},
		{"the longest name", term.Term{Name: strings.Repeat("é", 200)},
			term.Term{Name: strings.Repeat("é", 200), Slug: strings.Repeat("e", 200)}},
	} {
		got := c.edited
		if err := got.Validate(others); err != nil || got != c.want {
			t.Errorf("%s: got %+v, %v", c.name, got, err)
		}
	}
}

func TestWhatNoTermCanBe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, edited, want string }{
		{"no name", "", fault.Required},
		{"blanks", " \t", fault.Required},
		{"too long a name", strings.Repeat("é", 201), term.TooLong},
		{"a NUL", "a\x00", fault.BadCharacter},
		{"no UTF-8", "\xff", fault.BadCharacter},
	} {
		edited := term.Term{Name: c.edited}
		if got := fault.As(edited.Validate(others)).Params["name"]; got != c.want {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
	for _, taken := range []string{"Jeugd", " JEÜGD ", "senioren"} {
		edited := term.Term{Name: taken}
		if err := edited.Validate(others); !errors.Is(err, term.ErrExists) {
			t.Errorf("%q: got %v", taken, err)
		}
	}
	renamed := term.Term{ID: 2, Name: "jeugd", Slug: "oud"}
	if err := renamed.Validate(others); !errors.Is(err, term.ErrExists) {
		t.Errorf("renamed to another's name: got %v", err)
	}
}

func TestSettlingLeavesTheOthersAlone(t *testing.T) {
	t.Parallel()
	before := slices.Clone(others)
	edited := term.Term{ID: 2, Name: "Nieuw"}
	if err := edited.Validate(others); err != nil || !slices.Equal(others, before) {
		t.Errorf("the others became %v, %v", others, err)
	}
}

func TestNamesAndNumbers(t *testing.T) {
	t.Parallel()
	if got := term.Names(others); !slices.Equal(got, []string{"Jeugd", "Senioren", "Jeugd!"}) {
		t.Errorf("got %q", got)
	}
	if got := term.IDs(others); !slices.Equal(got, []term.ID{1, 2, 3}) {
		t.Errorf("got %v", got)
	}
	if names, ids := term.Names(nil), term.IDs(nil); names == nil || ids == nil || len(names)+len(ids) > 0 {
		t.Errorf("none are %v and %v", names, ids)
	}
}

func TestTheKindsOfItsFaults(t *testing.T) {
	t.Parallel()
	for f, want := range map[*fault.Fault]fault.Kind{term.ErrAbsent: fault.NotFound, term.ErrTaken: fault.Conflict,
		term.ErrExists: fault.Invalid} {
		if f.Kind != want {
			t.Errorf("%s is of kind %d", f.Code, f.Kind)
		}
	}
	if term.ErrExists.Code != "term_exists" || term.ErrAbsent.Code != "rest_term_invalid" {
		t.Error("the codes of the contract changed")
	}
}
