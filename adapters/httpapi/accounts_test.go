package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

func TestUserMeAnswersEveryFieldForEveryRole(t *testing.T) {
	for _, c := range []struct {
		roles                                                      []access.Role
		admin, fairplay, vog, finance, dashboard, board, secretary bool
		club                                                       bool
		capabilities                                               string
	}{
		{roles: []access.Role{access.Member}},
		{roles: []access.Role{access.Board}, fairplay: true, vog: true, finance: true, dashboard: true, board: true, club: true,
			capabilities: "financieel fairplay jubilarissen vog"},
		{roles: []access.Role{access.SectionRole(access.Matches)}, dashboard: true, secretary: true, capabilities: "wedstrijdzaken"},
		{roles: []access.Role{access.SectionRole(access.Certificates), access.SectionRole(access.Finance)}, vog: true, finance: true,
			club: true, capabilities: "financieel vog"},
		{roles: []access.Role{access.Administrator}, admin: true, fairplay: true, vog: true, finance: true, dashboard: true,
			secretary: true, club: true, capabilities: "manage_options financieel fairplay toegangscontrole wedstrijdzaken jubilarissen " +
				"ledenadministratie vrijwilligers vog teams"},
	} {
		t.Run(fmt.Sprint(c.roles), func(t *testing.T) {
			s := newSite(t)
			s.user("jan", c.roles...)
			a := s.get("/api/club/v1/user/me", s.program("jan")).is(200)
			for member, want := range map[string]any{
				"id": 1, "name": "Heet jan", "username": "jan", "email": "jan@club.example", "avatar_url": "", "is_admin": c.admin,
				"is_demo_user": false, "can_access_fairplay": c.fairplay, "can_access_vog": c.vog, "can_access_financieel": c.finance,
				"profile_url": "http://club.example/instellingen", "linked_person_id": nil, "linked_person_name": nil,
				"active_functies": []any{}, "can_access_dashboard": c.dashboard, "can_access_club_dashboard": c.club,
				"dashboard_context": object{"board": c.board, "coordinator": false, "match_secretary": c.secretary},
			} {
				a.has(member, want)
			}
			if got := strings.Trim(fmt.Sprint(a.at("capabilities")), "[]"); got != c.capabilities {
				t.Errorf("capabilities %s", got)
			}
			if got := a.at("admin_url") != ""; got != c.admin {
				t.Errorf("admin_url %v", a.at("admin_url"))
			}
		})
	}
}

func TestUserMeShowsTheLinkedPersonAndItsFunctions(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	team, bar := s.team(admin, "JO9-1"), s.post(committees, object{"title": "Bar"}, admin).is(201).id()
	row := func(kind, title, end string) object {
		return object{"team": map[string]int64{"commissie": 1000, "team": team}[kind], "entity_type": kind, "job_title": title, "is_current": true, "end_date": end}
	}
	s.person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Kok", "work_history": []object{
		row("commissie", "Penningmeester", ""), row("team", "Trainer", ""), row("commissie", "Voorzitter", "2026-06-14"), row("commissie", "Penningmeester", ""),
		row("commissie", "Secretaris", "2026-06-15"), // and of a committee that is not Verenigingsbreed:
		{"team": bar, "entity_type": "commissie", "job_title": "Barhoofd", "is_current": true},
	}})
	if err := s.operator().Link(t.Context(), "jan", 1); err != nil {
		t.Fatal(err)
	}
	const me = "/api/club/v1/user/me"
	s.get(me, jan).is(200).has("linked_person_id", 1).has("linked_person_name", "Jan de Kok").
		has("active_functies", []any{"Penningmeester", "Secretaris"})
	s.get(one(1), admin).has("linked_user_id", 2)
	s.get("/api/club/v1/users", admin).has("1.linked_person_id", 1).has("1.linked_person_name", "Jan de Kok")
	s.send("DELETE", one(1), nil, admin).is(200)
	s.get(me, jan).is(200).has("linked_person_id", nil).has("linked_person_name", nil).has("active_functies", []any{})
	s.get("/api/club/v1/users", admin).has("1.linked_person_id", nil).has("1.linked_person_name", nil)
}

func TestTheListOfUsersIsForAdministrators(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("anna", access.Board, access.SectionRole(access.Teams))
	s.later(90 * time.Minute)
	s.get("/api/club/v1/user/me", admin).is(200)
	a := s.get("/api/club/v1/users", admin).is(200)
	if len(a.list("")) != 2 {
		t.Fatalf("got %s", a.text)
	}
	a.has("0.name", "Heet anna").has("0.username", "anna").has("0.email", "anna@club.example").has("0.roles", []any{"club_bestuur", "club_teams"})
	a.has("0.registered", "2026-06-15 12:30:45").has("0.last_active", nil).has("0.linked_person_id", nil)
	a.has("1.name", "Heet beheer").has("1.last_active", "2026-06-15 14:00:45")
	for _, secret := range []string{"password", "fast:", "hash"} {
		if strings.Contains(a.text, secret) {
			t.Errorf("%s in %s", secret, a.text)
		}
	}
	s.get("/api/club/v1/users", s.program("anna")).refuses(403, "rest_forbidden")
}

func TestAUserSearchFindsOthers(t *testing.T) {
	s := newSite(t)
	for i := range 12 {
		s.user(fmt.Sprintf("lid%02d", i))
	}
	s.user("joël")
	searcher := s.program("lid00")
	search := func(q string) answer { return s.get("/api/club/v1/users/search?q="+q, searcher) }
	if hits := search("lid").is(200).list(""); len(hits) != 10 || hits[0].(object)["display_name"] != "Heet lid01" {
		t.Errorf("got %v", hits)
	}
	search("JOEL").is(200).has("", []any{object{"id": 13.0, "display_name": "Heet joël", "avatar_url": ""}})
	search("lid00").is(200).has("", []any{})
	search("LID11@club.example").is(200).has("0.id", 12)
	for _, part := range []string{"lid11@club", "club.example", "@club", "lid11@club.exampl"} { // no address can be spelled out
		search(part).is(200).has("", []any{})
	}
	s.user("sync", access.Synchronizer)
	s.get("/api/club/v1/users/search?q=lid", s.program("sync")).refuses(403, "rest_forbidden")
	s.user("beheer", access.Administrator)
	s.get("/api/club/v1/users/search?q=lid11@club", s.program("beheer")).is(200).has("0.id", 12)
	search("heet%20lid05").is(200).has("0.id", 6)
	for _, q := range []string{"", "j", "%20j%20", "%C3%AB"} {
		search(q).refuses(400, "rest_invalid_param", "q")
	}
	s.get("/api/club/v1/users/search", searcher).refuses(400, "rest_invalid_param", "q")
	search(strings.Repeat("x", 201)).refuses(400, "rest_invalid_param", "q")
	if text := search("lid").text; strings.Contains(text, "@") || strings.Contains(text, "username") {
		t.Errorf("a search tells addresses: %s", text)
	}
}

func TestTheRootIndexAndTheVersionAreOpen(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"/api", "/api/"} {
		a := s.get(address).is(200).has("name", "vv De Proef").has("url", "http://club.example").has("timezone_string", "Europe/Amsterdam")
		a.has("namespaces", []any{"cms/v2", "club/v1"})
		a.has("routes", a.object("routes"))
		if methods := fmt.Sprint(a.object("routes")["/cms/v2/people/{id}"]); methods != "map[methods:[DELETE GET PATCH POST PUT]]" {
			t.Errorf("got %s", methods)
		}
	}
	s.get("/api/club/v1/version").is(200).has("", object{"version": "1.2.3"})
	s.get("/api/club/v1/version", basic("jan", "wrong")).is(200)
}
