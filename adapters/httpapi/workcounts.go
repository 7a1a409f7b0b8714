package httpapi

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
)

// mostFailed is how many failed jobs are counted: more are as bad.
const mostFailed = 1000

// workCounts tells of the work that nobody waits for, and of backups, as the store has them when somebody looks. When the store
// does not answer, the other metrics are told without these.
func (m *Metrics) workCounts(ctx context.Context) []*exposition.Metric {
	ctx, cancel := context.WithTimeout(ctx, countWithin)
	defer cancel()
	counts, err := m.countWork(ctx)
	if err != nil {
		m.log.ErrorContext(ctx, "work and backups can't be told of", "cause", err)
	}
	return counts
}

// countWork returns what can be told, and why the rest can't.
func (m *Metrics) countWork(ctx context.Context) (counts []*exposition.Metric, err error) {
	done, err := m.club.Jobs.LastDailyWork(ctx)
	if err != nil {
		return nil, err
	}
	counts = append(counts, exposition.NewGauge("clubhuis_last_daily_work_timestamp_seconds",
		"When daily work was last done; 0 for never.").Set(stamp(done)))
	verified, err := m.club.Backups.Verified(ctx)
	if err != nil {
		return counts, err
	}
	counts = append(counts, exposition.NewGauge("clubhuis_last_backup_timestamp_seconds",
		"When a backup was last tried out; 0 for never.").Set(stamp(verified)))
	if m.club.Jobs.Failed == nil { // a program without an outbox
		return counts, nil
	}
	failed, err := m.club.Jobs.Failed.List(ctx, mostFailed)
	if err != nil {
		return counts, err
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
