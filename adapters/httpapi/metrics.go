package httpapi

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
	"github.com/clubhuis/clubhuis/core/usecase"
)

// Metrics are what operators watch the server by. Use NewMetrics. deploy/grafana and deploy/alerts read them by name.
type Metrics struct {
	built, duration *exposition.Metric
	club            *usecase.Club
	log             *slog.Logger
}

// countWithin is how long the store may take to count everything. Prometheus waits ten seconds for an answer, and one that comes
// too late counts as none: then nobody learns that the store is silent.
const countWithin = 4 * time.Second

// NewMetrics makes the metrics of a server that has served nothing yet.
func NewMetrics(club *usecase.Club, version string, log *slog.Logger) *Metrics {
	return &Metrics{
		built: exposition.NewGauge("clubhuis_build_info", "1, with the version of the program.", "version").Set(1, version),
		duration: exposition.NewHistogram("clubhuis_http_request_duration_seconds", "Time to answer a request, by route and status.",
			[]float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}, "method", "route", "status"),
		club: club, log: log,
	}
}

func (m *Metrics) handler() http.Handler {
	return exposition.Handler([]*exposition.Metric{m.built, m.duration}, func(asked context.Context) []*exposition.Metric {
		ctx, cancel := context.WithTimeout(asked, countWithin)
		defer cancel()
		return slices.Concat(m.told(ctx, asked, m.workCounts), m.told(ctx, asked, m.mailCounts))
	})
}

// told returns what the store tells when somebody asks. When it does not answer, the other metrics are told without that, and the
// log says why, unless who asked has gone.
func (m *Metrics) told(
	ctx, asked context.Context, count func(context.Context) ([]*exposition.Metric, error),
) []*exposition.Metric {
	counts, err := count(ctx)
	if err != nil && asked.Err() == nil {
		m.log.ErrorContext(ctx, "the metrics are not whole", "cause", err)
	}
	return counts
}

// Handler serves the metrics on an address of their own: with a token to whoever has it, and without one to whoever reaches the
// address.
func (m *Metrics) Handler(token string) http.Handler {
	telling := m.handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reads := r.Method == http.MethodGet || r.Method == http.MethodHead
		if r.URL.Path != "/metrics" || !reads || token != "" && !hasToken(r, token) {
			noMetrics(w, r)
			return
		}
		telling.ServeHTTP(w, r)
	})
}
