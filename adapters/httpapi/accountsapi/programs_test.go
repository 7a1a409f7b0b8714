package accountsapi_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// contract: club §5-2
func TestAProgramSignsEveryRequestAndBlanksDoNotMatter(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	spelled, err := s.Operator().AddApplicationPassword(t.Context(), "jan", accounts.PasswordWish{Name: "sync"})
	if err != nil {
		t.Fatal(err)
	}
	bare := strings.ReplaceAll(spelled, " ", "")
	for _, typed := range []string{spelled, bare, " " + bare[:10] + "  " + bare[10:] + "\t"} {
		for _, login := range []string{"jan", "JAN", "jan@club.example"} {
			s.Get("/api/cms/v2/users/me", apitest.Basic(login, typed)).Is(200).Has("id", 1).Has("name", "Heet jan").Has("slug", "jan")
		}
	}
	s.User("piet")
	for name, wrong := range map[string]apitest.Call{
		"another user's": apitest.Basic("piet", spelled), "unknown user": apitest.Basic("kees", spelled),
		"no password": apitest.Basic("jan", ""), "the user's own": apitest.Basic("jan", apitest.Password),
		"case": apitest.Basic("jan", strings.ToLower(spelled)), "cut": apitest.Basic("jan", bare[:23]),
		"bearer": apitest.With("Authorization", "Bearer "+bare), "no base64": apitest.With("Authorization", "Basic ???"),
		"no colon": apitest.BasicText("jan" + bare), "empty": apitest.With("Authorization", "Basic "),
	} {
		a := s.Get(apitest.People, wrong).Refuses(401, "rest_not_logged_in")
		if t.Failed() {
			t.Fatalf("%s: %s", name, a.Text)
		}
	}
}

// contract: club §5-2
func TestProgramsNeedNoNonceAndBeatACookie(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet")
	b := s.SignIn("piet")
	jan := s.Program("jan")
	s.Person(jan, object{"first_name": "Jan"}).Has("author", 1)
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, jan, b.Reads).Is(201).Has("author", 1)
	s.Get("/api/club/v1/user/me", jan, b.Reads).Is(200).Has("username", "jan")
	s.Get("/api/club/v1/user/me", apitest.Basic("jan", "wrong"), b.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session, jan).Is(200).Has("user.username", "jan").Has("nonce", "").Has("nonce_expires_at", "")
	if got := s.Get(apitest.Session, jan).Cookies(); len(got) != 0 {
		t.Errorf("a program got a cookie: %v", got)
	}
}

// contract: club §5-2
func TestApplicationPasswordsAreMadeShownOnceListedAndRevoked(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	const list = "/api/cms/v2/users/1/application-passwords"
	if got := s.Get(list, b.Reads).Is(200); got.Text != "[]\n" {
		t.Errorf("got %q", got.Text)
	}
	made := s.Post(list, object{"name": " Sync "}, b.Writes).Is(201)
	made.Has("name", "Sync").Has("created", "2026-06-15 12:30:45").Has("last_used", nil).Has("last_ip", nil)
	spelled := made.At("password").(string)
	if !regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`).MatchString(spelled) {
		t.Errorf("password %q", spelled)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).
		MatchString(made.At("uuid").(string)) {
		t.Errorf("uuid %v", made.At("uuid"))
	}
	s.Later(time.Hour)
	s.Get("/api/cms/v2/users/me", apitest.Basic("jan", spelled), apitest.From("192.0.2.9")).Is(200)
	used := s.Get(list, b.Reads).Is(200).Has("0.last_used", "2026-06-15 13:30:45").Has("0.last_ip", "192.0.2.9")
	if _, there := used.Object("0")["password"]; there || strings.Contains(used.Text, spelled) {
		t.Errorf("shown again: %s", used.Text)
	}
	s.Get("/api/cms/v2/users/me/application-passwords", b.Reads).Is(200).Has("0.uuid", made.At("uuid"))
	s.Send("DELETE", list+"/none", nil, b.Writes).Refuses(404, "rest_not_found")
	s.Send("DELETE", list+"/"+made.At("uuid").(string), nil, b.Writes).Is(200).Has("deleted", true).Has("previous.name", "Sync")
	s.Get("/api/cms/v2/users/me", apitest.Basic("jan", spelled)).Refuses(401, "rest_not_logged_in")
	b = s.SignIn("jan")
	s.Post(list, object{"name": " "}, b.Writes).Refuses(400, "rest_invalid_param", "name")
	s.Post(list, object{"name": strings.Repeat("x", 201)}, b.Writes).Refuses(400, "rest_invalid_param", "name")
	if a := s.Post(list, object{}, b.Writes).Is(400); a.At("code") != "rest_invalid_param" {
		t.Errorf("got %s", a.Text)
	}
}

// contract: club §5-2
func TestAnApplicationPasswordEndsAfterItsLastDay(t *testing.T) {
	t.Parallel()
	s := apitest.New(t) // it is 2026-06-15 14:30 in the club
	s.User("jan")
	b := s.SignIn("jan")
	const list = "/api/cms/v2/users/me/application-passwords"
	for _, wrong := range []string{"2026-06-14", "2026-02-30", "morgen", "0"} {
		s.Post(list, object{"name": "x", "expires": wrong}, b.Writes).Refuses(400, "rest_invalid_param", "expires")
	}
	made := s.Post(list, object{"name": "Sync", "expires": "2026-06-16"}, b.Writes).Is(201).
		Has("expires", "2026-06-16").Has("expired", false).Has("read_only", false)
	program := apitest.Basic("jan", made.At("password").(string))
	s.Later(time.Second)
	s.Post(list, object{"name": "Altijd", "expires": ""}, b.Writes).Is(201).Has("expires", nil)
	s.Later(33*time.Hour + 29*time.Minute + 13*time.Second) // 23:59:59
	s.Get("/api/cms/v2/users/me", program).Is(200)
	s.Later(time.Second)
	ended := s.Get("/api/cms/v2/users/me", program).Refuses(401, "rest_not_logged_in")
	if unknown := s.Get("/api/cms/v2/users/me", apitest.Basic("jan", "x")); ended.Text != unknown.Text {
		t.Errorf("an ended password is told apart: %s, %s", ended.Text, unknown.Text)
	}
	s.Get(list, b.Reads).Is(200).Has("0.expired", true).Has("1.expired", false)
	s.User("beheer", access.Administrator)
	told := s.Get("/api/club/v1/audit?kind=application-password-refused", s.SignIn("beheer").Reads).Is(200)
	if !strings.Contains(told.Text, `"ended":true`) || !strings.Contains(told.Text, `"name":"Sync"`) {
		t.Errorf("the log does not say why: %s", told.Text)
	}
}

// contract: club §5-2
func TestAnApplicationPasswordMayBeForReadingAlone(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	const list = "/api/cms/v2/users/me/application-passwords"
	made := s.Post(list, object{"name": "Kijker", "read_only": true}, b.Writes).Is(201).Has("read_only", true).Has("expires", nil)
	s.Get(list, b.Reads).Is(200).Has("0.read_only", true)
	reads := apitest.Basic("jan", made.At("password").(string))
	s.Get(apitest.People, reads).Is(200)
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, reads).Refuses(403, "rest_forbidden")
	s.Post(list, object{"name": "x", "read_only": "ja"}, b.Writes).Refuses(400, "rest_invalid_param", "read_only")
}

func TestAnotherUsersApplicationPasswordsAreForAdministrators(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet", access.Board)
	s.User("beheer", access.Administrator)
	jan, piet, admin := s.Program("jan"), s.Program("piet"), s.Program("beheer")
	browsing := map[string]apitest.Browser{"jan": s.SignIn("jan"), "piet": s.SignIn("piet"), "beheer": s.SignIn("beheer")}
	const list = "/api/cms/v2/users/1/application-passwords"
	uuid := s.Get(list, jan).At("0.uuid").(string)
	for _, address := range []string{list, "/api/cms/v2/users/99/application-passwords",
		"/api/cms/v2/users/0/application-passwords"} {
		s.Get(address, piet).Refuses(403, "rest_forbidden")
		s.Post(address, object{"name": "x"}, browsing["piet"].Writes).Refuses(403, "rest_forbidden")
		s.Post(address, object{"name": "x"}, browsing["beheer"].Writes).Refuses(403, "rest_forbidden")
		s.Send("DELETE", address+"/"+uuid, nil, piet).Refuses(403, "rest_forbidden")
	}
	s.Send("DELETE", "/api/cms/v2/users/2/application-passwords/"+uuid, nil, piet).Refuses(404, "rest_not_found")
	s.Get("/api/cms/v2/users/99/application-passwords", admin).Refuses(404, "rest_user_invalid_id")
	s.Get("/api/cms/v2/users/abc/application-passwords", admin).Refuses(404, "rest_user_invalid_id")
	s.Get(list, admin).Is(200).Has("0.uuid", uuid)
	s.Send("DELETE", list+"/"+uuid, nil, admin).Is(200)
	s.Get(apitest.People, jan).Refuses(401, "rest_not_logged_in")
	s.Post("/api/cms/v2/users/abc/application-passwords", object{"name": "x"}, browsing["jan"].Writes).
		Refuses(404, "rest_user_invalid_id")
	made := s.Post(list, object{"name": "x"}, browsing["jan"].Writes).Is(201).At("password").(string)
	s.Get("/api/cms/v2/users/me", apitest.Basic("jan", made)).Is(200).Has("id", 1)
}
