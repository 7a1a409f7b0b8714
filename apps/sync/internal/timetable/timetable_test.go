package timetable_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/timetable"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

var amsterdam = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		panic(err)
	}
	return zone
}()

func at(text string) time.Time {
	t, err := time.ParseInLocation("2006-01-02 15:04", text, amsterdam)
	if err != nil {
		panic(err)
	}
	return t
}

// day is a program from one moment to another one, on a clock that waits no time.
type day struct {
	now, end time.Time
	takes    map[run.Pipeline]time.Duration
	last     map[run.Pipeline]time.Time
	log      []string
}

func (d *day) note(what string, due timetable.Due) {
	d.log = append(d.log, fmt.Sprintf("%s %s %s", d.now.In(amsterdam).Format("02 15:04"), what, due.Pipeline))
}

// run runs the schedule and returns what it did.
func (d *day) run(t *testing.T, slots []run.Slot) []string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	pass := func(time time.Duration) {
		if d.now = d.now.Add(time); !d.now.Before(d.end) {
			cancel()
		}
	}
	table := timetable.Table{
		Slots: slots, Zone: amsterdam, Now: func() time.Time { return d.now },
		Wait: func(ctx context.Context, wait time.Duration) error {
			if wait <= 0 || wait > time.Minute {
				t.Errorf("waits %s at %s", wait, d.now)
			}
			pass(wait)
			return ctx.Err()
		},
		Last:   func(_ context.Context, p run.Pipeline) (time.Time, error) { return d.last[p], nil },
		Start:  func(_ context.Context, due timetable.Due) { d.note("starts", due); pass(d.takes[due.Pipeline]) },
		Missed: func(_ context.Context, due timetable.Due) { d.note("misses", due) },
	}
	if err := table.Run(ctx); err != nil {
		t.Fatal(err)
	}
	return d.log
}

func is(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

func TestADayOfTheSchedule(t *testing.T) {
	t.Parallel()
	d := day{now: at("2026-10-14 00:00"), end: at("2026-10-15 00:00")} // a Wednesday
	is(
		t,
		d.run(t, run.Schedule),
		"14 07:00 starts contributions",
		"14 07:30 starts functions",
		"14 08:00 starts helpdesk",
		"14 08:00 starts people",
		"14 10:30 starts functions",
		"14 11:00 starts people",
		"14 13:30 starts functions",
		"14 14:00 starts people",
		"14 16:30 starts functions",
		"14 17:00 starts people",
	)
}

func TestTheSundaysOfBothClockChanges(t *testing.T) {
	t.Parallel()
	for _, date := range []string{"2026-03-29", "2026-10-25"} {
		d := day{now: at(date + " 00:00"), end: at(date + " 08:00"),
			takes: map[run.Pipeline]time.Duration{run.FunctionsFull: 2 * time.Hour}}
		day := date[8:]
		is(t, d.run(t, run.Schedule), day+" 01:00 starts functions-full", day+" 06:00 starts teams", day+" 07:00 starts contributions",
			day+" 07:30 starts functions")
	}
}

func TestWhatComesDueMeanwhileStartsAfterwardsInTheOrderOfTime(t *testing.T) {
	t.Parallel()
	d := day{now: at("2026-10-14 07:00"), end: at("2026-10-14 12:00"),
		takes: map[run.Pipeline]time.Duration{run.Functions: 45 * time.Minute}}
	is(
		t,
		d.run(t, run.Schedule),
		"14 07:30 starts functions",
		"14 08:15 starts helpdesk",
		"14 08:15 starts people",
		"14 10:30 starts functions",
		"14 11:15 starts people",
	)
}

func TestOfTheWaitingTimesOfAPipelineTheNewestCounts(t *testing.T) {
	t.Parallel()
	d := day{now: at("2026-10-14 07:00"), end: at("2026-10-14 16:00"),
		takes: map[run.Pipeline]time.Duration{run.Functions: 7 * time.Hour}}
	is(t, d.run(t, run.Schedule), "14 07:30 starts functions", "14 14:30 starts helpdesk", "14 14:30 starts functions")
	d = day{now: at("2026-10-14 07:00"), end: at("2026-10-14 15:30"),
		takes: map[run.Pipeline]time.Duration{run.Functions: 3 * time.Hour, run.People: time.Hour}}
	is(
		t,
		d.run(t, run.Schedule),
		"14 07:30 starts functions",
		"14 10:30 starts helpdesk",
		"14 10:30 starts people",
		"14 11:30 starts functions",
		"14 14:30 starts functions",
	)
}

func TestWhatIsTooLateIsMissed(t *testing.T) {
	t.Parallel()
	slots := []run.Slot{{Pipeline: run.Teams, Hour: 6}, {Pipeline: run.People, Hour: 7}, {Pipeline: run.People, Hour: 17},
		{Pipeline: run.Functions, Hour: 7, Minute: 1}, {Pipeline: run.Functions, Hour: 17}}
	d := day{now: at("2026-10-14 05:00"), end: at("2026-10-14 12:00"),
		takes: map[run.Pipeline]time.Duration{run.Teams: 4*time.Hour + 30*time.Second}}
	is(t, d.run(t, slots), "14 06:00 starts teams", "14 10:00 misses people", "14 10:00 starts functions")
}

func TestWhatPassedWhileTheProgramWasDownIsMadeUpForOnce(t *testing.T) {
	t.Parallel()
	slots := []run.Slot{{Pipeline: run.People, Hour: 8}, {Pipeline: run.People, Hour: 9},
		{Pipeline: run.Functions, Hour: 7, Minute: 30}, {Pipeline: run.Functions, Hour: 12}, {Pipeline: run.Teams, Hour: 5}}
	yesterday := at("2026-10-13 09:00")
	for _, test := range []struct {
		name string
		last map[run.Pipeline]time.Time
		want []string
	}{
		{"a new installation waits", nil, nil},
		{"of a pipeline the newest", map[run.Pipeline]time.Time{run.People: yesterday, run.Functions: yesterday, run.Teams: yesterday},
			[]string{"14 09:15 starts teams", "14 09:15 starts functions", "14 09:15 starts people"}},
		{"what was started is not due", map[run.Pipeline]time.Time{run.People: at("2026-10-14 09:00"),
			run.Functions: at("2026-10-14 07:31")}, nil},
		{"what was late then covers what is before it", map[run.Pipeline]time.Time{run.People: at("2026-10-14 08:59")},
			[]string{"14 09:15 starts people"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := day{now: at("2026-10-14 09:15"), end: at("2026-10-14 10:00"), last: test.last}
			is(t, d.run(t, slots), test.want...)
		})
	}
}

func TestAWeeklyOrDailyRunIsCaughtUpOnceUpToADayLate(t *testing.T) {
	t.Parallel()
	week := map[run.Pipeline]time.Time{
		run.People: at("2026-10-17 17:00"), run.Functions: at("2026-10-17 16:30"),
		run.FunctionsFull: at("2026-10-11 01:00"), run.Teams: at("2026-10-11 06:00"),
	}
	done := maps.Clone(week)
	done[run.Teams] = at("2026-10-18 22:00")
	for _, test := range []struct {
		name     string
		now, end string
		slots    []run.Slot
		last     map[run.Pipeline]time.Time
		want     []string
	}{
		{"what runs often is not caught up after the evening", "2026-10-18 22:00", "2026-10-19 07:00", run.Schedule, week,
			[]string{"18 22:00 starts functions-full", "18 22:00 starts teams"}},
		{"a day late, to the minute", "2026-10-19 06:00", "2026-10-19 07:00", run.Schedule, week,
			[]string{"19 06:00 starts teams"}},
		{"more than a day late", "2026-10-19 06:01", "2026-10-19 07:00", run.Schedule, week, nil},
		{"what was caught up is not due again", "2026-10-18 23:00", "2026-10-19 07:00", run.Schedule, done,
			[]string{"18 23:00 starts functions-full"}},
		{"a daily one, once for all the days", "2026-10-18 04:00", "2026-10-18 06:00", []run.Slot{{Pipeline: run.Teams, Hour: 5}},
			week, []string{"18 04:00 starts teams", "18 05:00 starts teams"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := day{now: at(test.now), end: at(test.end), last: test.last}
			is(t, d.run(t, test.slots), test.want...)
		})
	}
}

func TestAClockThatIsPutBackStartsNothingTwice(t *testing.T) {
	t.Parallel()
	slots := []run.Slot{{Pipeline: run.People, Hour: 8}}
	d := &day{now: at("2026-10-14 07:59"), end: at("2026-10-14 09:00"),
		takes: map[run.Pipeline]time.Duration{run.People: -30 * time.Minute}}
	is(t, d.run(t, slots), "14 08:00 starts people")
}

func TestTheEndOfTheContextEndsTheWait(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	waiting := make(chan struct{})
	done := make(chan error)
	table := timetable.Table{
		Slots: run.Schedule, Zone: amsterdam, Now: time.Now,
		Last: func(context.Context, run.Pipeline) (time.Time, error) { return time.Time{}, nil },
		Wait: func(ctx context.Context, _ time.Duration) error { close(waiting); <-ctx.Done(); return ctx.Err() },
	}
	go func() { done <- table.Run(ctx) }()
	<-waiting
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestWithoutKnowingTheLastRunsNothingStarts(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	table := timetable.Table{
		Slots: run.Schedule, Zone: amsterdam, Now: time.Now,
		Last: func(context.Context, run.Pipeline) (time.Time, error) { return time.Time{}, broken },
	}
	if err := table.Run(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := table.Run(ended); err != nil {
		t.Errorf("after its end: %v", err)
	}
}
