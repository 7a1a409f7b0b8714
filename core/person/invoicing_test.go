package person_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestWhereInvoicesGo(t *testing.T) {
	t.Parallel()
	told := func(address, email, reference string) acf.Extra {
		extra := acf.Extra{}
		for key, value := range map[string]string{"factuur-adres": address, "factuur-email": email, "factuur-referentie": reference} {
			if value != "" {
				extra[key] = json.RawMessage(value)
			}
		}
		return extra
	}
	for name, c := range map[string]struct {
		extra acf.Extra
		want  person.Invoicing
		lines []string
	}{
		"as usual": {nil, person.Invoicing{}, nil},
		"elsewhere": {
			told(`"Kade 12 B, 7097 AB  Elzendam, België"`, `" geld@club.example "`, `"K-7"`),
			person.Invoicing{Email: "geld@club.example", Address: "Kade 12 B, 7097 AB Elzendam, België", Reference: "K-7"},
			[]string{"Kade 12 B", "7097 AB Elzendam", "België"},
		},
		"cleared":  {told(`""`, `null`, `""`), person.Invoicing{}, nil},
		"no texts": {told(`12`, `{"a":1}`, `false`), person.Invoicing{}, nil},
	} {
		p := person.Person{Extra: c.extra}
		got := p.Invoicing()
		if got != c.want || !slices.Equal(got.Lines(), c.lines) {
			t.Errorf("%s: %+v %q", name, got, got.Lines())
		}
	}
}
