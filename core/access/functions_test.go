package access_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
)

// contract: club §2.10
func TestFunctionsBringTheRolesOfTheMap(t *testing.T) {
	t.Parallel()
	m := access.FunctionMap{
		"Penningmeester": {"club_financieel"}, "Voorzitter": {access.Board, access.Administrator}, "Secretaris": {access.Board},
	}
	for _, c := range []struct {
		functions []string
		want      string
	}{
		{nil, "[]"}, {[]string{"Trainer"}, "[]"}, {[]string{"penningmeester"}, "[club_financieel]"},
		{[]string{"Secretaris", "Voorzitter", "Trainer"}, "[administrator club_bestuur]"},
	} {
		if got := fmt.Sprint(m.RolesOf(c.functions)); got != c.want {
			t.Errorf("%v bring %s, want %s", c.functions, got, c.want)
		}
	}
	if got := m.Bringing(access.Board, []string{"Trainer", "Voorzitter", "secretaris"}); fmt.Sprint(got) != "[Voorzitter secretaris]" {
		t.Errorf("the board is brought by %v", got)
	}
	nameless := access.FunctionMap{"\u0301": {access.Administrator}}
	if got := nameless.RolesOf([]string{"", " ", "\u0301", "\u0300", "Trainer"}); len(got) > 0 {
		t.Errorf("a function without letters brings %v", got)
	}
	if clean := (access.FunctionMap{" A": {"x", "y"}, "A ": {"x"}}).Clean(); fmt.Sprint(clean) != "map[A:[x y]]" {
		t.Errorf("clean: %v", clean)
	}
}

func TestAMapNamesRolesThatThereAre(t *testing.T) {
	t.Parallel()
	blank, accent := " ", "\u0301"
	for field, m := range map[string]access.FunctionMap{
		"map." + blank:  {blank: {access.Board}},
		"map." + accent: {accent: {access.Board}},
		"map.A[1]":      {"A": {access.Board, "club_baas"}},
		"map.A[0]":      {"A": {access.Synchronizer}},

		"map.A\x00": {"A\x00": {access.Board}},
	} {
		params := fault.As(m.Validate()).Params
		if got := slices.Collect(maps.Keys(params)); len(got) != 1 || got[0] != field {
			t.Errorf("%v: %v", m, params)
		}
	}
	if err := (access.FunctionMap{"A": {access.Board}, "B": nil}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestARoleIsKnownByItsShortNameAndItsWhole(t *testing.T) {
	t.Parallel()
	if access.Administrator.Short() != "admin" || access.SectionRole(access.Finance).Short() != "financieel" {
		t.Error("the short names")
	}
	for _, role := range access.Roles() {
		if access.NamedRole(role.Short()) != role || access.NamedRole(string(role)) != role {
			t.Errorf("%s is %s and %s", role, access.NamedRole(role.Short()), access.NamedRole(string(role)))
		}
	}
	if role := access.NamedRole("baas"); role.Known() || role != "baas" {
		t.Errorf("baas is %s", role)
	}
}
