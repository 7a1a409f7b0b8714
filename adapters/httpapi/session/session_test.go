package session_test

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// object is JSON as a test writes it.
type object = apitest.Object

func TestTheCookieIsForThisSiteAlone(t *testing.T) {
	t.Parallel()
	for _, way := range []struct {
		name   string
		site   []func(*httpapi.Server)
		calls  []apitest.Call
		secure bool
	}{
		{"http", nil, nil, false},
		{"https", []func(*httpapi.Server){apitest.Secure}, nil, true},
		{"TLS itself", nil, []apitest.Call{func(r *http.Request) { r.TLS = &tls.ConnectionState{} }}, true},
		{"trusted proxy", []func(*httpapi.Server){apitest.BehindProxy},
			[]apitest.Call{apitest.From("10.1.2.3"), apitest.With("X-Forwarded-Proto", "https")}, true},
		{"anybody's claim", []func(*httpapi.Server){apitest.BehindProxy},
			[]apitest.Call{apitest.From("192.0.2.1"), apitest.With("X-Forwarded-Proto", "https")}, false},
	} {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			s := apitest.New(t, way.site...)
			s.User("jan")
			c := s.SignIn("jan", way.calls...).Cookie
			name := "clubhuis_session"
			if way.secure {
				name = "__Host-" + name
			}
			if c.Name != name || c.Path != "/" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Domain != "" {
				t.Errorf("got %v", c)
			}
			if c.Secure != way.secure {
				t.Errorf("secure: %v", c.Secure)
			}
			if c.MaxAge != 14*24*60*60 || len(c.Value) < 43 {
				t.Errorf("lives %d s, value of %d characters", c.MaxAge, len(c.Value))
			}
		})
	}
}

func TestSigningInAnswersTheUserAndANonce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	for _, login := range []string{"jan", "JAN", " jan ", "Jan@Club.Example"} {
		a := s.Post(apitest.Session, map[string]string{"username": login, "password": apitest.Password}).Is(200)
		a.Has("user.id", 1).Has("user.username", "jan").Has("nonce_expires_at", "2026-06-16 12:30:45")
		if strings.Contains(a.Text, a.Cookie("session").Value) || strings.Contains(a.Text, a.Cookie("browser").Value) {
			t.Errorf("%s: the token is in the body: %s", login, a.Text)
		}
	}
	for _, body := range []any{object{}, object{"username": "jan"}, object{"username": 1, "password": "x"}} {
		if a := s.Post(apitest.Session, body).Is(400); a.At("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", body, a.Text)
		}
	}
}

func TestWrongSignInsLookAlikeForKnownAndUnknownUsers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	known := s.Post(apitest.Session, object{"username": "jan", "password": "mis"}).Refuses(401, "invalid_credentials")
	unknown := s.Post(apitest.Session, object{"username": "piet", "password": "mis"}).Refuses(401, "invalid_credentials")
	empty := s.Post(apitest.Session, object{"username": "", "password": ""}).Refuses(401, "invalid_credentials")
	if known.Text != unknown.Text || known.Text != empty.Text || len(known.Cookies()) != 0 {
		t.Errorf("known: %s, unknown: %s, empty: %s", known.Text, unknown.Text, empty.Text)
	}
	spelled, err := s.Operator().AddApplicationPassword(t.Context(), "jan", accounts.PasswordWish{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	s.Post(apitest.Session, object{"username": "jan", "password": spelled}).Refuses(401, "invalid_credentials")
}

// everyChange returns the methods and addresses of all operations that are no reads and take a session.
func everyChange() (changes [][2]string) {
	public := map[string]bool{ // who asks has no session
		"/club/v1/session": true, "/club/v1/password-reset": true, "/club/v1/password-reset/{token}": true,
		"/club/v1/invites/{token}/register": true, "/club/v1/mailer/webhook": true,
		"/club/v1/first-start/{token}": true, "/club/v1/session/passkey": true,
	}
	whole, _ := apitest.Documents()
	for path, item := range whole.Paths {
		for method := range item.(map[string]any) {
			method = strings.ToUpper(method)
			if method == "GET" || method == "POST" && public[path] {
				continue
			}
			changes = append(changes, [2]string{method, "/api" + strings.NewReplacer(
				"{id}", "1", "{uuid}", "x", "{size}", "full", "{user_id}", "1", "{invite_id}", "1",
			).Replace(path)})
		}
	}
	return changes
}

// contract: club §5-2
func TestAProgramThatOnlyReadsChangesNothing(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	s.Names(s.Program("beheer"), "Jan")
	reads := s.ProgramWith("beheer", accounts.PasswordWish{Name: "kijker", ReadOnly: true})
	for _, change := range everyChange() {
		a := s.Send(change[0], change[1], "{not even JSON", reads, apitest.With("X-HTTP-Method-Override", "GET"))
		if a.Refuses(403, "rest_forbidden"); a.At("message") != "Met dit applicatiewachtwoord mag je alleen lezen." {
			t.Errorf("%s: %s", a.What, a.Text)
		}
	}
	// What opens something without the password would go on when that has ended.
	s.Get("/api/club/v1/user/ical-url", reads).Refuses(403, "rest_forbidden")
	s.Get("/api/club/v1/people/1/photo-link", reads).Refuses(403, "rest_forbidden")
	s.Get(apitest.Person(1), reads).Is(200).Has("acf.first_name", "Jan")
	s.Get(apitest.People, reads, apitest.With("X-HTTP-Method-Override", "DELETE")).Is(200)
}

// contract: club §5-1
func TestEveryChangeFromABrowserNeedsANonce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	s.Names(s.Program("beheer"), "Jan")
	b, other := s.SignIn("beheer"), s.SignIn("beheer")
	s.Get(apitest.Person(1), b.Reads).Is(200)
	for _, change := range everyChange() {
		for name, nonce := range map[string]string{
			"none": "", "wrong": "x", "another session's": other.Nonce, "cut": b.Nonce[:len(b.Nonce)-1], "its cookie": b.Cookie.Value,
		} {
			a := s.Send(change[0], change[1], "{not even JSON", b.Reads, apitest.With("X-CMS-Nonce", nonce))
			a.Refuses(403, "rest_cookie_invalid_nonce")
			if t.Failed() {
				t.Fatalf("nonce: %s", name)
			}
		}
	}
	s.Post(apitest.Person(1), "", b.Reads, apitest.With("X-HTTP-Method-Override", "DELETE")).
		Refuses(403, "rest_cookie_invalid_nonce")
	s.Get(apitest.Person(1), b.Reads).Is(200)
	s.Send("PUT", apitest.Person(1), object{"acf": object{"nickname": "J"}}, b.Writes).Is(200)
	s.Send("PUT", apitest.Person(1), object{"acf": object{"nickname": "K"}}, s.Program("beheer")).Is(200)
}

// contract: club §5-1
func TestANonceEndsAfterADayAndIsRenewed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	s.Later(24*time.Hour - time.Second)
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, b.Writes).Is(201)
	s.Later(time.Second)
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, b.Writes).Refuses(403, "rest_cookie_invalid_nonce")
	renewed := s.Get(apitest.Session, b.Reads).Is(200).Has("user.username", "jan")
	fresh := apitest.Browser{Cookie: b.Cookie, Nonce: renewed.At("nonce").(string)}
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, fresh.Writes).Is(201)
	if cookies := renewed.Cookies(); len(cookies) != 1 || cookies[0].Value != b.Cookie.Value ||
		cookies[0].MaxAge != b.Cookie.MaxAge {
		t.Errorf("a browser that is used every day must keep its cookie: %v", cookies)
	}
}

func TestASessionEndsAfterTwoIdleWeeks(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	for range 5 {
		s.Later(account.SessionIdle - time.Second)
		s.Get(apitest.Session, b.Reads).Is(200)
	}
	s.Later(account.SessionIdle)
	s.Get(apitest.Session, b.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session, apitest.With("Cookie", "clubhuis_session=")).Refuses(401, "rest_not_logged_in")
	s.Get("/api/club/v1/version", b.Reads).Is(200)
	s.SignIn("jan", b.Reads)
}

// forgetsPictures checks that a browser forgets the photos that it has kept.
func forgetsPictures(a apitest.Answer) {
	a.T.Helper()
	if got := a.Header.Values("Clear-Site-Data"); len(got) != 1 || got[0] != `"cache"` {
		a.T.Errorf("%s: Clear-Site-Data %q", a.What, got)
	}
}

func TestSigningOutEndsTheSessionForEverybodyWhoHasItsCookie(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b, other := s.SignIn("jan"), s.SignIn("jan")
	out := s.Send("DELETE", apitest.Session, nil, b.Writes).Is(200).Has("success", true)
	forgetsPictures(out)
	if c := out.Cookies(); len(c) != 1 || c[0].Value != "" || c[0].MaxAge >= 0 || c[0].Path != "/" {
		t.Errorf("the cookie stays: %v", c)
	}
	s.Get(apitest.Session, b.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session, other.Reads).Is(200)
}

func TestOnesSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet")
	foreign := s.SignIn("piet")
	first := s.SignIn("jan", apitest.From("192.0.2.7"), apitest.With("User-Agent", "Firefox <b>"))
	s.Later(time.Hour)
	second := s.SignIn("jan")
	const sessions = "/api/club/v1/user/sessions"
	a := s.Get(sessions, second.Reads).Is(200)
	if len(a.List("")) != 2 {
		t.Fatalf("got %s", a.Text)
	}
	a.Has("0.current", true).Has("1.current", false).Has("1.address", "192.0.2.7").Has("1.user_agent", "Firefox <b>").
		Has("1.browser", "").Has("1.system", "")
	a.Has("1.created", "2026-06-15 12:30:45").Has("0.last_seen", "2026-06-15 13:30:45")
	theirs := s.Get(sessions, foreign.Reads).At("0.id").(string)
	s.Send("DELETE", sessions+"/"+theirs, nil, second.Writes).Refuses(404, "rest_not_found")
	s.Send("DELETE", sessions+"/"+a.At("1.id").(string), nil, second.Writes).Is(200).Has("deleted", true)
	s.Get(apitest.Session, first.Reads).Refuses(401, "rest_not_logged_in")
	s.SignIn("jan")
	s.SignIn("jan")
	s.Send("DELETE", sessions, nil, second.Writes).Is(200).Has("deleted", 2)
	s.Get(apitest.Session, second.Reads).Is(200)
	s.Get(apitest.Session, foreign.Reads).Is(200)
}

// contract: club §4.5
func TestAPasswordChangeEndsAllSessions(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b, other := s.SignIn("jan"), s.SignIn("jan")
	program := s.Program("jan")
	const address, fresh = "/api/club/v1/user/password", "een heel ander wachtwoord"
	change := func(current, new string) apitest.Answer {
		return s.Post(address, object{"current_password": current, "new_password": new}, b.Writes)
	}
	if a := change("mis", fresh).Refuses(400, "wrong_password"); a.At("message") != "Huidig wachtwoord is onjuist." {
		t.Errorf("message %v", a.At("message"))
	}
	change(apitest.Password, strings.Repeat("é", 11)).Refuses(400, "rest_invalid_param", "new_password")
	change(apitest.Password, "password1234").Refuses(400, "rest_invalid_param", "new_password")
	change(apitest.Password, strings.Repeat("x", 1001)).Refuses(400, "rest_invalid_param", "new_password")
	a := change(apitest.Password, fresh).Is(200).Has("success", true).
		Has("message", "Wachtwoord succesvol gewijzigd. Log opnieuw in.")
	forgetsPictures(a)
	if c := a.Cookies(); len(c) != 1 || c[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", c)
	}
	s.Get(apitest.Session, b.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session, other.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.People, program).Is(200)
	s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	s.Post(apitest.Session, object{"username": "jan", "password": fresh}).Is(200)
}

// contract: club §4.5, §7
func TestTheDemoUserKeepsItsPassword(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Add(account.User{Username: "demo", Email: "demo@club.example", DisplayName: "Demo", Roles: []access.Role{access.Member},
		Demo: true})
	b := s.SignIn("demo")
	for _, current := range []string{apitest.Password, "mis"} {
		a := s.Post("/api/club/v1/user/password", object{"current_password": current, "new_password": "een nieuw wachtwoord"}, b.Writes)
		if a.Refuses(403, "demo_user"); a.At("message") != "Wachtwoord wijzigen is niet beschikbaar in de demo." {
			t.Errorf("message %v", a.At("message"))
		}
	}
	s.SignIn("demo")
}

func TestWrongSignInsAreThrottledPerAccount(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet")
	wrong := func(login string) apitest.Answer {
		return s.Post(apitest.Session, object{"username": login, "password": "mis"})
	}
	for i := range account.AttemptsPerAccount {
		s.SignIn("jan") // only failures count
		wrong([]string{"jan", "JAN", "jan@club.example"}[i%3]).Refuses(401, "invalid_credentials")
		s.Later(time.Second)
	}
	a := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Refuses(429, "too_many_attempts")
	if got := a.Header.Get("Retry-After"); got != "890" {
		t.Errorf("Retry-After %q", got)
	}
	s.SignIn("piet")
	s.Later(890 * time.Second)
	s.SignIn("jan")
	for range account.AttemptsPerAccount {
		wrong("nobody").Refuses(401, "invalid_credentials")
	}
	s.Later(time.Millisecond)
	if a := wrong("nobody").Refuses(429, "too_many_attempts"); a.Header.Get("Retry-After") != "900" {
		t.Errorf("unknown users: Retry-After %q", a.Header.Get("Retry-After"))
	}
}

func TestWrongTriesAtTheCurrentPasswordAreThrottledToo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	body := object{"current_password": "mis", "new_password": "een nieuw wachtwoord"}
	for range account.AttemptsPerAccount {
		s.Post("/api/club/v1/user/password", body, b.Writes).Refuses(400, "wrong_password")
	}
	if a := s.Post("/api/club/v1/user/password", body, b.Writes).
		Refuses(429, "too_many_attempts"); a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestWrongSignInsAreThrottledPerAddressAndOnlyProxiesSpeakForOthers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.BehindProxy)
	s.User("jan")
	try := func(login string, calls ...apitest.Call) apitest.Answer {
		return s.Post(apitest.Session, object{"username": login, "password": "mis"}, calls...)
	}
	account50 := func(i int) string { return "nobody" + strings.Repeat("x", i) }
	for i := range account.AttemptsPerAddress {
		// Somebody who is no proxy claims another address each time; a proxy's own client chain ends in that somebody.
		calls := []apitest.Call{apitest.From("192.0.2.66"),
			apitest.With("X-Forwarded-For", netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String())}
		if i%2 == 1 {
			calls = []apitest.Call{apitest.From("10.0.0.1"),
				apitest.With("X-Forwarded-For", netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String()),
				apitest.With("X-Forwarded-For", "192.0.2.66, 10.9.9.9")}
		}
		try(account50(i), calls...).Refuses(401, "invalid_credentials")
	}
	try("jan", apitest.From("192.0.2.66"), apitest.With("X-Forwarded-For", "198.51.100.200")).Refuses(429, "too_many_attempts")
	try("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", "192.0.2.66")).Refuses(429, "too_many_attempts")
	try("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", "::ffff:192.0.2.66")).Refuses(429, "too_many_attempts")
	s.SignIn("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", "192.0.2.67"))
	s.SignIn("jan", apitest.From("192.0.2.67"))
	for _, port := range []string{"192.0.2.66:5123", "[::ffff:192.0.2.66]:5123", "[::ffff:192.0.2.66]", "8.8.8.8, 192.0.2.66:80"} {
		try("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", port)).Refuses(429, "too_many_attempts")
	}
	// Whom the proxy does not name are one client together, and none of them is the proxy.
	for i, garbage := range []string{"", "unknown", "192.0.2.66:80, x", ",,", "192.0.2.67:port"} {
		s.SignIn("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", garbage))
		for range account.AttemptsPerAddress / 5 {
			try(account50(100+i), apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", garbage))
		}
	}
	try("jan", apitest.From("10.0.0.1"), apitest.With("X-Forwarded-For", "unknown")).Refuses(429, "too_many_attempts")
	b := s.SignIn("jan", apitest.From("10.0.0.1"))
	for _, kept := range s.Get("/api/club/v1/user/sessions", b.Reads).Is(200).List("") {
		if address := kept.(map[string]any)["address"]; address == "10.0.0.1" && !kept.(map[string]any)["current"].(bool) {
			t.Errorf("a session of the proxy: %v", kept)
		}
	}
}
