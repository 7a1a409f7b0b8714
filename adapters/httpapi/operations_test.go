package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/ports"
)

// brokenDirectory does what a test wants when a request brings it up to date.
type brokenDirectory struct {
	ports.Directory
	catchUp func(context.Context) error
}

func (b brokenDirectory) CatchUp(ctx context.Context, _ int64) error { return b.catchUp(ctx) }

func breaks(catchUp func(context.Context) error) func(*httpapi.Server) {
	return func(s *httpapi.Server) {
		s.Accounts.Directory = brokenDirectory{s.Accounts.Directory, catchUp}
	}
}

// defaultLog captures what goes to the log that is not the server's own.
func defaultLog(t *testing.T) *bytes.Buffer {
	var log bytes.Buffer
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	return &log
}

func TestTheServerSaysWhetherItLivesAndIsReady(t *testing.T) {
	log := defaultLog(t)
	var dead error
	s := newSite(t, func(s *httpapi.Server) { s.Ready = func(context.Context) error { return dead } })
	for _, method := range []string{"GET", "HEAD"} {
		dead = nil
		s.send(method, "/healthz", nil).isNoPage(200)
		s.send(method, "/readyz", nil).isNoPage(200)
		dead = errors.New("the database of secret.example is gone")
		s.send(method, "/healthz", nil).isNoPage(200)
		if a := s.send(method, "/readyz", nil).isNoPage(503); strings.Contains(a.text, "secret") {
			t.Errorf("tells the world: %s", a.text)
		}
	}
	if all := s.log.String() + log.String(); !strings.Contains(all, "secret.example") {
		t.Errorf("the cause is not in the log: %s", all)
	}
}

// here is a request of a program on the server's own machine, straight to it.
func here(r *http.Request) { r.RemoteAddr, r.Host = "127.0.0.1:4711", "127.0.0.1:8080" }

func TestMetricsAreForThisMachineAlone(t *testing.T) {
	s := newSite(t, behindProxy)
	s.get("/api/club/v1/version", from("127.0.0.1"))
	s.get(one(1), from("127.0.0.1"))
	s.send("FROB", "/api/club/v1/version", nil)
	for _, c := range []struct {
		from, host string
		status     int
	}{
		{"127.0.0.1", "127.0.0.1:8080", 200}, {"127.0.0.1", "localhost", 200}, {"[::1]", "[::1]:8080", 200}, {"[::1]", "localhost:8080", 200},
		{"127.0.0.1", "club.example", 404}, {"127.0.0.1", "", 404}, {"192.168.1.1", "127.0.0.1", 404}, {"172.16.0.1", "localhost", 404},
		{"10.0.0.1", "localhost", 404}, {"192.0.2.1", "127.0.0.1:8080", 404}, {"8.8.8.8", "localhost", 404}, {"[2001:db8::1]", "localhost", 404},
	} {
		a := s.get("/metrics", from(c.from), func(r *http.Request) { r.Host = c.host }).isNoPage(c.status)
		if strings.Contains(a.text, "clubhuis_") != (c.status == 200) {
			t.Errorf("%s: %.200s", c.from, a.text)
		}
	}
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"} {
		for _, claimed := range []string{"127.0.0.1", "for=8.8.8.8", "8.8.8.8:5123", "unknown", ""} {
			s.get("/metrics", here, with(header, claimed)).isNoPage(404)
			s.get("/metrics", from("10.0.0.1"), with(header, claimed)).isNoPage(404)
		}
	}
	text := s.get("/metrics", here).text
	for _, want := range []string{
		`clubhuis_http_request_duration_seconds_count{method="GET",route="version",status="200"} 1`,
		`clubhuis_http_request_duration_seconds_count{method="GET",route="people.show",status="401"} 1`,
		`method="other"`, "go_goroutines",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %.3000s", want, text)
		}
	}
	if strings.Contains(text, "people/1") || strings.Contains(text, "FROB") {
		t.Error("metrics grow with what clients send")
	}
}

func TestAPanicIsAnErrorInTheContractsShape(t *testing.T) {
	s := newSite(t, breaks(func(context.Context) error { panic("a bug with jan@club.example") }))
	a := s.get(one(1), s.admin()).refuses(500, "internal_error")
	if strings.Contains(a.text, "bug") || strings.Contains(a.text, "goroutine") {
		t.Errorf("tells the world: %s", a.text)
	}
	if !strings.Contains(s.log.String(), "a bug with") || !strings.Contains(s.log.String(), "stack") {
		t.Errorf("not in the log: %s", s.log.String())
	}
	if !strings.Contains(s.log.String(), "route=people.show method=GET status=500") {
		t.Errorf("no line for the request: %s", s.log.String())
	}
}

func TestADeadStoreIsNotNotFound(t *testing.T) {
	s := newSite(t, breaks(func(context.Context) error { return errors.New("connection to secret.example refused") }))
	a := s.get(one(1), s.admin()).refuses(500, "internal_error")
	if strings.Contains(a.text, "secret") {
		t.Errorf("tells the world: %s", a.text)
	}
	if !strings.Contains(s.log.String(), "secret.example refused") {
		t.Errorf("not in the log: %s", s.log.String())
	}
}

func TestAnAbortedAnswerStaysAborted(t *testing.T) {
	s := newSite(t, breaks(func(context.Context) error { panic(http.ErrAbortHandler) }))
	admin := s.admin()
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
			t.Error("swallowed")
		}
	}()
	s.get(one(1), admin)
}

func TestTheLogNamesRoutesAndNothingOfPeople(t *testing.T) {
	other := defaultLog(t)
	s := newSite(t)
	s.user("jan")
	spelled, err := s.operator().AddApplicationPassword(t.Context(), "jan", "x")
	if err != nil {
		t.Fatal(err)
	}
	b := s.signIn("jan")
	s.post(collection, object{"acf": object{"first_name": "Geheim"}}, basic("jan", spelled)).is(201)
	s.get("/api/club/v1/users/search?q=piet@club.example", b.reads).is(200)
	s.get(query("search", "Geheim", "per_page", "0"), b.reads).is(400)
	s.get("/leden/geheim?token=Geheim", b.reads).is(200)
	s.get("/api/geheim", b.reads).is(404)
	s.post(session, object{"username": "jan@club.example", "password": "Geheim"}).is(401)
	all := s.log.String() + other.String()
	for _, secret := range []string{"eheim", "@", "club.example", password, strings.ReplaceAll(spelled, " ", ""), spelled, b.cookie.Value, b.nonce, "search=", "/leden", "Basic"} {
		if strings.Contains(all, secret) {
			t.Errorf("%q is in the log:\n%s", secret, all)
		}
	}
	for line := range strings.Lines(all) {
		if strings.Contains(line, "192.0.2") && !strings.Contains(line, "msg=security") {
			t.Errorf("an address: %s", line)
		}
	}
	routes := []string{}
	for _, line := range regexp.MustCompile(`msg=request route=(\S+) method=(\S+) status=(\d+) took=\S+ bytes=\d+`).FindAllStringSubmatch(s.log.String(), -1) {
		routes = append(routes, strings.Join(line[1:], " "))
	}
	if got := strings.Join(routes, ", "); got != "session.start POST 200, people.create POST 201, users.search GET 200, people.list GET 400, other GET 200, other GET 404, session.start POST 401" {
		t.Errorf("got %s", got)
	}
}
