// Package jobs owns how the work that nobody waits for is done: the jobs of the outbox, each by the use case that it belongs
// to, and the daily work, of which each part is done once on every day of the club, or in every hour, by one of many programs.
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
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// Job is one piece of daily work. Run must be safe to repeat; it returns how many records it dealt with. When the context ends
// before all is done, what was done stands: it runs again for the rest.
type Job struct {
	Name  string
	Doc   string
	Every time.Duration // done once in each such part of an hour instead; 0 for once a day
	Run   func(ctx context.Context) (int, error)
}

// Report says what became of a job.
type Report struct {
	Job   string
	Count int
	Err   error // a job.Again for a job of which a part was done
}

// Service runs the jobs of one club.
type Service struct {
	Jobs     []Job
	Handlers []Handler // of the other kinds of jobs
	Runs     ports.JobRuns
	Outbox   ports.Outbox
	Failed   ports.FailedJobs
	Now      func() time.Time
	Zone     *time.Location
}

// LastDailyWork returns when daily work was last done, by its first piece; the zero time for never.
func (s *Service) LastDailyWork(ctx context.Context) (time.Time, error) {
	last, err := s.Runs.Last(ctx, s.Jobs[0].Name)
	return last.Finished, err
}

// slice is how long one piece of daily work goes on at most before it asks to go on: less than one try of a job may take.
const slice = job.TimeLimit * 3 / 4

// RunDue runs every job that has not done its work yet on the club's present day, in order, each to its end. One failure does
// not stop the others; a failed job is due again, and so is one whose process died, after job.TimeLimit.
func (s *Service) RunDue(ctx context.Context) []Report {
	var reports []Report
	for _, daily := range s.Jobs {
		run, err := s.start(ctx, daily, false)
		if err != nil {
			reports = append(reports, Report{Job: daily.Name, Err: err})
		} else if !run.at.IsZero() {
			reports = append(reports, s.toEnd(ctx, daily, run))
		}
	}
	return reports
}

// started is a run that goes on here; the zero value is none.
type started struct {
	at     time.Time
	before ports.JobRun // what was noted of the job before
}

// start notes that a job runs here, if it runs nowhere else and, but for anyway, is not done on this day.
func (s *Service) start(ctx context.Context, daily Job, anyway bool) (started, error) {
	last, err := s.Runs.Last(ctx, daily.Name)
	now := civil.Instant(s.Now())
	if err != nil || running(last, now) || !anyway && s.done(daily, last, now) {
		return started{}, err
	}
	if first, err := s.Runs.Start(ctx, daily.Name, last, now); err != nil || !first {
		return started{}, err
	}
	return started{now, last}, nil
}

// done reports whether a job did its work for the present day, or its part of an hour. Work that began on one day and ended on
// the next looked at what was due on the first. Of work in slices the last one counts: each looks at all that is due anew.
func (s *Service) done(daily Job, last ports.JobRun, now time.Time) bool {
	began := last.Started
	if began.After(last.Finished) {
		return false // it goes on, or died: when the one before began is not known any more
	}
	if daily.Every > 0 {
		return !began.IsZero() && !job.WrongClock(began, now) &&
			!began.Truncate(daily.Every).Before(now.Truncate(daily.Every))
	}
	return job.DoneOn(began, now, s.Zone)
}

// running reports whether a run goes on. One that began longer ago than a slice takes is that of a process that died.
func running(last ports.JobRun, now time.Time) bool {
	return last.Started.After(last.Finished) && now.Sub(last.Started) < job.TimeLimit && !job.WrongClock(last.Started, now)
}

// toEnd does a job that was started, slice by slice.
func (s *Service) toEnd(ctx context.Context, daily Job, run started) Report {
	all := Report{Job: daily.Name}
	for {
		report := s.slice(ctx, daily, run)
		all.Count += report.Count
		if all.Err = report.Err; !errors.As(report.Err, new(job.Again)) {
			return all
		}
		var err error
		if run, err = s.start(ctx, daily, true); err == nil && run.at.IsZero() {
			err = ErrRunning
		}
		if err != nil {
			all.Err = err
			return all
		}
	}
}

// slice does a job that was started, for some time. What is not done then is a job.Again.
func (s *Service) slice(ctx context.Context, daily Job, run started) (report Report) {
	report.Job = daily.Name
	settling := context.WithoutCancel(ctx)
	limited, cancel := context.WithTimeout(ctx, slice)
	defer cancel()
	defer func() {
		if caught := recover(); caught != nil {
			report.Err = fmt.Errorf("panic: %v", caught)
		}
		if report.Err == nil {
			end := civil.Instant(s.Now())
			if end.Before(run.at) { // the clock was put back: what began after it ended would go on
				end = run.at
			}
			report.Err = s.Runs.Finish(settling, daily.Name, run.at, end)
			return
		}
		cut := limited.Err() != nil && ctx.Err() == nil && errors.Is(report.Err, context.DeadlineExceeded)
		abandoned := s.Runs.Abandon(settling, daily.Name, run.at, run.before)
		if cut && report.Count > 0 && abandoned == nil {
			report.Err = job.Again{After: goOn}
			return
		}
		report.Err = errors.Join(fmt.Errorf("job %s: %w", daily.Name, report.Err), abandoned)
	}()
	report.Count, report.Err = daily.Run(limited)
	return report
}

// ErrRunning is returned when another process runs the job.
var ErrRunning = fault.New(fault.Conflict, "job_running", "Deze taak wordt al door een ander proces uitgevoerd.")

// RunNow runs one job to its end, whether it is due or not. An unknown name is fault.ErrNotFound.
func (s *Service) RunNow(ctx context.Context, name string) (Report, error) {
	daily, err := s.named(name)
	if err != nil {
		return Report{}, err
	}
	run, err := s.start(ctx, daily, true)
	if err == nil && run.at.IsZero() {
		err = ErrRunning
	}
	if err != nil {
		return Report{}, err
	}
	report := s.toEnd(ctx, daily, run)
	return report, report.Err
}

func (s *Service) named(name string) (Job, error) {
	for _, daily := range s.Jobs {
		if daily.Name == name {
			return daily, nil
		}
	}
	return Job{}, fault.ErrNotFound
}
