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
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

func TestMetricsAreOpenedFromElsewhereByTheirToken(t *testing.T) {
	t.Parallel()
	token := strings.Repeat("k", 32)
	s := apitest.New(t, func(s *httpapi.Server) { s.MetricsToken = token })
	s.Get("/metrics", apitest.With("Authorization", "Bearer "+token)).IsNoPage(200)
	s.Get("/metrics", apitest.With("Authorization", "Bearer "+token), apitest.With("X-Forwarded-For", "8.8.8.8")).IsNoPage(200)
	for _, wrong := range []string{"", "Bearer ", "Bearer " + token[1:], "Bearer " + token + "k", token, "Basic " + token} {
		s.Get("/metrics", apitest.With("Authorization", wrong)).IsNoPage(404)
		apitest.New(t).Get("/metrics", apitest.With("Authorization", wrong)).IsNoPage(404)
	}
	apitest.New(t, func(s *httpapi.Server) { s.ListenHost = "club.internal" }).
		Get("/metrics", here, func(r *http.Request) { r.Host = "club.internal:8080" }).IsNoPage(200)
}

// slow lets no request come through before its time is over.
func slow(s *httpapi.Server) {
	apitest.Breaks(func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})(s)
	s.Answering = time.Millisecond
}

func TestAnAnswerThatTakesTooLongIsGivenUp(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	slow(&s.Server)
	a := s.Get(apitest.Person(1), admin).Refuses(503, "server_busy")
	if a.Header.Get("Retry-After") != "10" {
		t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
	}
	if lines := strings.Count(s.Log.String(), "\n"); lines != 1 || !strings.Contains(s.Log.String(), "status=503") {
		t.Errorf("logged %s", s.Log.String())
	}
}

func TestAClientThatGoesAwayIsNoFaultOfOurs(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	slow(&s.Server)
	s.Server.Answering = time.Hour
	ctx, leave := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, leave)
	s.Get(apitest.Person(1), admin, func(r *http.Request) { *r = *r.WithContext(ctx) }).Is(499)
	if log := s.Log.String(); strings.Contains(log, "failed") || strings.Contains(log, "status=5") || strings.Count(log, "\n") != 1 {
		t.Errorf("logged %s", log)
	}
}

func TestAStoreThatIsDownIsUnavailableAndInTheLogOnce(t *testing.T) {
	t.Parallel()
	for want, code := range map[*fault.Fault]string{fault.ErrUnreachable: "database_unavailable", fault.ErrFull: "storage_full"} {
		s := apitest.New(t, apitest.Breaks(func(context.Context) error { return want.Because(errors.New("secret.example refused")) }))
		a := s.Get(apitest.Person(1), s.Admin()).Refuses(503, code)
		if a.Header.Get("Retry-After") == "" || strings.Contains(a.Text, "secret") {
			t.Errorf("Retry-After %q: %s", a.Header.Get("Retry-After"), a.Text)
		}
		log := s.Log.String()
		if strings.Count(log, "\n") != 1 || !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "secret.example") ||
			!strings.Contains(log, "status=503") {
			t.Errorf("logged %s", log)
		}
	}
}

// half sends a request whose body never comes to its end, and returns what comes back.
func half(t *testing.T, s *apitest.Site, header string) (answer string) {
	t.Helper()
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	connection, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close() //nolint:errcheck // it only ends the test
	_, err = fmt.Fprintf(connection, "POST %s HTTP/1.1\r\nHost: club.example\r\nContent-Length: 100\r\n%s\r\n{", apitest.People,
		header)
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
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	for header, want := range map[string]string{
		"Content-Type: application/json\r\n":                                        "401 {\"code\":\"rest_not_logged_in\"",
		"Content-Type: application/json\r\nAuthorization: Basic eDp5\r\n":           "401 {\"code\"",
		"Content-Type: text/plain\r\nSec-Fetch-Site: cross-site\r\n":                "403 {\"code\":\"rest_forbidden\"",
		"Cookie: clubhuis_session=" + s.SignIn("jan").Cookie.Value + "\r\n":         "403 {\"code\"",
		"Content-Type: application/json\r\nCookie: clubhuis_session=nothing\r\n":    "401 {\"code\"",
		"Content-Type: application/json\r\nX-HTTP-Method-Override: PUT\r\nX: y\r\n": "405 {\"code\":\"rest_no_route\"",
	} {
		if got := half(t, s, header); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %s", header, got)
		}
	}
}

func TestTheAPIIsForThePagesOfItsOwnSite(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.Secure)
	s.User("jan")
	credentials := object{"username": "jan", "password": apitest.Password}
	for _, foreign := range [][]apitest.Call{
		{apitest.With("Sec-Fetch-Site", "cross-site"), apitest.With("Origin", "https://evil.example")},
		{apitest.With("Origin", "https://evil.example")},
		{apitest.With("Sec-Fetch-Site", "same-site"), apitest.With("Origin", "https://www.club.example")},
		{apitest.With("Origin", "null")},
		{apitest.With("Sec-Fetch-Site", "cross-site")},
	} {
		s.Post(apitest.Session, credentials, foreign...).Refuses(403, "rest_forbidden")
		s.Send("DELETE", "/api/", nil, foreign...).Refuses(403, "rest_forbidden")
		s.Get("/api/club/v1/version", foreign...).Is(200)
	}
	for _, own := range [][]apitest.Call{
		{}, {apitest.With("Sec-Fetch-Site", "same-origin"), apitest.With("Origin", "https://club.example")},
		{apitest.With("Sec-Fetch-Site", "none")},
		{apitest.With("Sec-Fetch-Site", "cross-site"), apitest.With("Origin", "https://club.example")},
		{apitest.With("Origin", "https://club.example")},
	} {
		s.Post(apitest.Session, credentials, own...).Is(200)
	}
	port := apitest.New(t, func(s *httpapi.Server) { s.BaseURL = "https://leden.example:443" })
	port.User("jan")
	port.Post(apitest.Session, credentials, apitest.With("Origin", "https://leden.example"),
		apitest.With("Sec-Fetch-Site", "cross-site")).Is(200)
}

var securityLine = regexp.MustCompile(`msg=security security\.what=(\S+) security\.user=(\d+) security\.address=(\S+) ` +
	`(?:security\.record=(\d+) )?security\.status=(\d+) security\.result=(\S+)\n`)

// audited are the lines of the security log, in short.
func audited(s *apitest.Site) (lines []string) {
	for _, found := range securityLine.FindAllStringSubmatch(s.Log.String(), -1) {
		what, user, address, record, status, result := found[1], found[2], found[3], found[4], found[5],
			strings.TrimPrefix(found[6], "ok")
		lines = append(lines, strings.Join(strings.Fields(strings.Join([]string{user, address, what, record, status, result}, " ")),
			" "))
	}
	s.Log.Reset()
	return lines
}

func TestTheSecurityLogSaysWhoDidWhatFromWhere(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin() // number 1
	s.User("jan")      // number 2
	at := apitest.From("192.0.2.7")
	steps := []struct {
		do   func()
		want string
	}{
		{func() { s.SignIn("jan", at) }, "2 192.0.2.7 session.start 200"},
		{func() { s.Post(apitest.Session, object{"username": "jan", "password": "Geheim"}, at).Is(401) },
			"2 192.0.2.7 session.start 401 invalid_credentials"},
		{func() { s.Post(apitest.Session, object{"username": "Geheim", "password": "Geheim"}, at).Is(401) },
			"0 192.0.2.7 session.start 401 invalid_credentials"},
		{func() { s.Get(apitest.People, apitest.Basic("jan", "Geheim"), at).Is(401) },
			"0 192.0.2.7 people.list 401 rest_not_logged_in"},
		{func() { s.Get("/api/club/v1/users", s.Program("jan"), at).Is(403) }, "2 192.0.2.7 users.list 403 rest_forbidden"},
		{func() { s.Person(admin, object{"first_name": "Geheim"}) }, ""},
		{func() { s.Get(apitest.Person(1), s.Program("jan"), at).Is(403) }, "2 192.0.2.7 people.show 1 403 rest_forbidden"},
		{func() { s.Get("/api/club/v1/people/export?columns=name&format=csv", admin, at).Is(200) }, "1 192.0.2.7 people.export 200"},
		{func() {
			s.Get("/leden/geheim", at)
			s.Get(apitest.People, admin, at).Is(200)
			s.Get(apitest.People, at).Is(401)
		}, ""},
		{func() { s.Post(apitest.Session, nil, apitest.With("Sec-Fetch-Site", "cross-site"), at).Is(403) },
			"0 192.0.2.7 other 403 rest_forbidden"},
	}
	for i, step := range steps {
		step.do()
		if got := strings.Join(audited(s), "|"); got != step.want {
			t.Errorf("step %d: %q, want %q", i, got, step.want)
		}
	}
	b := s.SignIn("jan", at)
	audited(s)
	s.Post(apitest.People, object{"acf": object{"first_name": "Geheim"}}, b.Reads, at).Is(403)
	s.Post("/api/cms/v2/users/2/application-passwords", object{"name": "Geheim"}, b.Writes, at)
	s.Post("/api/club/v1/user/password", object{"current_password": "Geheim", "new_password": "Geheim"}, b.Writes, at)
	s.Post("/api/club/v1/people/bulk-update", object{"ids": []int{1}, "updates": object{}}, b.Writes, at)
	s.Send("DELETE", apitest.Session, nil, b.Writes, at).Is(200)
	log := s.Log.String()
	for i, line := range audited(s) {
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
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	for range account.AttemptsPerAccount + 1 {
		s.Post(apitest.Session, object{"username": "jan", "password": "Geheim"})
	}
	lines := audited(s)
	if last := lines[len(lines)-1]; len(lines) != account.AttemptsPerAccount+1 ||
		last != "1 192.0.2.1 session.start 429 too_many_attempts" {
		t.Errorf("%d lines, the last is %q", len(lines), last)
	}
}

func TestExportsAndChangesOfManyDeclarePatienceAndAreAudited(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	paths, _ := httpapi.Operations(s.Server)
	for _, path := range paths {
		if path.Get != nil && strings.HasSuffix(path.Get.OperationID, ".export") &&
			(!rest.IsAudited(path.Get) || rest.PatienceOf(path.Get) <= rest.Answering) {
			t.Errorf("%s is neither audited nor waited for", path.Get.OperationID)
		}
		if path.Post != nil && strings.HasSuffix(path.Post.OperationID, ".bulk-update") &&
			(!rest.IsAudited(path.Post) || rest.PatienceOf(path.Post) <= rest.Answering) {
			t.Errorf("%s is neither audited nor waited for", path.Post.OperationID)
		}
	}
}

func TestMetricsMayHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.Metrics = httpapi.NewMetrics(s.Club, "1.2.3", s.Log) })
	s.Get("/healthz").IsNoPage(200)
	s.Get("/metrics", here).IsNoPage(404)
	token := strings.Repeat("k", 32)
	for _, c := range []struct {
		method, path, token, sent string
		status                    int
	}{
		{"GET", "/metrics", "", "", 200}, {"HEAD", "/metrics", "", "", 200}, {"POST", "/metrics", "", "", 404},
		{"GET", "/", "", "", 404}, {"GET", "/healthz", "", "", 404}, {"GET", "/api/club/v1/version", "", "", 404},
		{"GET", "/metrics", token, "", 404}, {"GET", "/metrics", token, "Bearer " + token, 200},
		{"GET", "/metrics", token, "Bearer " + token[1:], 404},
	} {
		r := httptest.NewRequestWithContext(t.Context(), c.method, c.path, nil)
		r.RemoteAddr = "192.0.2.1:1"
		if c.sent != "" {
			r.Header.Set("Authorization", c.sent)
		}
		w := httptest.NewRecorder()
		s.Server.Metrics.Handler(c.token).ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %s: %d", c.method, c.path, w.Code)
		}
		told := c.status == 200
		const counted = `clubhuis_http_request_duration_seconds_count{method="GET",route="other",status="200"} 1`
		if strings.Contains(w.Body.String(), counted) != told {
			t.Errorf("%s %s: %.500s", c.method, c.path, w.Body)
		}
	}
}

// silentQueue does not say how many mails there are.
type silentQueue struct{ ports.MailQueue }

func (silentQueue) Count(context.Context) (map[mail.State]int, error) {
	return nil, errors.New("the database of secret.example is gone")
}

func TestMetricsAreToldWithoutWhatTheStoreDoesNotSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		silent, gone         bool
		mails, works, logged bool
	}{
		{name: "all is well", mails: true, works: true},
		{name: "the store fails", silent: true, works: true, logged: true},
		{name: "who asked has gone", gone: true},
	} {
		s := apitest.New(t, func(s *httpapi.Server) {
			s.Metrics = httpapi.NewMetrics(s.Club, "1", s.Log)
			if c.silent {
				s.Club.Mails.Queue = silentQueue{s.Club.Mails.Queue}
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if c.gone {
			cancel()
		}
		w := httptest.NewRecorder()
		s.Server.Metrics.Handler("").ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodGet, "/metrics", nil))
		if w.Code != http.StatusOK {
			t.Error(w.Code)
		}
		for name, want := range map[string]bool{
			"clubhuis_build_info": true, "go_goroutines": true, "clubhuis_mails": c.mails,
			"clubhuis_last_daily_work_timestamp_seconds": c.works, "clubhuis_last_backup_timestamp_seconds": c.works,
		} {
			if strings.Contains(w.Body.String(), "\n"+name) != want {
				t.Errorf("%s: %s is told: %v", c.name, name, !want)
			}
		}
		if strings.Contains(s.Log.String(), "secret.example") != c.logged || !c.logged && s.Log.String() != "" {
			t.Errorf("%s: the log says %q", c.name, s.Log.String())
		}
	}
}

// hangingQueue and hangingJobs do not return before they must.
type (
	hangingQueue struct{ ports.MailQueue }
	hangingJobs  struct{ ports.FailedJobs }
)

func (hangingQueue) Count(ctx context.Context) (map[mail.State]int, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (hangingJobs) List(ctx context.Context, _ int) ([]job.Failure, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// Prometheus gives up after ten seconds, and would learn nothing of a store that is silent. The clock of the test is not the real
// one.
func TestMetricsAreToldInTimeWhileTheStoreHangs(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Metrics = httpapi.NewMetrics(s.Club, "1", s.Log)
		s.Club.Mails.Queue, s.Club.Jobs.Failed = hangingQueue{}, hangingJobs{}
	})
	synctest.Test(t, func(t *testing.T) {
		asked, w := time.Now(), httptest.NewRecorder()
		s.Server.Metrics.Handler("").ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
		if took := time.Since(asked); took > 5*time.Second {
			t.Errorf("after %v", took)
		}
		if !strings.Contains(w.Body.String(), "\nclubhuis_build_info") || strings.Contains(w.Body.String(), "\nclubhuis_mails") {
			t.Errorf("told %.500s", w.Body)
		}
	})
}
