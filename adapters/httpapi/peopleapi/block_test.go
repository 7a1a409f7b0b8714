package peopleapi_test

import (
	"fmt"
	"net/http"
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
func TestASectionDoesNotEditOnesOwnPerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	user := s.User("geld", access.SectionRole(access.Finance), access.SectionRole(access.Certificates))
	as := s.Program("geld")
	volunteers := object{"team": int64(1000), "job_title": "Voorzitter", "is_current": true}
	made := func(name string) int64 {
		return s.Person(admin, object{"first_name": name, "work_history": []object{volunteers}}).ID()
	}
	own, other := made("Eigen"), made("Ander")
	if err := s.Operator().Link(t.Context(), "geld", own); err != nil {
		t.Fatal(err)
	}
	matched := func(r *http.Request) { r.Header.Set("If-Match", `"1"`) }
	block := func(id int64) apitest.Answer {
		return s.Post(fmt.Sprintf("/api/club/v1/people/%d/financial-block", id), object{"blocked": true}, as)
	}
	for _, fields := range []object{{"datum-vog": "2026-06-01"}, {"financiele-blokkade": true}} {
		s.Send("PUT", apitest.Person(own), object{"acf": fields}, as).Refuses(403, "rest_forbidden")
		s.Send("PUT", apitest.Person(own), object{"acf": fields}, as, matched).Refuses(403, "rest_forbidden")
	}
	block(own).Refuses(403, "rest_forbidden")
	s.Get(apitest.Person(own), as).Is(200).Has("acf.datum-vog", "").Has("acf.financiele-blokkade", false).
		Has("allowed", object{"edit": false, "sections": false, "share": false, "delete": false})
	s.Get(apitest.Person(other), as).Has("allowed", object{"edit": false, "sections": true, "share": false, "delete": false})
	s.Send("PUT", apitest.Person(other), object{"acf": object{"datum-vog": "2026-06-01"}}, as, matched).Is(200)
	block(other).Is(200)

	// On another ground than the section's, one's own person is like anybody else.
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/shares", own), object{"user_id": user.ID, "permission": "edit"}, admin).Is(200)
	s.Send("PUT", apitest.Person(own), object{"acf": object{"datum-vog": "2026-06-01"}}, as, matched).Is(200).
		Has("allowed", object{"edit": true, "sections": true, "share": false, "delete": false})
	block(own).Is(200)
	s.Get(apitest.Person(own), admin).Has("allowed", object{"edit": true, "sections": true, "share": true, "delete": true})
}

// contract: club §1
func TestAnAdministratorGivesARecordToAnotherUser(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	anna, piet := s.User("anna"), s.User("piet")
	s.User("leden", access.SectionRole(access.Administration), access.SectionRole(access.Teams))
	asAnna, asPiet, leden := s.Program("anna"), s.Program("piet"), s.Program("leden")
	for path, fields := range map[string]object{
		"/api/cms/v2/people":     {"acf": object{"first_name": "Jan"}},
		"/api/cms/v2/teams":      {"title": "JO9-1"},
		"/api/cms/v2/commissies": {"title": "Bar"},
	} {
		with := func(author any) object {
			return object{"author": author, "title": fields["title"], "acf": fields["acf"]}
		}
		s.Post(path, with(piet.ID), asAnna).Refuses(403, "rest_forbidden")
		one := apitest.At(path, s.Post(path, with(anna.ID), asAnna).Is(201).Has("author", float64(anna.ID)).ID())
		for _, as := range []apitest.Call{asAnna, leden} {
			s.Send("PUT", one, with(anna.ID), as).Is(200).Has("etag", `"1"`) // no change
			for _, other := range []any{piet.ID, 0, 99} {
				s.Send("PUT", one, with(other), as).Refuses(403, "rest_forbidden")
			}
		}
		for _, unknown := range []any{0, 99} {
			s.Send("PUT", one, with(unknown), admin).Refuses(400, "rest_invalid_param", "author")
			s.Post(path, with(unknown), admin).Refuses(400, "rest_invalid_param", "author")
		}
		s.Get(one, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", one, object{"author": piet.ID}, admin).Is(200).Has("author", float64(piet.ID)).Has("etag", `"2"`)
		s.Send("PUT", one, with(piet.ID), asPiet).Is(200)
		s.Get(one, asAnna).Refuses(403, "rest_forbidden")
		s.Get(path, asPiet).Is(200).Has("0.author", float64(piet.ID))
		s.Post(path, with(piet.ID), admin).Is(201).Has("author", float64(piet.ID))
	}
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
