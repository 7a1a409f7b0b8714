package httpapi

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/clubhuis/clubhuis/core/mail"
)

// mailCounts tells how many mails there are in each state, as the store has them when somebody looks.
type mailCounts struct {
	count func(context.Context) (map[mail.State]int, error)
	log   *slog.Logger
}

// countWithin is how long the store may take.
const countWithin = 5 * time.Second

var mailsMetric = prometheus.NewDesc("clubhuis_mails", "Mails that the program sends, by state.", []string{"state"}, nil)

// Describe implements prometheus.Collector.
func (c mailCounts) Describe(to chan<- *prometheus.Desc) { to <- mailsMetric }

// Collect implements prometheus.Collector. When the store does not answer, the other metrics are told without this one.
func (c mailCounts) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), countWithin)
	defer cancel()
	counts, err := c.count(ctx)
	if err != nil {
		c.log.ErrorContext(ctx, "mails can't be counted", "cause", err)
		return
	}
	for _, state := range mail.States {
		to <- prometheus.MustNewConstMetric(mailsMetric, prometheus.GaugeValue, float64(counts[state]), string(state))
	}
}
