package httpapi

import (
	"context"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
)

// mostFailed is how many failed jobs are counted: more are as bad.
const mostFailed = 1000

// workCounts tells of the work that nobody waits for, and of backups. Beside an error is what can be told all the same.
func (m *Metrics) workCounts(ctx context.Context) (counts []*exposition.Metric, err error) {
	done, err := m.club.Jobs.LastDailyWork(ctx)
	if err != nil {
		return nil, fmt.Errorf("read when daily work was last done: %w", err)
	}
	counts = append(counts, exposition.NewGauge("clubhuis_last_daily_work_timestamp_seconds",
		"When daily work was last done; 0 for never.").Set(stamp(done)))
	verified, err := m.club.Backups.Verified(ctx)
	if err != nil {
		return counts, fmt.Errorf("read when a backup was last tried out: %w", err)
	}
	counts = append(counts, exposition.NewGauge("clubhuis_last_backup_timestamp_seconds",
		"When a backup was last tried out; 0 for never.").Set(stamp(verified)))
	if m.club.Jobs.Failed == nil { // a program without an outbox
		return counts, nil
	}
	failed, err := m.club.Jobs.Failed.List(ctx, mostFailed)
	if err != nil {
		return counts, fmt.Errorf("count failed jobs: %w", err)
	}
	waiting := 0
	for i := range failed {
		if !failed[i].Next.IsZero() {
			waiting++
		}
	}
	jobs := exposition.NewGauge("clubhuis_failed_jobs",
		"Jobs that did not succeed, by state: waiting for another try, or given_up.", "state")
	return append(counts, jobs.Set(float64(waiting), "waiting").Set(float64(len(failed)-waiting), "given_up")), nil
}

// stamp returns a moment in Prometheus' form.
func stamp(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.Unix())
}
