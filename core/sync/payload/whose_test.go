package payload_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func TestWhoseARecordIsSaysTheCodeAndWithoutOneTheName(t *testing.T) {
	t.Parallel()
	row := &federation.Member{Code: "AB12345", First: "Daan", Infix: "van", Last: "Eik"}
	for name, c := range map[string]struct {
		code, first, last string
		stranger          bool
		row               *federation.Member
		want              bool
	}{
		"the code":                         {code: "AB12345", first: "Piet", row: row, want: true},
		"the code in another spelling":     {code: "ab12345", row: row, want: true},
		"another code and the name":        {code: "AB12346", first: "Daan", last: "Eik", row: row},
		"no code and the name":             {first: "daan", last: "Eik", row: row, want: true},
		"no code and another name":         {first: "Piet", last: "Puk", row: row},
		"no code and a name nobody knows":  {first: "Daan", last: "Eik"},
		"the code and a name nobody knows": {code: "AB12345", first: "Daan", want: true},
		"a stranger with the code":         {code: "AB12345", first: "Daan", last: "Eik", stranger: true, row: row},
		"no code, and a row without a first name": {
			first: "Eik", last: "Eik", row: &federation.Member{Code: "AB12345", Last: "Eik"}, want: true,
		},
	} {
		record := payload.Person{Person: person.Person{
			Administered: !c.stranger, Name: person.Name{First: c.first, Last: c.last}, Membership: person.Membership{Code: c.code},
		}}
		if got := record.IsMember("AB12345", c.row); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
