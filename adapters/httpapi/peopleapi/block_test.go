package peopleapi_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: club §1
func TestWhoKeepsTheMoneyBlocksAlsoWhomItDoesNotRead(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("geld", access.SectionRole(access.Finance))
	s.User("jan")
	money, jan := s.Program("geld"), s.Program("jan")
	id := s.Person(admin, object{"first_name": "Geheim"}).ID()
	block := fmt.Sprintf("/api/club/v1/people/%d/financial-block", id)
	s.Get(apitest.Person(id), money).Refuses(403, "rest_forbidden")
	s.Post(block, object{"blocked": true}, money).Is(200).
		Has("", object{"success": true, "id": float64(id), "blocked": true})
	s.Get(apitest.Person(id), admin).Has("acf.financiele-blokkade", true).Has("etag", `"2"`)
	s.Post(block, object{"blocked": true}, money).Is(200)
	s.Get(apitest.Person(id), admin).Has("etag", `"2"`) // no change
	s.Post(block, object{"blocked": false}, admin).Is(200).Has("blocked", false)
	s.Get(apitest.Person(id), admin).Has("acf.financiele-blokkade", false)
	s.Post(block, object{"blocked": true}, jan).Refuses(403, "rest_forbidden")
	s.Post(block, object{}, money).Refuses(400, "rest_invalid_param", "blocked")
	s.Post(block, object{"blocked": "ja"}, money).Refuses(400, "rest_invalid_param", "blocked")
	s.Post(block, object{"blocked": true}).Refuses(401, "rest_not_logged_in")
	s.Post("/api/club/v1/people/99/financial-block", object{"blocked": true}, money).Refuses(404, "rest_post_invalid_id")
}

// contract: club §1
func TestTheAuthorOrAnAdministratorDecidesWhoElseARecordIsFor(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna")
	s.User("leden", access.SectionRole(access.Administration), access.SectionRole(access.Teams))
	anna, leden := s.Program("anna"), s.Program("leden")
	id := s.Person(anna, object{"first_name": "Jan", "_visibility": "shared"}).ID()
	team := s.Team(anna, "JO9-1")
	other := object{"acf": object{"_visibility": "workspace"}}
	same := object{"acf": object{"nickname": "J", "_visibility": "shared", "_assigned_workspaces": []int{}}}

	s.Send("PUT", apitest.Person(id), other, leden).Refuses(403, "rest_forbidden")
	s.Send("PUT", apitest.Person(id), same, leden).Is(200).Has("acf.nickname", "J")
	s.Send("PUT", apitest.At(apitest.Teams, team), other, leden).Refuses(403, "rest_forbidden")
	s.Send("PUT", apitest.At(apitest.Teams, team), object{"acf": object{"_visibility": "private"}}, leden).Is(200)
	bulk := func(visibility string, as apitest.Call) apitest.Answer {
		return s.Post("/api/club/v1/people/bulk-update", object{"ids": []int64{id}, "updates": object{"visibility": visibility}}, as)
	}
	if refused := bulk("private", leden).Is(200); len(refused.List("updated")) != 0 || len(refused.List("failed")) != 1 {
		t.Errorf("in bulk: %s", refused.Text)
	}
	s.Get(apitest.Person(id), admin).Has("acf._visibility", "shared")
	if unchanged := bulk("shared", leden).Is(200); len(unchanged.List("updated")) != 1 {
		t.Errorf("unchanged, in bulk: %s", unchanged.Text)
	}
	s.Send("PUT", apitest.Person(id), other, anna).Is(200).Has("acf._visibility", "workspace")
	s.Send("PUT", apitest.At(apitest.Teams, team), other, admin).Is(200).Has("acf._visibility", "workspace")
	if changed := bulk("private", admin).Is(200); len(changed.List("updated")) != 1 {
		t.Errorf("by an administrator: %s", changed.Text)
	}
}
