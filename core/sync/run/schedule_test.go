package run_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

func amsterdam(t interface{ Fatal(...any) }) *time.Location {
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func names(slots []run.Slot) string {
	var list []string
	for _, s := range slots {
		list = append(list, string(s.Pipeline))
	}
	return strings.Join(list, ",")
}

// The contract's table of schedules, over one weekend in winter time.
// contract: sync §1
func TestTheScheduleOfTheContract(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, zone) // a Saturday
	var got []string
	for {
		var due []run.Slot
		now, due = run.Next(now, zone, run.Schedule)
		if now.After(time.Date(2026, 11, 24, 0, 0, 0, 0, zone)) {
			break
		}
		got = append(got, now.In(zone).Format("Mon 15:04")+" "+names(due))
	}
	day := []string{
		"07:00 contributions", "07:30 functions", "08:00 people,helpdesk", "10:30 functions", "11:00 people",
		"13:30 functions", "14:00 people", "16:30 functions",
		"17:00 people",
	}
	var want []string
	for _, line := range day {
		want = append(want, "Sat "+line)
	}
	want = append(want, "Sun 01:00 functions-full", "Sun 06:00 teams")
	for _, line := range day {
		want = append(want, "Sun "+line)
	}
	for _, line := range day {
		want = append(want, "Mon "+line)
	}
	want = append(want, "Mon 23:30 discipline")
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	daily := func(hour, minute int) []run.Slot {
		return []run.Slot{{Pipeline: run.People, Hour: hour, Minute: minute}}
	}
	sundays := []run.Slot{{Pipeline: run.Teams, Days: []time.Weekday{time.Sunday}, Hour: 6}}
	both := append(daily(6, 0), sundays...)
	for _, c := range []struct {
		name  string
		after string
		slots []run.Slot
		want  string
	}{
		{"strictly after", "2026-11-21T08:00:00+01:00", daily(8, 0), "2026-11-22T08:00:00+01:00 people"},
		{"a moment before", "2026-11-21T07:59:59.999999999+01:00", daily(8, 0), "2026-11-21T08:00:00+01:00 people"},
		{"the day is that of the zone", "2026-11-20T23:30:00Z", daily(0, 15), "2026-11-22T00:15:00+01:00 people"},
		{"over the end of the year", "2026-12-31T17:00:00+01:00", daily(8, 0), "2027-01-01T08:00:00+01:00 people"},
		{"once a week, a week later", "2026-11-22T06:00:00+01:00", sundays, "2026-11-29T06:00:00+01:00 teams"},
		{"several at once, in their order", "2026-11-21T20:00:00+01:00", both, "2026-11-22T06:00:00+01:00 people,teams"},
		{"nothing", "2026-11-21T08:00:00+01:00", nil, "0001-01-01T00:00:00Z "},

		// Sunday 29 March 2026: the clock goes from 02:00 to 03:00.
		{"before the change in spring", "2026-03-28T12:00:00Z", daily(1, 59), "2026-03-29T01:59:00+01:00 people"},
		{"a skipped time is the first moment after the gap", "2026-03-28T12:00:00Z", daily(2, 30), "2026-03-29T03:00:00+02:00 people"},
		{"the first skipped time", "2026-03-28T12:00:00Z", daily(2, 0), "2026-03-29T03:00:00+02:00 people"},
		{"the end of the gap is no skipped time", "2026-03-28T12:00:00Z", daily(3, 0), "2026-03-29T03:00:00+02:00 people"},
		{"a skipped time runs once", "2026-03-29T03:00:00+02:00", daily(2, 30), "2026-03-30T02:30:00+02:00 people"},
		{"after the change in spring", "2026-03-29T01:30:00+01:00", daily(8, 0), "2026-03-29T08:00:00+02:00 people"},
		{"a skipped time and one behind it at once", "2026-03-28T12:00:00Z",
			append(daily(3, 0), run.Slot{Pipeline: run.Teams, Hour: 2, Minute: 15}),
			"2026-03-29T03:00:00+02:00 people,teams"},

		// Sunday 25 October 2026: the clock goes from 03:00 back to 02:00.
		{"a time that comes twice runs the first time", "2026-10-24T12:00:00Z", daily(2, 30), "2026-10-25T02:30:00+02:00 people"},
		{"and not the second time", "2026-10-25T02:30:00+02:00", daily(2, 30), "2026-10-26T02:30:00+01:00 people"},
		{"nor between the two", "2026-10-25T02:15:00+01:00", daily(2, 30), "2026-10-26T02:30:00+01:00 people"},
		{"the end of what comes twice comes once", "2026-10-24T12:00:00Z", daily(3, 0), "2026-10-25T03:00:00+01:00 people"},
		{"the start of it comes twice", "2026-10-24T12:00:00Z", daily(2, 0), "2026-10-25T02:00:00+02:00 people"},
		{"after the change in autumn", "2026-10-25T02:30:00+01:00", daily(8, 0), "2026-10-25T08:00:00+01:00 people"},
		{"once a week over a change", "2026-10-18T06:00:00+02:00", sundays, "2026-10-25T06:00:00+01:00 teams"},
	} {
		moment, due := run.Next(at(t, c.after), zone, c.slots)
		got := moment.Format(time.RFC3339) + " " + names(due)
		if !moment.IsZero() {
			got = moment.In(zone).Format(time.RFC3339) + " " + names(due)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAZoneWithoutChanges(t *testing.T) {
	t.Parallel()
	got, _ := run.Next(at(t, "2026-03-29T01:30:00Z"), time.UTC, []run.Slot{{Pipeline: run.People, Hour: 2, Minute: 30}})
	if want := at(t, "2026-03-29T02:30:00Z"); !got.Equal(want) {
		t.Errorf("got %s", got)
	}
}

// Whatever the hour, over both changes each slot of each day runs exactly once, and never early.
func TestEverySlotRunsOnceADay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone := amsterdam(t)
		slots := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) run.Slot {
			return run.Slot{Pipeline: run.People, Hour: rapid.IntRange(0, 4).Draw(t, "hour"),
				Minute: rapid.IntRange(0, 59).Draw(t, "minute")}
		}), 1, 3).Draw(t, "slots")
		month := rapid.SampledFrom([]time.Month{time.March, time.October}).Draw(t, "month")
		now := time.Date(2026, month, 23, 12, 0, 0, 0, zone)
		runs := map[string]int{}
		for {
			next, due := run.Next(now, zone, slots)
			if !next.After(now) {
				t.Fatalf("after %s came %s", now, next)
			}
			if now = next; now.Day() < 10 { // the next month
				break
			}
			local := now.In(zone)
			for _, s := range due {
				runs[fmt.Sprint(local.Day(), s)]++
				early := local.Hour()*60+local.Minute() < s.Hour*60+s.Minute
				if early {
					t.Fatalf("%+v ran at %s", s, local)
				}
			}
		}
		distinct := map[string]int{}
		for _, s := range slots {
			distinct[fmt.Sprint(s)]++
		}
		for day := 24; day <= 31; day++ {
			for s, n := range distinct {
				if got := runs[fmt.Sprint(day)+" "+s]; got != n {
					t.Fatalf("on %d %s the slot %s ran %d times, want %d", day, month, s, got, n)
				}
			}
		}
	})
}

func TestHowLateARunStillStartsFollowsFromItsTimes(t *testing.T) {
	t.Parallel()
	slots := append(slices.Clone(run.Schedule),
		run.Slot{Pipeline: run.Individual, Days: []time.Weekday{time.Monday}, Hour: 1},
		run.Slot{Pipeline: run.Individual, Days: []time.Weekday{time.Friday}, Hour: 1})
	for pipeline, want := range map[run.Pipeline]time.Duration{
		run.People: 3 * time.Hour, run.Functions: 3 * time.Hour, run.FunctionsFull: 24 * time.Hour, run.Teams: 24 * time.Hour,
		run.Contributions: 24 * time.Hour, run.Helpdesk: 24 * time.Hour,
		run.Individual: 24 * time.Hour, // on two days, once each
	} {
		if got := run.Late(pipeline, slots); got != want {
			t.Errorf("%s: %s, want %s", pipeline, got, want)
		}
	}
}
