package httpapi_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

func TestMetricsAreOpenedFromElsewhereByTheirToken(t *testing.T) {
	token := strings.Repeat("k", 32)
	s := newSite(t, func(s *httpapi.Server) { s.MetricsToken = token })
	s.get("/metrics", with("Authorization", "Bearer "+token)).isNoPage(200)
	s.get("/metrics", with("Authorization", "Bearer "+token), with("X-Forwarded-For", "8.8.8.8")).isNoPage(200)
	for _, wrong := range []string{"", "Bearer ", "Bearer " + token[1:], "Bearer " + token + "k", token, "Basic " + token} {
		s.get("/metrics", with("Authorization", wrong)).isNoPage(404)
		newSite(t).get("/metrics", with("Authorization", wrong)).isNoPage(404)
	}
	newSite(t, func(s *httpapi.Server) { s.ListenHost = "club.internal" }).get("/metrics", here, func(r *http.Request) { r.Host = "club.internal:8080" }).isNoPage(200)
}

// slow lets no request come through before its time is over.
func slow(s *httpapi.Server) {
	breaks(func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})(s)
	s.Answering = time.Millisecond
}

func TestAnAnswerThatTakesTooLongIsGivenUp(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	slow(&s.server)
	a := s.get(one(1), admin).refuses(503, "server_busy")
	if a.Header.Get("Retry-After") != "10" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	if lines := strings.Count(s.log.String(), "\n"); lines != 1 || !strings.Contains(s.log.String(), "status=503") {
		t.Errorf("logged %s", s.log.String())
	}
}

func TestAClientThatGoesAwayIsNoFaultOfOurs(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	slow(&s.server)
	s.server.Answering = time.Hour
	ctx, leave := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, leave)
	s.get(one(1), admin, func(r *http.Request) { *r = *r.WithContext(ctx) }).is(499)
	if log := s.log.String(); strings.Contains(log, "failed") || strings.Contains(log, "status=5") || strings.Count(log, "\n") != 1 {
		t.Errorf("logged %s", log)
	}
}

func TestAStoreThatIsDownIsUnavailableAndInTheLogOnce(t *testing.T) {
	for want, code := range map[*fault.Fault]string{fault.ErrUnreachable: "database_unavailable", fault.ErrFull: "storage_full"} {
		s := newSite(t, breaks(func(context.Context) error { return want.Because(errors.New("secret.example refused")) }))
		a := s.get(one(1), s.admin()).refuses(503, code)
		if a.Header.Get("Retry-After") == "" || strings.Contains(a.text, "secret") {
			t.Errorf("Retry-After %q: %s", a.Header.Get("Retry-After"), a.text)
		}
		log := s.log.String()
		if strings.Count(log, "\n") != 1 || !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "secret.example") || !strings.Contains(log, "status=503") {
			t.Errorf("logged %s", log)
		}
	}
}

// half sends a request whose body never comes to its end, and returns what comes back.
func half(t *testing.T, s *site, header string) (answer string) {
	t.Helper()
	server := httptest.NewServer(s.handler())
	t.Cleanup(server.Close)
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close() //nolint:errcheck // it only ends the test
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: club.example\r\nContent-Length: 100\r\n%s\r\n{", collection, header)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || !response.Close {
		t.Errorf("%v, closes: %v", err, response.Close)
	}
	return fmt.Sprint(response.StatusCode, " ", string(text))
}

// The test ends: no answer waits for the body, which never comes.
func TestWhoMayNotIsRefusedBeforeTheBodyArrives(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	for header, want := range map[string]string{
		"Content-Type: application/json\r\n":                                        "401 {\"code\":\"rest_not_logged_in\"",
		"Content-Type: application/json\r\nAuthorization: Basic eDp5\r\n":           "401 {\"code\"",
		"Content-Type: text/plain\r\nSec-Fetch-Site: cross-site\r\n":                "403 {\"code\":\"rest_forbidden\"",
		"Cookie: clubhuis_session=" + s.signIn("jan").cookie.Value + "\r\n":         "403 {\"code\"",
		"Content-Type: application/json\r\nCookie: clubhuis_session=nothing\r\n":    "401 {\"code\"",
		"Content-Type: application/json\r\nX-HTTP-Method-Override: PUT\r\nX: y\r\n": "405 {\"code\":\"rest_no_route\"",
	} {
		if got := half(t, s, header); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %s", header, got)
		}
	}
}

func TestTheAPIIsForThePagesOfItsOwnSite(t *testing.T) {
	s := newSite(t, secureSite)
	s.user("jan")
	credentials := object{"username": "jan", "password": password}
	for _, foreign := range [][]call{
		{with("Sec-Fetch-Site", "cross-site"), with("Origin", "https://evil.example")}, {with("Origin", "https://evil.example")},
		{with("Sec-Fetch-Site", "same-site"), with("Origin", "https://www.club.example")}, {with("Origin", "null")},
		{with("Sec-Fetch-Site", "cross-site")},
	} {
		s.post(session, credentials, foreign...).refuses(403, "rest_forbidden")
		s.send("DELETE", "/api/", nil, foreign...).refuses(403, "rest_forbidden")
		s.get("/api/club/v1/version", foreign...).is(200)
	}
	for _, own := range [][]call{
		{}, {with("Sec-Fetch-Site", "same-origin"), with("Origin", "https://club.example")}, {with("Sec-Fetch-Site", "none")},
		{with("Sec-Fetch-Site", "cross-site"), with("Origin", "https://club.example")}, {with("Origin", "https://club.example")},
	} {
		s.post(session, credentials, own...).is(200)
	}
	port := newSite(t, func(s *httpapi.Server) { s.BaseURL = "https://leden.example:443" })
	port.user("jan")
	port.post(session, credentials, with("Origin", "https://leden.example"), with("Sec-Fetch-Site", "cross-site")).is(200)
}

var securityLine = regexp.MustCompile(`msg=security security\.what=(\S+) security\.user=(\d+) security\.address=(\S+) (?:security\.record=(\d+) )?security\.status=(\d+) security\.result=(\S+)\n`)

// audited are the lines of the security log, in short.
func (s *site) audited() (lines []string) {
	for _, found := range securityLine.FindAllStringSubmatch(s.log.String(), -1) {
		what, user, address, record, status, result := found[1], found[2], found[3], found[4], found[5], strings.TrimPrefix(found[6], "ok")
		lines = append(lines, strings.Join(strings.Fields(strings.Join([]string{user, address, what, record, status, result}, " ")), " "))
	}
	s.log.Reset()
	return lines
}

func TestTheSecurityLogSaysWhoDidWhatFromWhere(t *testing.T) {
	s := newSite(t)
	admin := s.admin() // number 1
	s.user("jan")      // number 2
	at := from("192.0.2.7")
	steps := []struct {
		do   func()
		want string
	}{
		{func() { s.signIn("jan", at) }, "2 192.0.2.7 session.start 200"},
		{func() { s.post(session, object{"username": "jan", "password": "Geheim"}, at).is(401) }, "2 192.0.2.7 session.start 401 invalid_credentials"},
		{func() { s.post(session, object{"username": "Geheim", "password": "Geheim"}, at).is(401) }, "0 192.0.2.7 session.start 401 invalid_credentials"},
		{func() { s.get(collection, basic("jan", "Geheim"), at).is(401) }, "0 192.0.2.7 people.list 401 rest_not_logged_in"},
		{func() { s.get("/api/club/v1/users", s.program("jan"), at).is(403) }, "2 192.0.2.7 users.list 403 rest_forbidden"},
		{func() { s.person(admin, object{"first_name": "Geheim"}) }, ""},
		{func() { s.get(one(1), s.program("jan"), at).is(403) }, "2 192.0.2.7 people.show 1 403 rest_forbidden"},
		{func() { s.get("/api/club/v1/people/export?columns=name&format=csv", admin, at).is(200) }, "1 192.0.2.7 people.export 200"},
		{func() {
			s.get("/leden/geheim", at)
			s.get(collection, admin, at).is(200)
			s.get(collection, at).is(401)
		}, ""},
		{func() { s.post(session, nil, with("Sec-Fetch-Site", "cross-site"), at).is(403) }, "0 192.0.2.7 other 403 rest_forbidden"},
	}
	for i, step := range steps {
		step.do()
		if got := strings.Join(s.audited(), "|"); got != step.want {
			t.Errorf("step %d: %q, want %q", i, got, step.want)
		}
	}
	b := s.signIn("jan", at)
	s.audited()
	s.post(collection, object{"acf": object{"first_name": "Geheim"}}, b.reads, at).is(403)
	s.post("/api/cms/v2/users/2/application-passwords", object{"name": "Geheim"}, b.writes, at)
	s.post("/api/club/v1/user/password", object{"current_password": "Geheim", "new_password": "Geheim"}, b.writes, at)
	s.post("/api/club/v1/people/bulk-update", object{"ids": []int{1}, "updates": object{}}, b.writes, at)
	s.send("DELETE", session, nil, b.writes, at).is(200)
	log := s.log.String()
	for i, line := range s.audited() {
		want := []string{
			"2 192.0.2.7 people.create 403", "2 192.0.2.7 application-passwords.create 2 ", "2 192.0.2.7 user.password ",
			"2 192.0.2.7 people.bulk-update ", "2 192.0.2.7 session.end 200",
		}[i]
		if !strings.HasPrefix(line, want) {
			t.Errorf("got %q, want %q", line, want)
		}
	}
	if strings.Contains(log, "eheim") || strings.Contains(log, "jan") {
		t.Errorf("tells of people: %s", log)
	}
}

func TestTooManySignInsAreInTheSecurityLog(t *testing.T) {
	s := newSite(t)
	s.user("jan")
	for range account.AttemptsPerAccount + 1 {
		s.post(session, object{"username": "jan", "password": "Geheim"})
	}
	lines := s.audited()
	if last := lines[len(lines)-1]; len(lines) != account.AttemptsPerAccount+1 || last != "1 192.0.2.1 session.start 429 too_many_attempts" {
		t.Errorf("%d lines, the last is %q", len(lines), last)
	}
}

func TestExportsAndChangesOfManyDeclarePatienceAndAreAudited(t *testing.T) {
	s := newSite(t)
	for _, path := range httpapi.Operations(s.server) {
		if path.Get != nil && strings.HasSuffix(path.Get.OperationID, ".export") && (!rest.IsAudited(path.Get) || rest.PatienceOf(path.Get) <= rest.Answering) {
			t.Errorf("%s is neither audited nor waited for", path.Get.OperationID)
		}
		if path.Post != nil && strings.Contains(path.Post.OperationID, "bulk") && (!rest.IsAudited(path.Post) || rest.PatienceOf(path.Post) <= rest.Answering) {
			t.Errorf("%s is neither audited nor waited for", path.Post.OperationID)
		}
	}
}

func TestJSONIsKnownInAnySpellingOfItsType(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	for kind, status := range map[string]int{
		"application/json": 201, "APPLICATION/JSON": 201, "application/json ;charset=UTF-8": 201, "application/json; charset=\"utf-8\"": 201,
		"": 415, "+": 415, "; x": 415, "a+application/json": 415, "text/json": 415, "application/json, text/plain": 415,
	} {
		if a := s.post(collection, `{"acf":{"first_name":"Jan"}}`, admin, func(r *http.Request) { r.Header.Set("Content-Type", kind) }); a.StatusCode != status {
			t.Errorf("%q: %d %s", kind, a.StatusCode, a.text)
		}
	}
}
