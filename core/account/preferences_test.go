package account_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

func TestPreferences(t *testing.T) {
	t.Parallel()
	many := make([]string, 51)
	for i := range many {
		many[i] = fmt.Sprint("column", i)
	}
	for _, c := range []struct {
		name          string
		columns, want []string
		problem       string
	}{
		{"as it comes", nil, nil, ""},
		{"no columns are the usual ones", []string{}, nil, ""},
		{"each once, in their order", []string{"b", "a", "b", ""}, []string{"b", "a"}, ""},
		{"as many as there may be", many[:50], many[:50], ""},
		{"one too many", many, many, account.TooManyColumns},
		{"a NUL", []string{"a\x00"}, []string{"a\x00"}, fault.BadCharacter},
	} {
		p := account.Preferences{PeopleColumns: c.columns}
		err := p.Validate()
		if !reflect.DeepEqual(p.PeopleColumns, c.want) {
			t.Errorf("%s: got %q", c.name, p.PeopleColumns)
		}
		if (err != nil) != (c.problem != "") || err != nil && fault.As(err).Params["people.columns"] != c.problem {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestWidthsOfColumns(t *testing.T) {
	t.Parallel()
	many := map[string]int{}
	for i := range 51 {
		many[fmt.Sprint("column", i)] = 100
	}
	for _, c := range []struct {
		name    string
		widths  map[string]int
		problem string
	}{
		{"none", map[string]int{}, ""},
		{"the bounds", map[string]int{"a": account.NarrowestColumn, "b": account.WidestColumn}, ""},
		{"too narrow", map[string]int{"a": account.NarrowestColumn - 1}, account.WidthOutOfBounds},
		{"too wide", map[string]int{"a": 100, "b": account.WidestColumn + 1}, account.WidthOutOfBounds},
		{"below nothing", map[string]int{"a": -100}, account.WidthOutOfBounds},
		{"too many", many, account.TooManyColumns},
		{"a NUL", map[string]int{"a\x00": 100}, fault.BadCharacter},
	} {
		p := account.Preferences{PeopleWidths: c.widths}
		err := p.Validate()
		if (err != nil) != (c.problem != "") || err != nil && fault.As(err).Params["people.widths"] != c.problem {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestACloneOfPreferencesSharesNothing(t *testing.T) {
	t.Parallel()
	p := account.Preferences{Roomy: true, NoShortcuts: true, PeopleColumns: []string{"a"}, PeopleWidths: map[string]int{"a": 100}}
	clone := p.Clone()
	if !reflect.DeepEqual(clone, p) {
		t.Errorf("the clone is %+v", clone)
	}
	clone.PeopleColumns[0], clone.PeopleWidths["a"] = "b", 200
	if !slices.Equal(p.PeopleColumns, []string{"a"}) || p.PeopleWidths["a"] != 100 || !reflect.DeepEqual(account.Preferences{}.Clone(), account.Preferences{}) {
		t.Errorf("the original became %+v", p)
	}
}
