package digest_test

import (
	"fmt"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/digest"
)

var amsterdam, _ = time.LoadLocation("Europe/Amsterdam")

func day(text string) civil.Date {
	d, ok := civil.Parse(text)
	if !ok {
		panic(text)
	}
	return d
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// contract: club §6-1
func TestADigestComesOnceOnTheDaysOnWhichTheClockChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ day, clock, want string }{
		{"2026-03-28", "02:30", "2026-03-28T01:30:00Z"},
		{"2026-03-29", "01:55", "2026-03-29T00:55:00Z"},
		{"2026-03-29", "02:00", "2026-03-29T01:00:00Z"}, // there is no such time: at the next that there is, three o'clock
		{"2026-03-29", "02:30", "2026-03-29T01:00:00Z"},
		{"2026-03-29", "03:00", "2026-03-29T01:00:00Z"},
		{"2026-03-29", "03:05", "2026-03-29T01:05:00Z"},
		{"2026-10-25", "01:55", "2026-10-24T23:55:00Z"},
		{"2026-10-25", "02:00", "2026-10-25T00:00:00Z"}, // it comes twice: the first time
		{"2026-10-25", "02:55", "2026-10-25T00:55:00Z"},
		{"2026-10-25", "03:00", "2026-10-25T02:00:00Z"},
		{"2026-10-25", "09:00", "2026-10-25T08:00:00Z"},
	} {
		if got := digest.At(day(c.day), c.clock, amsterdam); !got.Equal(at(c.want)) {
			t.Errorf("%s %s: %v, want %s", c.day, c.clock, got.UTC(), c.want)
		}
	}
	if got := digest.At(day("2026-03-29"), "02:30", time.UTC); !got.Equal(at("2026-03-29T02:30:00Z")) {
		t.Errorf("in UTC: %v", got)
	}
}

// contract: club §6-1
func TestWhenTheNextDigestIsPlanned(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, now, clock, sent, want string }{
		{"later today", "2026-06-15T06:00:00Z", "09:00", "", "2026-06-15T07:00:00Z"},
		{"a time that has passed means tomorrow", "2026-06-15T10:00:00Z", "09:00", "", "2026-06-16T07:00:00Z"},
		{"this moment has passed", "2026-06-15T07:00:00Z", "09:00", "", "2026-06-16T07:00:00Z"},
		{"later today, but today's was mailed", "2026-06-15T10:00:00Z", "17:25", "2026-06-15", "2026-06-16T15:25:00Z"},
		{"yesterday's was mailed", "2026-06-15T10:00:00Z", "17:25", "2026-06-14", "2026-06-15T15:25:00Z"},
		{"the day of the club, not of UTC", "2026-06-14T22:30:00Z", "00:00", "2026-06-14", "2026-06-15T22:00:00Z"},
		{"over the change of the clock", "2026-03-28T09:00:00Z", "09:00", "", "2026-03-29T07:00:00Z"},
		{"mailed by a clock that was years ahead", "2026-06-15T06:00:00Z", "09:00", "2090-01-01", "2026-06-15T07:00:00Z"},
	} {
		r := digest.Run{Sent: day(c.sent)}
		if r.Plan(c.clock, at(c.now), amsterdam); !r.Next.Equal(at(c.want)) {
			t.Errorf("%s: %v, want %s", c.name, r.Next.UTC(), c.want)
		}
	}
}

func TestWhenADigestIsDue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, next, sent, now string
		due                   bool
		then                  string // the next one
	}{
		{"before its time", "2026-06-15T07:00:00Z", "", "2026-06-15T06:59:59Z", false, "2026-06-15T07:00:00Z"},
		{"at its time", "2026-06-15T07:00:00Z", "", "2026-06-15T07:00:00Z", true, "2026-06-15T07:00:00Z"},
		{"missed, later the same day", "2026-06-15T07:00:00Z", "", "2026-06-15T21:59:00Z", true, "2026-06-15T07:00:00Z"},
		{"missed yesterday, and today's time is to come", "2026-06-14T07:00:00Z", "", "2026-06-15T06:00:00Z", false, "2026-06-15T07:00:00Z"},
		{"missed for days, and today's time has passed", "2026-06-11T07:00:00Z", "", "2026-06-15T08:00:00Z", true, "2026-06-15T07:00:00Z"},
		{"mailed by hand before its time", "2026-06-15T07:00:00Z", "2026-06-15", "2026-06-15T07:00:00Z", false, "2026-06-16T07:00:00Z"},
		{"a clock that went back", "2026-06-14T07:00:00Z", "2026-06-15", "2026-06-14T08:00:00Z", false, "2026-06-15T07:00:00Z"},
		{"a clock that was years ahead", "2026-06-15T07:00:00Z", "2090-01-01", "2026-06-15T07:00:00Z", true, "2026-06-15T07:00:00Z"},
	} {
		r := digest.Run{Next: at(c.next), Sent: day(c.sent)}
		if due := r.Due("09:00", at(c.now), amsterdam); due != c.due || !r.Next.Equal(at(c.then)) {
			t.Errorf("%s: due %v, then %v", c.name, due, r.Next.UTC())
		}
	}
	var never digest.Run
	if never.Due("09:00", at("2026-06-15T08:00:00Z"), amsterdam) || !never.Owes(at("2026-06-15T08:00:00Z"), amsterdam) {
		t.Error("one that never comes is due")
	}
}

// Whatever a user chooses when, however the clock jumps and whatever is missed: at most one a day, none before its time. A clock
// that goes further back was wrong.
func TestAtMostOneDigestADay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone := amsterdam
		now := time.Unix(rapid.Int64Range(1_700_000_000, 1_800_000_000).Draw(t, "start"), 0)
		latest := now
		clock := "09:00"
		var r digest.Run
		r.Plan(clock, now, zone)
		mailed := map[civil.Date]bool{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				clock = fmt.Sprintf("%02d:%02d", rapid.IntRange(0, 23).Draw(t, "hour"), 5*rapid.IntRange(0, 11).Draw(t, "minute"))
				r.Plan(clock, now, zone)
				if !r.Next.After(now) {
					t.Fatalf("chosen at %v, planned at %v", now, r.Next)
				}
			case 1:
				back := now.Add(-time.Duration(rapid.IntRange(1, 2000).Draw(t, "minutes")) * time.Minute)
				if latest.Sub(back) <= 36*time.Hour {
					now = back
				}
			default:
				now = now.Add(time.Duration(rapid.IntRange(0, 2000).Draw(t, "minutes")) * time.Minute)
			}
			if latest.Before(now) {
				latest = now
			}
			today := civil.On(now, zone)
			if !r.Due(clock, now, zone) {
				continue
			}
			if now.Before(digest.At(today, clock, zone)) {
				t.Fatalf("due at %v, before %s", now.In(zone), clock)
			}
			says := rapid.Bool().Draw(t, "says something")
			if says && mailed[today] {
				t.Fatalf("twice on %v", today)
			}
			mailed[today] = mailed[today] || says
			r.Done(says, clock, now, zone)
			if r.Due(clock, now, zone) {
				t.Fatalf("due again at once: %+v", r)
			}
		}
	})
}

// contract: club §6-2
func TestWhichNotesADigestTells(t *testing.T) {
	t.Parallel()
	const now = "2026-06-15T07:00:00Z" // nine o'clock
	for _, c := range []struct{ name, told, since, then string }{
		{"nothing is known", "", "2026-06-14T07:00:00Z", "2026-06-15T06:59:00Z"},
		{"those since the last one", "2026-06-14T16:00:01Z", "2026-06-14T16:00:01Z", "2026-06-15T06:59:00Z"},
		{"of less than a day", "2026-06-15T05:00:00Z", "2026-06-15T05:00:00Z", "2026-06-15T06:59:00Z"},
		{"of days that were missed", "2026-06-10T07:00:00Z", "2026-06-10T07:00:00Z", "2026-06-15T06:59:00Z"},
		{"of a week at most", "2026-05-01T07:00:00Z", "2026-06-08T06:59:00Z", "2026-06-15T06:59:00Z"},
		{"none by a clock that went back", "2026-06-15T09:00:00Z", "2026-06-15T09:00:00Z", "2026-06-15T09:00:00Z"},
		{"told by a clock that was years ahead", "2090-01-01T00:00:00Z", "2026-06-14T07:00:00Z", "2026-06-15T06:59:00Z"},
	} {
		var r digest.Run
		if c.told != "" {
			r.Told = at(c.told)
		}
		if got := r.Since("09:00", at(now), amsterdam); !got.Equal(at(c.since)) {
			t.Errorf("%s: since %v, want %s", c.name, got.UTC(), c.since)
		}
		if r.Tell(digest.Until(at(now)), at(now)); !r.Told.Equal(at(c.then)) {
			t.Errorf("%s: told until %v, want %s", c.name, r.Told, c.then)
		}
	}
	var first digest.Run
	for _, step := range []struct{ now, clock string }{{now, "09:00"}, {now, "18:00"}} { // the first is that of tomorrow
		if first.Plan(step.clock, at(step.now), amsterdam); !first.Told.Equal(at("2026-06-15T07:00:00Z")) {
			t.Errorf("the first one tells those since %v", first.Told.UTC())
		}
	}
	if got := digest.Until(at("2026-06-15T07:00:00.123456789Z")); !got.Equal(at("2026-06-15T06:59:00.123456Z")) {
		t.Errorf("until %v: stores keep microseconds", got)
	}
}

// Whatever time a user chooses when, whatever is mailed by hand and missed: each digest goes on where the one before it ended.
func TestEachNoteIsInOneDigest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64Range(1_700_000_000, 1_800_000_000).Draw(t, "start"), 0)
		clock := "09:00"
		var r digest.Run
		r.Plan(clock, now, amsterdam)
		ended := r.Told
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 1000).Draw(t, "minutes")) * time.Minute)
			byHand := false
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0:
				clock = fmt.Sprintf("%02d:%02d", rapid.IntRange(0, 23).Draw(t, "hour"), 5*rapid.IntRange(0, 11).Draw(t, "minute"))
				r.Plan(clock, now, amsterdam)
			case 1:
				now = now.Add(time.Duration(rapid.IntRange(1, 4).Draw(t, "days")) * 24 * time.Hour)
			case 2:
				byHand = r.Owes(now, amsterdam)
			}
			if !byHand && !r.Due(clock, now, amsterdam) {
				continue
			}
			since, until := r.Since(clock, now, amsterdam), digest.Until(now)
			if far := until.Sub(ended) > 7*24*time.Hour; !far && !since.Equal(ended) {
				t.Fatalf("tells since %v, the one before until %v", since, ended)
			}
			r.Done(rapid.Bool().Draw(t, "says something"), clock, now, amsterdam)
			r.Tell(until, now)
			if ended = r.Told; ended.Before(until) {
				t.Fatalf("told until %v, noted %v", until, ended)
			}
		}
	})
}
