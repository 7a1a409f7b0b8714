package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/job"
)

// Handler does the jobs of one kind.
type Handler struct {
	Kind string
	do   func(context.Context, job.Job) error
}

// Handle makes a handler. do must be safe to repeat, and ends when its context does; see job.TimeLimit.
func Handle[T any](kind job.Kind[T], do func(ctx context.Context, args T) error) Handler {
	return Handler{string(kind), func(ctx context.Context, j job.Job) error {
		args, err := kind.Args(j)
		if err != nil {
			return err
		}
		return do(ctx, args)
	}}
}

// dailyWork is a piece of daily work on one day of the club. It carries the name of the work.
const dailyWork job.Kind[string] = "daily-work"

// goOn is after how long unfinished work goes on. busy is when to look again at work that another process does, and inOrder
// how long a piece of work waits for those that stand before it in the list: it may deal with what they leave.
const (
	goOn    = time.Second
	busy    = 5 * time.Second
	inOrder = time.Minute
)

// AddDue puts a job into the outbox for every piece of daily work that is due. There is one for each on a day of the club,
// however many processes ask.
func (s *Service) AddDue(ctx context.Context) error {
	now := civil.Instant(s.Now())
	today := civil.On(now, s.Zone).String()
	var due []job.Job
	for _, daily := range s.Jobs {
		last, err := s.Runs.Last(ctx, daily.Name)
		if err != nil {
			return err
		}
		if !s.done(daily, last, now) {
			when := today
			if daily.Every > 0 {
				when = now.UTC().Truncate(daily.Every).Format("2006-01-02T15:04")
			}
			one := dailyWork.New(when+" "+daily.Name, daily.Name)
			one.NotBefore = now
			due = append(due, one)
		}
	}
	if len(due) == 0 {
		return nil
	}
	return s.Outbox.Add(ctx, due...)
}

// Do does a job of the outbox. An error other than job.Again is a failed try. A kind that no handler knows is one, too: a newer
// program may know it. The report is empty for work that was done before.
func (s *Service) Do(ctx context.Context, j job.Job) (report Report) {
	if j.Kind == string(dailyWork) {
		return s.doDaily(ctx, j)
	}
	report.Job = j.Kind
	defer func() {
		if caught := recover(); caught != nil {
			report.Err = fmt.Errorf("job %s: panic: %v", j.Kind, caught)
		}
	}()
	for _, handler := range s.Handlers {
		if handler.Kind == j.Kind {
			if report.Err = handler.do(ctx, j); report.Err == nil {
				report.Count = 1
			}
			return report
		}
	}
	report.Err = fmt.Errorf("this program does not know jobs of kind %q", j.Kind)
	return report
}

func (s *Service) doDaily(ctx context.Context, j job.Job) Report {
	name, err := dailyWork.Args(j)
	if err != nil {
		return Report{Job: j.Kind, Err: err}
	}
	daily, err := s.named(name)
	if err != nil {
		return Report{Job: name, Err: fmt.Errorf("this program does not know daily work %q", name)}
	}
	waits, err := s.waits(ctx, daily, j.NotBefore)
	if err != nil {
		return Report{Job: name, Err: err}
	}
	if waits {
		return Report{Job: name, Err: job.Again{After: goOn}}
	}
	run, err := s.start(ctx, daily, false)
	switch {
	case err != nil:
		return Report{Job: name, Err: err}
	case !run.at.IsZero():
		return s.slice(ctx, daily, run)
	}
	last, err := s.Runs.Last(ctx, name)
	if err == nil && s.done(daily, last, civil.Instant(s.Now())) {
		return Report{}
	}
	if err == nil {
		err = job.Again{After: busy}
	}
	return Report{Job: name, Err: err}
}

// waits reports whether work that stands before it is not done yet, of work that is due since a short time.
func (s *Service) waits(ctx context.Context, daily Job, since time.Time) (bool, error) {
	now := civil.Instant(s.Now())
	if now.Sub(since) >= inOrder {
		return false, nil
	}
	for _, earlier := range s.Jobs {
		if earlier.Name == daily.Name {
			break
		}
		last, err := s.Runs.Last(ctx, earlier.Name)
		if err != nil || !s.done(earlier, last, now) {
			return err == nil, err
		}
	}
	return false, nil
}
