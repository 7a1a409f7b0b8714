package inmem

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/ports"
)

type jobRuns struct{ handle }

var _ ports.JobRuns = jobRuns{}

func (s jobRuns) Last(ctx context.Context, job string) (ports.JobRun, error) {
	return ask(ctx, s.handle, func(t *tables) (ports.JobRun, error) { return t.runs[job], nil })
}

func (s jobRuns) Start(ctx context.Context, job string, seen ports.JobRun, at time.Time) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (started bool, err error) {
		last := t.runs[job]
		if started = last.Started.Equal(civil.Instant(seen.Started)); started {
			last.Started = civil.Instant(at)
			t.runs[job] = last
		}
		return started, nil
	})
}

func (s jobRuns) Finish(ctx context.Context, job string, started, at time.Time) error {
	return s.note(ctx, job, started, func(last *ports.JobRun) { last.Finished = civil.Instant(at) })
}

func (s jobRuns) Abandon(ctx context.Context, job string, started time.Time, seen ports.JobRun) error {
	return s.note(ctx, job, started, func(last *ports.JobRun) { last.Started = civil.Instant(seen.Started) })
}

func (s jobRuns) note(ctx context.Context, job string, started time.Time, what func(*ports.JobRun)) error {
	return s.run(ctx, func(t *tables) error {
		last, there := t.runs[job]
		if there && last.Started.Equal(civil.Instant(started)) {
			what(&last)
			t.runs[job] = last
		}
		return nil
	})
}
