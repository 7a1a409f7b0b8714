package groupsapi_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// object is JSON as a test writes it.
type object = apitest.Object

// titles are the titles of a list, in order.
func titles(a apitest.Answer) string {
	a.T.Helper()
	titles := []string{}
	for _, record := range a.Is(200).List("") {
		titles = append(titles, record.(object)["title"].(object)["rendered"].(string))
	}
	return strings.Join(titles, " ")
}

// contract: club §2.3, §4.1
func TestATeamIsMadeShownChangedAndRemoved(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	a := s.Post(apitest.Teams, object{
		"title": "JO9 <1> & Co", "content": "Eerste\nregel &lt;<b onclick=x>1</b><script>alert(1)</script>\n\n\nTweede", "acf": object{
			"website": "https://club.example/jo9", "publicteamid": 4711, "activiteit": "Veld", "gender": "female", "eigen": object{"x": 1},
			"contact_info": []object{{"contact_type": "email", "contact_label": "trainer", "contact_value": "Jo9@Club.example"}},
		},
	}, admin).Is(201)
	a.Has("id", 1001).Has("type", "team").Has("status", "publish").Has("slug", "jo9-1-co-1001").Has("author", 1).Has("parent", 0).
		Has("featured_media", 0).
		Has("title.rendered", "JO9 &lt;1&gt; &amp; Co").Has("content.rendered", "<p>Eerste<br>regel &lt;<b>1</b></p><p>Tweede</p>").
		Has("date", "2026-06-15 14:30:45").Has("player_count", 0).Has("staff_count", 0).Has("link", "http://club.example/teams/1001").
		Has("acf.publicteamid", "4711").Has("acf.contact_info.0.contact_value", "jo9@club.example").Has("acf.eigen", object{"x": 1.0}).
		Has("acf.website", "https://club.example/jo9").Has("acf.activiteit", "Veld").Has("acf.gender", "female").
		Has("acf._visibility", "private")
	if got := a.Header.Get("Location"); got != "http://club.example"+apitest.At(apitest.Teams, 1001) {
		t.Errorf("Location %q", got)
	}
	if shown := s.Get(apitest.At(apitest.Teams, 1001), admin).Is(200); shown.Text != a.Text {
		t.Errorf("shown as %s, made as %s", shown.Text, a.Text)
	}
	s.Later(time.Minute)
	for _, way := range []string{"PUT", "PATCH", "POST"} {
		s.Send(way, apitest.At(apitest.Teams, 1001), object{"acf": object{"activiteit": "Zaal", "eigen": nil}}, admin).Is(200).
			Has("acf.activiteit", "Zaal").Has("acf.gender", "female").Has("title.rendered", "JO9 &lt;1&gt; &amp; Co").
			Has("modified", "2026-06-15 14:31:45")
	}
	s.Send("PUT", apitest.At(apitest.Teams, 1001), object{"title": object{"raw": "JO9-2"}, "content": object{"rendered": "<p>x</p>"},
		"acf": []any{}}, admin).Is(200).
		Has("title.rendered", "JO9-2").Has("content.rendered", "<p>Eerste<br>regel &lt;<b>1</b></p><p>Tweede</p>").
		Has("slug", "jo9-2-1001")
	s.Get(apitest.At(apitest.Teams, 1001)+"?_fields=id,title.rendered,acf.gender", admin).Is(200).
		Has("", object{"id": 1001., "title": object{"rendered": "JO9-2"}, "acf": object{"gender": "female"}})
	s.Get(apitest.At(apitest.Teams, 1001)+"?_embed", admin).Is(200).Has("_embedded", object{"wp:featuredmedia": []any{}})
	s.Send("DELETE", apitest.At(apitest.Teams, 1001), nil, admin).Is(200).Has("deleted", true).
		Has("previous.title.rendered", "JO9-2")
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		s.Send(method, apitest.At(apitest.Teams, 1001), apitest.Body(method), admin).Refuses(404, "rest_post_invalid_id")
	}
}

// contract: club §2.3
func TestACommitteeIsNoTeam(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Get(apitest.Committees, admin).Is(200).Has("0.id", 1000).Has("0.title.rendered", "Verenigingsbreed").
		Has("0.type", "commissie").Has("0.member_count", 0)
	s.Send("DELETE", apitest.At(apitest.Committees, 1000), nil, admin).Refuses(403, "rest_cannot_delete")
	a := s.Post(apitest.Committees, object{"title": "Bar", "acf": object{"gender": "x"}}, admin).Is(201)
	a.Has("acf.gender", "x").Has("link", "http://club.example/commissies/1001")
	if _, there := a.Object("")["player_count"]; there {
		t.Errorf("a committee with players: %s", a.Text)
	}
	s.Get(apitest.At(apitest.Teams, 1001), admin).Refuses(404, "rest_post_invalid_id")
	s.Get(apitest.At(apitest.Committees, s.Team(admin, "JO9")), admin).Refuses(404, "rest_post_invalid_id")
}

// contract: club §5-7, §7
func TestWhoMayDoWhatWithTeamsOverHTTP(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	hidden, own := s.Team(admin, "Geheim"), s.Team(jan, "Eigen")
	for _, path := range []string{apitest.Teams, apitest.Committees} {
		for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
			s.Send(method, apitest.At(path, hidden), apitest.Body(method)).Refuses(401, "rest_not_logged_in")
			s.Send(method, apitest.At(path, 99), apitest.Body(method), jan).Refuses(404, "rest_post_invalid_id")
			for _, id := range []string{"abc", "1.5", "99999999999999999999", "%20"} {
				if a := s.Send(method, path+"/"+id, apitest.Body(method), jan).Is(404); a.At("code") != "rest_no_route" &&
					a.At("code") != "rest_post_invalid_id" {
					t.Errorf("%s %s: code %v", method, id, a.At("code"))
				}
			}
		}
		s.Get(path).Refuses(401, "rest_not_logged_in")
		s.Post(path, "{not json").Refuses(401, "rest_not_logged_in")
	}
	for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
		s.Send(method, apitest.At(apitest.Teams, hidden), apitest.Body(method), jan).Refuses(403, "rest_forbidden")
	}
	if got := titles(s.Get(apitest.Teams, jan)); got != "Eigen" {
		t.Errorf("jan reads %s", got)
	}
	if got := titles(s.Get(apitest.Teams, admin)); got != "Eigen Geheim" && got != "Geheim Eigen" {
		t.Errorf("an administrator reads %s", got)
	}
	for _, path := range []string{"/api/club/v1/teams/%d/people", "/api/club/v1/commissies/%d/people"} {
		s.Get(fmt.Sprintf(path, own)).Refuses(401, "rest_not_logged_in")
		s.Get(fmt.Sprintf(path, 99), jan).Refuses(404, "rest_post_invalid_id")
	}
	s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", hidden), jan).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/teams/x/people", jan).Is(404)
	s.Send("PUT", apitest.At(apitest.Teams, hidden), object{"title": ""}, jan).Refuses(403, "rest_forbidden")
}

// contract: club §2.3, §2.2, §7
func TestWhatIsWrongWithATeam(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	id := s.Team(admin, "JO9")
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
		"choices": {object{"title": "X", "acf": object{"gender": "non_binary", "activiteit": "Strand", "website": "geen"}},
			[]string{"acf.gender", "acf.activiteit", "acf.website"}},
		"contact": {object{"title": "X", "acf": object{"contact_info": []object{{"contact_type": "fax"}, {"contact_value": "x"}}}},
			[]string{"acf.contact_info[0].contact_type"}},
	} {
		a := s.Post(apitest.Teams, c.body, admin)
		a.What = name
		if name == "contact" { // of the second row it may tell in the same answer or in the next
			a.Is(400)
			continue
		}
		a.Refuses(400, "rest_invalid_param", c.fields...)
		if c.body["title"] == nil && name == "no title" {
			continue
		}
		s.Send("PUT", apitest.At(apitest.Teams, id), c.body, admin).Refuses(400, "rest_invalid_param", c.fields...)
	}
	child := s.Team(admin, "JO9-1", object{"parent": id})
	s.Send("PUT", apitest.At(apitest.Teams, id), object{"parent": child}, admin).Refuses(400, "rest_invalid_param", "parent")
	s.Send("PUT", apitest.At(apitest.Teams, id), object{"parent": id}, admin).Refuses(400, "rest_invalid_param", "parent")
	s.Get(apitest.Teams+"?per_page=100", admin).Is(200).Has("0.parent", float64(id)).Has("1.parent", 0)
	s.Send("DELETE", apitest.At(apitest.Teams, id), nil, admin).Is(200)
	s.Get(apitest.At(apitest.Teams, child), admin).Is(200).Has("parent", 0)
}

// contract: club §4, §8
func TestTheListOfTeams(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for _, title := range []string{"JO10-1", "JO9-1", "jo9-2", "Ärzte", "100%_"} {
		s.Team(admin, title)
		s.Later(time.Minute)
	}
	s.Team(admin, "Onder", object{"parent": 1001})
	s.Send("PUT", apitest.At(apitest.Teams, 1001), object{"content": "x"}, admin).Is(200)
	for parameters, want := range map[string]string{
		"": "Onder 100%_ Ärzte jo9-2 JO9-1 JO10-1", "orderby=title&order=asc": "100%_ Ärzte JO9-1 jo9-2 JO10-1 Onder",
		"orderby=title": "Onder JO10-1 jo9-2 JO9-1 Ärzte 100%_", "search=jo9": "jo9-2 JO9-1", "search=%25": "100%_",
		"search=_": "100%_", "search=arzte": "Ärzte", "search=x": "", "include=1001,1002": "JO9-1 JO10-1",
		"exclude=1001,1002,1003,1006": "100%_ Ärzte", "slug=jo9-1-1002": "JO9-1", "slug=x": "", "parent=1001": "Onder",
		"parent=0": "100%_ Ärzte jo9-2 JO9-1 JO10-1", "parent[]=1001&parent[]=0": "Onder 100%_ Ärzte jo9-2 JO9-1 JO10-1",
		"parent=99": "", "per_page=2&page=2": "Ärzte jo9-2", "modified_after=2026-06-15T14:35:00": "Onder JO10-1", "include=1000": "",
	} {
		if got := titles(s.Get(apitest.Teams+"?"+parameters, admin)); got != want {
			t.Errorf("%s: got %q, want %q", parameters, got, want)
		}
	}
	a := s.Get(apitest.Teams+"?per_page=4", admin).Is(200)
	if a.Header.Get("X-WP-Total") != "6" || a.Header.Get("X-WP-TotalPages") != "2" {
		t.Errorf("headers %v", a.Header)
	}
	for _, beyond := range []string{"page=2", "per_page=4&page=3", "page=9223372036854775807"} {
		s.Get(apitest.Teams+"?"+beyond, admin).Refuses(400, "rest_post_invalid_page_number")
	}
	for wrong, field := range map[string]string{
		"per_page=101": "per_page", "per_page=0": "per_page", "page=0": "page", "orderby=id": "orderby", "order=x": "order",
		"parent=x": "parent", "include=x": "include", "modified_after=gisteren": "modified_after",
		"search=" + strings.Repeat("x", 201): "search",
	} {
		s.Get(apitest.Teams+"?"+wrong, admin).Refuses(400, "rest_invalid_param", field)
	}
}

// contract: club §2.10, §2.9-1, §2.1-4
func TestWhoIsInATeam(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.SectionRole(access.Administration))
	jan := s.Program("jan")
	id := s.Team(jan, "JO9-1")
	row := func(title, end string) object {
		return object{"team": id, "job_title": title, "is_current": true, "start_date": "2020-01-01", "end_date": end}
	}
	s.Post("/api/cms/v2/person_label", object{"name": "Bar"}, admin).Is(201)
	s.Post(apitest.People, object{"person_label": []int{1},
		"acf": object{"first_name": "Eigen", "infix": "de", "last_name": "Kok",
			"work_history": []object{row("Keeper", ""), row("Trainer", "2026-06-15")}}}, jan).Is(201)
	s.Person(jan, object{"first_name": "Weg", "work_history": []object{row("Keeper", "2026-06-14")}})
	s.Person(jan, object{"first_name": "Oud", "former_member": true, "work_history": []object{row("Keeper", "")}})
	s.Person(admin, object{"first_name": "Geheim", "work_history": []object{row("Keeper", "")}})
	s.Roles("jan", access.Member) // who keeps the members sees them all
	a := s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), jan).Is(200)
	entry := func(id float64, first, last, name, title, end, role string, labels ...any) any {
		return object{"id": id, "name": name, "first_name": first, "last_name": last, "thumbnail": "",
			"labels": append([]any{}, labels...), "former_member": false,
			"job_title": title, "start_date": "2020-01-01", "end_date": end, "role": role}
	}
	current := func(title, end, role string) any {
		o := entry(1, "Eigen", "Kok", "Eigen de Kok", title, end, role, "Bar").(object)
		o["birthdate"], o["datum-vog"], o["contact_info"], o["parents"] = "", "", []any{}, []any{}
		o["vog_required"] = true // whoever has a role of staff is a volunteer
		return o
	}
	a.Has("", object{
		"current": []any{current("Trainer", "2026-06-15", "staff"), current("Keeper", "", "player")},
		"former":  []any{entry(2, "Weg", "", "Weg", "Keeper", "2026-06-14", "player")},
	})
	s.Get(apitest.At(apitest.Teams, id), jan).Has("player_count", 1).Has("staff_count", 1).
		Has("staff", []any{object{"id": 1., "name": "Eigen de Kok", "job_title": "Trainer"}})
	s.Get(apitest.At(apitest.Teams, id), admin).Has("player_count", 2).Has("staff_count", 1)
	s.Get("/api/club/v1/commissies/1000/people", admin).Is(200).Has("", object{"current": []any{}, "former": []any{}})
}

// A team's page needs no more than its roster: how everybody is reached, and through whom children are.
func TestHowThoseOnARosterAreReached(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	id := s.Team(jan, "JO9-1")
	contact := func(kind, value string) []object { return []object{{"contact_type": kind, "contact_value": value}} }
	of := func(more object) object {
		acf := object{"first_name": "X", "work_history": []object{{"team": id, "job_title": "Speler", "is_current": true}}}
		maps.Copy(acf, more)
		return acf
	}
	seen := s.Person(jan, object{"first_name": "Els", "contact_info": contact("mobile", "06 11")}).ID()
	hidden := s.Person(admin, object{"first_name": "Bert", "contact_info": contact("mobile", "06 22")}).ID()
	parents := []object{{"related_person": seen, "relationship_type": 2}, {"related_person": hidden, "relationship_type": 2}}
	// The club's day is 15 June 2026.
	child := s.Person(admin, of(object{"first_name": "A", "birthdate": "2010-06-16", "relationships": parents})).ID()
	s.Person(admin, of(object{"first_name": "B", "birthdate": "2010-06-15", "relationships": parents,
		"contact_info": contact("email", "b@club.example"), "datum-vog": "2025-01-02"}))
	s.Person(admin, of(object{"first_name": "C", "relationships": parents}))
	a := s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), admin).Is(200)
	a.Has("current.0.birthdate", "2010-06-16").Has("current.0.parents.0.id", float64(seen)).Has("current.0.parents.0.name", "Els").
		Has("current.0.parents.0.contact_info.0.contact_value", "06 11").Has("current.0.parents.1.name", "Bert").
		Has("current.0.contact_info", []any{}).Has("current.0.datum-vog", "")
	a.Has("current.1.parents", []any{}).Has("current.1.contact_info.0.contact_value", "b@club.example").
		Has("current.1.datum-vog", "2025-01-02").Has("current.2.parents", []any{})

	own := s.Person(jan, of(object{"first_name": "D", "birthdate": "2015-01-01",
		"relationships": []object{{"related_person": seen, "relationship_type": 2}}})).ID()
	s.Send("PUT", apitest.Person(own), object{"acf": object{"relationships": parents}}, admin).Is(200)
	s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), jan).Is(200).
		Has("current.0.id", float64(own)).Has("current.0.parents.0.name", "Els")
	if list := s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), jan).Object("")["current"].([]any); len(list) != 1 ||
		len(list[0].(object)["parents"].([]any)) != 1 {
		t.Errorf("jan reads %v, and not of child %d", list, child)
	}
	for _, died := range []int64{seen, child} {
		s.Send("PUT", apitest.Person(died), object{"acf": object{"datum-overlijden": "2026-06-01",
			"contact_info": contact("mobile", "06 33")}}, admin).Is(200)
	}
	s.Get(fmt.Sprintf("/api/club/v1/teams/%d/people", id), admin).Is(200).
		Has("current.0.id", float64(child)).Has("current.0.contact_info", []any{}).Has("current.0.parents", []any{}).
		Has("current.3.id", float64(own)).Has("current.3.parents.0.name", "Bert")
}

func TestListsOfWhatSomeUsersMade(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin() // 1
	s.User("jan")
	s.User("piet")
	jan, piet := s.Program("jan"), s.Program("piet")
	for path, make := range map[string]func(apitest.Call, string){
		apitest.People:     func(as apitest.Call, name string) { s.Person(as, object{"first_name": name}) },
		apitest.Teams:      func(as apitest.Call, name string) { s.Team(as, name) },
		apitest.Committees: func(as apitest.Call, name string) { s.Post(apitest.Committees, object{"title": name}, as).Is(201) },
	} {
		make(admin, "A")
		make(jan, "B")
		make(piet, "C")
		list := func(parameters string, as apitest.Call) string {
			t.Helper()
			a := s.Get(path+"?orderby=title&order=asc&"+parameters, as)
			if path == apitest.People {
				return a.Listed("")
			}
			return strings.TrimSpace(strings.TrimSuffix(titles(a), "Verenigingsbreed"))
		}
		for parameters, want := range map[string]string{
			"author=2": "B", "author=2,3": "B C", "author=2&author=3": "B C", "author[]=3": "C", "author=99": "", "author=1": "A",
			"author=": "A B C", "author=1,2&search=b": "B",
		} {
			if got := list(parameters, admin); got != want {
				t.Errorf("%s?%s: got %q, want %q", path, parameters, got, want)
			}
		}
		if got := list("author=1,2", jan); got != "B" {
			t.Errorf("%s, what jan may see: %q", path, got)
		}
		s.Get(path+"?author=x", admin).Refuses(400, "rest_invalid_param", "author")
		s.Get(path+"?author=1").Refuses(401, "rest_not_logged_in")
	}
}

func TestTheNamesOfAllGroups(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	const names = "/api/club/v1/groups"
	s.Get(names).Refuses(401, "rest_not_logged_in")
	admin := s.Admin()
	s.User("jan")
	jan := s.Program("jan")
	own, other := s.Team(jan, "JO9 & Co"), s.Team(admin, "jo10")
	bar := s.Post(apitest.Committees, object{"title": "Bar"}, jan).Is(201).ID()
	gone := s.Team(admin, "Weg")
	s.Send("DELETE", apitest.At(apitest.Teams, gone), nil, admin).Is(200)
	name := func(id int64, name, kind string) any {
		return object{"id": float64(id), "name": name, "type": kind}
	}
	s.Get(names, jan).Is(200).Has("", []any{name(bar, "Bar", "commissie"), name(own, "JO9 & Co", "team")})
	s.Get(names, admin).Is(200).Has("", []any{
		name(bar, "Bar", "commissie"), name(own, "JO9 & Co", "team"), name(other, "jo10", "team"),
		name(1000, "Verenigingsbreed", "commissie"),
	})
	s.User("piet")
	s.Get(names, s.Program("piet")).Is(200).Has("", []any{})
}
