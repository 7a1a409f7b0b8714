package httpapi_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

const (
	confirmation = session + "/confirm"
	newPassword  = "/api/club/v1/user/password"
	ownPasswords = "/api/cms/v2/users/me/application-passwords"
)

func TestMakingACredentialAsksForThePasswordOnceMore(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b, other := s.signIn("jan"), s.signIn("jan")
	make := func(as browser) answer { return s.post(ownPasswords, object{"name": "x"}, as.writes) }
	make(b).is(201)
	s.later(10 * time.Minute)
	for _, body := range []any{object{"name": "x"}, object{}, "{not even JSON"} { // asked before anything is looked at
		s.post(ownPasswords, body, b.writes).refuses(403, "confirmation_required")
	}
	s.post(ownPasswords, object{"name": "x"}, b.reads).refuses(403, "rest_cookie_invalid_nonce")
	s.post(confirmation, object{"password": password}, b.reads).refuses(403, "rest_cookie_invalid_nonce")
	s.post(confirmation, object{"password": "mis"}, b.writes).refuses(400, "wrong_password")
	make(b).refuses(403, "confirmation_required")
	s.post(confirmation, object{"password": password}, b.writes).is(200).has("confirmed_until", "2026-06-15 12:50:45")
	make(b).is(201)
	make(other).refuses(403, "confirmation_required")
	s.later(10 * time.Minute)
	make(b).refuses(403, "confirmation_required")
	make(s.signIn("jan")).is(201)
	if a := s.post(confirmation, object{}, b.writes).is(400); a.at("code") != "rest_invalid_param" {
		t.Errorf("got %s", a.text)
	}
}

func TestWrongConfirmationsAreThrottled(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	for range account.AttemptsPerAccount {
		s.post(confirmation, object{"password": "mis"}, b.writes).refuses(400, "wrong_password")
	}
	a := s.post(confirmation, object{"password": password}, b.writes).refuses(429, "too_many_attempts")
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// What makes credentials, or gives the password once more, is for browsers, whoever's the program is.
func TestAProgramMakesNoCredentials(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	s.user("sync", access.Synchronizer)
	for name, program := range map[string]call{"an administrator's": admin, "a user's": s.program("jan"), "the synchronization's": s.program("sync")} {
		for _, a := range []answer{
			s.post(ownPasswords, object{"name": "x"}, program),
			s.post("/api/cms/v2/users/1/application-passwords", object{"name": "x"}, program),
			s.post(newPassword, object{"current_password": password, "new_password": "een nieuw wachtwoord"}, program),
			s.post(newPassword, object{"current_password": "mis", "new_password": "x"}, program),
			s.post(confirmation, object{"password": password}, program),
		} {
			a.refuses(403, "rest_forbidden")
			if message, _ := a.at("message").(string); !strings.Contains(message, "browser") {
				t.Errorf("%s: it says %q", name, message)
			}
		}
	}
	for id, program := range map[string]string{"1": "beheer", "2": "jan", "3": "sync"} {
		if made := s.get("/api/cms/v2/users/"+id+"/application-passwords", admin).is(200).list(""); len(made) != 1 {
			t.Errorf("%s has %d application passwords", program, len(made))
		}
	}
	s.signIn("jan")
}

func TestTheSynchronizationMakesNoCredentialsInABrowserEither(t *testing.T) {
	s := newSite(t)
	s.user("sync", access.Synchronizer)
	b := s.signIn("sync")
	s.post(ownPasswords, object{"name": "x"}, b.writes).refuses(403, "rest_forbidden")
	s.post(newPassword, object{"current_password": password, "new_password": "een nieuw wachtwoord"}, b.writes).refuses(403, "rest_forbidden")
	s.signIn("sync")
}

func TestAPasswordChangeListsAndRevokesApplicationPasswords(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	change := func(current, new string, more object) answer {
		body := object{"current_password": current, "new_password": new}
		for name, value := range more {
			body[name] = value
		}
		signedIn := s.post(session, object{"username": "jan", "password": current}).is(200)
		b := browser{signedIn.Cookies()[0], signedIn.at("nonce").(string)}
		return s.post(newPassword, body, b.writes)
	}
	made := s.post(ownPasswords, object{"name": "Websitekoppeling"}, s.signIn("jan").writes).is(201)
	program := basic("jan", made.at("password").(string))
	s.get(collection, program).is(200)
	const fresh = "een heel ander wachtwoord"
	a := change(password, fresh, nil).is(200).has("success", true).has("message", "Wachtwoord succesvol gewijzigd. Log opnieuw in.")
	a.has("application_passwords_revoked", 0).has("application_passwords.0.uuid", made.at("uuid")).
		has("application_passwords.0.name", "Websitekoppeling").has("application_passwords.0.created", "2026-06-15 12:30:45").
		has("application_passwords.0.last_used", "2026-06-15 12:30:45")
	if _, shown := a.object("application_passwords.0")["password"]; shown || len(a.list("application_passwords")) != 1 {
		t.Errorf("got %s", a.text)
	}
	s.get(collection, program).is(200)
	change(fresh, password, object{"revoke_application_passwords": false}).is(200).has("application_passwords_revoked", 0)
	s.get(collection, program).is(200)
	a = change(password, fresh, object{"revoke_application_passwords": true}).is(200)
	a.has("application_passwords_revoked", 1).has("application_passwords", []any{})
	s.get(collection, program).refuses(401, "rest_not_logged_in")
}

func TestABlockedUserIsOutAtTheNextRequest(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.user("jan")
	b, program := s.signIn("jan"), s.program("jan")
	s.get(collection, program).is(200)
	if _, _, err := s.operator().Block(t.Context(), "jan", false); err != nil {
		t.Fatal(err)
	}
	s.get(collection, program).refuses(401, "rest_not_logged_in")
	s.get(collection, b.reads).refuses(401, "rest_not_logged_in")
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, b.writes).refuses(401, "rest_not_logged_in")
	right := s.post(session, object{"username": "jan", "password": password}).refuses(401, "invalid_credentials")
	wrong := s.post(session, object{"username": "jan", "password": "mis"}).refuses(401, "invalid_credentials")
	unknown := s.post(session, object{"username": "piet", "password": password}).refuses(401, "invalid_credentials")
	if right.text != wrong.text || right.text != unknown.text || len(right.Cookies()) != 0 {
		t.Errorf("right: %s, wrong: %s, unknown: %s", right.text, wrong.text, unknown.text)
	}
	s.get("/api/club/v1/users/search?q=jan", admin).is(200).has("", []any{})
	s.get("/api/club/v1/users", admin).is(200).has("1.username", "jan").has("1.blocked", true).has("0.blocked", false)
	if _, err := s.operator().Unblock(t.Context(), "jan"); err != nil {
		t.Fatal(err)
	}
	s.get(collection, b.reads).refuses(401, "rest_not_logged_in")
	s.signIn("jan")
	s.get(collection, program).is(200)
}

// Whatever asks for the password, or refuses programs, says so to whoever reads the description.
func TestTheDescriptionTellsWhatIsForBrowsers(t *testing.T) {
	whole, _ := documents()
	found := []string{}
	for path, item := range whole.paths {
		for method, operation := range item.(map[string]any) {
			description, _ := operation.(map[string]any)["description"].(string)
			if strings.Contains(description, "403 `rest_forbidden`") {
				name := strings.ToUpper(method) + " " + path
				if strings.Contains(description, "403 `confirmation_required`") {
					name += ", confirmed"
				}
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	want := []string{
		"POST /club/v1/session/confirm", "POST /club/v1/user/password", "POST /cms/v2/users/{id}/application-passwords, confirmed",
	}
	if !slices.Equal(found, want) {
		t.Errorf("got %q", found)
	}
}
