package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestWhatNoTextCanHoldIsRefusedInAQuery(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	for _, address := range []string{
		collection + "?search=", collection + "?slug=", collection + "?slug=jan-1,", collection + "?slug[]=", collection + "?modified_after=",
		collection + "?_fields=", collection + "?orderby=", collection + "?page=", collection + "?nobody_knows=", one(1) + "?_embed=",
		"/api/club/v1/people/filtered?search=", "/api/club/v1/people/filtered?orderby=", "/api/club/v1/users/search?q=", "/api/club/v1/version?v=",
	} {
		_, parameters, _ := strings.Cut(address, "?")
		names := strings.Split(parameters, "=")
		for _, wrong := range []string{"%00", "a%00b", "%ff", "a%C3", "%ED%A0%80"} {
			a := s.get(address+wrong, admin).refuses(400, "rest_invalid_param", names[0])
			if sentence := a.object("data.params")[names[0]]; sentence != "Deze tekst bevat een teken dat niet kan worden opgeslagen." {
				t.Errorf("%s: %v", address, sentence)
			}
		}
	}
	s.get(collection+"?sea%00rch=x", admin).refuses(400, "rest_invalid_param", "sea?rch")
	s.get(collection+"?%ff%fe=x", admin).refuses(400, "rest_invalid_param", "?")
	s.send("PUT", one(1)+"?x=%00", object{}, admin).refuses(400, "rest_invalid_param", "x")
	s.send("HEAD", collection+"?search=%00", nil, admin).is(400)
	s.get(collection+"?search=%00").refuses(401, "rest_not_logged_in")
	s.get(query("search", "é€😀\t\n\u007f"), admin).is(200)
}

func TestWhatNoTextCanHoldNamesNothingInAPath(t *testing.T) {
	s := newSite(t)
	s.user("beheer", access.Administrator)
	admin, b := s.program("beheer"), s.signIn("beheer")
	for _, wrong := range []string{"%00", "1%00", "x%ff", "%C3"} {
		for _, address := range []string{collection + "/" + wrong, "/api/cms/v2/users/" + wrong + "/application-passwords"} {
			s.get(address, admin).refuses(404, "rest_no_route")
			s.get(address).refuses(401, "rest_not_logged_in")
		}
		for _, address := range []string{"/api/club/v1/user/sessions/" + wrong, "/api/cms/v2/users/1/application-passwords/" + wrong} {
			s.send("DELETE", address, nil, b.writes).refuses(404, "rest_no_route")
			s.send("DELETE", address, nil, b.reads).refuses(403, "rest_cookie_invalid_nonce")
			s.send("DELETE", address, nil).refuses(401, "rest_not_logged_in")
		}
		s.get("/api/"+wrong).refuses(404, "rest_no_route")
	}
}

func TestWhatNoTextCanHoldIsRefusedInABody(t *testing.T) {
	s := newSite(t)
	s.user("beheer", access.Administrator)
	b := s.signIn("beheer")
	s.person(b.writes, object{"first_name": "Jan", "work_history": []object{{"team": s.team(b.writes, "JO9-1"), "job_title": "Trainer", "is_current": true}}})
	const rules = "/api/club/v1/volunteer-roles/settings"
	before := s.get(rules, b.reads).is(200).text
	s.post(rules, object{"player_roles": []string{"Keeper", "a\x00b"}}, b.writes).refuses(400, "rest_invalid_param", "player_roles[1]")
	s.post(rules, object{"excluded_roles": []string{"\x00"}, "player_roles": []string{strings.Repeat("x", 10_001)}}, b.writes).
		refuses(400, "rest_invalid_param", "excluded_roles[0]", "player_roles[0]")
	if after := s.get(rules, b.reads).is(200).text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
	s.get(one(1), b.reads).is(200).has("acf.huidig-vrijwilliger", "1")

	s.post("/api/cms/v2/users/1/application-passwords", object{"name": "a\x00b"}, b.writes).refuses(400, "rest_invalid_param", "name")
	for _, fields := range []object{
		{"nickname": "\x00"}, {"free": "\x00"}, {"free": []any{object{"deep": "\x00"}}}, {"free": object{"\x00": 1}}, {"fr\x00ee": 1},
		{"work_history": []object{{"job_title": "\x00"}}}, {"addresses": []object{{"x\x00": 1}}},
	} {
		if a := s.send("PUT", one(1), object{"acf": fields}, b.writes).is(400); a.at("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", fields, a.text)
		}
	}
	s.send("PUT", one(1), object{"meta": object{"x": "\x00"}}, b.writes).refuses(400, "rest_invalid_param", "meta.x")
	s.send("PUT", one(1), "{\"acf\":{\"nickname\":\"\xff\\ud800\"}}", b.writes).is(200).has("acf.nickname", "\ufffd\ufffd")
}

func TestNobodyIsCalledWhatNoTextCanHold(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	for range account.AttemptsPerAccount + 1 { // no try at anybody's password: nothing is counted
		s.post(session, object{"username": "jan\x00", "password": password}).refuses(401, "invalid_credentials")
	}
	s.get(collection, basicText("jan\x00:"+password)).refuses(401, "rest_not_logged_in")
	s.get(collection, basicText("\xff:\xff\x00")).refuses(401, "rest_not_logged_in")
	s.get(collection, with("Cookie", "clubhuis_session=\xff")).refuses(401, "rest_not_logged_in")
	b := s.signIn("jan", with("User-Agent", "Fire\xfffox \xc3"))
	s.get("/api/club/v1/user/sessions", b.reads).is(200).has("0.user_agent", "Fire?fox ?")
}

func TestADamagedPersonIsA500InTheLogAndNoMistakeOfTheReader(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	damaged := person.New(1, start)
	damaged.Birthdate = civil.Date{Year: 2001, Month: 77, Day: 1}
	if _, err := s.server.People.People.Create(t.Context(), damaged); err != nil {
		t.Fatal(err)
	}
	a := s.get(one(1), admin).refuses(500, "internal_error")
	if strings.Contains(a.text, "damaged") || !strings.Contains(s.log.String(), "person 1 is damaged") || strings.Contains(s.log.String(), "77") {
		t.Errorf("answered %s, logged %s", a.text, s.log.String())
	}
}

func TestAThousandIdsAndSlugsAreTaken(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan", "Piet")
	ids, slugs := strings.Repeat("9,", 999), strings.Repeat("x-9,", 999)
	for parameters, names := range map[string]string{
		"include=" + ids + "1": "Jan", "exclude=" + ids + "1": "Piet", "slug=" + slugs + "piet-2": "Piet",
		"include=" + ids + "2&exclude=" + ids + "1&slug=" + slugs + "piet-2": "Piet",
	} {
		if got := s.get(collection+"?"+parameters, admin).listed(""); got != names {
			t.Errorf("%.20s: got %q, want %q", parameters, got, names)
		}
	}
	s.get(collection+"?include="+ids+"1,2", admin).refuses(400, "rest_invalid_param", "include")
	s.get(collection+"?exclude="+ids+"1&exclude[]=2", admin).refuses(400, "rest_invalid_param", "exclude")
	s.get(collection+"?slug="+slugs+"jan-1,piet-2", admin).refuses(400, "rest_invalid_param", "slug")
}

func TestAProxyThatIsNotTrustedIsWarnedOfOnce(t *testing.T) {
	s := newSite(t, behindProxy)
	for range 3 {
		s.get("/api/club/v1/version", from("192.0.2.1"), with("X-Forwarded-For", "198.51.100.1"))
		s.get("/api/club/v1/version", from("10.0.0.1"), with("X-Forwarded-For", "198.51.100.1"))
	}
	if said := strings.Count(s.log.String(), "--trusted-proxies"); said != 1 || strings.Contains(s.log.String(), "198.51.100.1") {
		t.Errorf("said %d times: %s", said, s.log.String())
	}
}

// A server is what stands before the handler outside of tests: it must not turn a refusal into something else.
func TestARealServerAnswersTheSame(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	server := httptest.NewServer(s.handler())
	defer server.Close()
	for address, status := range map[string]int{collection + "?search=%00": 400, collection + "/%00": 404, collection + "?slug=%ff": 400} {
		for _, method := range []string{"GET", "HEAD"} {
			request, err := http.NewRequestWithContext(t.Context(), method, server.URL+address, nil)
			if err != nil {
				t.Fatal(err)
			}
			admin(request)
			answer, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			if err := answer.Body.Close(); err != nil || answer.StatusCode != status {
				t.Errorf("%s %s: status %d, %v", method, address, answer.StatusCode, err)
			}
		}
	}
}
