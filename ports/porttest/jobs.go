package porttest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/ports"
)

// KeptJobs is a database that tells which jobs its outbox has.
type KeptJobs struct {
	Database
	Jobs func(t testing.TB) []job.Job // in the order in which they were kept
}

const errand job.Kind[string] = "errand"

// Outbox is the contract of ports.Outbox, as far as jobs are kept. FailedJobs says how they run.
func Outbox(t *testing.T, open func(t testing.TB) KeptJobs) {
	ctx := context.Background()
	for _, part := range []struct {
		name string
		run  func(t *testing.T, db KeptJobs)
	}{
		{"a job is kept with everything", func(t *testing.T, db KeptJobs) {
			later := errand.New("k €", `x"y`)
			later.NotBefore = at.UTC()
			ok(t, db.Outbox.Add(ctx, errand.New("", "first"), later))
			ok(t, db.Outbox.Add(ctx))
			alike(t, "kept", db.Jobs(t), []job.Job{errand.New("", "first"), later})
		}},
		{"a job is kept with its step", func(t *testing.T, db KeptJobs) {
			ok(t, db.Do(ctx, func(s ports.Stores) error {
				must(s.Users.Create(ctx, userNamed("jan")))(t)
				return s.Outbox.Add(ctx, errand.New("", "jan"))
			}))
			alike(t, "kept", db.Jobs(t), []job.Job{errand.New("", "jan")})
		}},
		{"a step that fails keeps no job", func(t *testing.T, db KeptJobs) {
			refusal := errors.New("no")
			err := db.Do(ctx, func(s ports.Stores) error {
				ok(t, s.Outbox.Add(ctx, errand.New("a", "one"), errand.New("b", "two")))
				must(s.Users.Create(ctx, userNamed("jan")))(t)
				return refusal
			})
			alike(t, "the step", err, refusal)
			equal(t, "jobs", len(db.Jobs(t)), 0)
			ok(t, db.Outbox.Add(ctx, errand.New("a", "again"))) // the key is free
			equal(t, "jobs after another", len(db.Jobs(t)), 1)
		}},
		{"a call that fails takes no job with it", func(t *testing.T, db KeptJobs) {
			ok(t, db.Do(ctx, func(s ports.Stores) error {
				for i := range 3 {
					ok(t, s.Outbox.Add(ctx, errand.New("", fmt.Sprint(i))))
					isFault(t, "absent", s.Users.Update(ctx, 99, func(*account.User) error { return nil }), account.ErrAbsent)
					isStopped(t, s.Outbox.Add(cancelled(), errand.New("", "never")))
				}
				return nil
			}))
			alike(t, "kept", db.Jobs(t), []job.Job{errand.New("", "0"), errand.New("", "1"), errand.New("", "2")})
		}},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, open(t)) })
	}
}

func isStopped(t testing.TB, err error) {
	t.Helper()
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// Queue is an outbox with something that runs its jobs. Of the stores of the Database, the suite uses the Outbox alone.
type Queue struct {
	Database
	Failed ports.FailedJobs
	Start  func(t testing.TB, do func(context.Context, job.Job) error) // runs jobs until the test ends, several at once if it likes
}

// OpenQueue makes an empty queue with a clock, which tries failed jobs again after backoff instead of job.Backoff.
type OpenQueue func(t testing.TB, now func() time.Time, backoff func(n int) time.Duration) Queue

// patience is how long a job may take to run.
const patience = 30 * time.Second

// ran notes what runs.
type ran struct {
	t    testing.TB
	mu   sync.Mutex
	args []string
	do   func(args string) error // nil for what succeeds
}

func (r *ran) run(_ context.Context, j job.Job) error {
	args, err := errand.Args(j)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.args = append(r.args, args)
	if err == nil && r.do != nil {
		err = r.do(args)
	}
	return err
}

func (r *ran) count(args string) (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.args {
		if one == args {
			n++
		}
	}
	return n
}

// eventually waits until something is so.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came to this: ", what)
		}
	}
}

// FailedJobs is the contract of ports.FailedJobs, and how the jobs of an Outbox run.
func FailedJobs(t *testing.T, open OpenQueue) {
	for _, part := range []struct {
		name string
		run  func(t *testing.T, open OpenQueue)
	}{
		{"a job runs after its step, once", jobsRun},
		{"of jobs with the same kind and key one runs", jobsWithKeys},
		{"a job does not run before its time", jobsOfLater},
		{"a failed job is tried again", jobsTriedAgain},
		{"a job that goes on is not a failed one", jobsThatGoOn},
		{"a job that fails too often is given up, and may be tried once more", jobsGivenUp},
		{"a failed job that waits may be tried at once", jobsThatWait},
	} {
		t.Run(part.name, func(t *testing.T) { t.Parallel(); part.run(t, open) })
	}
}

var inAMoment = func(int) time.Duration { return time.Millisecond }

// started opens a queue that runs errands.
func started(t *testing.T, open OpenQueue, backoff func(int) time.Duration, do func(args string) error) (Queue, *ran) {
	q, r := open(t, time.Now, backoff), &ran{t: t, do: do}
	q.Start(t, r.run)
	return q, r
}

func (q Queue) add(t testing.TB, jobs ...job.Job) {
	t.Helper()
	ok(t, q.Outbox.Add(context.Background(), jobs...))
}

func (q Queue) failures(t testing.TB) []job.Failure {
	t.Helper()
	return must(q.Failed.List(context.Background(), 100))(t)
}

func jobsRun(t *testing.T, open OpenQueue) {
	ctx := context.Background()
	q, r := started(t, open, inAMoment, nil)
	refuses := errors.New("no")
	ok(t, q.Do(ctx, func(s ports.Stores) error {
		ok(t, s.Outbox.Add(ctx, errand.New("", "one"), errand.New("", "two")))
		time.Sleep(50 * time.Millisecond) // what ran already would show
		equal(t, "ran inside of the step", r.count("one")+r.count("two"), 0)
		return nil
	}))
	alike(t, "a refused step", q.Do(ctx, func(s ports.Stores) error {
		ok(t, s.Outbox.Add(ctx, errand.New("", "never")))
		return refuses
	}), refuses)
	q.add(t, errand.New("", "last"))
	eventually(t, "all ran", func() bool { return r.count("one") == 1 && r.count("two") == 1 && r.count("last") == 1 })
	time.Sleep(100 * time.Millisecond)
	slices.Sort(r.args)
	alike(t, "ran", r.args, []string{"last", "one", "two"})
	equal(t, "failed", len(q.failures(t)), 0)
	isStopped(t, q.Outbox.Add(cancelled(), errand.New("", "never")))
	_, err := q.Failed.List(cancelled(), 1)
	isStopped(t, err)
	isStopped(t, q.Failed.Retry(cancelled(), 1))
}

func jobsWithKeys(t *testing.T, open OpenQueue) {
	q, r := started(t, open, inAMoment, nil)
	q.add(t, errand.New("today", "daily"), errand.New("today", "daily"), errand.New("tomorrow", "daily of tomorrow"))
	inParallel(t, 8, func(int) error {
		return q.Do(context.Background(), func(s ports.Stores) error {
			return s.Outbox.Add(context.Background(), errand.New("at once", "at once"))
		})
	})
	eventually(t, "it ran", func() bool { return r.count("daily") == 1 && r.count("at once") == 1 })
	other := errand.New("today", "another kind")
	other.Kind = "other"
	q.add(t, errand.New("today", "daily"), other, errand.New("", "no key"), errand.New("", "no key"))
	eventually(t, "the others ran", func() bool { return r.count("another kind") == 1 && r.count("no key") == 2 })
	equal(t, "ran", fmt.Sprint(r.count("daily"), r.count("daily of tomorrow"), r.count("at once")), "1 1 1")
}

func jobsOfLater(t *testing.T, open OpenQueue) {
	fast := func() time.Time { return time.Now().AddDate(4, 0, 0) } // the program's clock is not the database's
	q, early := open(t, fast, inAMoment), make(chan time.Duration, 1)
	later := errand.New("", "later")
	later.NotBefore = fast().Add(1500 * time.Millisecond).UTC()
	past := errand.New("", "past")
	past.NotBefore = fast().Add(-time.Hour)
	var r ran
	q.Start(t, func(ctx context.Context, j job.Job) error {
		if args, _ := errand.Args(j); args == "later" {
			early <- j.NotBefore.Sub(fast())
		}
		return r.run(ctx, j)
	})
	q.add(t, later, past)
	eventually(t, "both ran", func() bool { return r.count("later") == 1 && r.count("past") == 1 })
	if by := <-early; by > 0 {
		t.Errorf("%v too early", by)
	}
}

func jobsTriedAgain(t *testing.T, open OpenQueue) {
	tries := 0
	q, r := started(t, open, inAMoment, func(string) error {
		if tries++; tries < 4 {
			return errors.New("not yet")
		}
		return nil
	})
	q.add(t, errand.New("", "stubborn"))
	eventually(t, "it succeeded", func() bool { return r.count("stubborn") == 4 })
	time.Sleep(100 * time.Millisecond)
	equal(t, "tries", r.count("stubborn"), 4)
	equal(t, "failed", len(q.failures(t)), 0)
}

func jobsThatGoOn(t *testing.T, open OpenQueue) {
	const slices = job.Tries + 3
	count := 0
	q, r := started(t, open, inAMoment, func(string) error {
		if count++; count < slices {
			return fmt.Errorf("so far: %w", job.Again{After: time.Millisecond})
		}
		return nil
	})
	q.add(t, errand.New("", "long"))
	eventually(t, "it is done", func() bool { return r.count("long") == slices })
	equal(t, "failed", len(q.failures(t)), 0)
}

func jobsGivenUp(t *testing.T, open OpenQueue) {
	ctx, mended := context.Background(), false
	q, r := started(t, open, inAMoment, func(args string) error {
		if mended || args == "fine" {
			return nil
		}
		return errors.New("the provider is down")
	})
	q.add(t, errand.New("", "fine"), errand.New("key", "bad"), errand.New("", "bad too"))
	givenUp := func() (n int) {
		for _, f := range q.failures(t) {
			if f.Next.IsZero() && f.Tries == job.Tries {
				n++
			}
		}
		return n
	}
	eventually(t, "both were given up", func() bool { return givenUp() == 2 })
	equal(t, "tries", fmt.Sprint(r.count("bad"), r.count("bad too"), r.count("fine")), fmt.Sprint(job.Tries, job.Tries, 1))
	list := q.failures(t)
	alike(t, "the job", list[0].Job, errand.New("key", "bad"))
	equal(t, "why", list[0].Cause, "the provider is down")
	if age := time.Since(list[0].At); age < 0 || age > patience {
		t.Errorf("tried %v ago", age)
	}
	first := must(q.Failed.List(ctx, 1))(t)
	alike(t, "the first alone", first, list[:1])
	q.add(t, errand.New("key", "bad")) // its key is not free
	isFault(t, "absent", q.Failed.Retry(ctx, list[1].ID+1000), fault.ErrNotFound)
	ok(t, q.Failed.Retry(ctx, list[1].ID))
	eventually(t, "it failed once more", func() bool { return r.count("bad too") == job.Tries+1 && len(q.failures(t)) == 2 })
	r.mu.Lock()
	mended = true
	r.mu.Unlock()
	for _, failure := range list {
		ok(t, q.Failed.Retry(ctx, failure.ID))
	}
	eventually(t, "both succeeded", func() bool {
		return r.count("bad") == job.Tries+1 && r.count("bad too") == job.Tries+2 && len(q.failures(t)) == 0
	})
	eventually(t, "a job that is done is no failed one", func() bool {
		return errors.Is(q.Failed.Retry(ctx, list[0].ID), fault.ErrNotFound)
	})
}

func jobsThatWait(t *testing.T, open OpenQueue) {
	q, r := started(t, open, func(int) time.Duration { return time.Hour }, func(string) error { return errors.New("no") })
	q.add(t, errand.New("", "slow"))
	eventually(t, "it waits", func() bool { return len(q.failures(t)) == 1 })
	failure := q.failures(t)[0]
	if wait := time.Until(failure.Next); failure.Tries != 1 || wait < 59*time.Minute || wait > time.Hour {
		t.Errorf("got %+v", failure)
	}
	ok(t, q.Failed.Retry(context.Background(), failure.ID))
	eventually(t, "it ran again", func() bool { return r.count("slow") == 2 })
}
