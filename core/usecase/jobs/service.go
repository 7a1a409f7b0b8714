// Package jobs owns the daily work: which jobs there are, which are due by the program's clock, and that one of many
// processes does each.
//
// What a job does belongs to its own use case; what wakes the scheduler (a queue, a command) is the program's.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/ports"
)

// Job is one piece of daily work. Run must be safe to repeat; it answers how many records it dealt with.
type Job struct {
	Name string
	Doc  string
	Run  func(ctx context.Context) (int, error)
}

// Report says what became of a job.
type Report struct {
	Job   string
	Count int
	Err   error
}

// Service runs the jobs of one club.
type Service struct {
	Jobs []Job
	Runs ports.JobRuns
	Now  func() time.Time
	Zone *time.Location
}

// lease is how long a run that never finished is believed to be still running.
const lease = time.Hour

// RunDue runs every job that has not done its work yet on the club's present day, in order. One failure does not stop the
// others; a failed job is due again, and so is one whose process died, after an hour.
func (s *Service) RunDue(ctx context.Context) []Report {
	var reports []Report
	for _, job := range s.Jobs {
		last, err := s.Runs.Last(ctx, job.Name)
		now := civil.Instant(s.Now())
		if err == nil && !s.due(last, now) {
			continue
		}
		started := false
		if err == nil {
			started, err = s.Runs.Start(ctx, job.Name, last, now)
		}
		if err != nil {
			reports = append(reports, Report{Job: job.Name, Err: err})
		} else if started {
			reports = append(reports, s.run(ctx, job))
		}
	}
	return reports
}

func (s *Service) due(last ports.JobRun, now time.Time) bool {
	done := !last.Finished.IsZero() && !civil.On(last.Finished, s.Zone).Before(civil.On(now, s.Zone))
	running := last.Started.After(last.Finished) && now.Sub(last.Started) < lease
	return !done && !running
}

// run does a job that was started.
func (s *Service) run(ctx context.Context, job Job) (report Report) {
	report.Job = job.Name
	settling := context.WithoutCancel(ctx)
	defer func() {
		if caught := recover(); caught != nil {
			report.Err = fmt.Errorf("panic: %v", caught)
		}
		if report.Err == nil {
			report.Err = s.Runs.Finish(settling, job.Name, civil.Instant(s.Now()))
			return
		}
		report.Err = errors.Join(fmt.Errorf("job %s: %w", job.Name, report.Err), s.Runs.Abandon(settling, job.Name))
	}()
	report.Count, report.Err = job.Run(ctx)
	return report
}

// ErrRunning is the answer when another process runs the job.
var ErrRunning = fault.New(fault.Conflict, "job_running", "Deze taak wordt al door een ander proces uitgevoerd.")

// RunNow runs one job whether it is due or not. An unknown name is fault.ErrNotFound.
func (s *Service) RunNow(ctx context.Context, name string) (Report, error) {
	for _, job := range s.Jobs {
		if job.Name != name {
			continue
		}
		last, err := s.Runs.Last(ctx, name)
		if err != nil {
			return Report{}, err
		}
		now := civil.Instant(s.Now())
		if last.Started.After(last.Finished) && now.Sub(last.Started) < lease {
			return Report{}, ErrRunning
		}
		started, err := s.Runs.Start(ctx, name, last, now)
		if err != nil {
			return Report{}, err
		}
		if !started {
			return Report{}, ErrRunning
		}
		report := s.run(ctx, job)
		return report, report.Err
	}
	return Report{}, fault.ErrNotFound
}
