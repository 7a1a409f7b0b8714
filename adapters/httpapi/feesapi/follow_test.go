package feesapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// contract: club §2.8-5; facts §2.8: nothing of a fee is kept, so that each change counts at once, of the family and
// of each season too.
func TestAFeeFollowsEveryChangeAtOnce(t *testing.T) {
	t.Parallel()
	s, admin, treasurer, _, people := town(t)
	change := func(name string, acf object) {
		t.Helper()
		s.Send("PUT", apitest.Person(people[name]), object{"acf": acf}, admin).Is(200)
	}
	pays := func(season, name string, want any) {
		t.Helper()
		s.Get(one(people[name])+"?season="+season, treasurer).Is(200).Has("final_fee", want)
	}
	pays("2025-2026", "Broer", 101.25)
	// The sister who stood before him leaves in time: he is the only child at that address.
	change("Zus", object{"former_member": true, "lid-sinds": "2015-01-01", "lid-tot": "2024-05-01"})
	pays("2025-2026", "Broer", 135.)
	s.Get(one(people["Zus"]), treasurer).Has("calculable", false).Has("reason", "former_member_not_in_season")
	change("Zus", object{"former_member": false, "lid-tot": nil})
	pays("2025-2026", "Broer", 101.25)
	// She changes class, so that he stands before her.
	change("Zus", object{"leeftijdsgroep": "Onder 8"})
	pays("2025-2026", "Broer", 135.)
	pays("2025-2026", "Zus", 97.5)
	change("Zus", object{"leeftijdsgroep": "Onder 15"})
	// He moves, and moves back.
	change("Broer", object{"addresses": []object{{"street": "Kade 1", "postal_code": "1234 AB"}}})
	pays("2025-2026", "Broer", 135.)
	change("Broer", object{"addresses": []object{{"street": "Dorpsstraat 12-A", "postal_code": "1234ab"}}})
	pays("2025-2026", "Broer", 101.25)
	change("Broer", object{"lid-sinds": "2020-01-01"})
	pays("2025-2026", "Broer", 135.)
	// Work decides, and other amounts of the next season alone are seen at once.
	change("Gever", object{"work_history": []object{}})
	s.Get(one(people["Gever"]), treasurer).Has("calculable", false)
	s.Post(rules, object{"season": "2026-2027", "family_discount": object{"second_child_percent": 10}}, treasurer).Is(200)
	pays("2025-2026", "Broer", 135.)
	pays("2026-2027", "Broer", 162.)
}

// contract: club §2.8-3, §2.8-6
func TestWhatIsExportedFollowsTheRulesOfFormerMembers(t *testing.T) {
	t.Parallel()
	s, _, treasurer, _, _ := town(t)
	for body, rows := range map[string]float64{`{}`: 5, `{"include_former":false}`: 4, `{"forecast":true}`: 4,
		`{"forecast":true,"include_former":true}`: 4} {
		s.Post(club+"/google-sheets/sync", body, treasurer).Is(200).Has("rows_exported", rows)
	}
}
