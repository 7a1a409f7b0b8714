package syncpages_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/syncpages"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
	"github.com/clubhuis/clubhuis/ports"
)

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plain hashes nothing.
type plain struct{}

func (plain) Hash(_ context.Context, password string) (string, error) {
	return "hash of " + password, nil
}
func (plain) Matches(_ context.Context, password, hash string) (bool, error) {
	return hash == "hash of "+password, nil
}

type strong struct{}

func (strong) Score(string, []string) int { return 4 }

// house notes what was ordered.
type house struct {
	mu       sync.Mutex
	orders   []operators.Order
	refuse   error
	working  map[string]operators.Working
	locks    []operators.Lock
	unlocked []string
	log      string
	offers   []operators.Offer
	backup   operators.Backup
}

func (h *house) Pipelines() []operators.Offer { return h.offers }
func (h *house) Working(what string) operators.Working {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.working[what]
}
func (h *house) Failure(string) error { return nil }
func (h *house) Begin(_ context.Context, order operators.Order) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.refuse == nil {
		h.orders = append(h.orders, order)
	}
	return h.refuse
}
func (h *house) Locks(context.Context) ([]operators.Lock, error) { return h.locks, nil }
func (h *house) Unlock(_ context.Context, kind string, force bool) error {
	if !force && h.locks[0].Life != operators.Dead {
		return operators.ErrHeld
	}
	h.unlocked = append(h.unlocked, fmt.Sprint(kind, force))
	return nil
}
func (h *house) Log(context.Context, *run.Run) (string, error) { return h.log, nil }
func (h *house) Dead(r *run.Run) bool                          { return r.Host == "dead" }
func (h *house) Backup() operators.Backup                      { return h.backup }
func (h *house) Setup() operators.Setup {
	return operators.Setup{Club: "vv Elzendam", Lists: []string{"een"}, Settings: []operators.Setting{
		{Name: "site-url", Value: "https://bond.example"}, {Name: "site-password", Value: "xxxxx"},
	}}
}

// world is the pages of a club, with somebody who can sign in.
type world struct {
	t       testing.TB
	stores  ports.SyncStores
	files   *inmem.Files
	house   *house
	service *operators.Service
	server  *httptest.Server
	client  *http.Client
	mu      sync.Mutex
	at      time.Time
}

const (
	username = "jan"
	password = "vier willekeurige woorden"
)

func newWorld(t testing.TB) *world {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	ok(t, err)
	w := &world{t: t, stores: inmem.NewSync(), files: &inmem.Files{}, at: time.Date(2026, 11, 24, 9, 30, 0, 0, zone)}
	w.house = &house{working: map[string]operators.Working{}, offers: []operators.Offer{
		{Pipeline: run.People, Configured: true}, {Pipeline: run.Teams, Configured: true}, {Pipeline: run.Helpdesk},
	}}
	drawn := 0
	w.service = &operators.Service{
		Stores: w.stores, Files: w.files, Hasher: plain{}, Strength: strong{}, Now: w.now, Zone: zone, House: w.house,
		Random: func(raw []byte) (int, error) { drawn++; return copy(raw, fmt.Sprintf("%032d", drawn)), nil },
	}
	ok(t, w.service.Add(t.Context(), username, "Jan de Boer", password))
	handler, err := syncpages.Pages{
		Operators: w.service, Club: "vv Elzendam", Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}.Handler()
	ok(t, err)
	w.server = httptest.NewServer(handler)
	t.Cleanup(w.server.Close)
	jar, err := cookiejar.New(nil)
	ok(t, err)
	w.client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return w
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.at
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = w.at.Add(d)
}

// answer is what came back.
type answer struct {
	t        testing.TB
	what     string
	status   int
	location string
	header   http.Header
	text     string
}

func (w *world) send(method, path string, form url.Values, headers ...string) answer {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.server.URL+path, strings.NewReader(form.Encode()))
	ok(w.t, err)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Accept", "text/html,application/xhtml+xml")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	got, err := w.client.Do(r)
	ok(w.t, err)
	defer got.Body.Close()
	text, err := io.ReadAll(got.Body)
	ok(w.t, err)
	return answer{w.t, method + " " + path, got.StatusCode, got.Header.Get("Location"), got.Header, string(text)}
}

func (w *world) get(path string) answer { w.t.Helper(); return w.send(http.MethodGet, path, nil) }

func (w *world) post(path string, pairs ...string) answer {
	w.t.Helper()
	form := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		form.Add(pairs[i], pairs[i+1])
	}
	return w.send(http.MethodPost, path, form)
}

func (w *world) signIn() *world {
	w.t.Helper()
	w.post("/login", "username", username, "password", password).leads("/")
	return w
}

func (a answer) is(status int, parts ...string) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Errorf("%s: got %d, want %d: %.300s", a.what, a.status, status, a.text)
	}
	for _, part := range parts {
		if !strings.Contains(a.text, part) {
			a.t.Errorf("%s: no %q in %s", a.what, part, a.text)
		}
	}
	return a
}

func (a answer) without(parts ...string) answer {
	a.t.Helper()
	for _, part := range parts {
		if strings.Contains(a.text, part) {
			a.t.Errorf("%s: %q is in it", a.what, part)
		}
	}
	return a
}

func (a answer) leads(to string) answer {
	a.t.Helper()
	if a.status != http.StatusSeeOther || a.location != to {
		a.t.Errorf("%s: got %d to %q, want it to lead to %q", a.what, a.status, a.location, to)
	}
	return a
}

// start keeps a run and returns its number.
func (w *world) start(r run.Run) run.ID {
	w.t.Helper()
	id, err := w.stores.Runs.Start(w.t.Context(), r)
	ok(w.t, err)
	return id
}
