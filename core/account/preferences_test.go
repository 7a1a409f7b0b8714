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

func TestACloneOfPreferencesSharesNothing(t *testing.T) {
	t.Parallel()
	p := account.Preferences{PeopleColumns: []string{"a"}}
	clone := p.Clone()
	clone.PeopleColumns[0] = "b"
	if !slices.Equal(p.PeopleColumns, []string{"a"}) || !reflect.DeepEqual(account.Preferences{}.Clone(), account.Preferences{}) {
		t.Errorf("the original became %q", p.PeopleColumns)
	}
}
