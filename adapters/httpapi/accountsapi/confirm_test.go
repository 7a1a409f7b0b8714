package accountsapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

const confirmation = apitest.Session + "/confirm"

const newPassword = "/api/club/v1/user/password"

const ownPasswords = "/api/cms/v2/users/me/application-passwords"

func TestMakingACredentialAsksForThePasswordOnceMore(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b, other := s.SignIn("jan"), s.SignIn("jan")
	make := func(as apitest.Browser) apitest.Answer { return s.Post(ownPasswords, object{"name": "x"}, as.Writes) }
	make(b).Is(201)
	s.Later(10 * time.Minute)
	for _, body := range []any{object{"name": "x"}, object{}, "{not even JSON"} { // asked before anything is looked at
		s.Post(ownPasswords, body, b.Writes).Refuses(403, "confirmation_required")
	}
	s.Post(ownPasswords, object{"name": "x"}, b.Reads).Refuses(403, "rest_cookie_invalid_nonce")
	s.Post(confirmation, object{"password": apitest.Password}, b.Reads).Refuses(403, "rest_cookie_invalid_nonce")
	s.Post(confirmation, object{"password": "mis"}, b.Writes).Refuses(400, "wrong_password")
	make(b).Refuses(403, "confirmation_required")
	s.Post(confirmation, object{"password": apitest.Password}, b.Writes).Is(200).Has("confirmed_until", "2026-06-15 12:50:45")
	make(b).Is(201)
	make(other).Refuses(403, "confirmation_required")
	s.Later(10 * time.Minute)
	make(b).Refuses(403, "confirmation_required")
	make(s.SignIn("jan")).Is(201)
	if a := s.Post(confirmation, object{}, b.Writes).Is(400); a.At("code") != "rest_invalid_param" {
		t.Errorf("got %s", a.Text)
	}
}

// Whoever finds the browser of an administrator open makes no other one there, and deletes none.
func TestWhatChangesAccountsAsksForThePasswordOnceMore(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	anna := s.Person(admin, object{"first_name": "Anna", "contact_info": list{
		object{"contact_type": "email", "contact_value": "anna@club.example"},
	}}).Is(201).ID()
	cor := s.Person(admin, object{"first_name": "Cor"}).Is(201).ID()
	jan := s.User("jan", access.Member)
	b, other := s.SignIn("beheer"), s.SignIn("jan")
	user := fmt.Sprintf("/api/club/v1/users/%d", jan.ID)
	calls := []struct {
		method, path string
		body         any
	}{
		{"PUT", user + "/roles", object{"roles": list{"admin"}}}, {"POST", functionMap, object{"map": object{}}},
		{"POST", fmt.Sprintf("/api/club/v1/people/%d/provision", anna), object{"role": "admin"}},
		{"POST", linkedPerson, object{"person_id": cor, "user_id": jan.ID}},
		{"PUT", user + "/email", object{"email": "johan@club.example"}}, {"DELETE", user, nil},
	}
	s.Later(10 * time.Minute)
	for _, call := range calls {
		s.Send(call.method, call.path, call.body, b.Writes).Refuses(403, "confirmation_required")
		s.Send(call.method, call.path, call.body, other.Writes).Refuses(403, "rest_forbidden")
	}
	s.Post(confirmation, object{"password": apitest.Password}, b.Writes).Is(200)
	for _, call := range calls {
		s.Send(call.method, call.path, call.body, b.Writes).Is(200)
	}
}

func TestWrongConfirmationsAreThrottled(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	for range account.AttemptsPerAccount {
		s.Post(confirmation, object{"password": "mis"}, b.Writes).Refuses(400, "wrong_password")
	}
	a := s.Post(confirmation, object{"password": apitest.Password}, b.Writes).Refuses(429, "too_many_attempts")
	if a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

// What makes credentials, or gives the password once more, is for browsers, whoever's the program is.
func TestAProgramMakesNoCredentials(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	s.User("sync", access.Synchronizer)
	for name, program := range map[string]apitest.Call{"an administrator's": admin, "a user's": s.Program("jan"),
		"the synchronization's": s.Program("sync")} {
		for _, a := range []apitest.Answer{
			s.Post(ownPasswords, object{"name": "x"}, program),
			s.Post("/api/cms/v2/users/1/application-passwords", object{"name": "x"}, program),
			s.Post(newPassword, object{"current_password": apitest.Password, "new_password": "een nieuw wachtwoord"}, program),
			s.Post(newPassword, object{"current_password": "mis", "new_password": "x"}, program),
			s.Post(confirmation, object{"password": apitest.Password}, program),
		} {
			a.Refuses(403, "rest_forbidden")
			if message, _ := a.At("message").(string); !strings.Contains(message, "browser") {
				t.Errorf("%s: it says %q", name, message)
			}
		}
	}
	for id, program := range map[string]string{"1": "beheer", "2": "jan", "3": "sync"} {
		if made := s.Get("/api/cms/v2/users/"+id+"/application-passwords", admin).Is(200).List(""); len(made) != 1 {
			t.Errorf("%s has %d application passwords", program, len(made))
		}
	}
	s.SignIn("jan")
}

func TestTheSynchronizationMakesNoCredentialsInABrowserEither(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("sync", access.Synchronizer)
	b := s.SignIn("sync")
	s.Post(ownPasswords, object{"name": "x"}, b.Writes).Refuses(403, "rest_forbidden")
	s.Post(newPassword, object{"current_password": apitest.Password, "new_password": "een nieuw wachtwoord"}, b.Writes).
		Refuses(403, "rest_forbidden")
	s.SignIn("sync")
}

// contract: club §4.5, §5-2
func TestAPasswordChangeListsAndRevokesApplicationPasswords(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	change := func(current, new string, more object) apitest.Answer {
		body := object{"current_password": current, "new_password": new}
		for name, value := range more {
			body[name] = value
		}
		signedIn := s.Post(apitest.Session, object{"username": "jan", "password": current}).Is(200)
		b := apitest.Browser{Cookie: signedIn.Cookies()[0], Nonce: signedIn.At("nonce").(string)}
		return s.Post(newPassword, body, b.Writes)
	}
	made := s.Post(ownPasswords, object{"name": "Websitekoppeling"}, s.SignIn("jan").Writes).Is(201)
	program := apitest.Basic("jan", made.At("password").(string))
	s.Get(apitest.People, program).Is(200)
	const fresh = "een heel ander wachtwoord"
	a := change(apitest.Password, fresh, nil).Is(200).Has("success", true).
		Has("message", "Wachtwoord succesvol gewijzigd. Log opnieuw in.")
	a.Has("application_passwords_revoked", 0).Has("application_passwords.0.uuid", made.At("uuid")).
		Has("application_passwords.0.name", "Websitekoppeling").Has("application_passwords.0.created", "2026-06-15 12:30:45").
		Has("application_passwords.0.last_used", "2026-06-15 12:30:45")
	if _, shown := a.Object("application_passwords.0")["password"]; shown || len(a.List("application_passwords")) != 1 {
		t.Errorf("got %s", a.Text)
	}
	s.Get(apitest.People, program).Is(200)
	change(fresh, apitest.Password, object{"revoke_application_passwords": false}).Is(200).Has("application_passwords_revoked", 0)
	s.Get(apitest.People, program).Is(200)
	a = change(apitest.Password, fresh, object{"revoke_application_passwords": true}).Is(200)
	a.Has("application_passwords_revoked", 1).Has("application_passwords", []any{})
	s.Get(apitest.People, program).Refuses(401, "rest_not_logged_in")
}

// contract: club §5-7
func TestABlockedUserIsOutAtTheNextRequest(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan")
	b, program := s.SignIn("jan"), s.Program("jan")
	s.Get(apitest.People, program).Is(200)
	if _, _, err := s.Operator().Block(t.Context(), "jan", false); err != nil {
		t.Fatal(err)
	}
	s.Get(apitest.People, program).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.People, b.Reads).Refuses(401, "rest_not_logged_in")
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, b.Writes).Refuses(401, "rest_not_logged_in")
	right := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	wrong := s.Post(apitest.Session, object{"username": "jan", "password": "mis"}).Refuses(401, "invalid_credentials")
	unknown := s.Post(apitest.Session, object{"username": "piet", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	if right.Text != wrong.Text || right.Text != unknown.Text || len(right.Cookies()) != 0 {
		t.Errorf("right: %s, wrong: %s, unknown: %s", right.Text, wrong.Text, unknown.Text)
	}
	s.Get("/api/club/v1/users/search?q=jan", admin).Is(200).Has("", []any{})
	s.Get("/api/club/v1/users", admin).Is(200).Has("1.username", "jan").Has("1.blocked", true).Has("0.blocked", false)
	if _, err := s.Operator().Unblock(t.Context(), "jan"); err != nil {
		t.Fatal(err)
	}
	s.Get(apitest.People, b.Reads).Refuses(401, "rest_not_logged_in")
	s.SignIn("jan")
	s.Get(apitest.People, program).Is(200)
}

// Whatever asks for the password, or refuses programs, says so to whoever reads the description.
func TestTheDescriptionTellsWhatIsForBrowsers(t *testing.T) {
	t.Parallel()
	whole, _ := apitest.Documents()
	found := []string{}
	for path, item := range whole.Paths {
		for method, operation := range item.(map[string]any) {
			description, _ := operation.(map[string]any)["description"].(string)
			name := strings.ToUpper(method) + " " + path
			browser := strings.Contains(description, "403 `rest_forbidden`")
			if strings.Contains(description, "403 `confirmation_required`") {
				name += ", confirmed"
			} else if !browser {
				continue
			}
			if !browser {
				name += ", programs too"
			}
			found = append(found, name)
		}
	}
	slices.Sort(found)
	want := []string{
		"DELETE /club/v1/user/passkeys/{id}, confirmed",
		"DELETE /club/v1/user/second-factor, confirmed", "DELETE /club/v1/users/{id}, confirmed, programs too",
		"DELETE /club/v1/users/{id}/second-factor, confirmed, programs too",
		"POST /club/v1/functie-capability-map, confirmed, programs too",
		"POST /club/v1/people/{id}/erasure, confirmed, programs too",
		"POST /club/v1/people/{id}/provision, confirmed, programs too", "POST /club/v1/second-factor, confirmed, programs too",
		"POST /club/v1/session/confirm", "POST /club/v1/user/linked-person, confirmed, programs too",
		"POST /club/v1/user/passkeys, confirmed", "POST /club/v1/user/passkeys-begin, confirmed",
		"POST /club/v1/user/password", "POST /club/v1/user/second-factor, confirmed",
		"POST /club/v1/user/second-factor/confirm, confirmed", "POST /club/v1/user/second-factor/recovery-codes, confirmed",
		"POST /cms/v2/users/{id}/application-passwords, confirmed",
		"PUT /club/v1/leavers/rules, confirmed, programs too", "PUT /club/v1/users/{id}/email, confirmed, programs too",
		"PUT /club/v1/users/{id}/roles, confirmed, programs too",
	}
	if !slices.Equal(found, want) {
		t.Errorf("got %q", found)
	}
}
