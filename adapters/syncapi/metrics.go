package syncapi

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Metrics are what a club watches the service by. Use NewMetrics. deploy/grafana and deploy/alerts read them by name.
type Metrics struct {
	registry  *prometheus.Registry
	runs      *prometheus.CounterVec
	succeeded *prometheus.GaugeVec
	took      *prometheus.GaugeVec
	asked     *prometheus.CounterVec
}

// individuals are what may become of a request for one member.
var individuals = []string{"created", "updated", "skipped", "absent", "busy", "limited", "invalid", "unauthorized", "failed"}

// NewMetrics makes the metrics of a process that has done nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		runs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "clubsync_runs_total", Help: "Runs of the schedule, by pipeline and outcome.",
		}, []string{"pipeline", "outcome"}),
		succeeded: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "clubsync_last_success_timestamp_seconds", Help: "When the last run without an error ended, by pipeline.",
		}, []string{"pipeline"}),
		took: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "clubsync_last_run_seconds", Help: "How long the last run took, by pipeline.",
		}, []string{"pipeline"}),
		asked: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "clubsync_individual_requests_total", Help: "Requests to bring one member up to date, by what became of them.",
		}, []string{"result"}),
	}
	m.registry.MustRegister(m.runs, m.succeeded, m.took, m.asked, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, result := range individuals {
		m.asked.WithLabelValues(result)
	}
	for _, pipeline := range run.Scheduled() {
		for _, outcome := range []run.Outcome{run.Success, run.Partial, run.Failure} {
			m.runs.WithLabelValues(string(pipeline), string(outcome))
		}
	}
	return m
}

// Ran counts a run that has ended.
func (m *Metrics) Ran(r *run.Run) {
	m.runs.WithLabelValues(string(r.Pipeline), string(r.Outcome)).Inc()
	m.Seen(r)
}

// Seen takes note of a run that ended before this process began, or that somebody else made.
func (m *Metrics) Seen(r *run.Run) {
	if r.DryRun {
		return
	}
	if !r.Finished.IsZero() {
		m.took.WithLabelValues(string(r.Pipeline)).Set(r.Finished.Sub(r.Started).Seconds())
	}
	if r.Outcome == run.Success {
		m.succeeded.WithLabelValues(string(r.Pipeline)).Set(float64(r.Finished.Unix()))
	}
}

func (m *Metrics) individual(result string) { m.asked.WithLabelValues(result).Inc() }

// Handler serves the metrics on an address of their own, to whoever reaches it.
func (m *Metrics) Handler() http.Handler {
	telling := m.handler()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != metrics || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		telling.ServeHTTP(w, r)
	})
}

func (m *Metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
