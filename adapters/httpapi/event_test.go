package httpapi_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// brokenSteps does what a test wants at the begin of each step that changes something.
type brokenSteps struct {
	ports.Atomic
	do func() error
}

func (b brokenSteps) Do(ctx context.Context, change func(ports.Stores) error) error {
	if err := b.do(); err != nil {
		return err
	}
	return b.Atomic.Do(ctx, change)
}

// breaksSteps fails requests in their use cases, when it is known who asks.
func breaksSteps(do func() error) func(*httpapi.Server) {
	return func(s *httpapi.Server) {
		for _, steps := range []*ports.Atomic{
			&s.People.Atomic, &s.Groups.Atomic, &s.Pictures.Atomic, &s.Labels.Atomic, &s.RelationTypes.Atomic,
		} {
			*steps = brokenSteps{*steps, do}
		}
	}
}

// breaksDirectory fails them before.
func breaksDirectory(do func() error) func(*httpapi.Server) {
	return apitest.Breaks(func(context.Context) error { return do() })
}

var failedLine = regexp.MustCompile(`^time=\S+ level=(\S+) msg="request failed" route=person_label.create ` +
	`method=POST status=(\d+) took=\S+ bytes=\d+ request=[0-9a-z]+ user=1 code=(\S+) cause="([^"]*)"( stack=.*)?\n$`)

func TestAFailedRequestIsOneLineWithTheWholeReason(t *testing.T) {
	t.Parallel()
	refused := fmt.Errorf("dial the database: %w", errors.New("connection refused"))
	for name, c := range map[string]struct {
		do    func() error
		want  string // level, status, code
		cause string
		stack bool
	}{
		"what nobody classified": {
			do:   func() error { return fmt.Errorf("read what it refers to: %w", refused) },
			want: "ERROR 500 internal_error", cause: "read what it refers to: dial the database: connection refused",
		},
		"a fault inside of what was wrapped around it": {
			do:    func() error { return fmt.Errorf("read what it refers to: %w", fault.ErrUnreachable.Because(refused)) },
			want:  "ERROR 503 database_unavailable",
			cause: "read what it refers to: " + fault.ErrUnreachable.Error() + ": dial the database: connection refused",
		},
		"what was set up wrong": {
			do: func() error {
				return fmt.Errorf("ask the service: %w", fault.New(fault.Internal, "sync_not_configured", "Niet ingesteld.").Because(refused))
			},
			want:  "WARN 500 sync_not_configured",
			cause: "ask the service: sync_not_configured: Niet ingesteld.: dial the database: connection refused",
		},
		"a panic with an error": {
			do:   func() error { panic(fmt.Errorf("step 3: %w", refused)) },
			want: "ERROR 500 internal_error", cause: "panic: step 3: dial the database: connection refused", stack: true,
		},
		"a panic with a text": {
			do:   func() error { panic("never") },
			want: "ERROR 500 internal_error", cause: "panic: never", stack: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := apitest.New(t, breaksSteps(c.do))
			admin := s.Admin()
			s.Post(apitest.Labels, object{"name": "Bar"}, admin)
			line := failedLine.FindStringSubmatch(s.Log.String())
			if line == nil {
				t.Fatalf("logged %s", s.Log.String())
			}
			if got := strings.Join(line[1:4], " "); got != c.want || line[4] != c.cause || (line[5] != "") != c.stack {
				t.Errorf("got %s: %s, want %s: %s; stack %q", got, line[4], c.want, c.cause, line[5])
			}
		})
	}
}

func TestEveryRequestHasItsOwnNumberInTheLog(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	for range 50 {
		s.Get(apitest.People, admin)
	}
	numbers := map[string]bool{}
	for _, found := range regexp.MustCompile(` request=([0-9a-z]+) user=1\n`).FindAllStringSubmatch(s.Log.String(), -1) {
		numbers[found[1]] = true
	}
	if len(numbers) != 50 {
		t.Errorf("%d numbers of 50 requests: %.500s", len(numbers), s.Log.String())
	}
}

// planted is a word that a client puts into everything that it can send.
const planted = "Xq7Geheim"

// plants puts it there. The address of the client is 203.0.113.77, by what a trusted proxy says.
func plants(r *http.Request) {
	r.URL.RawQuery = strings.TrimPrefix(r.URL.RawQuery+"&search="+planted+"&q="+planted+"&_fields="+planted+"&"+planted+"=1", "&")
	r.AddCookie(&http.Cookie{Name: planted, Value: planted})
	r.AddCookie(&http.Cookie{Name: "clubhuis_browser", Value: planted})
	for _, header := range []string{"User-Agent", "Referer", "X-Request-Id", "X-Anything", planted} {
		r.Header.Set(header, planted)
	}
	r.Header.Set("X-Forwarded-For", "203.0.113.77")
	r.RemoteAddr = "10.0.0.1:4711"
}

// signs are the ways in which a request says whose it is, with a planted word in each.
func signs(b apitest.Browser) map[string]apitest.Call {
	return map[string]apitest.Call{
		"a browser":          b.Writes,
		"a stranger":         func(*http.Request) {},
		"a wrong password":   apitest.Basic(planted, planted),
		"a wrong session":    apitest.With("Cookie", "clubhuis_session="+planted),
		"a wrong nonce":      func(r *http.Request) { b.Reads(r); r.Header.Set("X-CMS-Nonce", planted) },
		"a token":            apitest.With("Authorization", "Bearer "+planted),
		"a text of a header": apitest.BasicText(planted),
	}
}

// plantedBodies hold the word as a key, as a value, and where no JSON is.
func plantedBodies() []string {
	return []string{
		strings.ReplaceAll(`{"title":"$","name":"$","username":"$","password":"$","current_password":"$","new_password":"$",`+
			`"assoc_id":"$","$":1,"acf":{"first_name":"$","$":"$"},"ids":[1],"updates":{"visibility":"$"}}`, "$", planted),
		`{"title":"x","acf":{"first_name":"` + planted + `"}}`, `{"` + planted, planted, "",
	}
}

// asksEverything sends the planted word to every operation in every way, and to every other address.
func asksEverything(s *apitest.Site) {
	addresses := []string{
		"GET /api/" + planted, "GET /api/cms/v2/people/" + planted, "POST /api/club/v1/" + planted, "GET /", "GET /leden/" + planted,
		"GET /assets/" + planted + ".js", "GET /healthz", "GET /readyz", "GET /metrics", "POST /" + planted,
	}
	put := strings.NewReplacer("{id}", "1", "{uuid}", planted, "{size}", "full", "{kind}", "people")
	for _, operation := range apitest.Documented() {
		addresses = append(addresses, put.Replace(strings.Replace(operation, " ", " /api", 1)))
	}
	for i, address := range addresses {
		method, path, _ := strings.Cut(address, " ")
		name := fmt.Sprint("beheer", i) // each has its own: some operations end sessions
		s.User(name, access.Administrator)
		b := s.SignIn(name)
		for _, sign := range signs(b) {
			if method == http.MethodGet {
				s.Get(path, sign, plants)
			} else {
				s.Send(method, path, plantedBodies()[0], sign, plants)
			}
		}
		if method != http.MethodGet { // nobody reads the bodies of who is not signed in
			for _, body := range plantedBodies()[1:] {
				s.Send(method, path, body, b.Writes, plants)
			}
		}
	}
}

func TestNothingThatAClientSendsIsInTheLog(t *testing.T) {
	t.Parallel()
	secrets := []string{
		planted, strings.ToLower(planted), base64.StdEncoding.EncodeToString([]byte(planted)), url.QueryEscape(planted + "="),
		"_fields",
		"/cms/", "/club/", "/leden", apitest.Password, "10.0.0.1", "192.0.2.1",
	}
	gone := fmt.Errorf("begin: %w", fault.ErrUnreachable.Because(errors.New("refused")))
	for name, c := range map[string]struct {
		breaks func(func() error) func(*httpapi.Server)
		do     func() error
	}{
		"all is well":           {breaksSteps, func() error { return nil }},
		"the store is gone":     {breaksSteps, func() error { return gone }},
		"the directory is gone": {breaksDirectory, func() error { return gone }},
		"a bug":                 {breaksSteps, func() error { panic("a bug") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken := false
			s := apitest.New(t, apitest.BehindProxy, c.breaks(func() error {
				if !broken {
					return nil
				}
				return c.do()
			}))
			admin := s.Admin()
			s.Names(admin, "Jan")
			s.Team(admin, "JO9")
			s.Log.Reset()
			broken = true
			asksEverything(s)
			if failed := strings.Count(s.Log.String(), "request failed") > 20; failed == (name == "all is well") {
				t.Errorf("failed: %v", failed)
			}
			for line := range strings.Lines(s.Log.String()) {
				for _, secret := range secrets {
					if strings.Contains(line, secret) && (secret != "192.0.2.1" || !strings.Contains(line, "msg=security")) {
						t.Fatalf("%q is in the log: %s", secret, line)
					}
				}
				if strings.Contains(line, "203.0.113.77") && !strings.Contains(line, "msg=security") {
					t.Fatalf("an address: %s", line)
				}
			}
		})
	}
}
