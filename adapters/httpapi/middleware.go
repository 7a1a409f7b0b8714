package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"
	"github.com/felixge/httpsnoop"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// refuseUnreadable refuses addresses that hold what no text of the club does: NUL, and bytes that are no UTF-8. No store
// can look them up.
func refuseUnreadable(ctx huma.Context, next func(huma.Context)) {
	_, writer := humamux.Unwrap(ctx)
	address := ctx.URL()
	if !isText(address.Path) {
		rest.WriteError(writer, rest.Refusal(http.StatusNotFound))
		return
	}
	for name, values := range address.Query() {
		for _, value := range append(values, name) {
			if !isText(value) {
				wrong := fault.Param(strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", "?"), "?"), fault.BadCharacter)
				rest.WriteError(writer, rest.ErrorFor(ctx.Context(), wrong))
				return
			}
		}
	}
	next(ctx)
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// findOrigin notes where a request came from. Only proxies that are trusted are believed about it.
func (s Server) findOrigin(https bool, next http.Handler) http.Handler {
	var warn sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := addressOf(r.RemoteAddr)
		origin := session.Origin{HTTPS: https || r.TLS != nil, Origin: accounts.Origin{UserAgent: strings.ToValidUTF8(r.UserAgent(), "?")}}
		if !s.trusts(address) && r.Header.Get("X-Forwarded-For") != "" {
			warn.Do(func() {
				s.Log.WarnContext(r.Context(), "a proxy that is not trusted forwards requests: all its clients count as one; see --trusted-proxies")
			})
		}
		if s.trusts(address) {
			origin.HTTPS = origin.HTTPS || r.Header.Get("X-Forwarded-Proto") == "https"
			hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
			for i := len(hops) - 1; i >= 0 && s.trusts(address); i-- { // the last hop that no trusted proxy stands for
				hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
				if err != nil {
					break
				}
				address = hop.Unmap()
			}
		}
		origin.Address = address.String()
		next.ServeHTTP(w, r.WithContext(session.WithOrigin(r.Context(), origin)))
	})
}

func addressOf(remote string) netip.Addr {
	port, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return port.Addr().Unmap().WithZone("")
}

func (s Server) trusts(address netip.Addr) bool {
	for _, prefix := range s.TrustedProxies {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// operatorsOnly shows the metrics to this machine and its private network, and to nobody through a proxy that is not
// trusted: behind it, everybody seems to be on this machine.
func (s Server) operatorsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address, err := netip.ParseAddr(session.OriginOf(r.Context()).Address)
		forwarded := r.Header.Get("X-Forwarded-For") != "" && !s.trusts(addressOf(r.RemoteAddr))
		if err != nil || forwarded || !address.IsLoopback() && !address.IsPrivate() {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// secure sets the headers that every answer has.
func secure(https bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if https {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// noStore keeps answers of the API out of every cache, and out of every other page.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store, private")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

// overrideMethod lets clients that can only POST name the method they mean, and answers HEAD as GET.
func overrideMethod(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		meant := r.Method
		switch r.Method {
		case http.MethodHead:
			meant = http.MethodGet // the server leaves out the body
		case http.MethodPost:
			for _, named := range []string{r.Header.Get("X-HTTP-Method-Override"), r.URL.Query().Get("_method")} {
				switch named = strings.ToUpper(named); named {
				case http.MethodPut, http.MethodPatch, http.MethodDelete:
					meant = named
				}
			}
		}
		if meant != r.Method {
			r = r.Clone(r.Context())
			r.Method = meant
		}
		next.ServeHTTP(w, r)
	})
}

// withoutSlash lets a path end in a slash, as the predecessor did.
func withoutSlash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path, ends := strings.CutSuffix(r.URL.Path, "/"); ends && path != "" {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = path, ""
		}
		next.ServeHTTP(w, r)
	})
}

// rootIndex answers the REST root without its slash too.
func rootIndex(routes http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = "/", ""
		routes.ServeHTTP(w, r)
	})
}

// recovered turns a panic into the contract's 500.
func recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			caught := recover()
			if caught == nil {
				return
			}
			if err, ok := caught.(error); ok && errors.Is(err, http.ErrAbortHandler) {
				panic(caught)
			}
			slog.ErrorContext(r.Context(), "panic", "cause", fmt.Sprint(caught), "stack", string(debug.Stack()))
			rest.WriteError(w, rest.Refusal(http.StatusInternalServerError))
		}()
		next.ServeHTTP(w, r)
	})
}

type routeKey struct{}

// nameRoute notes the operation's name for the log and the metrics.
func nameRoute(ctx huma.Context, next func(huma.Context)) {
	if name, ok := ctx.Context().Value(routeKey{}).(*string); ok {
		*name = ctx.Operation().OperationID
	}
	next(ctx)
}

type metrics struct {
	registry *prometheus.Registry
	duration *prometheus.HistogramVec
}

func newMetrics() metrics {
	m := metrics{registry: prometheus.NewRegistry(), duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "clubhuis_http_request_duration_seconds", Help: "Time to answer a request, by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"route", "method", "status"})}
	m.registry.MustRegister(m.duration, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe writes one line of log for each request: the route's name, never the address, the body or a token.
func (m metrics) observe(log *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		route, method := "other", r.Method
		r = r.WithContext(context.WithValue(r.Context(), routeKey{}, &route))
		took := httpsnoop.CaptureMetrics(next, w, r)
		if !knownMethods[method] {
			method = "other"
		}
		m.duration.WithLabelValues(route, method, strconv.Itoa(took.Code)).Observe(took.Duration.Seconds())
		log.InfoContext(r.Context(), "request", "route", route, "method", method, "status", took.Code,
			"took", took.Duration.Round(10*time.Microsecond), "bytes", took.Written)
	})
}

// knownMethods keep the metrics from growing with what clients invent.
var knownMethods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true,
	http.MethodDelete: true, http.MethodOptions: true,
}
