package matchday_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/matchday"
)

var amsterdam, _ = time.LoadLocation("Europe/Amsterdam")

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

func match(id int64, start string, more ...func(*matchday.Match)) matchday.Match {
	m := matchday.Match{ID: id, Start: at(start), Home: fmt.Sprint("T", id)}
	for _, change := range more {
		change(&m)
	}
	return m
}

func off(m *matchday.Match) { m.Cancelled, m.Cancellation = true, "Afgelast door bond" }

func of(source matchday.Source, matches ...matchday.Match) matchday.Fetched {
	return matchday.Fetched{Source: source, Matches: matches}
}

func week(from string) matchday.Window {
	day, _ := civil.Parse(from)
	return matchday.Window{From: day, To: day.AddDays(6), Zone: amsterdam}
}

func shown(matches []matchday.Match) string {
	var list []string
	for _, m := range matches {
		text := fmt.Sprint(m.ID, m.Start.In(amsterdam).Format(" 02T15:04"))
		if m.Cancelled {
			text += " off"
		}
		list = append(list, text+strings.Join(m.Teams, "+"))
	}
	return strings.Join(list, ", ")
}

// contract: club §2.11-11
func TestProgrammesAndCancellationsAreMergedByNumber(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		programmes   []matchday.Fetched
		cancellation []matchday.Match
		want         string
	}{
		{"nothing", nil, nil, ""},
		{"from today through today plus six", []matchday.Fetched{of(matchday.Programme,
			match(1, "2026-06-14T21:59:00Z"), match(2, "2026-06-14T22:00:00Z"),
			match(3, "2026-06-21T21:59:00Z"), match(4, "2026-06-21T22:00:00Z"),
		)}, nil, "2 15T00:00, 3 21T23:59"},
		{"by their start", []matchday.Fetched{of(matchday.Programme, match(9, "2026-06-20T10:00:00Z"), match(8, "2026-06-20T08:00:00Z"))}, nil,
			"8 20T10:00, 9 20T12:00"},
		{"called off", []matchday.Fetched{of(matchday.Programme, match(1, "2026-06-20T10:00:00Z"))},
			[]matchday.Match{match(1, "2026-06-20T10:00:00Z", off)}, "1 20T12:00 off"},
		{"called off at another hour", []matchday.Fetched{of(matchday.Programme, match(1, "2026-06-20T10:00:00Z"))},
			[]matchday.Match{match(1, "2026-06-20T12:00:00Z", off)}, "1 20T12:00 off"},
		{"known as called off alone", nil, []matchday.Match{match(1, "2026-06-20T10:00:00Z", off)}, "1 20T12:00 off"},
		{"moved: the old day's cancellation is no more",
			[]matchday.Fetched{of(matchday.Programme, match(1, "2026-06-21T10:00:00Z"))},
			[]matchday.Match{match(1, "2026-06-20T10:00:00Z", off)}, "1 21T12:00"},
		{"in two teams' programmes", []matchday.Fetched{
			of(matchday.TeamSource("1"), match(1, "2026-06-20T10:00:00Z"), match(2, "2026-06-20T12:00:00Z")),
			of(matchday.TeamSource("2"), match(1, "2026-06-20T10:00:00Z"), match(3, "2026-06-20T13:00:00Z")),
		}, nil, "1 20T12:001+2, 2 20T14:001, 3 20T15:002"},
	} {
		off := of(matchday.Cancellations, c.cancellation...)
		if got := shown(matchday.Merge(c.programmes, off, week("2026-06-15"))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// contract: club §2.11-11: a team's programme is fetched on demand. One from long before the club's tells no more than whose
// matches are.
func TestAnOldProgrammeOfATeam(t *testing.T) {
	t.Parallel()
	const soon, later = "2026-06-20T10:00:00Z", "2026-06-21T10:00:00Z"
	now := at("2026-06-15T12:00:00Z")
	for _, c := range []struct {
		name       string
		club, team time.Duration // how long ago each was fetched
		knows      []matchday.Match
		off        []matchday.Match
		team1      []matchday.Match
		want       string
	}{
		{"the match was moved beyond the programme", 0, 48 * time.Hour, nil, nil, []matchday.Match{match(1, soon)}, ""},
		{"it is played after all", 0, 48 * time.Hour, []matchday.Match{match(1, soon)}, nil, []matchday.Match{match(1, soon, off)},
			"1 20T12:001"},
		{"it was moved within the programme", 0, 48 * time.Hour, []matchday.Match{match(1, later)}, nil,
			[]matchday.Match{match(1, soon, off)}, "1 21T12:001"},
		{"it was called off since", 0, 48 * time.Hour, nil, []matchday.Match{match(1, soon, off)}, []matchday.Match{match(1, soon)},
			"1 20T12:00 off1"},
		{"both are new", 0, 59 * time.Minute, nil, nil, []matchday.Match{match(1, soon), match(2, later, off)},
			"1 20T12:001, 2 21T12:00 off1"},
		{"the club's is older", 48 * time.Hour, time.Hour, nil, nil, []matchday.Match{match(1, soon)}, "1 20T12:001"},
		{"both are old", 48 * time.Hour, 48 * time.Hour, nil, nil, []matchday.Match{match(1, soon)}, "1 20T12:001"},
	} {
		club, team := of(matchday.Programme, c.knows...), of(matchday.TeamSource("1"), c.team1...)
		club.At, team.At = now.Add(-c.club), now.Add(-c.team)
		programmes, off := []matchday.Fetched{club, team}, of(matchday.Cancellations, c.off...)
		if got := shown(matchday.Only(matchday.Merge(programmes, off, week("2026-06-15")), "1")); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

// contract: club §2.11-11: the days are those of the club, whichever way its clock goes.
func TestTheWindowOnTheDaysOnWhichTheClockChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ from, want string }{
		{"2026-03-23", "1 29T01:30, 2 29T03:30, 3 29T23:30"},
		{"2026-03-30", "4 30T00:00"},
		{"2026-10-19", "5 25T02:30, 6 25T02:30, 7 25T23:30"},
		{"2026-10-26", "8 26T00:00"},
	} {
		programme := of(matchday.Programme,
			match(1, "2026-03-29T00:30:00Z"), match(2, "2026-03-29T01:30:00Z"),
			match(3, "2026-03-29T21:30:00Z"), match(4, "2026-03-29T22:00:00Z"),
			match(5, "2026-10-25T00:30:00Z"), match(6, "2026-10-25T01:30:00Z"),
			match(7, "2026-10-25T22:30:00Z"), match(8, "2026-10-25T23:00:00Z"),
		)
		if got := shown(matchday.Merge([]matchday.Fetched{programme}, matchday.Fetched{}, week(c.from))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.from, got, c.want)
		}
	}
}

// contract: club §2.11-12
func TestAFeedTellsHowOldItIsAndWhatFails(t *testing.T) {
	t.Parallel()
	now := at("2026-06-15T12:00:00Z")
	ago := func(source matchday.Source, minutes int, problem matchday.Problem) matchday.Fetched {
		return matchday.Fetched{Source: source, At: now.Add(-time.Duration(minutes) * time.Minute), Tried: now, Problem: problem}
	}
	never := func(source matchday.Source, problem matchday.Problem) matchday.Fetched {
		return matchday.Fetched{Source: source, Problem: problem}
	}
	for _, c := range []struct {
		name           string
		programme, off matchday.Fetched
		oldest         int // minutes, -1 for never
		fresh          string
		warnings       string
	}{
		{"both", ago(matchday.Programme, 5, ""), ago(matchday.Cancellations, 9, ""), 9, "true true", ""},
		{"an hour", ago(matchday.Programme, 59, ""), ago(matchday.Cancellations, 60, ""), 60, "true false", "cancellations stale"},
		{"never", never(matchday.Programme, ""), ago(matchday.Cancellations, 1, ""), -1, "false true", "programme never_fetched"},
		{"no key", never(matchday.Programme, matchday.NotConfigured), never(matchday.Cancellations, matchday.NotConfigured), -1, "false false",
			"programme not_configured, cancellations not_configured"},
		{"failed now", ago(matchday.Programme, 20, matchday.Unreachable), ago(matchday.Cancellations, 1, ""), 20, "true true",
			"programme unreachable"},
	} {
		feed := matchday.NewFeed([]matchday.Fetched{c.programme}, c.off, now)
		var warned []string
		for _, w := range feed.Warnings {
			warned = append(warned, fmt.Sprint(w.Source, " ", w.Code))
			if w.Message == "" || strings.HasSuffix(w.Message, ": ") {
				t.Errorf("%s: says %q", c.name, w.Message)
			}
		}
		want := time.Time{}
		if c.oldest >= 0 {
			want = now.Add(-time.Duration(c.oldest) * time.Minute)
		}
		if got := fmt.Sprint(feed.Programme.Fresh, feed.Cancellations.Fresh); !feed.At.Equal(want) || got != c.fresh ||
			strings.Join(warned, ", ") != c.warnings {
			t.Errorf("%s: %v, fresh %s, warnings %v", c.name, feed.At, got, warned)
		}
	}
}

func TestAFailureKeepsTheLastGoodMatches(t *testing.T) {
	t.Parallel()
	now := at("2026-06-15T12:00:00Z")
	var f matchday.Fetched
	f.Take([]matchday.Match{match(1, "2026-06-20T10:00:00Z")}, "", now)
	f.Take(nil, matchday.Unexpected, now.Add(time.Minute))
	if len(f.Matches) != 1 || !f.At.Equal(now) || f.Problem != matchday.Unexpected {
		t.Errorf("got %+v", f)
	}
	f.Take([]matchday.Match{}, "", now) // of somebody who began earlier
	if len(f.Matches) != 1 {
		t.Errorf("an older answer replaced a newer one: %+v", f)
	}
	for after, due := range map[time.Duration]bool{30 * time.Second: false, time.Minute: true} {
		if got := f.TeamDue(f.Tried.Add(after)); got != due {
			t.Errorf("%v after a failure: due %v", after, got)
		}
	}
	f.Problem = ""
	for after, due := range map[time.Duration]bool{9*time.Minute + 59*time.Second: false, 10 * time.Minute: true} {
		if got := f.TeamDue(f.Tried.Add(after)); got != due {
			t.Errorf("%v after it went well: due %v", after, got)
		}
	}
}

// What a clock that was years ahead fetched counts as old, and gives way to what is fetched when it is right.
func TestWhatAWrongClockFetched(t *testing.T) {
	t.Parallel()
	now := at("2026-06-15T12:00:00Z")
	var f matchday.Fetched
	f.Take([]matchday.Match{match(1, "2026-06-20T10:00:00Z")}, "", at("2090-01-01T12:00:00Z"))
	if f.Fresh(now) || !f.TeamDue(now) {
		t.Errorf("fresh %v, due %v", f.Fresh(now), f.TeamDue(now))
	}
	if feed := matchday.NewFeed([]matchday.Fetched{f}, f, now); len(feed.Warnings) != 2 || feed.Warnings[0].Code != matchday.Stale {
		t.Errorf("warns of %v", feed.Warnings)
	}
	f.Take([]matchday.Match{}, "", now)
	if len(f.Matches) != 0 || !f.At.Equal(now) || !f.Fresh(now) || f.TeamDue(now) {
		t.Errorf("got %+v", f)
	}
}

func TestOnlyTheMatchesOfATeam(t *testing.T) {
	t.Parallel()
	code := func(home, away string) func(*matchday.Match) {
		return func(m *matchday.Match) { m.HomeCode, m.AwayCode = home, away }
	}
	all := []matchday.Match{
		match(1, "2026-06-20T10:00:00Z", code("1", "9")), match(2, "2026-06-20T10:00:00Z", code("9", "2")),
		match(3, "2026-06-20T10:00:00Z"),
	}
	if got := shown(matchday.Only(all, "1")); got != "1 20T12:00" {
		t.Errorf("got %s", got)
	}
	if got := matchday.Only(all, ""); len(got) != 0 || len(all) != 3 {
		t.Errorf("without a number: %v", got)
	}
}
