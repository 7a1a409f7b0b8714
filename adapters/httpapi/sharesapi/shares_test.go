package sharesapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

// contract: club §1, §2.6, §4.6
func TestAShareOpensARecordAsFarAsItSays(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	anna, piet := s.User("anna"), s.User("piet")
	asAnna, asPiet := s.Program("anna"), s.Program("piet")
	face := s.Face(admin, "piet")
	for _, of := range []struct {
		path string
		noun string
		one  string
		edit object
		make func(apitest.Call) int64
	}{
		{"people", "person", "/api/cms/v2/people/", object{"acf": object{"nickname": "x"}}, func(as apitest.Call) int64 {
			return s.Person(as, object{"first_name": "Geheim"}).ID()
		}},
		{"teams", "group", "/api/cms/v2/teams/", object{"title": "x"}, func(as apitest.Call) int64 { return s.Team(as, "Geheim") }},
	} {
		id := of.make(asAnna)
		one, shares := fmt.Sprint(of.one, id), fmt.Sprintf("/api/club/v1/%s/%d/shares", of.path, id)
		s.Get(one, asPiet).Refuses(403, "rest_forbidden")
		s.Get(shares, asAnna).Is(200).Has("", []any{})

		given := s.Post(shares, object{"user_id": piet.ID}, asAnna).Is(200).Has("success", true).At("message").(string)
		s.Get(shares, asAnna).Has("", []any{
			object{"user_id": float64(piet.ID), "display_name": "Heet piet", "avatar_url": "", "permission": "view"},
		})
		s.Get(shares, admin).Has("0.avatar_url", face)
		s.Get(one, asPiet).Is(200)
		s.Get("/api/cms/v2/"+of.path, asPiet).Is(200).Has("0.id", float64(id))
		s.Send("PUT", one, of.edit, asPiet).Refuses(403, "rest_forbidden")

		changed := s.Post(shares, object{"user_id": piet.ID, "permission": "edit"}, admin).Is(200).At("message").(string)
		if given == changed || !strings.Contains(changed, "Heet piet") {
			t.Errorf("%q, then %q", given, changed)
		}
		s.Send("PUT", one, of.edit, asPiet).Is(200)
		s.Send("DELETE", one, nil, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", one, object{"acf": object{"_visibility": "shared"}}, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", one, object{"acf": object{"_visibility": "private", "_assigned_workspaces": []int{}}}, asPiet).Is(200)
		s.Get(shares, asPiet).Refuses(403, "rest_forbidden") // who may edit does not share
		s.Post(shares, object{"user_id": anna.ID}, asPiet).Refuses(403, "rest_forbidden")

		for range 2 {
			s.Send("DELETE", fmt.Sprint(shares, "/", piet.ID), nil, asAnna).Is(200).Has("success", true)
			s.Get(one, asPiet).Refuses(403, "rest_forbidden")
		}
		told := []string{}
		for _, entry := range s.Get(fmt.Sprintf("/api/club/v1/audit?object=%s:%d", of.noun, id), admin).Is(200).List("") {
			told = append(told, fmt.Sprint(entry.(object)["kind"], entry.(object)["after"]))
		}
		want := fmt.Sprintf("[share-takenmap[permission:edit user:%[1]d] share-givenmap[permission:edit user:%[1]d was:view] "+
			"share-givenmap[permission:view user:%[1]d]]", piet.ID)
		if got := fmt.Sprint(told); got != want {
			t.Errorf("the log tells %s, want %s", got, want)
		}
	}
}

// contract: club §4.6, §5-5, §7
func TestWhoSharesAndWithWhom(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	anna, piet := s.User("anna"), s.User("piet")
	s.User("leden", access.SectionRole(access.Administration))
	s.User("sync", access.Synchronizer)
	asAnna, asPiet, synced := s.Program("anna"), s.Program("piet"), s.Program("sync")
	id := s.Person(asAnna, object{"first_name": "Geheim"}).ID()
	shares := fmt.Sprintf("/api/club/v1/people/%d/shares", id)
	with := object{"user_id": piet.ID, "permission": "edit"}

	s.Get(shares).Refuses(401, "rest_not_logged_in")
	s.Post(shares, with).Refuses(401, "rest_not_logged_in")
	for _, as := range []apitest.Call{asPiet, s.Program("leden"), synced} {
		s.Get(shares, as).Refuses(403, "rest_forbidden")
		s.Post(shares, with, as).Refuses(403, "rest_forbidden")
		s.Send("DELETE", fmt.Sprint(shares, "/", piet.ID), nil, as).Refuses(403, "rest_forbidden")
	}
	s.Post(shares, object{"user_id": anna.ID}, asAnna).Refuses(400, "invalid_share")
	s.Post(shares, object{"user_id": anna.ID}, admin).Refuses(400, "invalid_share") // who made it
	s.Post(shares, object{"user_id": 1}, admin).Refuses(400, "invalid_share")       // the administrator
	s.Post(shares, object{"user_id": 99}, asAnna).Refuses(404, "invalid_user")
	s.Post(shares, object{"user_id": piet.ID, "permission": "own"}, asAnna).Refuses(400, "rest_invalid_param", "permission")
	s.Post(shares, object{"permission": "view"}, asAnna).Refuses(400, "rest_invalid_param", "user_id")
	s.Post("/api/club/v1/people/999/shares", with, asAnna).Refuses(404, "rest_post_invalid_id")
	committee := s.Post("/api/cms/v2/commissies", object{"title": "C"}, asAnna).Is(201).ID()
	s.Post(fmt.Sprintf("/api/club/v1/teams/%d/shares", committee), with, asAnna).Refuses(404, "rest_post_invalid_id")

	s.Post(shares, with, asAnna).Is(200)
	s.Send("DELETE", apitest.Person(id), nil, asAnna).Is(200)
	s.Get(apitest.Person(id), asPiet).Refuses(404, "rest_post_invalid_id")
	s.Get(shares, asAnna).Refuses(404, "rest_post_invalid_id")
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/restore", id), nil, asAnna).Is(200)
	s.Send("PUT", apitest.Person(id), object{"acf": object{"nickname": "x"}}, asPiet).Is(200) // it came back with its share
}

// What was shared with somebody who became the author is not shared with them any more once somebody else is.
func TestAShareEndsWithWhoBecomesTheAuthor(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna", access.Member)
	piet := s.User("piet", access.Member)
	asAnna, asPiet := s.Program("anna"), s.Program("piet")
	id, team := s.Person(asAnna, object{"first_name": "Geheim"}).ID(), s.Team(asAnna, "Geheim")
	for record, shares := range map[string]string{
		apitest.Person(id):                    fmt.Sprintf("/api/club/v1/people/%d/shares", id),
		apitest.At("/api/cms/v2/teams", team): fmt.Sprintf("/api/club/v1/teams/%d/shares", team),
	} {
		author := s.Get(record, asAnna).Is(200).At("author")
		s.Post(shares, object{"user_id": piet.ID, "permission": "view"}, asAnna).Is(200)
		s.Send("PUT", record, object{"author": piet.ID}, admin).Is(200)
		s.Get(record, asPiet).Is(200)
		s.Send("PUT", record, object{"author": author}, admin).Is(200)
		s.Get(shares, asAnna).Is(200).Has("", []any{})
		s.Get(record, asPiet).Refuses(403, "rest_forbidden")
	}
}
