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

// RunDue runs every job that has not run yet on the club's present day, in order. One failure does not stop the others;
// a failed job is due again.
func (s *Service) RunDue(ctx context.Context) []Report {
	var reports []Report
	for _, job := range s.Jobs {
		last, err := s.Runs.Last(ctx, job.Name)
		now := civil.Instant(s.Now())
		if err == nil && !last.IsZero() && !civil.On(last, s.Zone).Before(civil.On(now, s.Zone)) {
			continue
		}
		claimed := false
		if err == nil {
			claimed, err = s.Runs.Claim(ctx, job.Name, last, now)
		}
		if err != nil {
			reports = append(reports, Report{Job: job.Name, Err: err})
		} else if claimed {
			reports = append(reports, s.run(ctx, job, last, now))
		}
	}
	return reports
}

// run does a claimed job, and gives the claim back when it fails.
func (s *Service) run(ctx context.Context, job Job, last, claimed time.Time) Report {
	count, err := job.Run(ctx)
	if err != nil {
		err = fmt.Errorf("job %s: %w", job.Name, err)
		if _, undo := s.Runs.Claim(context.WithoutCancel(ctx), job.Name, claimed, last); undo != nil {
			err = errors.Join(err, undo)
		}
	}
	return Report{Job: job.Name, Count: count, Err: err}
}

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
		claimed, err := s.Runs.Claim(ctx, name, last, now)
		if err != nil {
			return Report{}, err
		}
		if !claimed {
			return Report{}, fault.New(fault.Conflict, "job_running", "Deze taak is net door een ander proces gestart.")
		}
		report := s.run(ctx, job, last, now)
		return report, report.Err
	}
	return Report{}, fault.ErrNotFound
}
