// Package syncpages is what those who run the synchronization see of it in a browser: pages of plain HTML, in Dutch, behind a
// sign-in of their own.
//
// It owns addresses, forms and words. What may be seen and done is core/usecase/operators'.
package syncpages

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/internal/measured"
	"github.com/clubhuis/clubhuis/adapters/internal/recovery"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

//go:embed assets
var assets embed.FS

// Pages are the pages of one club's synchronization. All fields are needed but PublicURL.
type Pages struct {
	Operators *operators.Service
	Club      string
	PublicURL string // as browsers reach the pages, behind a proxy; "" for as they come
	Log       *slog.Logger
}

const (
	mostBody   = 256 << 10
	cookieName = "clubsync_session"
	// loginPath is where those go who are not signed in.
	loginPath = "/login"
)

// pages is Pages and what is made of it once.
type pages struct {
	Pages
	templates map[string]*template.Template
	secure    bool // browsers reach the pages over https
}

// Handler serves the pages.
func (p Pages) Handler() (http.Handler, error) {
	h := &pages{Pages: p, secure: strings.HasPrefix(p.PublicURL, "https://")}
	if err := h.parse(); err != nil {
		return nil, err
	}
	protection := http.NewCrossOriginProtection()
	if p.PublicURL != "" {
		public, err := url.Parse(p.PublicURL)
		if err != nil {
			return nil, fmt.Errorf("the public address: %w", err)
		}
		if err := protection.AddTrustedOrigin(public.Scheme + "://" + public.Host); err != nil {
			return nil, fmt.Errorf("the public address: %w", err)
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.fail(w, r, fault.ErrForbidden)
	}))
	return h.observed(h.surrounded(h.recovered(protection.Handler(h.routes())))), nil
}

func (h *pages) routes() http.Handler {
	routes := mux.NewRouter().SkipClean(true)
	get, post := []string{http.MethodGet, http.MethodHead}, []string{http.MethodPost}
	routes.Path("/health").Methods(get...).HandlerFunc(h.health)
	routes.Path("/static/{name}").Methods(get...).HandlerFunc(h.static)
	routes.Path(loginPath).Methods(get...).HandlerFunc(h.login)
	routes.Path(loginPath).Methods(post...).HandlerFunc(h.signIn)
	for _, route := range []struct {
		path    string
		methods []string
		do      func(*request) error
	}{
		{"/logout", post, h.signOut},
		{"/", get, h.board},
		{"/pipeline/{name}", get, h.pipeline},
		{"/run/{id:[0-9]+}", get, h.run},
		{"/run/{id:[0-9]+}/evidence/{problem:[0-9]+}.{kind:png|txt}", get, h.evidence},
		{"/errors", get, h.errors},
		{"/errors/{id:[0-9]+}", get, h.errors},
		{"/conflicts", get, h.conflicts},
		{"/locks", get, h.locks},
		{"/beheer/free-fields", get, h.freeFields},
		{"/lists", get, h.lists},
		{"/settings", get, h.settings},
		{"/compare", get, h.compare},
		{"/api/pipeline/{name}/start", post, h.start},
		{"/api/locks/{kind}/unlock", post, h.unlock},
		{"/api/errors/clear", post, h.clearErrors},
		{"/api/compare/start", post, h.startCompare},
		{"/api/compare/repair", post, h.repair},
	} {
		routes.Path(route.path).Methods(route.methods...).HandlerFunc(h.signedIn(route.do))
	}
	other := h.signedIn(func(*request) error { return fault.ErrNotFound })
	routes.NotFoundHandler, routes.MethodNotAllowedHandler = other, other
	return routes
}

// request is one request of somebody who is signed in.
type request struct {
	*http.Request
	w    http.ResponseWriter
	desk *operators.Desk
}

func (r *request) ctx() context.Context { return r.Context() }

// value returns a part of the path.
func (r *request) value(name string) string { return mux.Vars(r.Request)[name] }

// number returns a part of the path, which is digits, as a number; one that is too large is nobody's.
func (r *request) number(name string) int64 {
	n, err := strconv.ParseInt(r.value(name), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// page returns which page of a list is wanted, from 1.
func (r *request) page() int {
	n, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

// signedIn lets a request through of somebody who is signed in. Others go to the sign-in, and programs get a 401.
func (h *pages) signedIn(do func(*request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, mostBody)
		token := ""
		if cookie, err := r.Cookie(h.cookie()); err == nil {
			token = cookie.Value
		}
		desk, err := h.Operators.Resume(r.Context(), token)
		switch {
		case errors.Is(err, fault.ErrNotSignedIn) && !isAPI(r):
			to := loginPath
			if r.Method == http.MethodGet && r.URL.Path != "/" {
				to += "?next=" + url.QueryEscape(r.URL.RequestURI())
			}
			http.Redirect(w, r, to, http.StatusSeeOther)
			return
		case err == nil:
			err = do(&request{r, w, desk})
		}
		if err != nil {
			h.fail(w, r, err)
		}
	}
}

func isAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/api/") }

// wantsPage reports whether a browser sent the request, which shows what comes back.
func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

// statuses are what the kinds of faults are in HTTP.
var statuses = map[fault.Kind]int{
	fault.Invalid: http.StatusBadRequest, fault.Unauthenticated: http.StatusUnauthorized, fault.Forbidden: http.StatusForbidden,
	fault.NotFound: http.StatusNotFound, fault.Conflict: http.StatusConflict, fault.Outdated: http.StatusConflict,
	fault.TooMany: http.StatusTooManyRequests, fault.Unavailable: http.StatusServiceUnavailable,
}

// fail says what went wrong: as a page, and to a program as JSON.
func (h *pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	known := fault.As(err)
	status, mapped := statuses[known.Kind]
	if !mapped {
		status = http.StatusInternalServerError
		h.Log.ErrorContext(r.Context(), "a page failed", "cause", err)
	}
	if known.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(known.RetryAfter/time.Second)+1))
	}
	if isAPI(r) && !wantsPage(r) {
		answer(w, status, map[string]any{"ok": false, "error": known.Message})
		return
	}
	title := "Dat is niet gelukt"
	if status == http.StatusNotFound {
		title = "Niet gevonden"
	}
	h.write(w, status, "message", &view{Title: title, Message: known.Message})
}

// done ends a form: a browser goes on to a page, a program gets JSON.
func (h *pages) done(r *request, to string, fields map[string]any) error {
	if wantsPage(r.Request) {
		http.Redirect(r.w, r.Request, to, http.StatusSeeOther)
		return nil
	}
	fields["ok"] = true
	answer(r.w, http.StatusOK, fields)
	return nil
}

func answer(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil {
		panic("syncpages: encode an answer: " + err.Error()) // all of its types can be encoded
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // nobody is left to tell
}

// write renders before it says anything, so that a page is whole or none.
func (h *pages) write(w http.ResponseWriter, status int, name string, v *view) {
	v.Club = h.Club
	var text bytes.Buffer
	if err := h.templates[name].ExecuteTemplate(&text, "page", v); err != nil {
		panic(err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // nobody is left to tell
}

func (h *pages) health(w http.ResponseWriter, _ *http.Request) {
	answer(w, http.StatusOK, map[string]any{"status": "ok", "timestamp": h.Operators.Now().UTC().Format(time.RFC3339)})
}

// cookie is the name of the session's cookie: over https one that no other host can set.
func (h *pages) cookie() string {
	if h.secure {
		return "__Host-" + cookieName
	}
	return cookieName
}

func (h *pages) setCookie(w http.ResponseWriter, token string, life time.Duration) {
	http.SetCookie(w, &http.Cookie{
		Name: h.cookie(), Value: token, Path: "/", MaxAge: int(life / time.Second), HttpOnly: true, Secure: h.secure,
		SameSite: http.SameSiteLaxMode,
	})
}

func (h *pages) login(w http.ResponseWriter, r *http.Request) {
	h.write(w, http.StatusOK, "login", &view{Title: "Aanmelden", Next: local(r.URL.Query().Get("next"))})
}

func (h *pages) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	username, password, next := r.PostFormValue("username"), r.PostFormValue("password"), local(r.PostFormValue("next"))
	token, err := h.Operators.SignIn(r.Context(), username, password, addressOf(r))
	switch {
	case err == nil:
		h.setCookie(w, token, operator.SessionLife)
		http.Redirect(w, r, next, http.StatusSeeOther)
	case errors.Is(err, operator.ErrSignIn), errors.Is(err, operator.ErrTooMany):
		known := fault.As(err)
		if known.RetryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(known.RetryAfter/time.Second)+1))
		}
		h.Log.WarnContext(r.Context(), "somebody could not sign in", "from", addressOf(r), "result", known.Code)
		h.write(w, statuses[known.Kind], "login", &view{Title: "Aanmelden", Message: known.Message, Next: next})
	default:
		h.fail(w, r, err)
	}
}

func (h *pages) signOut(r *request) error {
	if err := r.desk.SignOut(r.ctx()); err != nil {
		return err
	}
	h.setCookie(r.w, "", -time.Second)
	http.Redirect(r.w, r.Request, loginPath, http.StatusSeeOther)
	return nil
}

// local returns an address on these pages, "/" for any other.
func local(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") {
		return "/"
	}
	return next
}

// addressOf returns where a request came from. A proxy on this machine says it in the last entry of X-Forwarded-For.
func addressOf(r *http.Request) string {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return ""
	}
	address := from.Addr().Unmap()
	if hops := r.Header.Values("X-Forwarded-For"); address.IsLoopback() && len(hops) > 0 {
		entries := strings.Split(hops[len(hops)-1], ",")
		if told, err := netip.ParseAddr(strings.TrimSpace(entries[len(entries)-1])); err == nil {
			address = told.Unmap()
		}
	}
	return address.WithZone("").String()
}

// policy is what a page may load: its own style, script and pictures.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// surrounded says what a browser may do with an answer.
func (h *pages) surrounded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("Cache-Control", "no-store")
		header.Set("Referrer-Policy", "same-origin")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("X-Frame-Options", "DENY")
		header.Set("X-Robots-Tag", "noindex, nofollow")
		if h.secure {
			header.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

func (h *pages) recovered(next http.Handler) http.Handler {
	return recovery.Handler(next, func(w http.ResponseWriter, r *http.Request, err error, stack string) {
		h.Log.ErrorContext(r.Context(), "panic", "cause", err, "stack", stack)
		http.Error(w, fault.ErrInternal.Message, http.StatusInternalServerError)
	})
}

// observed writes one line of log for each request but for styles: never a body or a query.
func (h *pages) observed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := measured.Serve(next, w, r)
		if strings.HasPrefix(r.URL.Path, "/static/") {
			return
		}
		h.Log.InfoContext(r.Context(), "page", "method", r.Method, "path", r.URL.Path, "status", response.Code,
			"took", response.Took.Round(10*time.Microsecond))
	})
}
