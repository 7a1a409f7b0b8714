package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/ports"
)

// club is the work of one club with its outbox.
type club struct {
	*work
	store *inmem.Store
}

func openClub(t *testing.T) club {
	w := open(t)
	c := club{w, inmem.Open()}
	c.Runs, c.Outbox, c.Failed = c.store.Stores().JobRuns, c.store.Stores().Outbox, inmem.FailedJobs{Store: c.store}
	return c
}

// run does once what is due in the outbox, and returns how many jobs that were.
func (c club) run() int {
	return c.store.RunJobs(ctx, c.at, job.Backoff, func(ctx context.Context, j job.Job) error { return c.Do(ctx, j).Err })
}

// minute is what each of two servers does every minute: it returns the names of the daily work that ran.
func (c club) minute(t *testing.T, at string) string {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	c.at, c.ran = parsed, nil
	for range 2 {
		if err := c.AddDue(ctx); err != nil {
			t.Fatal(err)
		}
	}
	c.run()
	return strings.Join(c.ran, " ")
}

func TestDailyWorkIsOneJobOnEveryDayOfTheClub(t *testing.T) {
	c := openClub(t)
	for _, step := range []struct{ name, at, want string }{
		{"never before", "2026-03-27T12:00:00Z", "first second"},
		{"a minute later", "2026-03-27T12:01:00Z", ""},
		{"just before midnight in winter", "2026-03-27T22:59:59Z", ""},
		{"midnight of the club, not of UTC", "2026-03-27T23:00:00Z", "first second"},
		{"midnight of UTC", "2026-03-28T00:00:00Z", ""},
		{"midnight before the clock goes forward", "2026-03-28T23:00:00Z", "first second"},
		{"23 hours later it is midnight in summer", "2026-03-29T21:59:59Z", ""},
		{"and a second more", "2026-03-29T22:00:00Z", "first second"},
		{"days later, once", "2026-04-05T10:00:00Z", "first second"},
		{"a clock that went back", "2026-04-04T10:00:00Z", ""},
		{"the night in which the clock goes back", "2026-10-24T22:00:00Z", "first second"},
		{"two o'clock, for the first time", "2026-10-25T00:30:00Z", ""},
		{"two o'clock, for the second time", "2026-10-25T01:30:00Z", ""},
		{"the end of that long day", "2026-10-25T22:59:59Z", ""},
		{"midnight in winter", "2026-10-25T23:00:00Z", "first second"},
	} {
		if got := c.minute(t, step.at); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
}

func TestOfManyProcessesAllAskForTheSameJob(t *testing.T) {
	c := openClub(t)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if err := c.AddDue(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got := c.run(); got != 2 || strings.Join(c.ran, " ") != "first second" {
		t.Errorf("%d jobs, ran %v", got, c.ran)
	}
}

func TestFailedDailyWorkIsTriedAgainAndOthersWaitAMinuteForIt(t *testing.T) {
	c := openClub(t)
	c.fail["first"] = errors.New("broken")
	for _, step := range []struct{ at, want string }{
		{"2026-03-27T12:00:00Z", "first"}, // second deals with what first leaves
		{"2026-03-27T12:00:01Z", "first"},
		{"2026-03-27T12:00:04Z", ""}, // it has to wait 4 seconds
		{"2026-03-27T12:00:05Z", "first"},
		{"2026-03-27T12:00:59Z", "first"},
		{"2026-03-27T12:01:00Z", "second"},
		{"2026-03-27T12:10:00Z", "first"},
	} {
		if got := c.minute(t, step.at); got != step.want {
			t.Errorf("at %s ran %q, want %q", step.at, got, step.want)
		}
	}
	failed, err := c.Failed.List(ctx, 10)
	if err != nil || len(failed) != 1 || !strings.Contains(failed[0].Cause, "job first: broken") ||
		!strings.Contains(failed[0].Job.Key, "first") {
		t.Errorf("got %+v, %v", failed, err)
	}
	delete(c.fail, "first")
	if got := c.minute(t, "2026-03-28T12:00:00Z"); got != "first second" { // yesterday's job does it, today's finds it done
		t.Errorf("repaired, on the next day ran %q", got)
	}
	if failed, err = c.Failed.List(ctx, 10); err != nil || len(failed) != 0 {
		t.Errorf("got %+v, %v", failed, err)
	}
}

func TestDailyWorkThatAnotherProcessDoesIsLookedAtAgain(t *testing.T) {
	c := openClub(t)
	for _, name := range []string{"first", "second"} { // by a process that dies
		if started, err := c.Runs.Start(ctx, name, ports.JobRun{}, c.at); err != nil || !started {
			t.Fatal(started, err)
		}
	}
	for _, step := range []struct{ at, want string }{
		{"2026-03-27T12:00:00Z", ""}, {"2026-03-27T12:00:19Z", ""},
		{"2026-03-27T12:00:25Z", "first second"}, {"2026-03-27T12:01:25Z", ""},
	} {
		if got := c.minute(t, step.at); got != step.want {
			t.Errorf("at %s ran %q, want %q", step.at, got, step.want)
		}
	}
}

// long is work on so many records, each of which takes a second.
func long(done *int, records int) func(context.Context) (int, error) {
	return func(ctx context.Context) (count int, err error) {
		for *done < records {
			select {
			case <-ctx.Done():
				return count, fmt.Errorf("record %d: %w", *done, ctx.Err())
			case <-time.After(time.Second):
				*done++
				count++
			}
		}
		return count, nil
	}
}

// slow is a service on the time of a test bubble, with work that takes long.
func slow(c club, run func(context.Context) (int, error)) {
	c.Now = time.Now
	c.Jobs = []jobs.Job{{Name: "long", Run: run}, {Name: "short", Run: func(context.Context) (int, error) { return 1, nil }}}
}

func TestLongWorkIsDoneInSlices(t *testing.T) {
	c := openClub(t)
	synctest.Test(t, func(t *testing.T) {
		var byHand, byJob, tries int
		slow(c, long(&byHand, 40))
		if report, err := c.RunNow(t.Context(), "long"); err != nil || report.Count != 40 || byHand != 40 {
			t.Errorf("by hand: %+v, %v", report, err)
		}
		time.Sleep(24 * time.Hour)
		slow(c, long(&byJob, 40))
		if err := c.AddDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		for byJob < 40 {
			c.store.RunJobs(t.Context(), time.Now(), job.Backoff, func(ctx context.Context, j job.Job) error {
				begun := time.Now()
				report := c.Do(ctx, j)
				if took := time.Since(begun); took >= job.TimeLimit {
					t.Errorf("a try took %v", took)
				}
				tries++
				return report.Err
			})
			time.Sleep(time.Second)
		}
		failed, err := c.Failed.List(t.Context(), 1)
		if last := c.last("long"); err != nil || len(failed) != 0 || time.Since(last.Finished) > time.Minute || tries < 3 {
			t.Errorf("%d tries, %+v, failed %+v, %v", tries, last, failed, err)
		}
	})
}

// Each slice looks at all that is due: one that begins after midnight does the work of the new day.
func TestSlicesThatGoOnAfterMidnightAreOfTheNewDay(t *testing.T) {
	c := openClub(t)
	synctest.Test(t, func(t *testing.T) {
		var done int
		slow(c, long(&done, 40))
		noon := time.Date(2026, 3, 27, 12, 0, 0, 0, time.UTC)
		time.Sleep(time.Until(noon.Add(10*time.Hour + 59*time.Minute + 50*time.Second)))
		if report, err := c.RunNow(t.Context(), "long"); err != nil || report.Count != 40 {
			t.Errorf("over midnight: %+v, %v", report, err)
		}
		for _, report := range c.RunDue(t.Context()) {
			if report.Job == "long" {
				t.Errorf("done again: %+v", report)
			}
		}
	})
}

func TestWorkThatDoesNothingInItsTimeHasFailed(t *testing.T) {
	c := openClub(t)
	synctest.Test(t, func(t *testing.T) {
		slow(c, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		if report, err := c.RunNow(t.Context(), "long"); !errors.Is(err, context.DeadlineExceeded) || report.Count != 0 {
			t.Errorf("got %+v, %v", report, err)
		}
	})
}

func TestAJobGoesToTheHandlerOfItsKind(t *testing.T) {
	c := openClub(t)
	const letter job.Kind[int] = "letter"
	broken := errors.New("broken")
	var sent []int
	c.Handlers = []jobs.Handler{
		jobs.Handle("other", func(context.Context, string) error { t.Error("the wrong handler"); return nil }),
		jobs.Handle(letter, func(_ context.Context, number int) error {
			switch sent = append(sent, number); number {
			case 2:
				return broken
			case 3:
				panic("a bug")
			}
			return nil
		}),
	}
	for _, step := range []struct {
		name string
		job  job.Job
		want string // in the error, "" for none
	}{
		{"one that succeeds", letter.New("", 1), ""},
		{"one that fails", letter.New("", 2), "broken"},
		{"one that panics", letter.New("", 3), "panic: a bug"},
		{"arguments that can't be read", job.Job{Kind: "letter", Args: "x"}, "arguments"},
		{"a kind that a newer program has", job.Job{Kind: "newer", Args: "1"}, `"newer"`},
		{"daily work that a newer program has", job.Job{Kind: "daily-work", Args: `"newer"`}, `"newer"`},
		{"daily work that can't be read", job.Job{Kind: "daily-work"}, "arguments"},
	} {
		report := c.Do(ctx, step.job)
		if failed := report.Err != nil; failed != (step.want != "") || failed && !strings.Contains(report.Err.Error(), step.want) {
			t.Errorf("%s: got %+v", step.name, report)
		}
	}
	if fmt.Sprint(sent) != "[1 2 3]" {
		t.Errorf("sent %v", sent)
	}
}

func TestABrokenStoreIsAFailedTry(t *testing.T) {
	c := openClub(t)
	if err := c.AddDue(ctx); err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if err := c.AddDue(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("AddDue: %v", err)
	}
	c.store.RunJobs(ctx, c.at, job.Backoff, func(_ context.Context, j job.Job) error {
		report := c.Do(cancelled, j)
		if !errors.Is(report.Err, context.Canceled) {
			t.Errorf("got %+v", report)
		}
		return report.Err
	})
}
