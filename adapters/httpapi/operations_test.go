package httpapi_test

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

func TestTheServerSaysWhetherItLivesAndIsReady(t *testing.T) {
	t.Parallel()
	var dead error
	s := apitest.New(t, func(s *httpapi.Server) { s.Ready = func(context.Context) error { return dead } })
	for _, method := range []string{"GET", "HEAD"} {
		dead = nil
		s.Send(method, "/healthz", nil).IsNoPage(200)
		s.Send(method, "/readyz", nil).IsNoPage(200)
		dead = errors.New("the database of secret.example is gone")
		s.Send(method, "/healthz", nil).IsNoPage(200)
		if a := s.Send(method, "/readyz", nil).IsNoPage(503); strings.Contains(a.Text, "secret") {
			t.Errorf("tells the world: %s", a.Text)
		}
	}
	if log := s.Log.String(); !strings.Contains(log, "secret.example") {
		t.Errorf("the cause is not in the log: %s", log)
	}
}

// here is a request of a program on the server's own machine, straight to it.
func here(r *http.Request) { r.RemoteAddr, r.Host = "127.0.0.1:4711", "127.0.0.1:8080" }

func TestMetricsAreForThisMachineAlone(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.BehindProxy)
	s.Get("/api/club/v1/version", apitest.From("127.0.0.1"))
	s.Get(apitest.Person(1), apitest.From("127.0.0.1"))
	s.Send("FROB", "/api/club/v1/version", nil)
	for _, c := range []struct {
		from, host string
		status     int
	}{
		{"127.0.0.1", "127.0.0.1:8080", 200}, {"127.0.0.1", "localhost", 200}, {"[::1]", "[::1]:8080", 200},
		{"[::1]", "localhost:8080", 200},
		{"127.0.0.1", "club.example", 404}, {"127.0.0.1", "", 404}, {"192.168.1.1", "127.0.0.1", 404}, {"172.16.0.1", "localhost", 404},
		{"10.0.0.1", "localhost", 404}, {"192.0.2.1", "127.0.0.1:8080", 404}, {"8.8.8.8", "localhost", 404},
		{"[2001:db8::1]", "localhost", 404},
	} {
		a := s.Get("/metrics", apitest.From(c.from), func(r *http.Request) { r.Host = c.host }).IsNoPage(c.status)
		if strings.Contains(a.Text, "clubhuis_") != (c.status == 200) {
			t.Errorf("%s: %.200s", c.from, a.Text)
		}
	}
	for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via"} {
		for _, claimed := range []string{"127.0.0.1", "for=8.8.8.8", "8.8.8.8:5123", "unknown", ""} {
			s.Get("/metrics", here, apitest.With(header, claimed)).IsNoPage(404)
			s.Get("/metrics", apitest.From("10.0.0.1"), apitest.With(header, claimed)).IsNoPage(404)
		}
	}
	text := s.Get("/metrics", here).Text
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

// contract: club §7
func TestAPanicIsAnErrorInTheContractsShape(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.Breaks(func(context.Context) error { panic("a bug with jan@club.example") }))
	a := s.Get(apitest.Person(1), s.Admin()).Refuses(500, "internal_error")
	if strings.Contains(a.Text, "bug") || strings.Contains(a.Text, "goroutine") {
		t.Errorf("tells the world: %s", a.Text)
	}
	if !strings.Contains(s.Log.String(), "a bug with") || !strings.Contains(s.Log.String(), "stack") {
		t.Errorf("not in the log: %s", s.Log.String())
	}
	if !strings.Contains(s.Log.String(), "route=people.show method=GET status=500") {
		t.Errorf("no line for the request: %s", s.Log.String())
	}
}

// contract: club §7
func TestADeadStoreIsNotNotFound(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.Breaks(func(context.Context) error { return errors.New("connection to secret.example refused") }))
	a := s.Get(apitest.Person(1), s.Admin()).Refuses(500, "internal_error")
	if strings.Contains(a.Text, "secret") {
		t.Errorf("tells the world: %s", a.Text)
	}
	if !strings.Contains(s.Log.String(), "secret.example refused") {
		t.Errorf("not in the log: %s", s.Log.String())
	}
}

func TestAnAbortedAnswerStaysAborted(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.Breaks(func(context.Context) error { panic(http.ErrAbortHandler) }))
	admin := s.Admin()
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
			t.Error("swallowed")
		}
	}()
	s.Get(apitest.Person(1), admin)
}

func TestTheLogNamesRoutesAndNothingOfPeople(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	spelled, err := s.Operator().AddApplicationPassword(t.Context(), "jan", accounts.PasswordWish{Name: "x"})
	if err != nil {
		t.Fatal(err)
	}
	b := s.SignIn("jan")
	s.Post(apitest.People, object{"acf": object{"first_name": "Geheim"}}, apitest.Basic("jan", spelled)).Is(201)
	s.Get("/api/club/v1/users/search?q=piet@club.example", b.Reads).Is(200)
	s.Get(apitest.PeopleWith("search", "Geheim", "per_page", "0"), b.Reads).Is(400)
	s.Get("/leden/geheim?token=Geheim", b.Reads).Is(200)
	s.Get("/api/geheim", b.Reads).Is(404)
	s.Post(apitest.Session, object{"username": "jan@club.example", "password": "Geheim"}).Is(401)
	all := s.Log.String()
	for _, secret := range []string{"eheim", "@", "club.example", apitest.Password, strings.ReplaceAll(spelled, " ", ""), spelled,
		b.Cookie.Value, b.Nonce, "search=", "/leden", "Basic"} {
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
	for _, line := range regexp.MustCompile(`msg=request route=(\S+) method=(\S+) status=(\d+) took=\S+ bytes=\d+`).
		FindAllStringSubmatch(s.Log.String(), -1) {
		routes = append(routes, strings.Join(line[1:], " "))
	}
	const want = "session.start POST 200, people.create POST 201, users.search GET 200, people.list GET 400, other GET 200, " +
		"other GET 404, session.start POST 401"
	if got := strings.Join(routes, ", "); got != want {
		t.Errorf("got %s", got)
	}
}
