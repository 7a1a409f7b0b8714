package syncapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

const key = "c2xldXRlbC1kaWUtbmllbWFuZC1rZW50LTMyLWJ5dGVz"

const invalid = "Invalid assoc_id: must be 4-10 alphanumeric characters"

const tooMany = "Another individual sync is already in progress. Try again in a minute."

// service is a server whose members are what the test says, on a clock that the test turns.
type service struct {
	t *testing.T
	http.Handler
	metrics *syncapi.Metrics
	log     *lockedBuffer

	mu         sync.Mutex
	now        time.Time
	asked      []string
	board      refresh.Board
	failing    []string // pipelines
	unreadable error
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

type member func(ctx context.Context, code string) (refresh.Result, error)

func created(context.Context, string) (refresh.Result, error) {
	return refresh.Result{Action: refresh.Created, Person: 812}, nil
}

func serve(t *testing.T, key string, become member) *service {
	s := &service{t: t, metrics: syncapi.NewMetrics(), log: &lockedBuffer{}, now: time.Date(2026, 10, 14, 8, 0, 0, 0, time.UTC)}
	s.Handler = syncapi.Server{
		Key: key, Patience: time.Minute, Metrics: s.metrics, Log: slog.New(slog.NewTextHandler(s.log, nil)),
		Now:     func() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.now },
		State:   func(code string) (refresh.State, bool) { s.mu.Lock(); defer s.mu.Unlock(); return s.board.State(code) },
		Failing: func(context.Context) ([]string, error) { return s.failing, s.unreadable },
		Member: func(ctx context.Context, code string) (refresh.Result, error) {
			s.mu.Lock()
			s.asked = append(s.asked, code)
			s.mu.Unlock()
			return become(ctx, code)
		},
	}.Handler()
	return s
}

func (s *service) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// send sends a request from this machine; key "" sends none.
func (s *service) send(method, path, key, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	r.RemoteAddr, r.Host = "127.0.0.1:4711", "localhost:3000"
	if key != "" {
		r.Header.Set("X-Sync-API-Key", key)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func (s *service) ask(code string) *httptest.ResponseRecorder {
	return s.send(http.MethodPost, "/api/sync/individual", key, fmt.Sprintf(`{"assoc_id":%q}`, code))
}

// refused checks an error: its status, its body to the letter, its type.
func refused(t *testing.T, w *httptest.ResponseRecorder, status int, message string) {
	t.Helper()
	var body map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Errorf("%v: %s", err, w.Body)
	}
	if w.Code != status || len(body) != 2 || body["ok"] != false || body["error"] != message {
		t.Errorf("got %d %s, want %d %q", w.Code, w.Body, status, message)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("type %q", got)
	}
}

// contract: sync §1-4, §4, §9
func TestASuccessNamesTheMemberTheActionAndTheNumber(t *testing.T) {
	t.Parallel()
	for _, action := range []refresh.Action{refresh.Created, refresh.Updated, refresh.Skipped} {
		s := serve(t, key, func(context.Context, string) (refresh.Result, error) {
			return refresh.Result{Action: action, Person: 812}, nil
		})
		w := s.ask("BX12cd")
		want := fmt.Sprintf(`{"ok":true,"assoc_id":"BX12cd","action":%q,"club_record_id":812}`, action)
		if got := strings.TrimSpace(w.Body.String()); w.Code != 200 || got != want ||
			w.Header().Get("Content-Type") != "application/json" {
			t.Errorf("got %d %s, want %s", w.Code, got, want)
		}
		if len(s.asked) != 1 || s.asked[0] != "BX12cd" {
			t.Errorf("asked for %q", s.asked)
		}
	}
}

// contract: sync §5-1, §5-2, §7-1
func TestTheKeyIsCheckedBeforeAnythingElse401Then503Then403(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, configured, sent string
		status                 int
		message                string
	}{
		{"no header", key, "", 401, "Missing X-Sync-API-Key header"},
		{"no header and no key", "", "", 401, "Missing X-Sync-API-Key header"},
		{"no key", "", key, 503, "API key not configured on server"},
		{"another key", key, "x" + key[1:], 403, "Invalid API key"},
		{"a part of the key", key, key[:10], 403, "Invalid API key"},
		{"more than the key", key, key + "x", 403, "Invalid API key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, test.configured, created)
			for _, body := range []string{"", "{", `{"assoc_id":"x"}`, `{"assoc_id":"AB1234"}`} {
				refused(t, s.send(http.MethodPost, "/api/sync/individual", test.sent, body), test.status, test.message)
			}
			if len(s.asked) > 0 {
				t.Errorf("brought %q up to date", s.asked)
			}
		})
	}
}

// contract: sync §4-1, §7-1, §8
func TestABodyWithoutAValidCodeIs400(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	for _, body := range []string{
		"", "null", "{}", "[]", `"AB1234"`, "{", `{"assoc_id":}`, `{"assoc_id":null}`, `{"assoc_id":1234}`, `{"assoc_id":true}`,
		`{"assoc_id":["AB1234"]}`,
		`{"assoc_id":""}`, `{"assoc_id":"ABC"}`, `{"assoc_id":"ABCDEFGHIJK"}`, `{"assoc_id":"AB 123"}`, `{"assoc_id":"AB-123"}`,
		`{"assoc_id":"AB123é"}`,
		`{"assoc_id":" AB1234"}`, `{"ASSOC_ID":"AB1234"}`, `{"code":"AB1234"}`, `{"assoc_id":"AB1234"} {}`, `{"assoc_id":"AB1234"}x`,
		"assoc_id=AB1234",
		`{"assoc_id":"AB1234","rest":"` + strings.Repeat("x", 5000) + `"}`,
	} {
		refused(t, s.send(http.MethodPost, "/api/sync/individual", key, body), 400, invalid)
	}
	if len(s.asked) > 0 {
		t.Errorf("brought %q up to date", s.asked)
	}
	if w := s.send(http.MethodPost, "/api/sync/individual", key, ` {"assoc_id" : "AB1234", "more": 1} `+"\n"); w.Code != 200 {
		t.Errorf("what is more does no harm: %d %s", w.Code, w.Body)
	}
}

// contract: sync §4-1, §7-1
func TestAMemberWhoIsNotThereIs422(t *testing.T) {
	t.Parallel()
	s := serve(t, key, func(context.Context, string) (refresh.Result, error) {
		return refresh.Result{}, fmt.Errorf("read the member: %w", &federation.Failure{Err: federation.ErrAbsent})
	})
	refused(t, s.ask("AB1234"), 422, "Member not found")
}

// contract: sync §7-1
func TestAFailureIs500WithoutDetailAndItsCauseIsLogged(t *testing.T) {
	t.Parallel()
	for name, become := range map[string]member{
		"an error": func(context.Context, string) (refresh.Result, error) {
			return refresh.Result{}, errors.New("geheim")
		},
		"a panic": func(context.Context, string) (refresh.Result, error) { panic("geheim") },
		"no number": func(context.Context, string) (refresh.Result, error) {
			return refresh.Result{Action: "skipped"}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, key, become)
			for range 2 { // the turn was given back
				refused(t, s.ask("AB1234"), 500, "Internal sync error")
			}
			if log := s.log.String(); !strings.Contains(log, "level=ERROR") || name != "no number" && !strings.Contains(log, "geheim") ||
				strings.Contains(log, key) {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// contract: sync §4-1, §7-1, §8
func TestOneMemberAtATimeTheNextOneIs429(t *testing.T) {
	t.Parallel()
	begun, end := make(chan struct{}), make(chan struct{})
	s := serve(t, key, func(context.Context, string) (refresh.Result, error) {
		close(begun)
		<-end
		return refresh.Result{Action: refresh.Updated, Person: 1}, nil
	})
	first := make(chan *httptest.ResponseRecorder)
	go func() { first <- s.ask("AB1234") }()
	<-begun
	for range 7 { // they do not count as accepted
		w := s.ask("CD5678")
		refused(t, w, 429, tooMany)
		if w.Header().Get("Retry-After") != "60" {
			t.Errorf("retry after %q", w.Header().Get("Retry-After"))
		}
	}
	refused(t, s.send(http.MethodPost, "/api/sync/individual", key, "{"), 400, invalid)
	close(end)
	if w := <-first; w.Code != 200 {
		t.Errorf("the first: %d", w.Code)
	}
	begun = make(chan struct{})
	if w := s.ask("CD5678"); w.Code != 200 {
		t.Errorf("afterwards: %d %s", w.Code, w.Body)
	}
}

// contract: sync §8
func TestFiveAcceptedRequestsAMinuteTheNextOneIs429(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	accepted := func() {
		t.Helper()
		if w := s.ask("AB1234"); w.Code != 200 {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	}
	for range 4 {
		accepted()
	}
	s.pass(30 * time.Second)
	s.send(http.MethodPost, "/api/sync/individual", "", "")
	s.send(http.MethodPost, "/api/sync/individual", "wrong", "")
	s.send(http.MethodPost, "/api/sync/individual", key, "{")
	accepted() // what was refused did not count
	for range 3 {
		refused(t, s.ask("AB1234"), 429, tooMany)
	}
	s.pass(30*time.Second - time.Nanosecond)
	refused(t, s.ask("AB1234"), 429, tooMany)
	s.pass(time.Nanosecond) // the window slides: the first four are a minute ago, the fifth is not
	for range 4 {
		accepted()
	}
	refused(t, s.ask("AB1234"), 429, tooMany)
	if len(s.asked) != 9 {
		t.Errorf("brought %d up to date", len(s.asked))
	}
}

func TestARequestForWhichThereIsNoRoomIs429AndDoesNotCount(t *testing.T) {
	t.Parallel()
	full := true
	s := serve(t, key, func(ctx context.Context, code string) (refresh.Result, error) {
		if full {
			return refresh.Result{}, fmt.Errorf("wait for the browser: %w", syncapi.ErrBusy)
		}
		return created(ctx, code)
	})
	for range 6 {
		refused(t, s.ask("AB1234"), 429, tooMany)
	}
	full = false
	for range 5 {
		if w := s.ask("AB1234"); w.Code != 200 {
			t.Errorf("got %d %s", w.Code, w.Body)
		}
	}
}

func TestAClientThatGoesAwayDoesNotStopTheWork(t *testing.T) {
	t.Parallel()
	begun, gone, finished := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	s := serve(t, key, func(ctx context.Context, _ string) (refresh.Result, error) {
		close(begun)
		<-gone
		finished <- ctx.Err()
		if _, bounded := ctx.Deadline(); !bounded {
			finished <- errors.New("it may take for ever")
		}
		return refresh.Result{Action: refresh.Updated, Person: 1}, nil
	})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	ctx, leave := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/api/sync/individual",
		strings.NewReader(`{"assoc_id":"AB1234"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Sync-API-Key", key)
	left := make(chan error)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = response.Body.Close()
		}
		left <- err
	}()
	<-begun
	leave()
	if err := <-left; err == nil {
		t.Fatal("the client did not leave")
	}
	close(gone)
	if err := <-finished; err != nil {
		t.Errorf("the work was stopped: %v", err)
	}
}

func TestOtherPathsAre404AndOtherMethods405(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	for _, path := range []string{"/", "/api", "/api/sync", "/api/sync/individual/",
		"/api//sync/individual", "/login", "/health"} {
		refused(t, s.send(http.MethodPost, path, key, `{"assoc_id":"AB1234"}`), 404, "Not found")
	}
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		w := s.send(method, "/api/sync/individual", key, "")
		refused(t, w, 405, "Method not allowed")
		if w.Header().Get("Allow") != "POST" {
			t.Errorf("allowed: %q", w.Header().Get("Allow"))
		}
	}
	for _, path := range []string{"/healthz", "/metrics"} {
		refused(t, s.send(http.MethodPost, path, "", ""), 405, "Method not allowed")
	}
	if w := s.send(http.MethodGet, "/healthz", "", ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"ok":true}` {
		t.Errorf("health: %d %s", w.Code, w.Body)
	}
}

func TestMetricsTellWhatBecameOfRunsAndRequests(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	ended := time.Date(2026, 10, 14, 8, 3, 20, 0, time.UTC)
	s.metrics.Ran(&run.Run{Pipeline: run.People, Outcome: run.Success, Finished: ended})
	s.metrics.Ran(&run.Run{Pipeline: run.People, Outcome: run.Partial, Finished: ended.Add(time.Hour)})
	s.metrics.Ran(&run.Run{Pipeline: run.People, Outcome: run.Failure, Finished: ended.Add(2 * time.Hour)})
	s.metrics.Seen(&run.Run{Pipeline: run.Teams, Outcome: run.Success, Finished: ended})
	s.metrics.Seen(&run.Run{Pipeline: run.Functions, Outcome: run.Success, DryRun: true, Finished: ended})
	s.ask("AB1234")
	s.ask("x")
	s.send(http.MethodPost, "/api/sync/individual", "", "")
	w := s.send(http.MethodGet, "/metrics", "", "")
	for _, line := range []string{
		`clubsync_runs_total{outcome="success",pipeline="people"} 1`, `clubsync_runs_total{outcome="partial",pipeline="people"} 1`,
		`clubsync_runs_total{outcome="failure",pipeline="teams"} 0`, `clubsync_runs_total{outcome="success",pipeline="teams"} 0`,
		`clubsync_last_success_timestamp_seconds{pipeline="people"} 1791965000`,
		`clubsync_last_end_timestamp_seconds{pipeline="people"} 1791968600`,
		`clubsync_last_success_timestamp_seconds{pipeline="teams"} 1791965000`,
		`clubsync_individual_requests_total{result="created"} 1`, `clubsync_individual_requests_total{result="invalid"} 1`,
		`clubsync_individual_requests_total{result="unauthorized"} 1`, `clubsync_individual_requests_total{result="busy"} 0`,
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("no %s", line)
		}
	}
	if strings.Contains(w.Body.String(), `timestamp_seconds{pipeline="functions"}`) {
		t.Error("a dry run counts as a success")
	}
}

// keyFrom sends a key from an address and returns the status.
func (s *service) keyFrom(address, sent string) int {
	r := httptest.NewRequestWithContext(s.t.Context(), http.MethodPost, "/api/sync/individual",
		strings.NewReader(`{"assoc_id":"AB1234"}`))
	r.RemoteAddr = address
	r.Header.Set("X-Sync-API-Key", sent)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code == http.StatusTooManyRequests && w.Header().Get("Retry-After") != "60" {
		s.t.Errorf("429 with Retry-After %q", w.Header().Get("Retry-After"))
	}
	return w.Code
}

func TestWrongKeysAreThrottledByAddressAndTheRightOneNever(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	for i := range 14 {
		want := 403
		if i >= 10 {
			want = 429
		}
		for _, from := range []string{"192.0.2.1:%d", "[2001:db8::%d]:1"} { // of one network each
			if got := s.keyFrom(fmt.Sprintf(from, i+1), "wrong"); got != want {
				t.Errorf("try %d from %s: %d", i+1, from, got)
			}
		}
	}
	for from, sent := range map[string]string{"192.0.2.1:99": key, "192.0.2.2:1": "wrong", "[2001:db8:0:1::1]:1": "wrong",
		"@": "wrong"} {
		want := 403
		if sent == key {
			want = 200
		}
		if got := s.keyFrom(from, sent); got != want {
			t.Errorf("from %s: %d", from, got)
		}
	}
	s.pass(time.Minute)
	if got := s.keyFrom("192.0.2.1:1", "wrong"); got != 403 {
		t.Errorf("a minute later: %d", got)
	}
	for i := range 2000 { // many addresses, and each gets its answer
		if got := s.keyFrom(fmt.Sprintf("198.51.%d.%d:1", i/250, i%250), "wrong"); got != 403 && got != 429 {
			t.Fatalf("address %d: %d", i, got)
		}
	}
	if got := s.keyFrom("203.0.113.9:1", key); got != 200 {
		t.Errorf("the right key among many: %d", got)
	}
}

func TestMetricsAreForOperatorsAlone(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	for _, test := range []struct {
		from, forwarded string
		status          int
	}{
		{"127.0.0.1:1", "", 200}, {"[::1]:1", "", 200}, {"[::ffff:127.0.0.1]:1", "", 200}, {"10.0.0.7:1", "", 404},
		{"192.0.2.1:1", "", 404},
		{"127.0.0.1:1", "X-Forwarded-For", 404}, {"127.0.0.1:1", "Forwarded", 404}, {"127.0.0.1:1", "X-Real-IP", 404},
		{"127.0.0.1:1", "Via", 404},
		{"@", "", 404},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
		r.RemoteAddr, r.Host = test.from, "localhost:3000"
		if test.forwarded != "" {
			r.Header.Set(test.forwarded, "192.0.2.1")
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != test.status {
			t.Errorf("from %s through %q: %d", test.from, test.forwarded, w.Code)
		}
	}
}

func TestALineOfLogHasNoKeyAndNoMember(t *testing.T) {
	t.Parallel()
	s := serve(t, key, created)
	s.ask("AB1234")
	s.send(http.MethodGet, "/geheim?x=geheim", "", "")
	log := s.log.String()
	for _, want := range []string{"route=/api/sync/individual status=200", "route=other status=404"} {
		if !strings.Contains(log, want) {
			t.Errorf("no %q in %s", want, log)
		}
	}
	for _, secret := range []string{key, "AB1234", "geheim"} {
		if strings.Contains(log, secret) {
			t.Errorf("%q in %s", secret, log)
		}
	}
}
