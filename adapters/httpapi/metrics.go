package httpapi

import (
	"log/slog"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/clubhuis/clubhuis/core/usecase"
)

// Metrics are what operators watch the server by. Use NewMetrics. deploy/grafana and deploy/alerts read them by name.
type Metrics struct {
	registry *prometheus.Registry
	duration *prometheus.HistogramVec
}

// NewMetrics makes the metrics of a server that has served nothing yet.
func NewMetrics(club *usecase.Club, version string, log *slog.Logger) *Metrics {
	m := &Metrics{registry: prometheus.NewRegistry(), duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "clubhuis_http_request_duration_seconds", Help: "Time to answer a request, by route and status.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"route", "method", "status"})}
	built := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "clubhuis_build_info", Help: "1, with the version of the program.",
	}, []string{"version"})
	built.WithLabelValues(version).Set(1)
	m.registry.MustRegister(m.duration, built, mailCounts{club.Mails.Count, log}, workCounts{club, log},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
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
