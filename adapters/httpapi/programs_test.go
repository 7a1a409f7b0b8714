package httpapi_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
)

func TestAProgramSignsEveryRequestAndBlanksDoNotMatter(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	spelled, err := s.operator().AddApplicationPassword(t.Context(), "jan", "sync")
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.ReplaceAll(spelled, " ", "")
	for _, typed := range []string{spelled, bare, " " + bare[:10] + "  " + bare[10:] + "\t"} {
		for _, login := range []string{"jan", "JAN", "jan@club.example"} {
			s.get("/api/cms/v2/users/me", basic(login, typed)).is(200).has("id", 1).has("name", "Heet jan").has("slug", "jan")
		}
	}
	s.user("piet")
	for name, wrong := range map[string]call{
		"another user's": basic("piet", spelled), "unknown user": basic("kees", spelled), "no password": basic("jan", ""),
		"the user's own": basic("jan", password), "case": basic("jan", strings.ToLower(spelled)), "cut": basic("jan", bare[:23]),
		"bearer": with("Authorization", "Bearer "+bare), "no base64": with("Authorization", "Basic ???"), "no colon": basicText("jan" + bare),
		"empty": with("Authorization", "Basic "),
	} {
		a := s.get(collection, wrong).refuses(401, "rest_not_logged_in")
		if t.Failed() {
			t.Fatalf("%s: %s", name, a.text)
		}
	}
}

func TestProgramsNeedNoNonceAndBeatACookie(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet")
	b := s.signIn("piet")
	jan := s.program("jan")
	s.person(jan, object{"first_name": "Jan"}).has("author", 1)
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, jan, b.reads).is(201).has("author", 1)
	s.get("/api/club/v1/user/me", jan, b.reads).is(200).has("username", "jan")
	s.get("/api/club/v1/user/me", basic("jan", "wrong"), b.reads).refuses(401, "rest_not_logged_in")
	s.get(session, jan).is(200).has("user.username", "jan").has("nonce", "").has("nonce_expires_at", "")
	if got := s.get(session, jan).Cookies(); len(got) != 0 {
		t.Errorf("a program got a cookie: %v", got)
	}
}

func TestApplicationPasswordsAreMadeShownOnceListedAndRevoked(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	const list = "/api/cms/v2/users/1/application-passwords"
	if got := s.get(list, b.reads).is(200); got.text != "[]\n" {
		t.Errorf("got %q", got.text)
	}
	made := s.post(list, object{"name": " Sync "}, b.writes).is(201)
	made.has("name", "Sync").has("created", "2026-06-15 12:30:45").has("last_used", nil).has("last_ip", nil)
	spelled := made.at("password").(string)
	if !regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`).MatchString(spelled) {
		t.Errorf("password %q", spelled)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(made.at("uuid").(string)) {
		t.Errorf("uuid %v", made.at("uuid"))
	}
	s.later(time.Hour)
	s.get("/api/cms/v2/users/me", basic("jan", spelled), from("192.0.2.9")).is(200)
	used := s.get(list, b.reads).is(200).has("0.last_used", "2026-06-15 13:30:45").has("0.last_ip", "192.0.2.9")
	if _, there := used.object("0")["password"]; there || strings.Contains(used.text, spelled) {
		t.Errorf("shown again: %s", used.text)
	}
	s.get("/api/cms/v2/users/me/application-passwords", b.reads).is(200).has("0.uuid", made.at("uuid"))
	s.send("DELETE", list+"/none", nil, b.writes).refuses(404, "rest_not_found")
	s.send("DELETE", list+"/"+made.at("uuid").(string), nil, b.writes).is(200).has("deleted", true).has("previous.name", "Sync")
	s.get("/api/cms/v2/users/me", basic("jan", spelled)).refuses(401, "rest_not_logged_in")
	b = s.signIn("jan")
	s.post(list, object{"name": " "}, b.writes).refuses(400, "rest_invalid_param", "name")
	s.post(list, object{"name": strings.Repeat("x", 201)}, b.writes).refuses(400, "rest_invalid_param", "name")
	if a := s.post(list, object{}, b.writes).is(400); a.at("code") != "rest_invalid_param" {
		t.Errorf("got %s", a.text)
	}
}

func TestAnotherUsersApplicationPasswordsAreForAdministrators(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet", access.Board)
	s.user("beheer", access.Administrator)
	jan, piet, admin := s.program("jan"), s.program("piet"), s.program("beheer")
	browsing := map[string]browser{"jan": s.signIn("jan"), "piet": s.signIn("piet"), "beheer": s.signIn("beheer")}
	const list = "/api/cms/v2/users/1/application-passwords"
	uuid := s.get(list, jan).at("0.uuid").(string)
	for _, address := range []string{list, "/api/cms/v2/users/99/application-passwords", "/api/cms/v2/users/0/application-passwords"} {
		s.get(address, piet).refuses(403, "rest_forbidden")
		s.post(address, object{"name": "x"}, browsing["piet"].writes).refuses(403, "rest_forbidden")
		s.post(address, object{"name": "x"}, browsing["beheer"].writes).refuses(403, "rest_forbidden")
		s.send("DELETE", address+"/"+uuid, nil, piet).refuses(403, "rest_forbidden")
	}
	s.send("DELETE", "/api/cms/v2/users/2/application-passwords/"+uuid, nil, piet).refuses(404, "rest_not_found")
	s.get("/api/cms/v2/users/99/application-passwords", admin).refuses(404, "rest_user_invalid_id")
	s.get("/api/cms/v2/users/abc/application-passwords", admin).refuses(404, "rest_user_invalid_id")
	s.get(list, admin).is(200).has("0.uuid", uuid)
	s.send("DELETE", list+"/"+uuid, nil, admin).is(200)
	s.get(collection, jan).refuses(401, "rest_not_logged_in")
	s.post("/api/cms/v2/users/abc/application-passwords", object{"name": "x"}, browsing["jan"].writes).refuses(404, "rest_user_invalid_id")
	made := s.post(list, object{"name": "x"}, browsing["jan"].writes).is(201).at("password").(string)
	s.get("/api/cms/v2/users/me", basic("jan", made)).is(200).has("id", 1)
}
