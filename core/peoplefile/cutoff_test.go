package peoplefile_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
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
