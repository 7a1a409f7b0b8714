package inmem

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// keptJob is a job with what became of it.
type keptJob struct {
	job.Failure
	due     time.Time // by the clock of whoever runs jobs
	running bool
	done    bool // kept for its key
}

// remembered is how long the key of a job that is done is not free.
const remembered = 24 * time.Hour

func (j *keptJob) failed() bool { return !j.running && !j.done && j.Tries > 0 }

func (j *keptJob) givenUp() bool { return j.failed() && j.Next.IsZero() }

type outbox struct{ handle }

var _ ports.Outbox = outbox{}

func (s outbox) Add(ctx context.Context, jobs ...job.Job) error {
	return s.run(ctx, func(t *tables) error {
		for _, j := range jobs {
			same := func(kept keptJob) bool { return kept.Job.Kind == j.Kind && kept.Job.Key == j.Key }
			if j.Key != "" && slices.ContainsFunc(t.jobs, same) {
				continue
			}
			t.lastJob++
			t.jobs = append(t.jobs, keptJob{Failure: job.Failure{ID: t.lastJob, Job: j}, due: j.NotBefore})
		}
		return nil
	})
}

// RunJobs does every job that is due, each once, and returns how many. do does a job; backoff is job.Backoff, or what a test
// has patience for.
func (s *Store) RunJobs(
	ctx context.Context, now time.Time, backoff func(n int) time.Duration, do func(context.Context, job.Job) error,
) int {
	due := s.take(now)
	for _, j := range due {
		err := do(ctx, j.Job)
		s.note(j.ID, func(kept *keptJob) { kept.note(now, backoff, err) })
	}
	return len(due)
}

// take returns the jobs that are due; nobody else gets them.
func (s *Store) take(now time.Time) (due []keptJob) {
	s.mu.Lock()
	defer s.mu.Unlock()
	jobs := slices.DeleteFunc(slices.Clone(s.data.jobs), func(j keptJob) bool {
		return j.done && (j.Job.Key == "" || now.Sub(j.At) > remembered)
	})
	for i := range jobs {
		if j := &jobs[i]; !j.running && !j.done && !j.givenUp() && !j.due.After(now) {
			j.running = true
			due = append(due, *j)
		}
	}
	s.data.jobs = jobs
	return due
}

// note lets what edit one job, if it is there.
func (s *Store) note(id int64, what func(*keptJob)) (there bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	jobs := slices.Clone(s.data.jobs)
	for i := range jobs {
		if jobs[i].ID == id {
			what(&jobs[i])
			there = true
		}
	}
	s.data.jobs = jobs
	return there
}

// note says what became of a try.
func (j *keptJob) note(now time.Time, backoff func(n int) time.Duration, err error) {
	j.running, j.At = false, now
	var again job.Again
	switch {
	case err == nil:
		j.done = true
	case errors.As(err, &again):
		j.due = now.Add(again.After)
	default:
		j.Tries++
		j.Cause, j.Next = err.Error(), time.Time{}
		if j.Tries < job.Tries {
			j.Next = now.Add(backoff(j.Tries))
		}
		j.due = j.Next
	}
}

// FailedJobs are the jobs of the outbox that did not succeed.
type FailedJobs struct{ Store *Store }

var _ ports.FailedJobs = FailedJobs{}

// List implements ports.FailedJobs.
func (f FailedJobs) List(ctx context.Context, limit int) ([]job.Failure, error) {
	return ask(ctx, handle{store: f.Store}, func(t *tables) (list []job.Failure, err error) {
		for _, j := range t.jobs {
			if j.failed() && len(list) < limit {
				list = append(list, j.Failure)
			}
		}
		return list, nil
	})
}

// Retry implements ports.FailedJobs.
func (f FailedJobs) Retry(ctx context.Context, id int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	err := error(fault.ErrNotFound)
	f.Store.note(id, func(j *keptJob) {
		if !j.failed() {
			return
		}
		if j.givenUp() {
			j.Tries--
		}
		j.due, j.Next, err = time.Time{}, j.At, nil
	})
	return err
}
