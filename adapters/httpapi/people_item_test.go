package httpapi_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// noScreening is the meta object of who is not asked for a certificate, with more members.
func noScreening(more ...any) object {
	meta := object{"vog_email_sent_date": "", "vog_justis_submitted_date": "", "vog_reminder_sent_date": ""}
	for i := 0; i < len(more); i += 2 {
		meta[more[i].(string)] = more[i+1]
	}
	return meta
}

func TestAPersonIsRegisteredAndFoundAtItsLocation(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	a := s.person(admin, object{"first_name": "Jan", "infix": "de", "last_name": "Vries"})
	a.has("id", 1).has("slug", "jan-de-vries-1").has("status", "publish").has("type", "person").has("author", 1)
	a.has("title.rendered", "Jan de Vries").has("linked_user_id", nil).has("welcome_email_sent_at", nil).has("meta", noScreening()).has("link", "http://club.example/leden/1")
	location := a.Header.Get("Location")
	if location != "http://club.example/api/cms/v2/people/1" {
		t.Errorf("Location %q", location)
	}
	if found := s.get(strings.TrimPrefix(location, "http://club.example"), admin).is(200); found.text != a.text {
		t.Errorf("got %s, want %s", found.text, a.text)
	}
}

func TestTimestampsHaveABlankAndNoT(t *testing.T) {
	s := newSite(t)
	a := s.person(s.admin(), object{"first_name": "Jan"})
	a.has("date", "2026-06-15 14:30:45").has("date_gmt", "2026-06-15 12:30:45")
	s.now = time.Date(2026, 12, 1, 23, 59, 59, 999999000, time.UTC)
	a = s.send("PUT", one(1), object{"acf": object{"nickname": "J"}}, s.program("beheer")).is(200)
	a.has("modified", "2026-12-02 00:59:59").has("modified_gmt", "2026-12-01 23:59:59").has("date_gmt", "2026-06-15 12:30:45")
	if found := regexp.MustCompile(`\d{4}-\d\d-\d\dT`).FindString(a.text); found != "" {
		t.Errorf("%s in %s", found, a.text)
	}
}

func TestPutPatchAndPostChangeAnItemAlike(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, way := range []struct {
		name, method, query string
		call                call
	}{
		{"PUT", "PUT", "", admin}, {"PATCH", "PATCH", "", admin}, {"POST", "POST", "", admin},
		{"override header", "POST", "", with("X-HTTP-Method-Override", "PUT")}, {"_method", "POST", "?_method=put", admin},
		{"override to PATCH", "POST", "", with("X-HTTP-Method-Override", "patch")},
	} {
		id := s.person(admin, object{"first_name": "Jan", "last_name": "Kok"}).id()
		s.later(time.Minute)
		a := s.send(way.method, one(id)+way.query, object{"acf": object{"last_name": "Bos"}}, admin, way.call).is(200)
		a.has("acf.first_name", "Jan").has("acf.last_name", "Bos").has("title.rendered", "Jan Bos")
		if a.at("modified") == a.at("date") {
			t.Errorf("%s: not modified", way.name)
		}
		if a.Header.Get("Location") != "" {
			t.Errorf("%s: a Location", way.name)
		}
	}
	for _, change := range []call{with("X-HTTP-Method-Override", "DELETE"), func(r *http.Request) { r.URL.RawQuery = "_method=DELETE" }} {
		id := s.person(admin, object{"first_name": "Jan"}).id()
		s.post(one(id), nil, admin, change).is(200).has("deleted", true)
	}
	id := s.person(admin, object{"first_name": "Jan"}).id()
	s.get(one(id)+"?_method=DELETE", admin, with("X-HTTP-Method-Override", "DELETE")).is(200)
	s.get(one(id), admin).is(200)
}

func TestAChangeThatChangesNothingIsNotOne(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	before := s.person(admin, object{"first_name": "Jan"})
	s.later(time.Hour)
	for _, body := range []any{object{}, object{"acf": object{}}, object{"acf": object{"first_name": "Jan"}}, `{"acf":[]}`, `{"acf":[],"meta":[]}`, `{"acf":null,"meta":null,"status":"publish"}`,
		object{"title": "Piet", "acf": object{"is_deceased": true, "birth_year": "1950", "huidig-vrijwilliger": "1"}},
		object{"ACF": object{"first_name": "Piet"}, "id": 99, "author": 99, "date": "x", "unknown": object{}}} {
		if after := s.send("PUT", one(1), body, admin).is(200); after.text != before.text {
			t.Errorf("%v: got %s", body, after.text)
		}
	}
}

func TestDeleteAnswersWhatWasThereWithAndWithoutForce(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for _, query := range []string{"", "?force=true", "?force=1", "?force=false", "?force=0"} {
		a := s.person(admin, object{"first_name": "Jan"})
		deleted := s.send("DELETE", one(a.id())+query, nil, admin).is(200).has("deleted", true).has("previous", a.object(""))
		if got := slices.Sorted(maps.Keys(deleted.object(""))); !slices.Equal(got, []string{"deleted", "previous"}) {
			t.Errorf("%s: got %v", query, got)
		}
		s.get(one(a.id()), admin).refuses(404, "rest_post_invalid_id")
		s.send("PUT", one(a.id()), object{}, admin).refuses(404, "rest_post_invalid_id")
		s.send("DELETE", one(a.id()), nil, admin).refuses(404, "rest_post_invalid_id")
		if got := s.get(collection, admin).listed(""); got != "" {
			t.Errorf("%s: still listed: %s", query, got)
		}
	}
	s.person(admin, object{"first_name": "Jan"}).has("id", 6) // numbers are never used again
}

func TestHiddenUnknownAndImpossibleNumbersDiffer(t *testing.T) {
	s := newSite(t)
	s.names(s.admin(), "Secret")
	s.user("jan")
	jan := s.program("jan")
	for _, method := range []string{"GET", "PUT", "PATCH", "POST", "DELETE"} {
		var body any
		if method != "GET" && method != "DELETE" {
			body = object{"acf": object{"first_name": "Mine"}}
		}
		hidden := s.send(method, one(1), body, jan).refuses(403, "rest_forbidden")
		if strings.Contains(hidden.text, "Secret") || strings.Contains(hidden.text, "secret") {
			t.Errorf("%s leaks: %s", method, hidden.text)
		}
		for _, id := range []int64{0, 2, -1, 9223372036854775807} {
			s.send(method, one(id), body, jan).refuses(404, "rest_post_invalid_id")
		}
		for _, id := range []string{"abc", "1.5", "99999999999999999999", "1e3", "0x1", "%20", "1%2F2"} {
			if a := s.send(method, collection+"/"+id, body, jan).is(404); a.at("code") != "rest_no_route" && a.at("code") != "rest_post_invalid_id" {
				t.Errorf("%s %s: code %v", method, id, a.at("code"))
			}
		}
	}
	s.get(one(1), s.program("beheer")).is(200).has("acf.first_name", "Secret")
}

func TestARelationCanNotTellWhetherAHiddenPersonExists(t *testing.T) {
	s := newSite(t)
	s.names(s.admin(), "Secret")
	s.user("jan")
	jan := s.program("jan")
	answers := []string{}
	for _, id := range []int{1, 99} {
		answers = append(answers, s.post(collection, object{"acf": object{"first_name": "Jan", "relationships": []object{
			{"related_person": id, "relationship_type": 2},
		}}}, jan).refuses(400, "rest_invalid_param", "acf.relationships[0].related_person").text)
	}
	if answers[0] != answers[1] {
		t.Errorf("a hidden person: %s; nobody: %s", answers[0], answers[1])
	}
}

func TestWhoIsNotSignedInHearsNothingElse(t *testing.T) {
	s := newSite(t)
	s.names(s.admin(), "Jan")
	for _, request := range []struct{ method, path, body string }{
		{"GET", collection + "?per_page=999", ""}, {"GET", one(1), ""}, {"GET", one(99), ""}, {"GET", collection + "/abc", ""},
		{"POST", collection, "{not json"}, {"POST", collection, ""}, {"PUT", one(1), "[]"}, {"PUT", one(1), strings.Repeat(" ", 3<<20)},
		{"DELETE", one(1), ""}, {"GET", "/api/club/v1/users/search", ""}, {"POST", "/api/club/v1/user/password", "{}"},
		{"GET", "/api/cms/v2/users/abc/application-passwords", ""}, {"POST", "/api/club/v1/volunteer-roles/settings", `{"player_roles":1}`},
	} {
		s.send(request.method, request.path, request.body).refuses(401, "rest_not_logged_in")
	}
}

func TestAVolunteerIsOneOnTheDayOfTheRequest(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.person(admin, object{"first_name": "Jan", "huidig-vrijwilliger": "0", "work_history": []object{
		{"team": 1000, "entity_type": "commissie", "job_title": "Voorzitter", "is_current": true, "end_date": "2026-06-15"},
	}}).has("acf.huidig-vrijwilliger", "1")
	const list = "/api/club/v1/people/filtered"
	s.get(list+"?huidig_vrijwilliger=1", admin).has("total", 1)
	s.now = time.Date(2026, 6, 15, 21, 59, 0, 0, time.UTC)
	s.get(one(1), admin).has("acf.huidig-vrijwilliger", "1")
	s.later(time.Minute) // midnight in Amsterdam
	s.get(one(1), admin).has("acf.huidig-vrijwilliger", "0")
	s.get(list+"?huidig_vrijwilliger=1", admin).has("total", 0)
	s.get(list+"?huidig_vrijwilliger=0", admin).has("total", 1).has("people.0.acf.huidig-vrijwilliger", "0")
}

func TestVolunteerRulesAreForAdministratorsAndTakeEffectAtOnce(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	jan := s.program("jan")
	const address = "/api/club/v1/volunteer-roles/settings"
	s.person(jan, object{"first_name": "Jan", "work_history": []object{{"team": s.team(jan, "JO9-1"), "job_title": "Trainer", "is_current": true}}}).
		has("acf.huidig-vrijwilliger", "1")
	before := s.get(address, jan).is(200)
	s.post(address, object{"player_roles": []string{"Trainer"}}, jan).refuses(403, "rest_forbidden")
	if after := s.get(address, jan); after.text != before.text {
		t.Errorf("changed by a refused call: %s", after.text)
	}
	s.post(address, object{"player_roles": []string{" trainer ", "TRAINER", ""}, "exempt_commissies": []int{5, 3, 5}}, admin).is(200).
		has("player_roles", []any{"trainer"}).has("exempt_commissies", []any{3.0, 5.0}).
		has("excluded_roles", before.list("excluded_roles"))
	s.get(one(1), jan).has("acf.huidig-vrijwilliger", "0")
	s.post(address, object{"player_roles": "x"}, admin).refuses(400, "rest_invalid_param", "player_roles")
	s.post(address, object{"exempt_commissies": []string{"x"}}, admin).refuses(400, "rest_invalid_param", "exempt_commissies[0]")
}
