package httpapi_test

import (
	"crypto/tls"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

const session = "/api/club/v1/session"

func secureSite(s *httpapi.Server) { s.BaseURL = "https://club.example" }

func behindProxy(s *httpapi.Server) {
	s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
}

func TestTheCookieIsForThisSiteAlone(t *testing.T) {
	for _, way := range []struct {
		name   string
		site   []func(*httpapi.Server)
		calls  []call
		secure bool
	}{
		{"http", nil, nil, false},
		{"https", []func(*httpapi.Server){secureSite}, nil, true},
		{"TLS itself", nil, []call{func(r *http.Request) { r.TLS = &tls.ConnectionState{} }}, true},
		{"trusted proxy", []func(*httpapi.Server){behindProxy}, []call{from("10.1.2.3"), with("X-Forwarded-Proto", "https")}, true},
		{"anybody's claim", []func(*httpapi.Server){behindProxy}, []call{from("192.0.2.1"), with("X-Forwarded-Proto", "https")}, false},
	} {
		t.Run(way.name, func(t *testing.T) {
			s := newSite(t, way.site...)
			s.user("jan")
			c := s.signIn("jan", way.calls...).cookie
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
	s := newSite(t)
	s.user("jan")
	for _, login := range []string{"jan", "JAN", " jan ", "Jan@Club.Example"} {
		a := s.post(session, map[string]string{"username": login, "password": password}).is(200)
		a.has("user.id", 1).has("user.username", "jan").has("nonce_expires_at", "2026-06-16 12:30:45")
		if strings.Contains(a.text, a.cookie("session").Value) || strings.Contains(a.text, a.cookie("browser").Value) {
			t.Errorf("%s: the token is in the body: %s", login, a.text)
		}
	}
	for _, body := range []any{object{}, object{"username": "jan"}, object{"username": 1, "password": "x"}} {
		if a := s.post(session, body).is(400); a.at("code") != "rest_invalid_param" {
			t.Errorf("%v: %s", body, a.text)
		}
	}
}

func TestWrongSignInsLookAlikeForKnownAndUnknownUsers(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	known := s.post(session, object{"username": "jan", "password": "mis"}).refuses(401, "invalid_credentials")
	unknown := s.post(session, object{"username": "piet", "password": "mis"}).refuses(401, "invalid_credentials")
	empty := s.post(session, object{"username": "", "password": ""}).refuses(401, "invalid_credentials")
	if known.text != unknown.text || known.text != empty.text || len(known.Cookies()) != 0 {
		t.Errorf("known: %s, unknown: %s, empty: %s", known.text, unknown.text, empty.text)
	}
	spelled, err := s.operator().AddApplicationPassword(t.Context(), "jan", "x")
	if err != nil {
		t.Fatal(err)
	}
	s.post(session, object{"username": "jan", "password": spelled}).refuses(401, "invalid_credentials")
}

func TestEveryChangeFromABrowserNeedsANonce(t *testing.T) {
	s := newSite(t)
	s.user("beheer", access.Administrator)
	s.names(s.program("beheer"), "Jan")
	b, other := s.signIn("beheer"), s.signIn("beheer")
	s.get(one(1), b.reads).is(200)
	whole, _ := documents()
	for path, item := range whole.paths {
		for method := range item.(map[string]any) {
			method = strings.ToUpper(method)
			if method == "GET" || path == "/club/v1/session" && method == "POST" {
				continue
			}
			address := "/api" + strings.NewReplacer("{id}", "1", "{uuid}", "x", "{size}", "full").Replace(path)
			for name, nonce := range map[string]string{
				"none": "", "wrong": "x", "another session's": other.nonce, "cut": b.nonce[:len(b.nonce)-1], "its cookie": b.cookie.Value,
			} {
				a := s.send(method, address, "{not even JSON", b.reads, with("X-CMS-Nonce", nonce))
				a.refuses(403, "rest_cookie_invalid_nonce")
				if t.Failed() {
					t.Fatalf("nonce: %s", name)
				}
			}
		}
	}
	s.post(one(1), "", b.reads, with("X-HTTP-Method-Override", "DELETE")).refuses(403, "rest_cookie_invalid_nonce")
	s.get(one(1), b.reads).is(200)
	s.send("PUT", one(1), object{"acf": object{"nickname": "J"}}, b.writes).is(200)
	s.send("PUT", one(1), object{"acf": object{"nickname": "K"}}, s.program("beheer")).is(200)
}

func TestANonceEndsAfterADayAndIsRenewed(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	s.later(24*time.Hour - time.Second)
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, b.writes).is(201)
	s.later(time.Second)
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, b.writes).refuses(403, "rest_cookie_invalid_nonce")
	renewed := s.get(session, b.reads).is(200).has("user.username", "jan")
	fresh := browser{b.cookie, renewed.at("nonce").(string)}
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, fresh.writes).is(201)
	if cookies := renewed.Cookies(); len(cookies) != 1 || cookies[0].Value != b.cookie.Value || cookies[0].MaxAge != b.cookie.MaxAge {
		t.Errorf("a browser that is used every day must keep its cookie: %v", cookies)
	}
}

func TestASessionEndsAfterTwoIdleWeeks(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	for range 5 {
		s.later(account.SessionIdle - time.Second)
		s.get(session, b.reads).is(200)
	}
	s.later(account.SessionIdle)
	s.get(session, b.reads).refuses(401, "rest_not_logged_in")
	s.get(session).refuses(401, "rest_not_logged_in")
	s.get(session, with("Cookie", "clubhuis_session=")).refuses(401, "rest_not_logged_in")
	s.get("/api/club/v1/version", b.reads).is(200)
	s.signIn("jan", b.reads)
}

// forgetsPictures checks that a browser forgets the photos that it has kept.
func (a answer) forgetsPictures() {
	a.t.Helper()
	if got := a.Header.Values("Clear-Site-Data"); len(got) != 1 || got[0] != `"cache"` {
		a.t.Errorf("%s: Clear-Site-Data %q", a.what, got)
	}
}

func TestSigningOutEndsTheSessionForEverybodyWhoHasItsCookie(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b, other := s.signIn("jan"), s.signIn("jan")
	out := s.send("DELETE", session, nil, b.writes).is(200).has("success", true)
	out.forgetsPictures()
	if c := out.Cookies(); len(c) != 1 || c[0].Value != "" || c[0].MaxAge >= 0 || c[0].Path != "/" {
		t.Errorf("the cookie stays: %v", c)
	}
	s.get(session, b.reads).refuses(401, "rest_not_logged_in")
	s.get(session, other.reads).is(200)
}

func TestOnesSessionsAreListedAndEnded(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet")
	foreign := s.signIn("piet")
	first := s.signIn("jan", from("192.0.2.7"), with("User-Agent", "Firefox <b>"))
	s.later(time.Hour)
	second := s.signIn("jan")
	const sessions = "/api/club/v1/user/sessions"
	a := s.get(sessions, second.reads).is(200)
	if len(a.list("")) != 2 {
		t.Fatalf("got %s", a.text)
	}
	a.has("0.current", true).has("1.current", false).has("1.address", "192.0.2.7").has("1.user_agent", "Firefox <b>")
	a.has("1.created", "2026-06-15 12:30:45").has("0.last_seen", "2026-06-15 13:30:45")
	theirs := s.get(sessions, foreign.reads).at("0.id").(string)
	s.send("DELETE", sessions+"/"+theirs, nil, second.writes).refuses(404, "rest_not_found")
	s.send("DELETE", sessions+"/"+a.at("1.id").(string), nil, second.writes).is(200).has("deleted", true)
	s.get(session, first.reads).refuses(401, "rest_not_logged_in")
	s.signIn("jan")
	s.signIn("jan")
	s.send("DELETE", sessions, nil, second.writes).is(200).has("deleted", 2)
	s.get(session, second.reads).is(200)
	s.get(session, foreign.reads).is(200)
}

func TestAPasswordChangeEndsAllSessions(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b, other := s.signIn("jan"), s.signIn("jan")
	program := s.program("jan")
	const address, fresh = "/api/club/v1/user/password", "een heel ander wachtwoord"
	change := func(current, new string) answer {
		return s.post(address, object{"current_password": current, "new_password": new}, b.writes)
	}
	if a := change("mis", fresh).refuses(400, "wrong_password"); a.at("message") != "Huidig wachtwoord is onjuist." {
		t.Errorf("message %v", a.at("message"))
	}
	change(password, strings.Repeat("é", 11)).refuses(400, "rest_invalid_param", "new_password")
	change(password, "password1234").refuses(400, "rest_invalid_param", "new_password")
	change(password, strings.Repeat("x", 1001)).refuses(400, "rest_invalid_param", "new_password")
	a := change(password, fresh).is(200).has("success", true).has("message", "Wachtwoord succesvol gewijzigd. Log opnieuw in.")
	a.forgetsPictures()
	if c := a.Cookies(); len(c) != 1 || c[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", c)
	}
	s.get(session, b.reads).refuses(401, "rest_not_logged_in")
	s.get(session, other.reads).refuses(401, "rest_not_logged_in")
	s.get(collection, program).is(200)
	s.post(session, object{"username": "jan", "password": password}).refuses(401, "invalid_credentials")
	s.post(session, object{"username": "jan", "password": fresh}).is(200)
}

func TestTheDemoUserKeepsItsPassword(t *testing.T) {
	s := newSite(t)
	s.add(account.User{Username: "demo", Email: "demo@club.example", DisplayName: "Demo", Roles: []access.Role{access.Member}, Demo: true})
	b := s.signIn("demo")
	for _, current := range []string{password, "mis"} {
		a := s.post("/api/club/v1/user/password", object{"current_password": current, "new_password": "een nieuw wachtwoord"}, b.writes)
		if a.refuses(403, "demo_user"); a.at("message") != "Wachtwoord wijzigen is niet beschikbaar in de demo." {
			t.Errorf("message %v", a.at("message"))
		}
	}
	s.signIn("demo")
}

func TestWrongSignInsAreThrottledPerAccount(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet")
	wrong := func(login string) answer { return s.post(session, object{"username": login, "password": "mis"}) }
	for i := range account.AttemptsPerAccount {
		s.signIn("jan") // only failures count
		wrong([]string{"jan", "JAN", "jan@club.example"}[i%3]).refuses(401, "invalid_credentials")
		s.later(time.Second)
	}
	a := s.post(session, object{"username": "jan", "password": password}).refuses(429, "too_many_attempts")
	if got := a.Header.Get("Retry-After"); got != "890" {
		t.Errorf("Retry-After %q", got)
	}
	s.signIn("piet")
	s.later(890 * time.Second)
	s.signIn("jan")
	for range account.AttemptsPerAccount {
		wrong("nobody").refuses(401, "invalid_credentials")
	}
	s.later(time.Millisecond)
	if a := wrong("nobody").refuses(429, "too_many_attempts"); a.Header.Get("Retry-After") != "900" {
		t.Errorf("unknown users: Retry-After %q", a.Header.Get("Retry-After"))
	}
}

func TestWrongTriesAtTheCurrentPasswordAreThrottledToo(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	body := object{"current_password": "mis", "new_password": "een nieuw wachtwoord"}
	for range account.AttemptsPerAccount {
		s.post("/api/club/v1/user/password", body, b.writes).refuses(400, "wrong_password")
	}
	if a := s.post("/api/club/v1/user/password", body, b.writes).refuses(429, "too_many_attempts"); a.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestWrongSignInsAreThrottledPerAddressAndOnlyProxiesSpeakForOthers(t *testing.T) {
	s := newSite(t, behindProxy)
	s.user("jan")
	try := func(login string, calls ...call) answer {
		return s.post(session, object{"username": login, "password": "mis"}, calls...)
	}
	account50 := func(i int) string { return "nobody" + strings.Repeat("x", i) }
	for i := range account.AttemptsPerAddress {
		// Somebody who is no proxy claims another address each time; a proxy's own client chain ends in that somebody.
		calls := []call{from("192.0.2.66"), with("X-Forwarded-For", netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String())}
		if i%2 == 1 {
			calls = []call{from("10.0.0.1"), with("X-Forwarded-For", netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}).String()), with("X-Forwarded-For", "192.0.2.66, 10.9.9.9")}
		}
		try(account50(i), calls...).refuses(401, "invalid_credentials")
	}
	try("jan", from("192.0.2.66"), with("X-Forwarded-For", "198.51.100.200")).refuses(429, "too_many_attempts")
	try("jan", from("10.0.0.1"), with("X-Forwarded-For", "192.0.2.66")).refuses(429, "too_many_attempts")
	try("jan", from("10.0.0.1"), with("X-Forwarded-For", "::ffff:192.0.2.66")).refuses(429, "too_many_attempts")
	s.signIn("jan", from("10.0.0.1"), with("X-Forwarded-For", "192.0.2.67"))
	s.signIn("jan", from("192.0.2.67"))
	for _, port := range []string{"192.0.2.66:5123", "[::ffff:192.0.2.66]:5123", "[::ffff:192.0.2.66]", "8.8.8.8, 192.0.2.66:80"} {
		try("jan", from("10.0.0.1"), with("X-Forwarded-For", port)).refuses(429, "too_many_attempts")
	}
	// Whom the proxy does not name are one client together, and none of them is the proxy.
	for i, garbage := range []string{"", "unknown", "192.0.2.66:80, x", ",,", "192.0.2.67:port"} {
		s.signIn("jan", from("10.0.0.1"), with("X-Forwarded-For", garbage))
		for range account.AttemptsPerAddress / 5 {
			try(account50(100+i), from("10.0.0.1"), with("X-Forwarded-For", garbage))
		}
	}
	try("jan", from("10.0.0.1"), with("X-Forwarded-For", "unknown")).refuses(429, "too_many_attempts")
	b := s.signIn("jan", from("10.0.0.1"))
	for _, kept := range s.get("/api/club/v1/user/sessions", b.reads).is(200).list("") {
		if address := kept.(map[string]any)["address"]; address == "10.0.0.1" && !kept.(map[string]any)["current"].(bool) {
			t.Errorf("a session of the proxy: %v", kept)
		}
	}
}
