package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/adapters/internal/measured"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
)

// observe writes one line of log for each request: the route's name, never the address, the body or a token; and, where a request
// failed for a reason that is ours to mend, that reason.
func (m *Metrics) observe(log *slog.Logger, refuse refusals, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, event := rest.WithEvent(r.Context())
		credentials := r.Header.Get("Authorization") != ""
		method := r.Method
		if !knownMethods[method] {
			method = "other"
		}
		response := measured.Serve(next, w, r.WithContext(ctx))
		route := event.Operation
		if route == "" {
			route = "other"
		}
		m.duration.Observe(response.Took.Seconds(), method, route, strconv.Itoa(response.Code))
		writeRequest(ctx, log, event, route, method, response)
		if isOfSecurity(event, response.Code, credentials) {
			writeSecurity(ctx, log, event, route, response.Code)
		}
		if response.Code == http.StatusForbidden && event.Viewer.SignedIn() && !slices.Contains(passing, event.Code) {
			if err := refuse(ctx, event); err != nil {
				log.ErrorContext(ctx, "a refusal is not in the log of the club", "request", event.Request, "cause", err)
			}
		}
	})
}

// refusals tells the log of the club that a user was refused.
type refusals func(context.Context, *rest.Event) error

// passing are refusals that the page mends by itself: it asks for a new nonce, and for the password once more. The security log
// alone tells of them.
var passing = []string{account.ErrBadNonce.Code, account.ErrUnconfirmed.Code}

// tellRefusal is refusals of this club. It outlives the request: who goes away before the answer was refused all the same.
func (s Server) tellRefusal(ctx context.Context, event *rest.Event) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rest.Answering)
	defer cancel()
	return s.Audits.Refuse(ctx, event.Viewer, audits.Refusal{Operation: event.Operation, Record: event.Record, Code: event.Code})
}

// writeRequest writes the line of a request.
func writeRequest(ctx context.Context, log *slog.Logger, event *rest.Event, route, method string, response measured.Response) {
	message, level := "request", slog.LevelInfo
	line := []any{
		"route", route, "method", method, "status", response.Code, "took", response.Took.Round(10 * time.Microsecond),
		"bytes", response.Written, "request", event.Request, "user", event.User,
	}
	if event.Remark != "" { // in the request's own line, so that nobody fills the log with it
		level = slog.LevelWarn
		line = append(line, "remark", event.Remark)
	}
	if event.Failed {
		message, level = "request failed", slog.LevelError
		if event.Foreseen {
			level = slog.LevelWarn
		}
		line = append(line, "code", event.Code, "cause", event.Err)
		if event.Stack != "" {
			line = append(line, "stack", event.Stack)
		}
	}
	log.Log(ctx, level, message, line...)
}

// isOfSecurity reports whether a request stands in the security log: what is audited, every refusal of a right, and credentials
// that were refused, in whatever request they came.
func isOfSecurity(event *rest.Event, status int, credentials bool) bool {
	refused := status == http.StatusUnauthorized || status == http.StatusTooManyRequests
	return event.Audit || status == http.StatusForbidden || credentials && refused
}

// writeSecurity writes a line of the security log: who did what, from where, and what came of it. People are numbers in it.
func writeSecurity(ctx context.Context, log *slog.Logger, event *rest.Event, operation string, status int) {
	line := []any{"what", operation, "user", event.User, "address", session.OriginOf(ctx).Address}
	if event.Record != 0 {
		line = append(line, "record", event.Record)
	}
	result := event.Code
	if result == "" {
		result = "ok"
	}
	log.InfoContext(ctx, "security", slog.Group("security", append(line, "status", status, "result", result)...))
}

// knownMethods keep the metrics from growing with what clients invent.
var knownMethods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true,
	http.MethodDelete: true, http.MethodOptions: true,
}
