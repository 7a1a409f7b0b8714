package session_test

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
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/account"
)

func TestTheBrowsersCookieIsForThisSiteAlone(t *testing.T) {
	t.Parallel()
	for name, s := range map[string]*apitest.Site{"clubhuis_browser": apitest.New(t),
		"__Host-clubhuis_browser": apitest.New(t, apitest.Secure)} {
		s.User("jan")
		a := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Is(200)
		c := a.Cookie("browser")
		if c.Name != name || c.Path != "/" || c.Domain != "" || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode ||
			c.Secure != strings.HasPrefix(name, "__Host-") || c.MaxAge != 365*24*60*60 || len(c.Value) < 43 {
			t.Errorf("got %v", c)
		}
		for _, wrong := range []string{"jan", "nobody"} {
			a := s.Post(apitest.Session, object{"username": wrong, "password": "mis"}, func(r *http.Request) { r.AddCookie(c) })
			if got := a.Refuses(401, "invalid_credentials").Cookies(); len(got) != 0 {
				t.Errorf("a wrong password brought %v", got)
			}
		}
		b := s.SignIn("jan")
		out := s.Send("DELETE", apitest.Session, nil, b.Writes, func(r *http.Request) { r.AddCookie(c) }).Is(200)
		for _, gone := range out.Cookies() {
			if strings.HasSuffix(gone.Name, "browser") {
				t.Errorf("signing out made the browser forgotten: %v", gone)
			}
		}
	}
}

// A session that began before the cookie had its prefix goes on under the new name, for one release.
func TestTheFormerCookieIsRenamed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.Secure)
	s.User("jan")
	token := s.SignIn("jan").Cookie.Value
	former := apitest.With("Cookie", "clubhuis_session="+token)
	nonce := s.Get(apitest.Session, former).Is(200).At("nonce").(string)
	renamed := s.Get(apitest.Session, former).Is(200).Cookies()
	if len(renamed) != 2 || renamed[0].Name != "__Host-clubhuis_session" || renamed[0].Value != token || renamed[0].MaxAge < 1 ||
		!renamed[0].Secure {
		t.Errorf("got %v", renamed)
	}
	gone := func(c *http.Cookie) bool {
		return c.Name == "clubhuis_session" && c.Value == "" && c.MaxAge < 0 && c.Path == "/" && c.Secure
	}
	if !slices.ContainsFunc(renamed, gone) {
		t.Errorf("the former cookie stays: %v", renamed)
	}
	s.Post(apitest.People, object{"acf": object{"first_name": "Jan"}}, former, apitest.With("X-CMS-Nonce", nonce)).Is(201)
	s.Get(apitest.Session, apitest.With("Cookie", "__Host-clubhuis_session="+token)).Is(200)
	other := s.SignIn("jan").Cookie.Value
	s.Get("/api/club/v1/user/sessions", apitest.With("Cookie", "clubhuis_session="+other),
		apitest.With("Cookie", "__Host-clubhuis_session="+token)).Is(200)
	s.Get(apitest.Session, apitest.With("Cookie", "clubhuis_session="+other+"; __Host-clubhuis_session=wrong")).
		Refuses(401, "rest_not_logged_in")
	out := s.Send("DELETE", apitest.Session, nil, former, apitest.With("X-CMS-Nonce", nonce)).Is(200)
	if !slices.ContainsFunc(out.Cookies(), gone) || out.Cookie("__Host-clubhuis_session").MaxAge >= 0 {
		t.Errorf("signing out leaves %v", out.Cookies())
	}
	plain := apitest.New(t) // over http nothing has the prefix
	plain.User("jan")
	b := plain.SignIn("jan")
	plain.Get(apitest.Session, apitest.With("Cookie", "__Host-clubhuis_session="+b.Cookie.Value)).Refuses(401, "rest_not_logged_in")
	if got := plain.Get(apitest.Session, b.Reads).Is(200).Cookies(); len(got) != 1 {
		t.Errorf("got %v", got)
	}
}

func TestSigningInAgainEndsTheSessionOfTheBrowser(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("piet")
	first, other := s.SignIn("jan"), s.SignIn("jan")
	s.Post(apitest.Session, object{"username": "piet", "password": "mis"}, first.Reads).Refuses(401, "invalid_credentials")
	s.Get(apitest.Session, first.Reads).Is(200)
	second := s.SignIn("piet", first.Reads)
	s.Get(apitest.Session, first.Reads).Refuses(401, "rest_not_logged_in")
	s.Get(apitest.Session, other.Reads).Is(200)
	s.Get(apitest.Session, second.Reads).Is(200).Has("user.username", "piet")
}

func TestASessionAndItsCookieEndAfterNinetyDays(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	for day := range 90 {
		left := min(account.SessionIdle, time.Duration(90-day)*24*time.Hour)
		if got := s.Get(apitest.Session, b.Reads).Is(200).Cookie("session").MaxAge; got != int(left.Seconds()) {
			t.Errorf("on day %d the cookie lives %d s, want %v", day, got, left)
		}
		s.Later(24 * time.Hour)
	}
	s.Get(apitest.Session, b.Reads).Refuses(401, "rest_not_logged_in")
}

func TestAKnownBrowserIsNotHeldUpByStrangers(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	known := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Is(200).Cookie("browser")
	knows := func(r *http.Request) { r.AddCookie(known) }
	wrong := object{"username": "jan", "password": "mis"}
	for range account.AttemptsPerAccount {
		s.Post(apitest.Session, wrong).Refuses(401, "invalid_credentials")
	}
	s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Refuses(429, "too_many_attempts")
	b := s.SignIn("jan", knows)
	for range account.AttemptsPerAccount { // at the current password, too
		s.Post("/api/club/v1/user/password", object{"current_password": "mis", "new_password": "vier groene fietsen"}, b.Writes, knows).
			Refuses(400, "wrong_password")
	}
	s.Post(apitest.Session, wrong, knows).Refuses(429, "too_many_attempts")
}

// The whole way of a request: connections, a trusted proxy, and an owner who does what the answers say.
func TestAnAttackFromManyAddressesLocksNobodyOut(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	s.User("jan")
	known := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Is(200).Cookie("browser")
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	try := func(typed, address string, cookies ...*http.Cookie) (status int, wait time.Duration) {
		t.Helper()
		body := strings.NewReader(fmt.Sprintf(`{"username":"jan","password":%q}`, typed))
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+apitest.Session, body)
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
		s.Later(account.MostDelay)
	}
	if statuses[401] < 300 || statuses[429] < 50 || len(statuses) != 2 {
		t.Fatalf("the attack got %v", statuses)
	}
	if status, _ := try(apitest.Password, "203.0.113.7", known); status != 200 {
		t.Errorf("the owner's browser: %d", status)
	}
	status, wait := try(apitest.Password, "203.0.113.7")
	if status != 429 || wait <= 0 || wait > time.Minute {
		t.Errorf("a new browser: %d, waits %v", status, wait)
	}
	s.Later(wait)
	try("mis", "198.51.100.1") // the attack goes on
	if status, _ := try(apitest.Password, "203.0.113.7"); status != 200 {
		t.Errorf("a new browser after %v: %d", wait, status)
	}
}

// Whoever plants a cookie in another's browser beforehand has not that browser's session afterwards.
func TestASessionFromBeforeSigningInIsNotTheOneAfter(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("kwaad")
	planted := s.SignIn("kwaad")
	invented := &http.Cookie{Name: planted.Cookie.Name, Value: strings.Repeat("a", len(planted.Cookie.Value))}
	for name, cookie := range map[string]*http.Cookie{"of another user": planted.Cookie, "made up": invented} {
		signedIn := s.SignIn("jan", func(r *http.Request) { r.AddCookie(cookie) })
		if signedIn.Cookie.Value == cookie.Value {
			t.Errorf("%s: the cookie stayed", name)
		}
		s.Get(apitest.Session, func(r *http.Request) { r.AddCookie(cookie) }).Refuses(401, "rest_not_logged_in")
		s.Get(apitest.Session, signedIn.Reads).Is(200).Has("user.username", "jan")
		s.Send("PUT", apitest.Person(1), object{}, signedIn.Reads, apitest.With("X-CMS-Nonce", planted.Nonce)).
			Refuses(403, "rest_cookie_invalid_nonce")
	}
}
