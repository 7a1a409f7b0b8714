package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/fixtures/clubsite/register"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
)

const key = "c2xldXRlbC1kaWUtbmllbWFuZC1rZW50LTMyLWJ5dGVz"

const (
	invalidCode = `{"ok":false,"error":"Invalid assoc_id: must be 4-10 alphanumeric characters"}`
	tooMany     = `{"ok":false,"error":"Another individual sync is already in progress. Try again in a minute."}`
)

// server is a running clubsync serve.
type server struct {
	t      testing.TB
	url    string
	before []string // lines printed before the address
	log    *lockedBuffer
	pid    int
	stop   func()
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

// serve starts a server and waits for its address. It is stopped, and must end well, with the test.
func (p *place) serve(flags ...string) *server {
	p.t.Helper()
	cmd := p.command(context.WithoutCancel(p.t.Context()), append([]string{"serve", "--listen", "127.0.0.1:0"}, flags...)...)
	s := &server{t: p.t, log: &lockedBuffer{}}
	cmd.Stderr = s.log
	out, err := cmd.StdoutPipe()
	ok(p.t, err)
	ok(p.t, cmd.Start())
	s.pid = cmd.Process.Pid
	s.stop = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			p.t.Errorf("the server ended with %v: %s", err, s.log)
		}
	})
	p.t.Cleanup(s.stop)
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if address, there := strings.CutPrefix(lines.Text(), "listening on "); there {
			s.url = address
			return s
		}
		s.before = append(s.before, lines.Text())
	}
	p.t.Fatalf("no address: %s", s.log)
	return nil
}

// send sends a request and returns its status and body.
func (s *server) send(method, path, key, body string) (int, string) {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	ok(s.t, err)
	if key != "" {
		request.Header.Set("X-Sync-API-Key", key)
	}
	answer, err := http.DefaultClient.Do(request)
	ok(s.t, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	ok(s.t, err)
	return answer.StatusCode, strings.TrimSpace(string(text))
}

func (s *server) ask(code string) (int, string) {
	s.t.Helper()
	return s.send(http.MethodPost, "/api/sync/individual", key, fmt.Sprintf(`{"assoc_id":%q}`, code))
}

// is checks an answer.
func (s *server) is(wantStatus int, wantBody string) func(int, string) {
	return func(status int, body string) {
		s.t.Helper()
		if status != wantStatus || body != wantBody {
			s.t.Errorf("got %d %s, want %d %s: %s", status, body, wantStatus, wantBody, s.log)
		}
	}
}

// eventually waits for something that another process does by itself.
func eventually(t testing.TB, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !happened(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func TestOneMemberOnDemand(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12, 5)
	w.key = key
	s := w.serve()
	for _, code := range []string{"ABC", "AB-123", "", "ABCDEFGHIJK"} {
		s.is(400, invalidCode)(s.ask(code))
	}
	s.is(401, `{"ok":false,"error":"Missing X-Sync-API-Key header"}`)(s.send("POST", "/api/sync/individual", "", `{"assoc_id":"x"}`))
	s.is(403, `{"ok":false,"error":"Invalid API key"}`)(s.send("POST", "/api/sync/individual", key+"x", `{"assoc_id":"x"}`))
	s.is(404, `{"ok":false,"error":"Not found"}`)(s.send("POST", "/api/sync", key, ""))
	s.is(405, `{"ok":false,"error":"Method not allowed"}`)(s.send("GET", "/api/sync/individual", key, ""))
	s.is(200, `{"ok":true}`)(s.send("GET", "/healthz", "", ""))

	code := w.members()[0]
	status, body := s.ask(code)
	var made struct {
		OK     bool   `json:"ok"`
		Code   string `json:"assoc_id"`
		Action string `json:"action"`
		ID     int64  `json:"club_record_id"`
	}
	ok(t, json.Unmarshal([]byte(body), &made))
	if status != 200 || !made.OK || made.Code != code || made.Action != "created" || made.ID <= 0 {
		t.Fatalf("got %d %s: %s", status, body, s.log)
	}
	if got := w.gate.codes(); !slices.Equal(got, []string{code}) {
		t.Errorf("the application has %q", got)
	}
	answered := fmt.Sprintf(`{"ok":true,"assoc_id":%q,"action":"%%s","club_record_id":%d,`+
		`"capability_sync":{"status":"no_user","granted":[],"revoked":[]}}`, code, made.ID)

	w.gate.reset(nil)
	s.is(200, fmt.Sprintf(answered, "skipped"))(s.ask(code))
	// Who asks for one member wants to know that the roles are right, too.
	if got := w.writes(); !slices.Equal(got, []string{"POST /api/club/v1/capability-sync"}) {
		t.Errorf("nothing had changed, and wrote %q", got)
	}
	w.site.Register.Edit(code, func(m *register.Member) bool { m.Mobile = "06-12345678"; return true })
	w.waitsForItsTurn(s, code, fmt.Sprintf(answered, "updated"))
	s.is(422, `{"ok":false,"error":"Member not found"}`)(s.ask("ZZZZ99Z"))
	w.busy(s, code, fmt.Sprintf(answered, "skipped"))
	if _, metrics := s.send("GET", "/metrics", "", ""); true {
		for result, n := range map[string]int{"created": 1, "updated": 1, "skipped": 2, "absent": 1, "busy": 1, "limited": 0,
			"invalid": 4, "unauthorized": 2} {
			if line := fmt.Sprintf("clubsync_individual_requests_total{result=%q} %d\n", result, n); !strings.Contains(metrics, line) {
				t.Errorf("no %s", line)
			}
		}
	}
	s.stop()
	if left, err := filepath.Glob(filepath.Join(w.env["DATA"], "locks", "*.lock")); err != nil || len(left) > 0 {
		t.Errorf("left %q, %v", left, err)
	}
	w.run("runs").exits(0, "individual", "request")
}

// waitsForItsTurn asks for a member while a pipeline is at work, which then ends.
func (w *world) waitsForItsTurn(s *server, code, want string) {
	w.t.Helper()
	folder, err := locks.Open(filepath.Join(w.env["DATA"], "locks"), "elders", time.Now)
	ok(w.t, err)
	done, err := folder.Turn(w.t.Context())
	ok(w.t, err)
	w.gate.reset(nil)
	answered := make(chan func())
	go func() {
		status, body := s.ask(code)
		answered <- func() { w.t.Helper(); s.is(200, want)(status, body) }
	}()
	eventually(w.t, "the lock of the individual sync", func() bool { _, err := os.Stat(w.lock("individual")); return err == nil })
	if got := w.gate.received(); len(got) > 0 {
		w.t.Errorf("it does not wait: %q", got)
	}
	ok(w.t, done())
	(<-answered)()
}

// busy asks for a member while another one is brought up to date.
func (w *world) busy(s *server, code, want string) {
	w.t.Helper()
	w.site.Control.Reset(false)
	times, seconds := 1, 0.5
	_, err := w.site.Control.Set("slow", control.Setting{On: true, Times: &times, Seconds: &seconds})
	ok(w.t, err)
	answered := make(chan func())
	go func() {
		status, body := s.ask(code)
		answered <- func() { w.t.Helper(); s.is(200, want)(status, body) }
	}()
	eventually(w.t, "a request for the site", func() bool { return len(w.site.Control.Requests()) > 0 })
	s.is(429, tooMany)(s.ask(w.members()[1]))
	held, err := os.ReadFile(w.lock("individual"))
	if err != nil || !strings.Contains(string(held), fmt.Sprintf(`"process":%d,`, s.pid)) {
		w.t.Errorf("the lock is %s, %v", held, err)
	}
	(<-answered)()
}

func TestWithoutAKeyNobodyIsServed(t *testing.T) {
	t.Parallel()
	s := newPlace(t).serve()
	s.is(401, `{"ok":false,"error":"Missing X-Sync-API-Key header"}`)(s.send("POST", "/api/sync/individual", "", ""))
	s.is(503, `{"ok":false,"error":"API key not configured on server"}`)(s.ask("AB1234"))
}

func TestFiveRequestsAMinuteAreAcceptedWhateverBecomesOfThem(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.key, p.env["BROWSER"] = key, "/no/such/browser" // so that each fails at once
	s := p.serve()
	for range 5 {
		s.is(500, `{"ok":false,"error":"Internal sync error"}`)(s.ask("AB1234"))
	}
	for range 2 {
		s.is(429, tooMany)(s.ask("AB1234"))
	}
	if log := s.log.String(); strings.Count(log, "could not be brought up to date") != 5 ||
		!strings.Contains(log, "browser_missing") || strings.Contains(log, key) {
		t.Errorf("logged %s", log)
	}
	p.run("runs").exits(0, "individual", "failure")
}

// Who asks hears which pipelines failed, until they succeed; one member who could not be read is none of them.
func TestTheServiceTellsWhichPipelinesFailed(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.key, p.env["BROWSER"] = key, "/no/such/browser"
	s := p.serve()
	const path = "/api/sync/failing"
	s.is(401, `{"ok":false,"error":"Missing X-Sync-API-Key header"}`)(s.send(http.MethodGet, path, "", ""))
	s.is(500, `{"ok":false,"error":"Internal sync error"}`)(s.ask("AB1234"))
	s.is(200, `{"ok":true,"failing":[]}`)(s.send(http.MethodGet, path, key, ""))
	p.run("run", "people").exits(1)
	s.is(200, `{"ok":true,"failing":["people"]}`)(s.send(http.MethodGet, path, key, ""))
}

func TestAStaleLockMakesEveryRequestBusyAndIsMailedOnce(t *testing.T) {
	t.Parallel()
	mail, address := maildelivery.ForTest(t, maildelivery.Options{})
	p := newPlace(t)
	p.key = key
	for name, value := range map[string]string{
		"MAIL_URL": address, "MAIL_TOKEN_FILE": p.file("mail-token", mail.Token), "MAIL_FROM": "sync@club.example",
		"OPERATOR": "jan@club.example",
	} {
		p.env[name] = value
	}
	folder := filepath.Join(p.env["DATA"], "locks")
	ok(t, os.MkdirAll(folder, 0o700))
	ok(t, os.WriteFile(filepath.Join(folder, "individual.lock"), nil, 0o600))
	s := p.serve()
	mail.Control.Turn("message-refused", true) // what could not be told is told at the next chance
	for range 6 {                              // more than are accepted in a minute: none of them is
		s.is(429, tooMany)(s.ask("AB1234"))
	}
	messages := mail.Messages()
	if len(messages) != 1 || !strings.Contains(messages[0].Text, "clubsync unlock individual") ||
		messages[0].To[0] != "jan@club.example" ||
		!strings.Contains(messages[0].Subject, "FAILED") {
		t.Errorf("mailed %+v", messages)
	}
	p.run("unlock", "individual").exits(0, "weer vrij")
}

func TestAServerThatCannotListenSaysSo(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve()
	p.run("serve", "--listen", strings.TrimPrefix(s.url, "http://")).exits(1, "address already in use")
}

func TestMetricsMayHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s := p.serve("--metrics-listen", "127.0.0.1:0")
	address, there := "", false
	if len(s.before) == 1 {
		address, there = strings.CutPrefix(s.before[0], "metrics on ")
	}
	if !there {
		t.Fatalf("printed %q", s.before)
	}
	apart := &server{t: t, url: strings.TrimSuffix(address, "/metrics")}
	if status, text := apart.send("GET", "/metrics", "", ""); status != 200 || !strings.Contains(text, "clubsync_runs_total{") {
		t.Errorf("%d %.300s", status, text)
	}
	for _, elsewhere := range []struct {
		server *server
		path   string
	}{{s, "/metrics"}, {apart, "/"}, {apart, "/healthz"}, {apart, "/api/sync/individual"}} {
		if status, text := elsewhere.server.send("GET", elsewhere.path, "", ""); status != 404 && status != 405 {
			t.Errorf("%s%s: %d %.300s", elsewhere.server.url, elsewhere.path, status, text)
		}
	}
	p.run("config", "check", "--metrics-listen", "0.0.0.0:9091").exits(0, "warning: --metrics-listen 0.0.0.0:9091 tells everybody")
	p.run("config", "check", "--metrics-listen", "9091").exits(1, `--metrics-listen: "9091" is no host:port`)
	p.run("serve", "--metrics-listen", strings.TrimPrefix(apart.url, "http://")).exits(1, "address already in use")
}
