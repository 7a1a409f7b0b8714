package workspacesapi_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const spaces = "/api/club/v1/workspaces"

func at(id int64, rest ...any) string { return fmt.Sprint(append([]any{spaces, "/", id}, rest...)...) }

// contract: club §2.6, §4.6, §5-5
func TestAWorkspaceAndItsMembers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	anna, piet, eva := s.User("anna"), s.User("piet"), s.User("eva")
	asAnna, asPiet, asEva := s.Program("anna"), s.Program("piet"), s.Program("eva")
	s.User("sync", access.Synchronizer)

	s.Post(spaces, object{"name": " "}, asAnna).Refuses(400, "rest_invalid_param", "name")
	id := s.Post(spaces, object{"title": "Jeugd", "description": "O9 en O10"}, asAnna).Is(200).Has("name", "Jeugd").
		Has("title", "Jeugd").Has("role", "owner").Has("member_count", 1).Has("is_owner", true).ID()
	s.Get(spaces, asAnna).Has("0.id", float64(id)).Has("0.description", "O9 en O10").Has("0.joined_at", "2026-06-15 14:30:45")
	s.Get(spaces, asPiet).Has("", []any{})
	s.Get(spaces, admin).Has("", []any{})
	s.Get(spaces+"?all=true", admin).Has("0.role", "").Has("0.member_count", 1)
	s.Get(spaces+"?all=true", asPiet).Refuses(403, "rest_forbidden")
	s.Get(spaces).Refuses(401, "rest_not_logged_in")
	s.Get(spaces, s.Program("sync")).Refuses(403, "rest_forbidden")
	s.Get(at(99), asPiet).Refuses(404, "workspace_not_found")
	s.Get(at(id), asPiet).Refuses(403, "rest_forbidden")
	s.Get(at(id), admin).Is(200).Has("current_user", object{"role": "", "is_owner": false})

	s.Post(at(id, "/members"), object{"user_id": 99}, asAnna).Refuses(404, "user_not_found")
	s.Post(at(id, "/members"), object{"user_id": piet.ID, "role": "owner"}, asAnna).Refuses(400, "rest_invalid_param", "role")
	s.Post(at(id, "/members"), object{"user_id": piet.ID}, asPiet).Refuses(403, "rest_forbidden")
	s.Post(at(id, "/members"), object{"user_id": piet.ID}, asAnna).Is(200).Has("role", "member").Has("display_name", "Heet piet")
	s.Post(at(id, "/members"), object{"user_id": eva.ID, "role": "admin"}, asAnna).Is(200).Has("role", "admin")
	s.Post(at(id, "/members"), object{"user_id": eva.ID}, asAnna).Is(200).Has("role", "admin") // who is there stays what they are
	s.Get(at(id), asPiet).Is(200).Has("role", "member").Has("members.0.display_name", "Heet anna").Has("members.0.is_owner", true).
		Has("members.2.user_id", float64(piet.ID)).Has("owner_id", float64(anna.ID)).Has("members.2.email", "piet@club.example").
		Has("members.0.email", "").Has("members.2.avatar_url", "")
	face := s.Face(admin, "piet")
	s.Get(at(id), asPiet).Has("members.2.avatar_url", face) // one's own
	s.Get(at(id), asAnna).Has("members.2.avatar_url", "")   // who may not see the person
	s.Get(at(id), admin).Has("members.2.avatar_url", face).Has("members.0.avatar_url", "")
	s.Post(at(id, "/members"), object{"user_id": piet.ID}, admin).Is(200).Has("avatar_url", face)

	// What members may not, and what nobody can do with the owner.
	for _, deed := range []struct {
		method, path string
		body         any
	}{
		{"PUT", at(id), object{"name": "x"}}, {"DELETE", at(id), nil}, {"POST", at(id, "/members"), object{"user_id": eva.ID}},
		{"PUT", at(id, "/members/", eva.ID), object{"role": "member"}}, {"DELETE", at(id, "/members/", eva.ID), nil},
		{"GET", at(id, "/invites"), nil}, {"POST", at(id, "/invites"), object{"email": "x@club.example"}},
		{"DELETE", at(id, "/invites/1"), nil},
	} {
		s.Send(deed.method, deed.path, deed.body, asPiet).Refuses(403, "rest_forbidden")
	}
	s.Send("DELETE", at(id), nil, asEva).Refuses(403, "rest_forbidden")
	s.Send("PUT", at(id, "/members/", eva.ID), object{"role": "owner"}, asEva).Refuses(403, "rest_forbidden")
	s.Send("DELETE", at(id, "/members/", anna.ID), nil, asEva).Refuses(400, "cannot_remove_owner")
	s.Send("PUT", at(id, "/members/", anna.ID), object{"role": "admin"}, asAnna).Refuses(400, "cannot_change_owner")
	s.Send("PUT", at(id, "/members/", 1), object{"role": "member"}, asAnna).Refuses(400, "not_a_member")

	// Handing over, leaving, and the counter behind If-Match.
	tag := s.Get(at(id), asAnna).Header.Get("ETag")
	s.Send("PUT", at(id, "/members/", eva.ID), object{"role": "owner"}, asAnna).Is(200).Has("is_owner", true)
	s.Get(at(id), asAnna).Has("role", "admin").Has("owner_id", float64(eva.ID))
	s.Send("PUT", at(id), object{"name": "Oud"}, asAnna, apitest.With("If-Match", tag)).Is(412)
	tag = s.Get(at(id), asAnna).Header.Get("ETag")
	s.Send("PUT", at(id), object{"name": "Jeugdteams"}, asAnna, apitest.With("If-Match", tag)).Is(200).Has("description", "O9 en O10")
	s.Send("DELETE", at(id), nil, asEva, apitest.With("If-Match", tag)).Is(412)
	s.Send("DELETE", at(id, "/members/", piet.ID), nil, asPiet).Is(200).Has("success", true)
	s.Get(at(id), asPiet).Refuses(403, "rest_forbidden")
	s.Send("DELETE", at(id, "/members/", piet.ID), nil, asAnna).Refuses(400, "not_a_member")

	search := spaces + "/members/search?query=heet&workspace_ids="
	s.Get(fmt.Sprint(search, id, ",99"), asAnna).Has("", []any{object{"id": float64(eva.ID), "name": "Heet eva"}})
	s.Get(fmt.Sprint(search, id), asPiet).Has("", []any{})
	s.Get(fmt.Sprint(spaces, "/members/search?query=heet&workspace_ids[]=", id), asAnna).Is(200).Has("0.name", "Heet eva")
	s.Get(spaces+"/members/search?query=heet", asAnna).Refuses(400, "rest_invalid_param", "workspace_ids")
	s.Get(fmt.Sprint(spaces, "/members/search?query=&workspace_ids=", id), asAnna).Refuses(400, "rest_invalid_param", "query")

	term := object{"id": float64(id), "name": "Jeugdteams", "slug": fmt.Sprint("workspace-", id), "taxonomy": "workspace_access"}
	s.Get(fmt.Sprint("/api/cms/v2/workspace_access?slug=workspace-", id), asAnna).Has("", []any{term})
	s.Get(fmt.Sprint("/api/cms/v2/workspace_access/", id), asAnna).Has("", term)
	s.Get("/api/cms/v2/workspace_access", asPiet).Has("", []any{})
}

// contract: club §1, §2.6
func TestWhatIsInAWorkspaceAndWhatBecomesOfIt(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna")
	piet := s.User("piet")
	asAnna, asPiet := s.Program("anna"), s.Program("piet")
	mine, other := s.Workspaces(asAnna, "Jeugd"), s.Workspaces(admin, "Bestuur")
	s.Post(at(mine, "/members"), object{"user_id": piet.ID}, asAnna).Is(200)
	in := func(ids ...int64) object {
		return object{"_visibility": "workspace", "_assigned_workspaces": ids}
	}
	const field = "acf._assigned_workspaces"
	jan := s.Person(asAnna, object{"first_name": "Jan"}).ID()
	team := s.Team(asAnna, "JO9")
	committee := s.Post("/api/cms/v2/commissies", object{"title": "C"}, asAnna).Is(201).ID()
	commissie := apitest.At("/api/cms/v2/commissies", committee)
	for _, path := range []string{apitest.Person(jan), apitest.At(apitest.Teams, team), commissie} {
		s.Send("PUT", path, object{"acf": in(other)}, asAnna).Refuses(400, "rest_invalid_param", field)
		s.Send("PUT", path, object{"acf": in(mine, 99)}, asAnna).Refuses(400, "rest_invalid_param", field)
		s.Send("PUT", path, object{"acf": in(other)}, admin).Is(200)
		s.Send("PUT", path, object{"acf": in(other, mine)}, asAnna).Is(200) // what is there stays
		s.Send("PUT", path, object{"acf": in(mine, other)}, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", path, object{"acf": object{"website": "https://x.example"}}, asPiet).Is(200)
		s.Send("DELETE", path, nil, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", path, object{"acf": object{"_visibility": "private"}}, asAnna).Is(200)
		s.Get(path, asPiet).Refuses(403, "rest_forbidden")
		s.Send("PUT", path, object{"acf": in(mine)}, asAnna).Is(200)
	}
	s.Post(apitest.People, object{"acf": object{"first_name": "X", "_assigned_workspaces": []int64{other}}}, asAnna).
		Refuses(400, "rest_invalid_param", field)
	s.Post(apitest.Teams, object{"title": "X", "acf": in(other)}, asAnna).Refuses(400, "rest_invalid_param", field)
	s.Post("/api/club/v1/people/bulk-update", object{"ids": []int64{jan}, "updates": object{"assigned_workspaces": []int64{other}}},
		asAnna).Refuses(400, "rest_invalid_param", "updates.assigned_workspaces")
	s.Get(fmt.Sprint(apitest.People, "?workspace_access=", mine), asPiet).Has("0.id", float64(jan))
	s.Get(fmt.Sprint(apitest.Teams, "?workspace_access=", mine), asPiet).Has("0.id", float64(team))
	s.Get(fmt.Sprint(apitest.People, "?workspace_access=", other), admin).Has("", []any{})

	// One waits in the trash, one stays in another workspace: its number leaves them all.
	removed, both := s.Person(asAnna, object{"first_name": "Weg"}).ID(), s.Person(admin, object{"first_name": "Beide"}).ID()
	s.Send("PUT", apitest.Person(removed), object{"acf": in(mine)}, asAnna).Is(200)
	s.Post(at(mine, "/members"), object{"user_id": 1, "role": "admin"}, asAnna).Is(200)
	s.Send("PUT", apitest.Person(both), object{"acf": in(mine, other)}, admin).Is(200)
	s.Send("DELETE", apitest.Person(removed), nil, asAnna).Is(200)
	undo := s.Post("/api/club/v1/people/bulk-update", object{"ids": []int64{jan}, "updates": object{"assigned_workspaces": []int64{}}},
		asAnna).Is(200).Header.Get("X-Undo")
	s.Send("DELETE", at(mine), nil, asAnna).Is(200).Has("success", true).Has("id", float64(mine))
	s.Post(fmt.Sprintf("/api/club/v1/people/%d/restore", removed), nil, asAnna).Is(200)
	if undo != "" {
		s.Post("/api/club/v1/undo/"+undo, nil, asAnna).Is(200)
	}
	for path, want := range map[string][]any{
		apitest.Person(jan): {}, apitest.At(apitest.Teams, team): {}, commissie: {}, apitest.Person(removed): {},
		apitest.Person(both): {float64(other)},
	} {
		visibility := map[int]string{0: "private", 1: "workspace"}[len(want)]
		s.Get(path, admin).Is(200).Has(field, want).Has("acf._visibility", visibility)
		s.Get(path, asPiet).Refuses(403, "rest_forbidden")
	}
	s.Get(at(mine), asAnna).Refuses(404, "workspace_not_found")
}

// contract: club §2.6
func TestParallelCallsLeaveEveryWorkspaceItsOwner(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	anna, eva := s.User("anna"), s.User("eva")
	asAnna, asEva := s.Program("anna"), s.Program("eva")
	id := s.Workspaces(asAnna, "Jeugd")
	s.Post(at(id, "/members"), object{"user_id": eva.ID, "role": "admin"}, asAnna).Is(200)
	var all sync.WaitGroup
	for _, call := range []func(){
		func() { s.Send("PUT", at(id, "/members/", eva.ID), object{"role": "owner"}, asAnna) },
		func() { s.Send("DELETE", at(id, "/members/", anna.ID), nil, asAnna) },
		func() { s.Send("DELETE", at(id, "/members/", eva.ID), nil, asEva) },
		func() { s.Send("PUT", at(id, "/members/", anna.ID), object{"role": "owner"}, asEva) },
	} {
		all.Go(call)
	}
	all.Wait()
	owners := 0
	s.Admin()
	for _, m := range s.Get(at(id), s.Program("beheer")).Is(200).List("members") {
		if m.(map[string]any)["is_owner"] == true {
			owners++
		}
	}
	if owners != 1 {
		t.Errorf("%d owners", owners)
	}
}
