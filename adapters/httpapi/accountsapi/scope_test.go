package accountsapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: club §1, §2.11-1
func TestACoordinatorReadsWhatWasGiven(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	keeper := s.User("toegang", access.SectionRole(access.AccessControl))
	jan := s.User("jan")
	as, controls := s.Program("jan"), s.Program("toegang")
	team, other := s.Team(admin, "JO9-1"), s.Team(admin, "JO10-1")
	row := func(team int64, current bool) []object {
		return []object{{"team": team, "job_title": "Speler", "is_current": current}}
	}
	plays := s.Person(admin, object{"first_name": "Speelt", "work_history": row(team, true)}).ID()
	played := s.Person(admin, object{"first_name": "Speelde", "work_history": row(team, false)}).ID()
	left := s.Person(admin, object{"first_name": "Weg", "former_member": true, "leeftijdsgroep": "Onder 9",
		"work_history": row(team, true)}).ID()
	young := s.Person(admin, object{"first_name": "Jong", "leeftijdsgroep": "Onder 9"}).ID()
	girl := s.Person(admin, object{"first_name": "Meisje", "leeftijdsgroep": "Onder 9 Meiden"}).ID()
	scope := fmt.Sprintf("/api/club/v1/users/%d/scope", jan.ID)

	available := object{"teams": []any{object{"id": float64(team), "name": "JO9-1"}, object{"id": float64(other), "name": "JO10-1"}},
		"age_groups": []any{"Onder 9", "Onder 9 Meiden"}}
	s.Get(scope, controls).Is(200).Has("", object{"teams": []any{}, "age_groups": []any{}, "available": available})
	s.Send("PUT", scope, object{"teams": []int64{team, team}, "age_groups": []string{"Onder 9"}}, controls).Is(200).
		Has("", object{"teams": []any{float64(team)}, "age_groups": []any{"Onder 9"}, "available": available})
	s.Get(scope, admin).Has("teams", []any{float64(team)})
	for id, status := range map[int64]int{plays: 200, young: 200, played: 403, left: 403, girl: 403} {
		s.Get(apitest.Person(id), as).Is(status)
		s.Send("PUT", apitest.Person(id), object{"acf": object{"nickname": "x"}}, as).Refuses(403, "rest_forbidden")
		s.Send("DELETE", apitest.Person(id), nil, as).Refuses(403, "rest_forbidden")
		s.Get(apitest.Person(id), controls).Refuses(403, "rest_forbidden") // who gives it reads nobody
	}
	s.Get(apitest.Person(99), as).Refuses(404, "rest_post_invalid_id")
	s.Get(apitest.At(apitest.Teams, team), as).Is(200).Has("player_count", 1)
	s.Get(apitest.At(apitest.Teams, other), as).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/user/me", as).Has("dashboard_context.coordinator", true).Has("can_access_dashboard", true)

	gone := s.Team(admin, "JO11-1")
	theirs := s.Person(admin, object{"first_name": "Over", "work_history": row(gone, true)}).ID()
	s.Send("PUT", scope, object{"teams": []int64{team, gone}, "age_groups": []string{}}, admin).Is(200)
	s.Get(apitest.Person(theirs), as).Is(200)
	s.Send("DELETE", apitest.At(apitest.Teams, gone)+"?force=true", nil, admin).Is(200)
	s.Get(scope, admin).Has("teams", []any{float64(team)})
	s.Get(apitest.Person(theirs), as).Refuses(403, "rest_forbidden") // nobody is on the roster of a team that is gone
	s.Get(apitest.Filtered, as).Is(200).Has("total", 1.0)
	s.Get(apitest.Person(plays), as).Is(200)

	s.Send("PUT", scope, object{"teams": []int64{}, "age_groups": []string{}}, admin).Is(200)
	s.Get(apitest.Person(plays), as).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/user/me", as).Has("dashboard_context.coordinator", false)

	for body, param := range map[string]string{
		`{"teams":[9999],"age_groups":[]}`:      "teams",
		`{"teams":[1000],"age_groups":[]}`:      "teams", // a committee
		`{"teams":["x"],"age_groups":[]}`:       "teams[0]",
		`{"teams":[],"age_groups":[" "]}`:       "age_groups",
		`{"teams":[],"age_groups":["a\u0000"]}`: "age_groups",
		`{"teams":[]}`:                          "age_groups",
		`{}`:                                    "teams",
	} {
		s.Send("PUT", scope, body, controls).Is(400).Has("code", "rest_invalid_param")
		if _, told := s.Send("PUT", scope, body, controls).Object("data.params")[param]; !told {
			t.Errorf("%s: %s is not told", body, param)
		}
	}
	own := fmt.Sprintf("/api/club/v1/users/%d/scope", keeper.ID)
	s.Send("PUT", own, object{"teams": []int64{team}, "age_groups": []string{}}, controls).Refuses(403, "rest_forbidden")
	s.Send("PUT", "/api/club/v1/users/1/scope", object{"teams": []int64{team}, "age_groups": []string{}}, admin).
		Refuses(403, "rest_forbidden") // the administrator's own
	s.Send("PUT", scope, object{"teams": []int64{team}, "age_groups": []string{}}, as).Refuses(403, "rest_forbidden")
	s.Get(scope, as).Refuses(403, "rest_forbidden")
	s.Get(scope).Refuses(401, "rest_not_logged_in")
	s.Get("/api/club/v1/users/99/scope", controls).Is(404)
	s.Send("PUT", "/api/club/v1/users/99/scope", object{"teams": []int64{}, "age_groups": []string{}}, controls).Is(404)
}

// contract: club §1
func TestOnesOwnPersonIsReadAndNotEdited(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	self := s.Person(admin, object{"first_name": "Jan", "former_member": true}).ID()
	s.Get(apitest.Person(self), jan).Refuses(403, "rest_forbidden")
	if err := s.Operator().Link(t.Context(), "jan", self); err != nil {
		t.Fatal(err)
	}
	s.Get(apitest.Person(self), jan).Is(200)
	s.Get(apitest.People+"?per_page=100", jan).Is(200).Has("0.id", float64(self))
	s.Send("PUT", apitest.Person(self), object{"acf": object{"nickname": "x"}}, jan).Refuses(403, "rest_forbidden")
	s.Send("DELETE", apitest.Person(self), nil, jan).Refuses(403, "rest_forbidden")
}
