package peoplefile_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
)

// Programs write a whole number as 12345678.0 or 1.2345678E7: it is the same number. One that lost digits is none.
func TestWholeNumbersOfPrograms(t *testing.T) {
	t.Parallel()
	one := person.Person{ID: 7, Name: person.Name{First: "Jan", Last: "Vries"}, Visibility: person.Private,
		Membership: person.Membership{Code: "12345678"}, Addresses: []person.Address{{Street: "Kerkweg 12"}}}
	for code, want := range map[string]peoplefile.Outcome{
		"12345678": peoplefile.Unchanged, "12345678.0": peoplefile.Unchanged, "1.2345678E7": peoplefile.Unchanged,
		"1,23457E+07": peoplefile.Refused, "1.23457E+07": peoplefile.Refused, "####": peoplefile.Refused,
		"12345678.5": peoplefile.New, "1.23456785E7": peoplefile.Refused,
	} {
		d := decide(t, club(one), "Lidnummer;Voornaam;Achternaam;Straat;Huisnummer\n"+code+";Jan;Vries;Kerkweg;12.0\n",
			peoplefile.Rules{})[0]
		if d.Outcome != want {
			t.Errorf("%s: %+v", code, d)
		}
	}
	born := decide(t, club(), "Voornaam;Geboortedatum;Mobiel\nJan;2.0100531E7;6.12E8\n", peoplefile.Rules{})[0].Changes
	if len(born) != 3 || born[1].To != "2010-05-31" || born[2].To != "0612000000" {
		t.Errorf("%+v", born)
	}
}
