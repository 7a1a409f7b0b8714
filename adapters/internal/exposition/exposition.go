// Package exposition keeps what a program counts and measures, and writes it in Prometheus' text format, version 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
//
// Which metrics there are, and who may read them, is for the packages of both programs to say.
package exposition

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/VictoriaMetrics/metrics"
)

// Metric is one name with what it tells, and a series for each set of values of its labels. It may be used by many at once.
// Use NewCounter, NewGauge or NewHistogram.
//
// Who passes another number of values than there are labels has a bug: that panics.
type Metric struct {
	name, help, kind string
	labels           []string
	bounds           []float64
	series           *metrics.Set
}

// NewCounter makes a metric that only grows.
func NewCounter(name, help string, labels ...string) *Metric {
	return &Metric{name: name, help: help, kind: "counter", labels: labels, series: metrics.NewSet()}
}

// NewGauge makes a metric that goes up and down.
func NewGauge(name, help string, labels ...string) *Metric {
	return &Metric{name: name, help: help, kind: "gauge", labels: labels, series: metrics.NewSet()}
}

// NewHistogram makes a metric that counts how many values are at most each of the bounds, which grow.
func NewHistogram(name, help string, bounds []float64, labels ...string) *Metric {
	return &Metric{name: name, help: help, kind: "histogram", labels: labels, bounds: bounds, series: metrics.NewSet()}
}

// Add adds n, which may be 0 for a series that is there before anything happened, to a counter.
func (m *Metric) Add(n int, values ...string) {
	m.series.GetOrCreateCounter(m.seriesName(values)).Add(n)
}

// Set gives a gauge its value, and returns the metric.
func (m *Metric) Set(value float64, values ...string) *Metric {
	m.series.GetOrCreateGauge(m.seriesName(values), nil).Set(value)
	return m
}

// Observe counts a value in a histogram.
func (m *Metric) Observe(value float64, values ...string) {
	m.series.GetOrCreatePrometheusHistogramExt(m.seriesName(values), m.bounds).Update(value)
}

// escaped is how a value of a label is written.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// seriesName returns the name of a series with its labels, as Prometheus reads it.
func (m *Metric) seriesName(values []string) string {
	if len(values) != len(m.labels) {
		panic(m.name + ": other labels than were said")
	}
	if len(values) == 0 {
		return m.name
	}
	var name strings.Builder
	name.Grow(128)
	name.WriteString(m.name)
	separator := byte('{')
	for i, value := range values {
		name.WriteByte(separator)
		name.WriteString(m.labels[i])
		name.WriteString(`="`)
		name.WriteString(escaped.Replace(value))
		name.WriteByte('"')
		separator = ','
	}
	name.WriteByte('}')
	return name.String()
}

// write writes what the metric tells, or nothing as long as that is nothing.
func (m *Metric) write(to *bytes.Buffer) {
	var series bytes.Buffer
	m.series.WritePrometheus(&series)
	if series.Len() > 0 {
		to.WriteString("# HELP " + m.name + " " + m.help + "\n# TYPE " + m.name + " " + m.kind + "\n")
		to.Write(series.Bytes())
	}
}

// Handler serves metrics, what collect finds when somebody asks, and what the process and Go's runtime tell.
func Handler(kept []*Metric, collect func(context.Context) []*Metric) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer
		for _, m := range kept {
			m.write(&text)
		}
		for _, m := range collect(r.Context()) {
			m.write(&text)
		}
		metrics.WriteProcessMetrics(&text)
		metrics.WriteFDMetrics(&text)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes()) // who asked has gone
	})
}
