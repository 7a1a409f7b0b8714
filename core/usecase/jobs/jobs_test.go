package jobs_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
	"github.com/clubhuis/clubhuis/ports"
)

var ctx = context.Background()

// work is the jobs of one club, at a time of its own.
type work struct {
	*jobs.Service
	at   time.Time
	ran  []string // the names, as they ran
	fail map[string]error
}

func open(t *testing.T) *work {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	w := &work{at: time.Date(2026, 3, 27, 12, 0, 0, 0, time.UTC), fail: map[string]error{}}
	w.Service = &jobs.Service{Runs: inmem.Open().Stores().JobRuns, Now: func() time.Time { return w.at }, Zone: zone}
	for _, name := range []string{"first", "second"} {
		w.Jobs = append(w.Jobs, jobs.Job{Name: name, Run: func(context.Context) (int, error) {
			w.ran = append(w.ran, name)
			return len(w.ran), w.fail[name]
		}})
	}
	return w
}

// due runs what is due at a time, and returns the names.
func (w *work) due(at string) string {
	parsed, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	w.at, w.ran = parsed, nil
	w.RunDue(ctx)
	return strings.Join(w.ran, " ")
}

func (w *work) last(job string) ports.JobRun {
	last, err := w.Runs.Last(ctx, job)
	if err != nil {
		panic(err)
	}
	return last
}

func TestAJobIsDueOnceOnEveryDayOfTheClub(t *testing.T) {
	w := open(t)
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
		{"a clock that is years ahead", "2090-01-01T10:00:00Z", "first second"},
		{"and was set right", "2026-04-05T22:30:00Z", "first second"},
		{"the night in which the clock goes back", "2026-10-24T22:00:00Z", "first second"},
		{"two o'clock, for the first time", "2026-10-25T00:30:00Z", ""},
		{"two o'clock, for the second time", "2026-10-25T01:30:00Z", ""},
		{"the end of that long day", "2026-10-25T22:59:59Z", ""},
		{"midnight in winter", "2026-10-25T23:00:00Z", "first second"},
	} {
		if got := w.due(step.at); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
}

func TestAnHourlyJobIsDueOnceInEveryHour(t *testing.T) {
	w := open(t)
	w.Jobs[1].Every = time.Hour
	for _, step := range []struct{ name, at, want string }{
		{"never before", "2026-03-27T12:10:00Z", "first second"},
		{"later in the hour", "2026-03-27T12:59:59Z", ""},
		{"the next hour", "2026-03-27T13:00:00Z", "second"},
		{"hours later, once", "2026-03-27T18:30:00Z", "second"},
		{"a clock that went back", "2026-03-27T17:30:00Z", ""},
		{"a clock that is years ahead", "2090-01-01T10:00:00Z", "first second"},
		{"and was set right", "2026-03-27T18:30:00Z", "first second"},
		{"the next day of the club", "2026-03-27T23:00:00Z", "first second"},
		{"the hour that the clock repeats", "2026-10-25T00:30:00Z", "first second"},
		{"for the second time", "2026-10-25T01:30:00Z", "second"},
	} {
		if got := w.due(step.at); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
}

// takes lets the first job last until a time.
func (w *work) takes(until string) {
	w.Jobs[0].Run = func(context.Context) (int, error) {
		w.ran = append(w.ran, "first")
		end, err := time.Parse(time.RFC3339, until)
		if err == nil && end.After(w.at) {
			w.at = end
		}
		return 1, err
	}
}

// What began on a day has looked at what was due on that day.
func TestWorkThatEndsAfterMidnightIsOfTheDayOnWhichItBegan(t *testing.T) {
	w := open(t)
	w.takes("2026-03-27T23:00:05Z") // midnight of the club is at 23:00 UTC
	for _, step := range []struct{ name, at, want string }{
		{"ten seconds before midnight", "2026-03-27T22:59:50Z", "first second"},
		{"when it has ended", "2026-03-27T23:00:06Z", "first"},
		{"later on that day", "2026-03-27T23:30:00Z", ""},
	} {
		if got := w.due(step.at); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
}

// A clock that is put back while work goes on does not leave it going on.
func TestWorkThatEndsBeforeItBeganIsDone(t *testing.T) {
	w := open(t)
	w.Jobs[0].Run = func(context.Context) (int, error) {
		w.ran = append(w.ran, "first")
		w.at = w.at.Add(-time.Second)
		return 1, nil
	}
	for _, want := range []string{"first second", ""} {
		if got := w.due("2026-03-27T12:00:00Z"); got != want {
			t.Errorf("ran %q, want %q", got, want)
		}
	}
}

// A try of the new day that fails, or dies, makes the work of the day before no work of the new day.
func TestAFailureAfterMidnightLeavesTheDayUndone(t *testing.T) {
	for _, how := range []string{"fails", "dies"} {
		t.Run("it "+how, func(t *testing.T) {
			w := open(t)
			whole := w.Jobs[0].Run
			w.takes("2026-03-27T23:00:05Z")
			w.due("2026-03-27T22:59:50Z")
			w.Jobs[0].Run = whole
			if how == "fails" {
				w.fail["first"] = errors.New("broken")
				w.due("2026-03-27T23:01:00Z")
				delete(w.fail, "first")
			} else if started, err := w.Runs.Start(ctx, "first", w.last("first"), w.at.Add(time.Minute)); err != nil || !started {
				t.Fatal(started, err)
			}
			if got := w.due("2026-03-27T23:02:00Z"); got != "first" {
				t.Errorf("then ran %q", got)
			}
			if got := w.due("2026-03-27T23:03:00Z"); got != "" {
				t.Errorf("done, ran %q", got)
			}
		})
	}
}

func TestWorkOfAPartOfAnHourThatEndsInTheNextIsDueThere(t *testing.T) {
	w := open(t)
	w.Jobs[0].Every = 5 * time.Minute
	w.takes("2026-03-27T09:00:01Z")
	for _, step := range []struct{ name, at, want string }{
		{"just before nine", "2026-03-27T08:59:59Z", "first second"},
		{"just after nine", "2026-03-27T09:00:02Z", "first"},
		{"in the same part", "2026-03-27T09:04:59Z", ""},
	} {
		if got := w.due(step.at); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
}

func TestAFailedJobIsDueAgainAndStopsNoOther(t *testing.T) {
	w := open(t)
	broken := errors.New("broken")
	w.fail["first"] = broken
	reports := w.RunDue(ctx)
	if len(reports) != 2 || !errors.Is(reports[0].Err, broken) || reports[0].Job != "first" ||
		reports[1].Err != nil || reports[1].Count != 2 {
		t.Fatalf("got %+v", reports)
	}
	if got := w.due("2026-03-27T12:01:00Z"); got != "first" {
		t.Errorf("a minute later ran %q", got)
	}
	delete(w.fail, "first")
	if got := w.due("2026-03-27T12:02:00Z"); got != "first" {
		t.Errorf("repaired, ran %q", got)
	}
	if got := w.due("2026-03-27T12:03:00Z"); got != "" {
		t.Errorf("done, ran %q", got)
	}
}

func TestAFailureOfALaterDayKeepsTheEarlierRun(t *testing.T) {
	w := open(t)
	w.due("2026-03-27T12:00:00Z")
	w.fail["first"] = errors.New("broken")
	w.due("2026-03-28T12:00:00Z")
	noon := time.Date(2026, 3, 27, 12, 0, 0, 0, time.UTC)
	if last := w.last("first"); !last.Finished.Equal(noon) || !last.Started.Equal(last.Finished) {
		t.Errorf("ran %+v", last)
	}
}

func TestAJobThatIsStoppedIsDueAgain(t *testing.T) {
	w := open(t)
	stopping, stop := context.WithCancel(ctx)
	w.Jobs = []jobs.Job{{Name: "long", Run: func(ctx context.Context) (int, error) { stop(); return 0, ctx.Err() }}}
	if reports := w.RunDue(stopping); len(reports) != 1 || !errors.Is(reports[0].Err, context.Canceled) {
		t.Fatalf("got %+v", reports)
	}
	if last := w.last("long"); last != (ports.JobRun{}) {
		t.Errorf("ran %+v", last)
	}
}

func TestWhatWasDoneIsNotedThoughTheProgramStops(t *testing.T) {
	w := open(t)
	stopping, stop := context.WithCancel(ctx)
	w.Jobs = []jobs.Job{{Name: "last", Run: func(context.Context) (int, error) { stop(); return 1, nil }}}
	if reports := w.RunDue(stopping); len(reports) != 1 || reports[0].Err != nil || !w.last("last").Finished.Equal(w.at) {
		t.Errorf("got %+v, %+v", reports, w.last("last"))
	}
}

// A process that dies leaves a run without an end: another takes the job over when a slice would be over, not before.
func TestARunThatNeverEndedIsTakenOver(t *testing.T) {
	w := open(t)
	started, err := w.Runs.Start(ctx, "first", ports.JobRun{}, w.at) // at noon, by a process that dies
	if err != nil || !started {
		t.Fatal(started, err)
	}
	if got := w.due("2026-03-27T12:00:19Z"); got != "second" {
		t.Errorf("within the limit ran %q", got)
	}
	if report, err := w.RunNow(ctx, "first"); !errors.Is(err, jobs.ErrRunning) || len(w.ran) != 1 {
		t.Errorf("by hand within the limit: %+v, %v", report, err)
	}
	if got := w.due("2026-03-27T12:00:20Z"); got != "first" {
		t.Errorf("after the limit ran %q", got)
	}
	if got := w.due("2026-03-27T12:00:21Z"); got != "" {
		t.Errorf("taken over and done, ran %q", got)
	}
}

func TestARunThatTakesLongIsNotStartedTwice(t *testing.T) {
	w := open(t)
	w.Jobs[0].Run = func(context.Context) (int, error) {
		w.ran = append(w.ran, "first")
		w.at = w.at.Add(19 * time.Second)
		for _, report := range w.RunDue(ctx) { // another process looks
			if report.Job == "first" {
				t.Errorf("started again: %+v", report)
			}
		}
		if _, err := w.RunNow(ctx, "first"); !errors.Is(err, jobs.ErrRunning) {
			t.Errorf("by hand: %v", err)
		}
		return 1, nil
	}
	if got := w.due("2026-03-27T12:00:00Z"); got != "first second" {
		t.Errorf("ran %q", got)
	}
	if last := w.last("first"); last.Finished.Sub(last.Started) != 19*time.Second {
		t.Errorf("ran %+v", last)
	}
}

func TestAPanicIsAnErrorOfItsJobAlone(t *testing.T) {
	w := open(t)
	whole := w.Jobs[0].Run
	w.Jobs[0].Run = func(context.Context) (int, error) { panic("a bug") }
	reports := w.RunDue(ctx)
	if len(reports) != 2 || reports[0].Job != "first" ||
		reports[1].Err != nil || reports[1].Count != 1 {
		t.Fatalf("got %+v", reports)
	}
	if err := reports[0].Err; err == nil || !strings.Contains(err.Error(), "job first") || !strings.Contains(err.Error(), "a bug") {
		t.Errorf("got %v", err)
	}
	if _, err := w.RunNow(ctx, "first"); err == nil || errors.Is(err, jobs.ErrRunning) {
		t.Errorf("by hand: %v", err)
	}
	w.Jobs[0].Run = whole
	if got := w.due("2026-03-27T12:01:00Z"); got != "first" {
		t.Errorf("repaired, ran %q", got)
	}
}

// together lets nobody go on before all have seen when the job last ran.
type together struct {
	ports.JobRuns
	all sync.WaitGroup
}

func (r *together) Last(ctx context.Context, job string) (ports.JobRun, error) {
	last, err := r.JobRuns.Last(ctx, job)
	r.all.Done()
	r.all.Wait()
	return last, err
}

func TestOfManyProcessesOneDoesTheJob(t *testing.T) {
	w := open(t)
	const processes = 16
	runs := &together{JobRuns: w.Runs}
	runs.all.Add(processes)
	w.Runs = runs
	var ran atomic.Int64
	w.Jobs = []jobs.Job{{Name: "once", Run: func(context.Context) (int, error) { ran.Add(1); return 0, nil }}}
	var all sync.WaitGroup
	var reported atomic.Int64
	for range processes {
		all.Go(func() { reported.Add(int64(len(w.RunDue(ctx)))) })
	}
	all.Wait()
	if ran.Load() != 1 || reported.Load() != 1 {
		t.Errorf("ran %d times, reported %d times", ran.Load(), reported.Load())
	}
}

func TestRunNow(t *testing.T) {
	w := open(t)
	for range 2 { // due or not
		w.at = w.at.Add(time.Minute)
		if report, err := w.RunNow(ctx, "second"); err != nil || report.Job != "second" {
			t.Errorf("got %+v, %v", report, err)
		}
	}
	if got := strings.Join(w.ran, " "); got != "second second" {
		t.Errorf("ran %q", got)
	}
	if got := w.due("2026-03-27T13:00:00Z"); got != "first" {
		t.Errorf("what ran by hand is due again: %q", got)
	}
	if _, err := w.RunNow(ctx, "third"); !errors.Is(err, fault.ErrNotFound) {
		t.Errorf("an unknown job: %v", err)
	}
	broken := errors.New("broken")
	w.fail["first"] = broken
	if report, err := w.RunNow(ctx, "first"); !errors.Is(err, broken) || !errors.Is(report.Err, broken) {
		t.Errorf("got %+v, %v", report, err)
	}
}

func TestABrokenStoreIsReported(t *testing.T) {
	w := open(t)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	reports := w.RunDue(cancelled)
	if len(reports) != 2 || len(w.ran) != 0 || !errors.Is(reports[0].Err, context.Canceled) {
		t.Errorf("got %+v, ran %v", reports, w.ran)
	}
	if _, err := w.RunNow(cancelled, "first"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
