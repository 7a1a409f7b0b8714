package settingsapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// object is JSON as a test writes it.
type object = apitest.Object

// contract: club §2.1-2
func TestVolunteerRulesAreForAdministratorsAndTakeEffectAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	const address = "/api/club/v1/volunteer-roles/settings"
	s.Person(jan, object{"first_name": "Jan", "work_history": []object{{"team": s.Team(jan, "JO9-1"), "job_title": "Trainer",
		"is_current": true}}}).
		Has("acf.huidig-vrijwilliger", "1")
	before := s.Get(address, jan).Is(200)
	s.Post(address, object{"player_roles": []string{"Trainer"}}, jan).Refuses(403, "rest_forbidden")
	if after := s.Get(address, jan); after.Text != before.Text {
		t.Errorf("changed by a refused call: %s", after.Text)
	}
	s.Post(address, object{"player_roles": []string{" trainer ", "TRAINER", ""}, "exempt_commissies": []int{5, 3, 5}}, admin).
		Is(200).
		Has("player_roles", []any{"trainer"}).Has("exempt_commissies", []any{3.0, 5.0}).
		Has("excluded_roles", before.List("excluded_roles"))
	s.Get(apitest.Person(1), jan).Has("acf.huidig-vrijwilliger", "0")
	s.Post(address, object{"player_roles": "x"}, admin).Refuses(400, "rest_invalid_param", "player_roles")
	s.Post(address, object{"exempt_commissies": []string{"x"}}, admin).Refuses(400, "rest_invalid_param", "exempt_commissies[0]")
}
