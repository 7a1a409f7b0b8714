package peoplefile_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
)

// A row with the code of somebody else is refused, whichever columns the file has.
func TestACodeOfSomebodyWithAnotherNameIsRefused(t *testing.T) {
	t.Parallel()
	called := jan()
	called.Name.Nick = "Hans"
	single := jan()
	single.Name = person.Name{First: "Jan"}
	parent := jan()
	parent.Name = person.Name{First: "Jan de Vries"}
	initials := jan()
	initials.Name.First = "J.P."
	father := jan()
	father.ID, father.Name.First, father.Membership.Code = 8, "Johan", "F1"
	father.Birthdate = civil.Date{Year: 1970, Month: 2, Day: 3}
	unborn := father
	unborn.Birthdate = civil.Date{}
	const whole = "Relatiecode;Voornaam;Achternaam;Geboortedatum"
	for name, one := range map[string]struct {
		head, row string
		club      []person.Person
		refused   bool
	}{
		"another first name":              {"Relatiecode;Voornaam;E-mail", "ABC12D3;Piet;piet@club.example", []person.Person{jan()}, true},
		"another that begins alike":       {"Relatiecode;Voornaam", "ABC12D3;Joep", []person.Person{jan()}, true},
		"another and the same birth":      {whole, "ABC12D3;Piet;;3-2-2001", []person.Person{jan()}, true},
		"another in one cell":             {"Relatiecode;Naam", "ABC12D3;Piet", []person.Person{jan()}, true},
		"another of who has no last name": {whole, "ABC12D3;Piet;;", []person.Person{single}, true},
		"another and another last name":   {whole, "ABC12D3;Piet;Kok;3-2-2001", []person.Person{jan()}, true},
		"a brother":                       {whole, "ABC12D3;Piet;de Vries;4-2-2003", []person.Person{jan()}, true},
		"initials of a brother":           {whole, "ABC12D3;J.;de Vries;4-2-2003", []person.Person{jan()}, true},
		"the father's name":               {whole, "ABC12D3;Johan;de Vries;", []person.Person{jan(), father}, true},
		"another last name":               {whole, "ABC12D3;;Kok;", []person.Person{jan()}, true},
		"another last name and birth":     {whole, "ABC12D3;Jan;Kok;4-2-2003", []person.Person{jan()}, true},
		"the father's, not of this age":   {whole, "ABC12D3;Johan;de Vries;3-2-2001", []person.Person{jan(), father}, false},
		"the father's, of who knows what": {whole, "ABC12D3;Johan;de Vries;3-2-2001", []person.Person{jan(), unborn}, true},
		"the first name":                  {"Relatiecode;Voornaam", "ABC12D3;jan", []person.Person{jan()}, false},
		"a full first name":               {"Relatiecode;Voornaam", "ABC12D3;Johannes", []person.Person{jan()}, false},
		"an initial":                      {"Relatiecode;Voornaam", "ABC12D3;J.", []person.Person{jan()}, false},
		"initials":                        {whole, "ABC12D3;J.P.;Vries;", []person.Person{jan()}, false},
		"initials alone":                  {"Relatiecode;Voornaam", "ABC12D3;J.P.", []person.Person{jan()}, false},
		"a name for initials":             {whole, "ABC12D3;Jan;;", []person.Person{initials}, false},
		"a call name":                     {whole, "ABC12D3;Hans;de Vries;", []person.Person{jan()}, false},
		"a call name that is known":       {"Relatiecode;Voornaam", "ABC12D3;Hans", []person.Person{called}, false},
		"a call name beside it":           {"Relatiecode;Voornaam;Roepnaam", "ABC12D3;Gerardus;Jan", []person.Person{jan()}, false},
		"a birth that was wrong":          {whole, "ABC12D3;Jan;de Vries;4-2-2003", []person.Person{jan()}, false},
		"a married name":                  {whole, "ABC12D3;Jan;Kok;", []person.Person{jan()}, false},
		"initials and a married name":     {whole, "ABC12D3;J.;Kok;3-2-2001", []person.Person{jan()}, false},
		"the same without a birth":        {whole, "ABC12D3;J.;Kok;", []person.Person{jan()}, true},
		"a married name by birth":         {whole, "ABC12D3;;Kok;3-2-2001", []person.Person{jan()}, false},
		"a last name of who has none":     {whole, "ABC12D3;;Kok;", []person.Person{single}, false},
		"both names in the first":         {whole, "ABC12D3;Jan;de Vries;", []person.Person{parent}, false},
		"a birth alone":                   {whole, "ABC12D3;;;4-2-2003", []person.Person{jan()}, false},
	} {
		d := decide(t, club(one.club...), one.head+"\n"+one.row+"\n", peoplefile.Rules{})[0]
		if got := strings.Contains(strings.Join(d.Reasons, " "), "heet anders"); got != one.refused || got != (d.Outcome == "refused") {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// The codes of two children of a family were swapped: neither gets what is the other's.
func TestSwappedCodesOfAFamilyAreRefused(t *testing.T) {
	t.Parallel()
	anna := jan()
	anna.ID, anna.Name.First, anna.Membership.Code = 8, "Anna", "ABC12D4"
	for _, born := range []civil.Date{{Year: 2003, Month: 2, Day: 3}, jan().Birthdate, {}} { // one of twins is born the same day
		anna.Birthdate = born
		for _, file := range []string{
			"Relatiecode;Voornaam;Achternaam;E-mail\nABC12D4;Jan;de Vries;jan@x.example\nABC12D3;Anna;de Vries;anna@x.example\n",
			"Relatiecode;Voornaam;Achternaam;Geboortedatum\nABC12D4;Jan;de Vries;3-2-2001\nABC12D3;Anna;de Vries;" + born.String() + "\n",
		} {
			for _, d := range decide(t, club(jan(), anna), file, peoplefile.Rules{}) {
				if d.Outcome != peoplefile.Refused {
					t.Errorf("born %s: %+v", born, d)
				}
			}
		}
	}
}
