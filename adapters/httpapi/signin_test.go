package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/core/account"
)

func TestTheBrowsersCookieIsForThisSiteAlone(t *testing.T) {
	for name, s := range map[string]*site{"clubhuis_browser": newSite(t), "__Host-clubhuis_browser": newSite(t, secureSite)} {
		s.user("jan")
		a := s.post(session, object{"username": "jan", "password": password}).is(200)
		c := a.cookie("browser")
		if c.Name != name || c.Path != "/" || c.Domain != "" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
			c.Secure != strings.HasPrefix(name, "__Host-") || c.MaxAge != 365*24*60*60 || len(c.Value) < 43 {
			t.Errorf("got %v", c)
		}
		for _, wrong := range []string{"jan", "nobody"} {
			a := s.post(session, object{"username": wrong, "password": "mis"}, func(r *http.Request) { r.AddCookie(c) })
			if got := a.refuses(401, "invalid_credentials").Cookies(); len(got) != 0 {
				t.Errorf("a wrong password brought %v", got)
			}
		}
		b := s.signIn("jan")
		out := s.send("DELETE", session, nil, b.writes, func(r *http.Request) { r.AddCookie(c) }).is(200)
		for _, gone := range out.Cookies() {
			if strings.HasSuffix(gone.Name, "browser") {
				t.Errorf("signing out made the browser forgotten: %v", gone)
			}
		}
	}
}

// A session that began before the cookie had its prefix goes on under the new name, for one release.
func TestTheFormerCookieIsRenamed(t *testing.T) {
	s := newSite(t, secureSite)
	s.user("jan")
	token := s.signIn("jan").cookie.Value
	former := with("Cookie", "clubhuis_session="+token)
	nonce := s.get(session, former).is(200).at("nonce").(string)
	renamed := s.get(session, former).is(200).Cookies()
	if len(renamed) != 2 || renamed[0].Name != "__Host-clubhuis_session" || renamed[0].Value != token || renamed[0].MaxAge < 1 || !renamed[0].Secure {
		t.Errorf("got %v", renamed)
	}
	gone := func(c *http.Cookie) bool {
		return c.Name == "clubhuis_session" && c.Value == "" && c.MaxAge < 0 && c.Path == "/" && c.Secure
	}
	if !slices.ContainsFunc(renamed, gone) {
		t.Errorf("the former cookie stays: %v", renamed)
	}
	s.post(collection, object{"acf": object{"first_name": "Jan"}}, former, with("X-CMS-Nonce", nonce)).is(201)
	s.get(session, with("Cookie", "__Host-clubhuis_session="+token)).is(200)
	other := s.signIn("jan").cookie.Value
	s.get("/api/club/v1/user/sessions", with("Cookie", "clubhuis_session="+other), with("Cookie", "__Host-clubhuis_session="+token)).is(200)
	s.get(session, with("Cookie", "clubhuis_session="+other+"; __Host-clubhuis_session=wrong")).refuses(401, "rest_not_logged_in")
	out := s.send("DELETE", session, nil, former, with("X-CMS-Nonce", nonce)).is(200)
	if !slices.ContainsFunc(out.Cookies(), gone) || out.cookie("__Host-clubhuis_session").MaxAge >= 0 {
		t.Errorf("signing out leaves %v", out.Cookies())
	}
	plain := newSite(t) // over http nothing has the prefix
	plain.user("jan")
	b := plain.signIn("jan")
	plain.get(session, with("Cookie", "__Host-clubhuis_session="+b.cookie.Value)).refuses(401, "rest_not_logged_in")
	if got := plain.get(session, b.reads).is(200).Cookies(); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}

func TestSigningInAgainEndsTheSessionOfTheBrowser(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	s.user("piet")
	first, other := s.signIn("jan"), s.signIn("jan")
	s.post(session, object{"username": "piet", "password": "mis"}, first.reads).refuses(401, "invalid_credentials")
	s.get(session, first.reads).is(200)
	second := s.signIn("piet", first.reads)
	s.get(session, first.reads).refuses(401, "rest_not_logged_in")
	s.get(session, other.reads).is(200)
	s.get(session, second.reads).is(200).has("user.username", "piet")
}

func TestASessionAndItsCookieEndAfterNinetyDays(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	b := s.signIn("jan")
	for day := range 90 {
		left := min(account.SessionIdle, time.Duration(90-day)*24*time.Hour)
		if got := s.get(session, b.reads).is(200).cookie("session").MaxAge; got != int(left.Seconds()) {
			t.Errorf("on day %d the cookie lives %d s, want %v", day, got, left)
		}
		s.later(24 * time.Hour)
	}
	s.get(session, b.reads).refuses(401, "rest_not_logged_in")
}

func TestAKnownBrowserIsNotHeldUpByStrangers(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	known := s.post(session, object{"username": "jan", "password": password}).is(200).cookie("browser")
	knows := func(r *http.Request) { r.AddCookie(known) }
	wrong := object{"username": "jan", "password": "mis"}
	for range account.AttemptsPerAccount {
		s.post(session, wrong).refuses(401, "invalid_credentials")
	}
	s.post(session, object{"username": "jan", "password": password}).refuses(429, "too_many_attempts")
	b := s.signIn("jan", knows)
	for range account.AttemptsPerAccount { // at the current password, too
		s.post("/api/club/v1/user/password", object{"current_password": "mis", "new_password": "vier groene fietsen"}, b.writes, knows).
			refuses(400, "wrong_password")
	}
	s.post(session, wrong, knows).refuses(429, "too_many_attempts")
}

// The whole way of a request: connections, a trusted proxy, and an owner who does what the answers say.
func TestAnAttackFromManyAddressesLocksNobodyOut(t *testing.T) {
	s := newSite(t, func(s *httpapi.Server) { s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	s.user("jan")
	known := s.post(session, object{"username": "jan", "password": password}).is(200).cookie("browser")
	server := httptest.NewServer(s.handler())
	defer server.Close()
	try := func(typed, address string, cookies ...*http.Cookie) (status int, wait time.Duration) {
		t.Helper()
		body := strings.NewReader(fmt.Sprintf(`{"username":"jan","password":%q}`, typed))
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+session, body)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Forwarded-For", address)
		for _, c := range cookies {
			request.AddCookie(c)
		}
		answer, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return answer.StatusCode, time.Duration(seconds) * time.Second
	}
	statuses := map[int]int{}
	for range 5 {
		for n := range 100 {
			status, wait := try("mis", fmt.Sprintf("198.51.100.%d", n))
			if statuses[status]++; status == 429 && wait <= 0 {
				t.Fatal("no Retry-After")
			}
		}
		s.later(account.MostDelay)
	}
	if statuses[401] < 300 || statuses[429] < 50 || len(statuses) != 2 {
		t.Fatalf("the attack got %v", statuses)
	}
	if status, _ := try(password, "203.0.113.7", known); status != 200 {
		t.Errorf("the owner's browser: %d", status)
	}
	status, wait := try(password, "203.0.113.7")
	if status != 429 || wait <= 0 || wait > time.Minute {
		t.Errorf("a new browser: %d, waits %v", status, wait)
	}
	s.later(wait)
	try("mis", "198.51.100.1") // the attack goes on
	if status, _ := try(password, "203.0.113.7"); status != 200 {
		t.Errorf("a new browser after %v: %d", wait, status)
	}
}
