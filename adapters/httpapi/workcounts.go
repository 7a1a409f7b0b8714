package httpapi

import (
	"context"
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/clubhuis/clubhuis/core/usecase"
)

// workCounts tells of the work that nobody waits for, and of backups, as the store has them when somebody looks.
type workCounts struct {
	club *usecase.Club
	log  *slog.Logger
}

// mostFailed is how many failed jobs are counted: more are as bad.
const mostFailed = 1000

var (
	failedJobsMetric = prometheus.NewDesc("clubhuis_failed_jobs",
		"Jobs that did not succeed, by state: waiting for another try, or given_up.", []string{"state"}, nil)
	dailyWorkMetric = prometheus.NewDesc("clubhuis_last_daily_work_timestamp_seconds",
		"When daily work was last done; 0 for never.", nil, nil)
	backupMetric = prometheus.NewDesc("clubhuis_last_backup_timestamp_seconds",
		"When a backup was last tried out; 0 for never.", nil, nil)
)

// Describe implements prometheus.Collector.
func (c workCounts) Describe(to chan<- *prometheus.Desc) {
	to <- failedJobsMetric
	to <- dailyWorkMetric
	to <- backupMetric
}

// Collect implements prometheus.Collector. When the store does not answer, the other metrics are told without these.
func (c workCounts) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), countWithin)
	defer cancel()
	if err := c.collect(ctx, to); err != nil {
		c.log.ErrorContext(ctx, "work and backups can't be told of", "cause", err)
	}
}

func (c workCounts) collect(ctx context.Context, to chan<- prometheus.Metric) error {
	done, err := c.club.Jobs.LastDailyWork(ctx)
	if err != nil {
		return err
	}
	to <- prometheus.MustNewConstMetric(dailyWorkMetric, prometheus.GaugeValue, stamp(done))
	verified, err := c.club.Backups.Verified(ctx)
	if err != nil {
		return err
	}
	to <- prometheus.MustNewConstMetric(backupMetric, prometheus.GaugeValue, stamp(verified))
	if c.club.Jobs.Failed == nil { // a program without an outbox
		return nil
	}
	failed, err := c.club.Jobs.Failed.List(ctx, mostFailed)
	if err != nil {
		return err
	}
	waiting := 0
	for i := range failed {
		if !failed[i].Next.IsZero() {
			waiting++
		}
	}
	for state, n := range map[string]int{"waiting": waiting, "given_up": len(failed) - waiting} {
		to <- prometheus.MustNewConstMetric(failedJobsMetric, prometheus.GaugeValue, float64(n), state)
	}
	return nil
}

// stamp returns a moment in Prometheus' form.
func stamp(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.Unix())
}
