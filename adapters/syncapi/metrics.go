package syncapi

import (
	"context"
	"net/http"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Metrics are what a club watches the service by. Use NewMetrics. deploy/grafana and deploy/alerts read them by name.
type Metrics struct{ runs, ended, succeeded, took, asked, backedUp *exposition.Metric }

// individuals are what may become of a request for one member.
var individuals = []string{"created", "updated", "skipped", "absent", "busy", "limited", "invalid", "unauthorized", "failed"}

// NewMetrics makes the metrics of a process that has done nothing yet.
func NewMetrics() *Metrics {
	m := &Metrics{
		runs: exposition.NewCounter("clubsync_runs_total", "Runs of the schedule, by pipeline and outcome.", "outcome", "pipeline"),
		ended: exposition.NewGauge("clubsync_last_end_timestamp_seconds",
			"When the last run came to its end, with errors or without, by pipeline; since when one is waited for before there was one.",
			"pipeline"),
		succeeded: exposition.NewGauge("clubsync_last_success_timestamp_seconds",
			"When the last run without an error ended, by pipeline.", "pipeline"),
		took: exposition.NewGauge("clubsync_last_run_seconds", "How long the last run took, by pipeline.", "pipeline"),
		asked: exposition.NewCounter("clubsync_individual_requests_total",
			"Requests to bring one member up to date, by what became of them.", "result"),
		backedUp: exposition.NewGauge("clubsync_last_backup_timestamp_seconds",
			"When the last backup was made that was tried out; 0 for none that is known, absent where none is made every day."),
	}
	for _, result := range individuals {
		m.asked.Add(0, result)
	}
	for _, pipeline := range run.Scheduled() {
		for _, outcome := range []run.Outcome{run.Success, run.Partial, run.Failure} {
			m.runs.Add(0, string(outcome), string(pipeline))
		}
	}
	return m
}

// Ran counts a run that has ended.
func (m *Metrics) Ran(r *run.Run) {
	m.runs.Add(1, string(r.Outcome), string(r.Pipeline))
	m.Seen(r)
}

// Seen takes note of a run that ended before this process began, or that somebody else made.
func (m *Metrics) Seen(r *run.Run) {
	if r.DryRun {
		return
	}
	if !r.Finished.IsZero() {
		m.took.Set(r.Finished.Sub(r.Started).Seconds(), string(r.Pipeline))
	}
	if r.Ended() {
		m.ended.Set(float64(r.Finished.Unix()), string(r.Pipeline))
	}
	if r.Outcome == run.Success {
		m.succeeded.Set(float64(r.Finished.Unix()), string(r.Pipeline))
	}
}

// Waiting takes note of since when the first run of a pipeline that comes to its end is waited for.
func (m *Metrics) Waiting(pipeline run.Pipeline, since time.Time) {
	m.ended.Set(float64(since.Unix()), string(pipeline))
}

// BackedUp takes note of when the last backup was made that was tried out; the zero time for none that is known.
func (m *Metrics) BackedUp(at time.Time) {
	if at.IsZero() {
		at = time.Unix(0, 0)
	}
	m.backedUp.Set(float64(at.Unix()))
}

func (m *Metrics) individual(result string) { m.asked.Add(1, result) }

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
	return exposition.Handler([]*exposition.Metric{m.runs, m.ended, m.succeeded, m.took, m.asked, m.backedUp},
		func(context.Context) []*exposition.Metric { return nil })
}
