package httpapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

func TestWhatNoTextCanHoldIsRefusedInAQuery(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	for _, address := range []string{
		apitest.People + "?search=", apitest.People + "?slug=", apitest.People + "?slug=jan-1,", apitest.People + "?slug[]=",
		apitest.People + "?modified_after=",
		apitest.People + "?_fields=", apitest.People + "?orderby=", apitest.People + "?page=", apitest.People + "?nobody_knows=",
		apitest.Person(1) + "?_embed=",
		"/api/club/v1/people/filtered?search=", "/api/club/v1/people/filtered?orderby=", "/api/club/v1/users/search?q=",
		"/api/club/v1/version?v=",
	} {
		_, parameters, _ := strings.Cut(address, "?")
		names := strings.Split(parameters, "=")
		for _, wrong := range []string{"%00", "a%00b", "%ff", "a%C3", "%ED%A0%80"} {
			a := s.Get(address+wrong, admin).Refuses(400, "rest_invalid_param", names[0])
			if sentence := a.Object("data.params")[names[0]]; sentence != "Deze tekst bevat een teken dat niet kan worden opgeslagen." {
				t.Errorf("%s: %v", address, sentence)
			}
		}
	}
	s.Get(apitest.People+"?sea%00rch=x", admin).Refuses(400, "rest_invalid_param", "sea?rch")
	s.Get(apitest.People+"?%ff%fe=x", admin).Refuses(400, "rest_invalid_param", "?")
	s.Send("PUT", apitest.Person(1)+"?x=%00", object{}, admin).Refuses(400, "rest_invalid_param", "x")
	s.Send("HEAD", apitest.People+"?search=%00", nil, admin).Is(400)
	s.Get(apitest.People+"?search=%00").Refuses(401, "rest_not_logged_in")
	s.Get(apitest.PeopleWith("search", "é€😀\t\n\u007f"), admin).Is(200)
}

func TestWhatNoTextCanHoldNamesNothingInAPath(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	admin, b := s.Program("beheer"), s.SignIn("beheer")
	for _, wrong := range []string{"%00", "1%00", "x%ff", "%C3"} {
		for _, address := range []string{apitest.People + "/" + wrong, "/api/cms/v2/users/" + wrong + "/application-passwords"} {
			s.Get(address, admin).Refuses(404, "rest_no_route")
			s.Get(address).Refuses(401, "rest_not_logged_in")
		}
		for _, address := range []string{"/api/club/v1/user/sessions/" + wrong, "/api/cms/v2/users/1/application-passwords/" + wrong} {
			s.Send("DELETE", address, nil, b.Writes).Refuses(404, "rest_no_route")
			s.Send("DELETE", address, nil, b.Reads).Refuses(403, "rest_cookie_invalid_nonce")
			s.Send("DELETE", address, nil).Refuses(401, "rest_not_logged_in")
		}
		s.Get("/api/"+wrong).Refuses(404, "rest_no_route")
	}
}

func TestWhatNoTextCanHoldIsRefusedInABody(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	b := s.SignIn("beheer")
	s.Person(b.Writes, object{"first_name": "Jan", "work_history": []object{{"team": s.Team(b.Writes, "JO9-1"),
		"job_title": "Trainer", "is_current": true}}})
	const rules = "/api/club/v1/volunteer-roles/settings"
	before := s.Get(rules, b.Reads).Is(200).Text
	s.Post(rules, object{"player_roles": []string{"Keeper", "a\x00b"}}, b.Writes).
		Refuses(400, "rest_invalid_param", "player_roles[1]")
	s.Post(rules, object{"excluded_roles": []string{"\x00"}, "player_roles": []string{strings.Repeat("x", 10_001)}}, b.Writes).
		Refuses(400, "rest_invalid_param", "excluded_roles[0]", "player_roles[0]")
	if after := s.Get(rules, b.Reads).Is(200).Text; after != before {
		t.Errorf("changed by a refused call: %s", after)
	}
	s.Get(apitest.Person(1), b.Reads).Is(200).Has("acf.huidig-vrijwilliger", "1")

	s.Post("/api/cms/v2/users/1/application-passwords", object{"name": "a\x00b"}, b.Writes).
		Refuses(400, "rest_invalid_param", "name")
	for _, fields := range []object{
		{"nickname": "\x00"}, {"free": "\x00"}, {"free": []any{object{"deep": "\x00"}}}, {"free": object{"\x00": 1}}, {"fr\x00ee": 1},
		{"work_history": []object{{"job_title": "\x00"}}}, {"addresses": []object{{"x\x00": 1}}},
	} {
		if a := s.Send("PUT", apitest.Person(1), object{"acf": fields}, b.Writes).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", fields, a.Text)
		}
	}
	s.Send("PUT", apitest.Person(1), object{"meta": object{"x": "\x00"}}, b.Writes).Refuses(400, "rest_invalid_param", "meta.x")
	s.Send("PUT", apitest.Person(1), "{\"acf\":{\"nickname\":\"\xff\\ud800\"}}", b.Writes).Is(200).
		Has("acf.nickname", "\ufffd\ufffd")
}

func TestNobodyIsCalledWhatNoTextCanHold(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	for range account.AttemptsPerAccount + 1 { // no try at anybody's password: nothing is counted
		s.Post(apitest.Session, object{"username": "jan\x00", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	}
	s.Get(apitest.People, apitest.BasicText("jan\x00:"+apitest.Password)).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.People, apitest.BasicText("\xff:\xff\x00")).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.People, apitest.With("Cookie", "clubhuis_session=\xff")).Refuses(401, "rest_not_logged_in")
	b := s.SignIn("jan", apitest.With("User-Agent", "Fire\xfffox \xc3"))
	s.Get("/api/club/v1/user/sessions", b.Reads).Is(200).Has("0.user_agent", "Fire?fox ?")
}

func TestADamagedPersonIsA500InTheLogAndNoMistakeOfTheReader(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	damaged := person.New(1, apitest.Start)
	damaged.Birthdate = civil.Date{Year: 2001, Month: 77, Day: 1}
	if _, err := s.Server.People.People.Create(t.Context(), damaged); err != nil {
		t.Fatal(err)
	}
	a := s.Get(apitest.Person(1), admin).Refuses(500, "internal_error")
	_, cause, _ := strings.Cut(s.Log.String(), "cause=")
	if strings.Contains(a.Text, "damaged") || !strings.Contains(cause, "person 1 is damaged") || strings.Contains(cause, "77") {
		t.Errorf("answered %s, logged %s", a.Text, s.Log.String())
	}
}

func TestAThousandIdsAndSlugsAreTaken(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan", "Piet")
	ids, slugs := strings.Repeat("9,", 999), strings.Repeat("x-9,", 999)
	for parameters, names := range map[string]string{
		"include=" + ids + "1": "Jan", "exclude=" + ids + "1": "Piet", "slug=" + slugs + "piet-2": "Piet",
		"include=" + ids + "2&exclude=" + ids + "1&slug=" + slugs + "piet-2": "Piet",
	} {
		if got := s.Get(apitest.People+"?"+parameters, admin).Listed(""); got != names {
			t.Errorf("%.20s: got %q, want %q", parameters, got, names)
		}
	}
	s.Get(apitest.People+"?include="+ids+"1,2", admin).Refuses(400, "rest_invalid_param", "include")
	s.Get(apitest.People+"?exclude="+ids+"1&exclude[]=2", admin).Refuses(400, "rest_invalid_param", "exclude")
	s.Get(apitest.People+"?slug="+slugs+"jan-1,piet-2", admin).Refuses(400, "rest_invalid_param", "slug")
}

func TestAProxyThatIsNotTrustedIsWarnedOfOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.BehindProxy)
	for range 3 {
		s.Get("/api/club/v1/version", apitest.From("192.0.2.1"), apitest.With("X-Forwarded-For", "198.51.100.1"))
		s.Get("/api/club/v1/version", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", "198.51.100.1"))
	}
	if said := strings.Count(s.Log.String(), "--trusted-proxies"); said != 1 || strings.Contains(s.Log.String(), "198.51.100.1") {
		t.Errorf("said %d times: %s", said, s.Log.String())
	}
}

// A server is what stands before the handler outside of tests: it must not turn a refusal into something else.
func TestARealServerAnswersTheSame(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for address, status := range map[string]int{apitest.People + "?search=%00": 400, apitest.People + "/%00": 404,
		apitest.People + "?slug=%ff": 400} {
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
