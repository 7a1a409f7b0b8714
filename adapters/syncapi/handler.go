// Package syncapi is the HTTP side of the synchronization service: the request that brings one member up to date (contract §4,
// §5), and what a club watches it by.
//
// It owns who may ask, how often, and the form of requests and responses. It does not know what becomes of the member, nor what
// else is at work at that moment.
package syncapi

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/internal/local"
	"github.com/clubhuis/clubhuis/adapters/internal/measured"
	"github.com/clubhuis/clubhuis/adapters/internal/recovery"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

// The paths.
const (
	individual = "/api/sync/individual"
	failing    = "/api/sync/failing"
	healthz    = "/healthz"
	metrics    = "/metrics"
)

// keyHeader carries the key that the application and the service share.
const keyHeader = "X-Sync-API-Key"

// mostBody is the size of the largest question, in bytes.
const mostBody = 4 << 10

// The limits of the contract (§8).
const (
	mostRequests = 5
	window       = time.Minute
)

// ErrBusy is what Member returns when something else is at work that cannot be waited for.
var ErrBusy = errors.New("something else is at work")

// Server serves the requests. Metrics is required.
type Server struct {
	Key string // "" for none: everybody is refused
	// Member brings one member up to date. A code that the club site does not know is federation.ErrAbsent. Its context does
	// not end when the client goes away.
	Member func(ctx context.Context, code string) (refresh.Result, error)
	// State says how far the work on a member is, false when there was none lately.
	State func(code string) (refresh.State, bool)
	// Failing returns the pipelines whose newest run failed, by name.
	Failing  func(ctx context.Context) ([]string, error)
	Patience time.Duration // for one member
	Now      func() time.Time
	Metrics  *Metrics
	// MetricsApart leaves /metrics to an address of its own, where Metrics.Handler serves it.
	MetricsApart bool
	Log          *slog.Logger
}

// handler is a Server and what it remembers.
type handler struct {
	Server
	turn   chan struct{} // holds one token while nobody is brought up to date
	recent limiter
	wrong  wrongKeys
}

// Handler serves the API, /healthz, and /metrics when it has no address of its own.
func (s Server) Handler() http.Handler {
	h := &handler{Server: s, turn: make(chan struct{}, 1)}
	h.turn <- struct{}{}
	routes := mux.NewRouter().SkipClean(true) // a path with // is no other path
	routes.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, notFound)
	})
	routes.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		allowed := "GET, HEAD"
		if r.URL.Path == individual {
			allowed = http.MethodPost
		}
		w.Header().Set("Allow", allowed)
		refuse(w, http.StatusMethodNotAllowed, wrongMethod)
	})
	routes.Path(individual).Methods(http.MethodPost).HandlerFunc(h.individual)
	routes.Path(individual+"/{code}").Methods(http.MethodGet, http.MethodHead).HandlerFunc(h.state)
	routes.Path(failing).Methods(http.MethodGet, http.MethodHead).HandlerFunc(h.failing)
	routes.Path(healthz).Methods(http.MethodGet, http.MethodHead).HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		answer(w, http.StatusOK, struct {
			OK bool `json:"ok"`
		}{true})
	})
	if !s.MetricsApart {
		routes.Path(metrics).Methods(http.MethodGet, http.MethodHead).Handler(operatorsOnly(s.Metrics.handler()))
	}
	return h.observed(h.recovered(routes))
}

// success is the body of a 200.
type success struct {
	OK     bool           `json:"ok"`
	Code   string         `json:"assoc_id"`
	Action refresh.Action `json:"action"`
	Person int64          `json:"club_record_id"`
	Roles  *refresh.Roles `json:"capability_sync,omitempty"`
}

// individual checks in the order of the contract (§5 rule 2): a key is sent, one is configured, they are equal; then the body;
// then whether there is room for the request.
func (h *handler) individual(w http.ResponseWriter, r *http.Request) {
	if !h.authorized(w, r) {
		return
	}
	code, valid := read(w, r)
	if !valid {
		h.refuse(w, http.StatusBadRequest, codeInvalid, "invalid")
		return
	}
	select {
	case <-h.turn:
		defer func() { h.turn <- struct{}{} }()
	default:
		h.busy(w, "busy")
		return
	}
	now := h.Now()
	if !h.recent.take(now) {
		h.busy(w, "limited")
		return
	}
	h.update(w, r, code, now)
}

// state says how far the work on a member is. It is asked for every few seconds, and does not count as a request for a member.
func (h *handler) state(w http.ResponseWriter, r *http.Request) {
	if !h.authorized(w, r) {
		return
	}
	code := mux.Vars(r)["code"]
	if refresh.CheckCode(code) != nil {
		refuse(w, http.StatusBadRequest, codeInvalid)
		return
	}
	state, known := h.State(code)
	if !known {
		refuse(w, http.StatusNotFound, noWork)
		return
	}
	answer(w, http.StatusOK, struct {
		OK    bool          `json:"ok"`
		Code  string        `json:"assoc_id"`
		State refresh.State `json:"state"`
	}{true, code, state})
}

// failing says which pipelines failed, so that the application can tell its administrators.
func (h *handler) failing(w http.ResponseWriter, r *http.Request) {
	if !h.authorized(w, r) {
		return
	}
	names, err := h.Failing(r.Context())
	if err != nil {
		h.Log.ErrorContext(r.Context(), "how the runs ended could not be read", "cause", err)
		refuse(w, http.StatusInternalServerError, failed)
		return
	}
	answer(w, http.StatusOK, struct {
		OK      bool     `json:"ok"`
		Failing []string `json:"failing"`
	}{true, append([]string{}, names...)})
}

// authorized reports whether a request has the right key, and refuses it otherwise.
func (h *handler) authorized(w http.ResponseWriter, r *http.Request) bool {
	switch key := r.Header.Get(keyHeader); {
	case key == "":
		h.refuse(w, http.StatusUnauthorized, keyMissing, "unauthorized")
	case h.Key == "":
		h.refuse(w, http.StatusServiceUnavailable, keyNotSet, "unauthorized")
	case equal(key, h.Key):
		return true
	case h.wrong.take(r.RemoteAddr, h.Now()):
		h.refuse(w, http.StatusForbidden, keyWrong, "unauthorized")
	default:
		w.Header().Set("Retry-After", fmt.Sprint(int(window/time.Second)))
		h.refuse(w, http.StatusTooManyRequests, tooManyKeys, "unauthorized")
	}
	return false
}

// update brings a member up to date, for a request that was counted at the moment.
func (h *handler) update(w http.ResponseWriter, r *http.Request, code string, counted time.Time) {
	// The client may go away: what has begun is finished.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), h.Patience)
	defer cancel()
	result, err := h.Member(ctx, code)
	if err == nil && result.Person <= 0 {
		err = errors.New("the member got no number in the application")
	}
	switch {
	case errors.Is(err, ErrBusy):
		h.recent.giveBack(counted)
		h.Log.WarnContext(ctx, "no room to bring a member up to date", "cause", err)
		h.busy(w, "busy")
	case errors.Is(err, federation.ErrAbsent):
		h.refuse(w, http.StatusUnprocessableEntity, absent, "absent")
	case err != nil:
		h.Log.ErrorContext(ctx, "a member could not be brought up to date", "code", code, "cause", err)
		h.refuse(w, http.StatusInternalServerError, failed, "failed")
	default:
		h.Metrics.individual(string(result.Action))
		answer(w, http.StatusOK, success{true, code, result.Action, result.Person, result.Roles})
	}
}

func (h *handler) refuse(w http.ResponseWriter, status int, message, result string) {
	h.Metrics.individual(result)
	refuse(w, status, message)
}

func (h *handler) busy(w http.ResponseWriter, result string) {
	w.Header().Set("Retry-After", fmt.Sprint(int(window/time.Second)))
	h.refuse(w, http.StatusTooManyRequests, busy, result)
}

// equal compares keys in constant time, whatever their lengths.
func equal(got, want string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(want))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// read takes the member's code from the body: one JSON object, and the name exactly so.
func read(w http.ResponseWriter, r *http.Request) (code string, valid bool) {
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody))
	var question map[string]json.RawMessage
	if decoder.Decode(&question) != nil {
		return "", false
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) { // something follows
		return "", false
	}
	if json.Unmarshal(question["assoc_id"], &code) != nil {
		return "", false
	}
	return code, refresh.CheckCode(code) == nil
}

func answer(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic("syncapi: encode an answer: " + err.Error()) // all of its types can be encoded
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // an error means that the client has gone away
}

func refuse(w http.ResponseWriter, status int, message string) {
	answer(w, status, struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}{Error: message})
}

// operatorsOnly serves requests from this machine, and none that came through a proxy.
func operatorsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !local.IsLocal(r) {
			refuse(w, http.StatusNotFound, notFound)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// recovered turns a panic into the contract's 500.
func (h *handler) recovered(next http.Handler) http.Handler {
	return recovery.Handler(next, func(w http.ResponseWriter, r *http.Request, err error, stack string) {
		h.Log.ErrorContext(r.Context(), "panic", "cause", err, "stack", stack)
		refuse(w, http.StatusInternalServerError, failed)
	})
}

// observed writes one line of log for each request: never a body or a key.
func (h *handler) observed(next http.Handler) http.Handler {
	known := map[string]bool{individual: true, failing: true, healthz: true, metrics: true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route := "other"
		switch {
		case known[r.URL.Path]:
			route = r.URL.Path
		case strings.HasPrefix(r.URL.Path, individual+"/"):
			route = individual + "/{assoc_id}"
		}
		response := measured.Serve(next, w, r)
		h.Log.InfoContext(r.Context(), "request", "route", route, "status", response.Code,
			"took", response.Took.Round(10*time.Microsecond))
	})
}
