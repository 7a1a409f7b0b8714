package acf_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
)

func TestAnObjectIsNeitherWideNorHeavy(t *testing.T) {
	t.Parallel()
	wide := func(members int) thing {
		v := thing{Extra: acf.Extra{}}
		for i := range members {
			v.Extra[fmt.Sprint("x", i)] = json.RawMessage(`1`)
		}
		return v
	}
	heavy := func(rows int) thing {
		var v thing
		for range rows {
			v.Rows = append(v.Rows, row{Text: strings.Repeat("x", 10_000)})
		}
		return v
	}
	for _, c := range []struct {
		name          string
		before, after thing
		want          string
	}{
		{"as wide as may be", thing{}, wide(acf.MaxExtra), ""},
		{"too wide", thing{}, wide(acf.MaxExtra + 1), fault.TooManyMembers},
		{"too wide before, and no wider", wide(acf.MaxExtra + 5), wide(acf.MaxExtra + 4), ""},
		{"heavy", thing{}, heavy(26), ""},
		{"too heavy", thing{}, heavy(27), fault.TooLarge},
		{"too heavy before, and lighter", heavy(30), heavy(29), ""},
		{"too heavy by what is unknown", thing{},
			thing{Extra: acf.Extra{"x": json.RawMessage(`[` + strings.Repeat(`"0123456789",`, 22_000) + `1]`)}}, fault.TooLarge},
	} {
		var problems fault.Problems
		table.Check(&c.after, &c.before, "acf", &problems)
		got := ""
		if problems.Any() {
			got = fault.As(problems.Fault()).Params["acf"]
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
