package peoplefile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/undo"
)

// Two people with one name and one e-mail address, and a code each, both come in, also when the second one is in a later turn
// of the job: the first one is in the club by then.
func TestTwoCodesAreTwoPeopleInALaterTurn(t *testing.T) {
	t.Parallel()
	read := table(t, "Relatiecode;Voornaam;Achternaam;E-mail;Lid sinds\nN2;Jan;Pot;pot@club.example;\nN3;Jan;Pot;pot@club.example;\n"+
		";Jan;Pot;pot@club.example;\nN2;Jan;Pot;pot@club.example;\n")
	fields := peoplefile.Guess(read.Headings, nil)
	whole := peoplefile.NewPlanner(club(), fields, peoplefile.Rules{Today: today})
	first := person.Person{ID: 9, Name: person.Name{First: "Jan", Last: "Pot"}, Membership: person.Membership{Code: "N2"},
		Contacts: []person.Contact{{Type: person.Email, Value: "pot@club.example"}}}
	later := peoplefile.NewPlanner(club(first), fields, peoplefile.Rules{Today: today})
	for i := range read.Rows {
		want := whole.Decide(&read.Rows[i])
		if i == 0 {
			later.Done(&peoplefile.Result{Row: read.Rows[i], Person: 9, Outcome: peoplefile.New})
			continue
		}
		if got := later.Decide(&read.Rows[i]); got.Outcome != want.Outcome || fmt.Sprint(got.Changes) != fmt.Sprint(want.Changes) {
			t.Errorf("row %d: %+v, want %+v", i, got, want)
		}
	}
}

// Rows below one that changed somebody are decided as in one turn, when that person is in the club as changed by then: by what
// they had, and by what the row gave them.
func TestRowsBelowAChangedOneAreDecidedAlikeInALaterTurn(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"", "ABC12D3"} {
		was := jan()
		was.Membership.Code = code
		first, reason := ";Jan;de Vries;nieuw@club.example;3-2-2001;Kerkweg 2", "rij 2"
		if code != "" { // by its code alone, and another name
			first = code + ";Johan;de Vries;nieuw@club.example;;Kerkweg 2"
		}
		read := table(t, "Relatiecode;Voornaam;Achternaam;E-mail;Geboortedatum;Straat\n"+first+"\n"+
			";Jan;de Vries;jan@club.example;;\n;Johan;de Vries;nieuw@club.example;;\n;Jan;de Vries;nieuw@club.example;;\n"+
			";Jan;de Vries;;3-2-2001;\n;Jan;de Vries;jan@club.example;4-2-2001;\nN9;Jan;de Vries;jan@club.example;;\n"+
			";Piet;Kok;jan@club.example;;\n;Johan;de Vries;;;\n")
		fields := peoplefile.Guess(read.Headings, nil)
		whole := peoplefile.NewPlanner(club(was), fields, peoplefile.Rules{Today: today})
		var later *peoplefile.Planner
		for i := range read.Rows {
			want := whole.Decide(&read.Rows[i])
			if i == 0 {
				before, changed := undo.Of(&was), was.Clone()
				whole.Apply(&read.Rows[0], &changed)
				later = peoplefile.NewPlanner(club(changed), fields, peoplefile.Rules{Today: today})
				done := peoplefile.Result{Row: read.Rows[0], Before: &before, After: 2}
				done.Took(&want)
				later.Done(&done)
				continue
			}
			if got := later.Decide(&read.Rows[i]); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("code %q, row %d: %+v, want %+v", code, i+2, got, want)
			}
			if i == 1 && (want.Outcome != peoplefile.Refused || !strings.Contains(strings.Join(want.Reasons, " "), reason)) {
				t.Errorf("code %q: %+v", code, want)
			}
		}
	}
}

// A row by the code alone brings an address: a row below with the name and that address is the same person.
func TestARowBelowIsFoundByWhatARowGave(t *testing.T) {
	t.Parallel()
	list := decide(t, club(jan()), "Relatiecode;Voornaam;Achternaam;E-mail\nABC12D3;;;nieuw@club.example\n"+
		";Jan;de Vries;nieuw@club.example\n", peoplefile.Rules{})
	if list[0].Outcome != peoplefile.Changed || list[1].Outcome != peoplefile.Refused {
		t.Errorf("%+v", list)
	}
}
