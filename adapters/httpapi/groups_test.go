package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

const (
	teams      = "/api/cms/v2/teams"
	committees = "/api/cms/v2/commissies"
)

// team makes one.
func (s *site) team(as call, title string, more ...object) int64 {
	s.t.Helper()
	body := object{"status": "publish", "title": title}
	for _, members := range more {
		for key, value := range members {
			body[key] = value
		}
	}
	return s.post(teams, body, as).is(201).id()
}

func at(path string, id int64) string { return fmt.Sprintf("%s/%d", path, id) }

// titles are the titles of a list, in order.
func (a answer) titles() string {
	a.t.Helper()
	titles := []string{}
	for _, record := range a.is(200).list("") {
		titles = append(titles, record.(object)["title"].(object)["rendered"].(string))
	}
	return strings.Join(titles, " ")
}

func TestATeamIsMadeShownChangedAndRemoved(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	a := s.post(teams, object{
		"title": "JO9 <1> & Co", "content": "Eerste\nregel <b>\n\n\nTweede", "acf": object{
			"website": "https://club.example/jo9", "publicteamid": 4711, "activiteit": "Veld", "gender": "female", "eigen": object{"x": 1},
			"contact_info": []object{{"contact_type": "email", "contact_label": "trainer", "contact_value": "Jo9@Club.example"}},
		},
	}, admin).is(201)
	a.has("id", 1001).has("type", "team").has("status", "publish").has("slug", "jo9-1-co-1001").has("author", 1).has("parent", 0).has("featured_media", 0).
		has("title.rendered", "JO9 &lt;1&gt; &amp; Co").has("content.rendered", "<p>Eerste<br>regel &lt;b&gt;</p>\n<p>Tweede</p>\n").
		has("date", "2026-06-15 14:30:45").has("player_count", 0).has("staff_count", 0).has("link", "http://club.example/teams/1001").
		has("acf.publicteamid", "4711").has("acf.contact_info.0.contact_value", "jo9@club.example").has("acf.eigen", object{"x": 1.0}).
		has("acf.website", "https://club.example/jo9").has("acf.activiteit", "Veld").has("acf.gender", "female").has("acf._visibility", "private")
	if got := a.Header.Get("Location"); got != "http://club.example"+at(teams, 1001) {
		t.Errorf("Location %q", got)
	}
	if shown := s.get(at(teams, 1001), admin).is(200); shown.text != a.text {
		t.Errorf("shown as %s, made as %s", shown.text, a.text)
	}
	s.later(time.Minute)
	for _, way := range []string{"PUT", "PATCH", "POST"} {
		s.send(way, at(teams, 1001), object{"acf": object{"activiteit": "Zaal", "eigen": nil}}, admin).is(200).
			has("acf.activiteit", "Zaal").has("acf.gender", "female").has("title.rendered", "JO9 &lt;1&gt; &amp; Co").has("modified", "2026-06-15 14:31:45")
	}
	s.send("PUT", at(teams, 1001), object{"title": object{"raw": "JO9-2"}, "content": object{"rendered": "<p>x</p>"}, "acf": []any{}}, admin).is(200).
		has("title.rendered", "JO9-2").has("content.rendered", "<p>Eerste<br>regel &lt;b&gt;</p>\n<p>Tweede</p>\n").has("slug", "jo9-2-1001")
	s.get(at(teams, 1001)+"?_fields=id,title.rendered,acf.gender", admin).is(200).has("", object{"id": 1001., "title": object{"rendered": "JO9-2"}, "acf": object{"gender": "female"}})
	s.get(at(teams, 1001)+"?_embed", admin).is(200).has("_embedded", object{"wp:featuredmedia": []any{}})
	s.send("DELETE", at(teams, 1001), nil, admin).is(200).has("deleted", true).has("previous.title.rendered", "JO9-2")
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		s.send(method, at(teams, 1001), body(method), admin).refuses(404, "rest_post_invalid_id")
	}
}

// body is a change for the methods that have one.
func body(method string) any {
	if method == "GET" || method == "DELETE" {
		return nil
	}
	return object{}
}

func TestACommitteeIsNoTeam(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.get(committees, admin).is(200).has("0.id", 1000).has("0.title.rendered", "Verenigingsbreed").has("0.type", "commissie").has("0.member_count", 0)
	s.send("DELETE", at(committees, 1000), nil, admin).refuses(403, "rest_cannot_delete")
	a := s.post(committees, object{"title": "Bar", "acf": object{"gender": "x"}}, admin).is(201)
	a.has("acf.gender", "x").has("link", "http://club.example/commissies/1001")
	if _, there := a.object("")["player_count"]; there {
		t.Errorf("a committee with players: %s", a.text)
	}
	s.get(at(teams, 1001), admin).refuses(404, "rest_post_invalid_id")
	s.get(at(committees, s.team(admin, "JO9")), admin).refuses(404, "rest_post_invalid_id")
}

func TestWhoMayDoWhatWithTeamsOverHTTP(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	hidden, own := s.team(admin, "Geheim"), s.team(jan, "Eigen")
	for _, path := range []string{teams, committees} {
		for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
			s.send(method, at(path, hidden), body(method)).refuses(401, "rest_not_logged_in")
			s.send(method, at(path, 99), body(method), jan).refuses(404, "rest_post_invalid_id")
			for _, id := range []string{"abc", "1.5", "99999999999999999999", "%20"} {
				if a := s.send(method, path+"/"+id, body(method), jan).is(404); a.at("code") != "rest_no_route" && a.at("code") != "rest_post_invalid_id" {
					t.Errorf("%s %s: code %v", method, id, a.at("code"))
				}
			}
		}
		s.get(path).refuses(401, "rest_not_logged_in")
		s.post(path, "{not json").refuses(401, "rest_not_logged_in")
	}
	for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
		s.send(method, at(teams, hidden), body(method), jan).refuses(403, "rest_forbidden")
	}
	if got := s.get(teams, jan).titles(); got != "Eigen" {
		t.Errorf("jan reads %s", got)
	}
	if got := s.get(teams, admin).titles(); got != "Eigen Geheim" && got != "Geheim Eigen" {
		t.Errorf("an administrator reads %s", got)
	}
	for _, path := range []string{"/api/club/v1/teams/%d/people", "/api/club/v1/commissies/%d/people"} {
		s.get(fmt.Sprintf(path, own)).refuses(401, "rest_not_logged_in")
		s.get(fmt.Sprintf(path, 99), jan).refuses(404, "rest_post_invalid_id")
	}
	s.get(fmt.Sprintf("/api/club/v1/teams/%d/people", hidden), jan).refuses(403, "rest_forbidden")
	s.get("/api/club/v1/teams/x/people", jan).is(404)
	s.send("PUT", at(teams, hidden), object{"title": ""}, jan).refuses(403, "rest_forbidden")
}

func TestWhatIsWrongWithATeam(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	id := s.team(admin, "JO9")
	for name, c := range map[string]struct {
		body   object
		fields []string
	}{
		"no title":     {object{"acf": object{}}, []string{"title"}},
		"blank title":  {object{"title": "  "}, []string{"title"}},
		"null title":   {object{"title": nil}, []string{"title"}},
		"odd title":    {object{"title": []int{1}}, []string{"title"}},
		"long title":   {object{"title": strings.Repeat("é", 201)}, []string{"title"}},
		"zero title":   {object{"title": "a\x00"}, []string{"title"}},
		"content":      {object{"title": "X", "content": 7.5, "parent": "x"}, []string{"parent"}},
		"long content": {object{"title": "X", "content": strings.Repeat("x", 10_001)}, []string{"content"}},
		"parent":       {object{"title": "X", "parent": 99}, []string{"parent"}},
		"a committee":  {object{"title": "X", "parent": 1000}, []string{"parent"}},
		"status":       {object{"title": "X", "status": "draft"}, []string{"status"}},
		"acf":          {object{"title": "X", "acf": "x"}, []string{"acf"}},
		"choices":      {object{"title": "X", "acf": object{"gender": "non_binary", "activiteit": "Strand", "website": "geen"}}, []string{"acf.gender", "acf.activiteit", "acf.website"}},
		"contact":      {object{"title": "X", "acf": object{"contact_info": []object{{"contact_type": "fax"}, {"contact_value": "x"}}}}, []string{"acf.contact_info[0].contact_type"}},
	} {
		a := s.post(teams, c.body, admin)
		a.what = name
		if name == "contact" { // of the second row it may tell in the same answer or in the next
			a.is(400)
			continue
		}
		a.refuses(400, "rest_invalid_param", c.fields...)
		if c.body["title"] == nil && name == "no title" {
			continue
		}
		s.send("PUT", at(teams, id), c.body, admin).refuses(400, "rest_invalid_param", c.fields...)
	}
	child := s.team(admin, "JO9-1", object{"parent": id})
	s.send("PUT", at(teams, id), object{"parent": child}, admin).refuses(400, "rest_invalid_param", "parent")
	s.send("PUT", at(teams, id), object{"parent": id}, admin).refuses(400, "rest_invalid_param", "parent")
	s.get(teams+"?per_page=100", admin).is(200).has("0.parent", float64(id)).has("1.parent", 0)
	s.send("DELETE", at(teams, id), nil, admin).is(200)
	s.get(at(teams, child), admin).is(200).has("parent", 0)
}

func TestTheListOfTeams(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, title := range []string{"JO10-1", "JO9-1", "jo9-2", "Ärzte", "100%_"} {
		s.team(admin, title)
		s.later(time.Minute)
	}
	s.team(admin, "Onder", object{"parent": 1001})
	s.send("PUT", at(teams, 1001), object{"content": "x"}, admin).is(200)
	for parameters, want := range map[string]string{
		"": "Onder 100%_ Ärzte jo9-2 JO9-1 JO10-1", "orderby=title&order=asc": "100%_ Ärzte JO9-1 jo9-2 JO10-1 Onder",
		"orderby=title": "Onder JO10-1 jo9-2 JO9-1 Ärzte 100%_", "search=jo9": "jo9-2 JO9-1", "search=%25": "100%_", "search=_": "100%_", "search=arzte": "Ärzte",
		"search=x": "", "include=1001,1002": "JO9-1 JO10-1", "exclude=1001,1002,1003,1006": "100%_ Ärzte", "slug=jo9-1-1002": "JO9-1", "slug=x": "",
		"parent=1001": "Onder", "parent=0": "100%_ Ärzte jo9-2 JO9-1 JO10-1", "parent[]=1001&parent[]=0": "Onder 100%_ Ärzte jo9-2 JO9-1 JO10-1", "parent=99": "",
		"per_page=2&page=2": "Ärzte jo9-2", "modified_after=2026-06-15T14:35:00": "Onder JO10-1", "include=1000": "",
	} {
		if got := s.get(teams+"?"+parameters, admin).titles(); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
	a := s.get(teams+"?per_page=4", admin).is(200)
	if a.Header.Get("X-WP-Total") != "6" || a.Header.Get("X-WP-TotalPages") != "2" {
		t.Errorf("headers %v", a.Header)
	}
	for _, beyond := range []string{"page=2", "per_page=4&page=3", "page=9223372036854775807"} {
		s.get(teams+"?"+beyond, admin).refuses(400, "rest_post_invalid_page_number")
	}
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "per_page=0": "per_page", "page=0": "page", "orderby=id": "orderby", "order=x": "order", "parent=x": "parent",
		"include=x": "include", "modified_after=gisteren": "modified_after", "search=" + strings.Repeat("x", 201): "search",
	} {
		s.get(teams+"?"+wrong, admin).refuses(400, "rest_invalid_param", field)
	}
}

func TestWhoIsInATeam(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan", access.SectionRole(access.Administration))
	jan := s.program("jan")
	id := s.team(jan, "JO9-1")
	row := func(title, end string) object {
		return object{"team": id, "job_title": title, "is_current": true, "start_date": "2020-01-01", "end_date": end}
	}
	s.post("/api/cms/v2/person_label", object{"name": "Bar"}, admin).is(201)
	s.post(collection, object{"person_label": []int{1}, "acf": object{"first_name": "Eigen", "infix": "de", "last_name": "Kok", "work_history": []object{row("Keeper", ""), row("Trainer", "2026-06-15")}}}, jan).is(201)
	s.person(jan, object{"first_name": "Weg", "work_history": []object{row("Keeper", "2026-06-14")}})
	s.person(jan, object{"first_name": "Oud", "former_member": true, "work_history": []object{row("Keeper", "")}})
	s.person(admin, object{"first_name": "Geheim", "work_history": []object{row("Keeper", "")}})
	a := s.get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), jan).is(200)
	entry := func(id float64, first, last, name, title, end, role string, labels ...any) any {
		return object{"id": id, "name": name, "first_name": first, "last_name": last, "thumbnail": "", "labels": append([]any{}, labels...), "former_member": false,
			"job_title": title, "start_date": "2020-01-01", "end_date": end, "role": role}
	}
	a.has("", object{
		"current": []any{entry(1, "Eigen", "Kok", "Eigen de Kok", "Trainer", "2026-06-15", "staff", "Bar"), entry(1, "Eigen", "Kok", "Eigen de Kok", "Keeper", "", "player", "Bar")},
		"former":  []any{entry(2, "Weg", "", "Weg", "Keeper", "2026-06-14", "player")},
	})
	s.get(at(teams, id), jan).has("player_count", 1).has("staff_count", 1)
	s.get(at(teams, id), admin).has("player_count", 2).has("staff_count", 1)
	s.get("/api/club/v1/commissies/1000/people", admin).is(200).has("", object{"current": []any{}, "former": []any{}})
}

func TestListsOfWhatSomeUsersMade(t *testing.T) {
	s := newSite(t)
	admin := s.admin() // 1
	s.user("jan")
	s.user("piet")
	jan, piet := s.program("jan"), s.program("piet")
	for path, make := range map[string]func(call, string){
		collection: func(as call, name string) { s.person(as, object{"first_name": name}) },
		teams:      func(as call, name string) { s.team(as, name) },
		committees: func(as call, name string) { s.post(committees, object{"title": name}, as).is(201) },
	} {
		make(admin, "A")
		make(jan, "B")
		make(piet, "C")
		list := func(parameters string, as call) string {
			t.Helper()
			a := s.get(path+"?orderby=title&order=asc&"+parameters, as)
			if path == collection {
				return a.listed("")
			}
			return strings.TrimSpace(strings.TrimSuffix(a.titles(), "Verenigingsbreed"))
		}
		for parameters, want := range map[string]string{
			"author=2": "B", "author=2,3": "B C", "author=2&author=3": "B C", "author[]=3": "C", "author=99": "", "author=1": "A", "author=": "A B C",
			"author=1,2&search=b": "B",
		} {
			if got := list(parameters, admin); got != want {
				t.Errorf("%s?%s: got %q, want %q", path, parameters, got, want)
			}
		}
		if got := list("author=1,2", jan); got != "B" {
			t.Errorf("%s, what jan may see: %q", path, got)
		}
		s.get(path+"?author=x", admin).refuses(400, "rest_invalid_param", "author")
		s.get(path+"?author=1").refuses(401, "rest_not_logged_in")
	}
}

func TestTheNamesOfAllGroups(t *testing.T) {
	s := newSite(t)
	const names = "/api/club/v1/groups"
	s.get(names).refuses(401, "rest_not_logged_in")
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	own, other := s.team(jan, "JO9 & Co"), s.team(admin, "jo10")
	bar := s.post(committees, object{"title": "Bar"}, jan).is(201).id()
	gone := s.team(admin, "Weg")
	s.send("DELETE", at(teams, gone), nil, admin).is(200)
	name := func(id int64, name, kind string) any {
		return object{"id": float64(id), "name": name, "type": kind}
	}
	s.get(names, jan).is(200).has("", []any{name(bar, "Bar", "commissie"), name(own, "JO9 & Co", "team")})
	s.get(names, admin).is(200).has("", []any{
		name(bar, "Bar", "commissie"), name(own, "JO9 & Co", "team"), name(other, "jo10", "team"), name(1000, "Verenigingsbreed", "commissie"),
	})
	s.user("piet")
	s.get(names, s.program("piet")).is(200).has("", []any{})
}
