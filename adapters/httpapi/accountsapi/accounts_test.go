package accountsapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

// contract: club §4.5, §2.11-1, §2.11-2
func TestUserMeAnswersEveryFieldForEveryRole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		roles                                                      []access.Role
		admin, fairplay, vog, finance, dashboard, board, secretary bool
		capabilities                                               string
	}{
		{roles: []access.Role{access.Member}},
		{roles: []access.Role{access.Board}, dashboard: true, board: true, capabilities: "jubilarissen"},
		{roles: []access.Role{access.SectionRole(access.Matches)}, dashboard: true, secretary: true, capabilities: "wedstrijdzaken"},
		{roles: []access.Role{access.SectionRole(access.Certificates), access.SectionRole(access.Finance)}, vog: true, finance: true,
			capabilities: "financieel vog"},
		{roles: []access.Role{access.Administrator}, admin: true, fairplay: true, vog: true, finance: true, dashboard: true,
			secretary: true, capabilities: "manage_options financieel fairplay toegangscontrole wedstrijdzaken jubilarissen " +
				"ledenadministratie vrijwilligers vog teams synchronisatie"},
	} {
		t.Run(fmt.Sprint(c.roles), func(t *testing.T) {
			t.Parallel()
			s := apitest.New(t)
			s.User("jan", c.roles...)
			a := s.Get("/api/club/v1/user/me", s.Program("jan")).Is(200)
			for member, want := range map[string]any{
				"id": 1, "name": "Heet jan", "username": "jan", "email": "jan@club.example", "avatar_url": "", "is_admin": c.admin,
				"is_demo_user": false, "can_access_fairplay": c.fairplay, "can_access_vog": c.vog, "can_access_financieel": c.finance,
				"profile_url": "http://club.example/instellingen", "linked_person_id": nil, "linked_person_name": nil,
				"active_functies": []any{}, "can_access_dashboard": c.dashboard, "can_access_club_dashboard": true,
				"dashboard_context": object{"board": c.board, "coordinator": false, "match_secretary": c.secretary},
			} {
				a.Has(member, want)
			}
			if got := strings.Trim(fmt.Sprint(a.At("capabilities")), "[]"); got != c.capabilities {
				t.Errorf("capabilities %s", got)
			}
			if got := a.At("admin_url") != ""; got != c.admin {
				t.Errorf("admin_url %v", a.At("admin_url"))
			}
		})
	}
}

// contract: club §4.5
func TestUserMeShowsTheLinkedPersonAndItsFunctions(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	team, bar := s.Team(admin, "JO9-1"), s.Post(apitest.Committees, object{"title": "Bar"}, admin).Is(201).ID()
	row := func(kind, title, end string) object {
		return object{"team": map[string]int64{"commissie": 1000, "team": team}[kind], "entity_type": kind, "job_title": title,
			"is_current": true, "end_date": end}
	}
	s.Person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Kok", "work_history": []object{
		row("commissie", "Penningmeester", ""), row("team", "Trainer", ""), row("commissie", "Voorzitter", "2026-06-14"),
		row("commissie", "Penningmeester", ""),
		row("commissie", "Secretaris", "2026-06-15"), // and of a committee that is not Verenigingsbreed:
		{"team": bar, "entity_type": "commissie", "job_title": "Barhoofd", "is_current": true},
	}})
	if err := s.Operator().Link(t.Context(), "jan", 1); err != nil {
		t.Fatal(err)
	}
	const me = "/api/club/v1/user/me"
	s.Get(me, jan).Is(200).Has("linked_person_id", 1).Has("linked_person_name", "Jan de Kok").
		Has("active_functies", []any{"Penningmeester", "Secretaris"})
	s.Get(apitest.Person(1), admin).Has("linked_user_id", 2)
	s.Get("/api/club/v1/users", admin).Has("1.linked_person_id", 1).Has("1.linked_person_name", "Jan de Kok")
	s.Send("DELETE", apitest.Person(1), nil, admin).Is(200)
	s.Get(me, jan).Is(200).Has("linked_person_id", nil).Has("linked_person_name", nil).Has("active_functies", []any{})
	s.Get("/api/club/v1/users", admin).Has("1.linked_person_id", nil).Has("1.linked_person_name", nil)
}

// contract: club §4.5
func TestOnesFaceIsThePhotoOfTheLinkedPerson(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	const me = "/api/club/v1/user/me"
	id := s.Person(admin, object{"first_name": "Jan"}).ID()
	s.Get(me, jan).Is(200).Has("avatar_url", "")
	if err := s.Operator().Link(t.Context(), "jan", id); err != nil {
		t.Fatal(err)
	}
	s.Get(me, jan).Is(200).Has("linked_person_id", float64(id)).Has("avatar_url", "")
	body, multi := apitest.Form(t, "file:jan.jpg", "jpeg photo")
	photo := s.Post(fmt.Sprintf("/api/club/v1/people/%d/photo", id), body, multi, admin).Is(200).At("thumbnail_url")
	s.Get(me, jan).Is(200).Has("avatar_url", photo)
	address, _ := photo.(string)
	s.Get(strings.TrimPrefix(address, "http://club.example"), jan).Is(200)
	s.Get(me, admin).Is(200).Has("avatar_url", "")
}

// contract: club §4.5, §2.6
func TestTheListOfUsersIsForAdministrators(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna", access.Board, access.SectionRole(access.Teams))
	s.Later(90 * time.Minute)
	s.Get("/api/club/v1/user/me", admin).Is(200)
	a := s.Get("/api/club/v1/users", admin).Is(200)
	if len(a.List("")) != 2 {
		t.Fatalf("got %s", a.Text)
	}
	a.Has("0.name", "Heet anna").Has("0.username", "anna").Has("0.email", "anna@club.example").
		Has("0.roles", []any{"club_bestuur", "club_teams"})
	a.Has("0.registered", "2026-06-15 12:30:45").Has("0.last_active", nil).Has("0.linked_person_id", nil)
	a.Has("1.name", "Heet beheer").Has("1.last_active", "2026-06-15 14:00:45")
	for _, secret := range []string{"password", "fast:", "hash"} {
		if strings.Contains(a.Text, secret) {
			t.Errorf("%s in %s", secret, a.Text)
		}
	}
	s.Get("/api/club/v1/users", s.Program("anna")).Refuses(403, "rest_forbidden")
}

// contract: club §4.5, §2.6, §8
func TestAUserSearchFindsOthers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for i := range 12 {
		s.User(fmt.Sprintf("lid%02d", i))
	}
	s.User("joël")
	searcher := s.Program("lid00")
	search := func(q string) apitest.Answer { return s.Get("/api/club/v1/users/search?q="+q, searcher) }
	if hits := search("lid").Is(200).List(""); len(hits) != 10 || hits[0].(object)["display_name"] != "Heet lid01" {
		t.Errorf("got %v", hits)
	}
	search("JOEL").Is(200).Has("", []any{object{"id": 14.0, "display_name": "Heet joël", "avatar_url": ""}})
	face := s.Face(admin, "joël")
	s.Get("/api/club/v1/users/search?q=JOEL", admin).Is(200).Has("0.avatar_url", face)
	search("JOEL").Is(200).Has("0.avatar_url", "") // who may not see the person
	search("lid00").Is(200).Has("", []any{})
	search("LID11@club.example").Is(200).Has("0.id", 13)
	for _, part := range []string{"lid11@club", "club.example", "@club", "lid11@club.exampl"} { // no address can be spelled out
		search(part).Is(200).Has("", []any{})
	}
	s.User("sync", access.Synchronizer)
	s.Get("/api/club/v1/users/search?q=lid", s.Program("sync")).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/users/search?q=lid11@club", admin).Is(200).Has("0.id", 13)
	search("heet%20lid05").Is(200).Has("0.id", 7)
	for _, q := range []string{"", "j", "%20j%20", "%C3%AB"} {
		search(q).Refuses(400, "rest_invalid_param", "q")
	}
	s.Get("/api/club/v1/users/search", searcher).Refuses(400, "rest_invalid_param", "q")
	search(strings.Repeat("x", 201)).Refuses(400, "rest_invalid_param", "q")
	if text := search("lid").Text; strings.Contains(text, "@") || strings.Contains(text, "username") {
		t.Errorf("a search tells addresses: %s", text)
	}
}
