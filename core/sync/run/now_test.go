package run_test

import (
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// contract: facts §5 (overdue: next expected time + 4 h grace)
func TestHowAPipelineStandsBesideItsSchedule(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Amsterdam")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 10, day, hour, minute, 0, 0, zone) }
	slots := []run.Slot{{run.People, nil, 8, 0}, {run.People, nil, 11, 0}, {run.Teams, []time.Weekday{time.Sunday}, 6, 0}}
	for _, c := range []struct {
		name      string
		pipeline  run.Pipeline
		last, now time.Time
		want      run.Standing
	}{
		{"never", run.People, time.Time{}, at(23, 23, 0), run.Standing{Next: at(24, 8, 0)}},
		{"just begun", run.People, at(23, 8, 0), at(23, 8, 1), run.Standing{Next: at(23, 11, 0)}},
		{"due", run.People, at(23, 8, 0), at(23, 11, 0), run.Standing{Next: at(24, 8, 0), Due: at(23, 11, 0)}},
		{"four hours later", run.People, at(23, 8, 0), at(23, 15, 0), run.Standing{Next: at(24, 8, 0), Due: at(23, 11, 0)}},
		{"more than that", run.People, at(23, 8, 0), at(23, 15, 1), run.Standing{Next: at(24, 8, 0), Due: at(23, 11, 0), Overdue: true}},
		{"the first of several", run.People, at(20, 12, 0), at(23, 15, 1),
			run.Standing{Next: at(24, 8, 0), Due: at(21, 8, 0), Overdue: true}},
		{"in the hour that comes twice", run.Teams, at(18, 6, 0), at(25, 9, 59), run.Standing{Next: at(32, 6, 0), Due: at(25, 6, 0)}},
		{"by hand only", run.FormerMembers, at(1, 6, 0), at(25, 9, 59), run.Standing{}},
	} {
		got := run.StandingOf(c.pipeline, c.last, c.now, zone, slots)
		if !got.Next.Equal(c.want.Next) || !got.Due.Equal(c.want.Due) || got.Overdue != c.want.Overdue {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestProblemsOfOneCauseAreTogether(t *testing.T) {
	t.Parallel()
	problems := []run.Problem{
		{System: run.ClubSite, Code: "site_answer", Message: "Geen antwoord: 502", Key: "a"},
		{System: run.Application, Message: "Deze naam is te lang: 300 tekens", Key: "b"},
		{System: run.Application, Message: "Deze naam is te lang: 400 tekens", Key: "c"},
		{System: run.MailLists, Message: "Deze naam is te lang", Key: "d"},
		{System: run.ClubSite, Code: "site_answer", Message: "Geen antwoord: 504", Key: "e"},
		{System: run.ClubSite, Code: "site_answer", Message: "Iets anders", Key: "f"},
		{Message: "Het ging mis. En nu?"},
	}
	type cause struct {
		message string
		keys    []string
	}
	want := []cause{{"Geen antwoord", []string{"a", "e", "f"}}, {"Deze naam is te lang", []string{"b", "c"}},
		{"Deze naam is te lang", []string{"d"}}, {"Het ging mis", []string{""}}}
	var got []cause
	for _, c := range run.Causes(problems) {
		one := cause{message: c.Message}
		for _, p := range c.Problems {
			one.keys = append(one.keys, p.Key)
		}
		got = append(got, one)
	}
	if !slices.EqualFunc(got, want, func(a, b cause) bool { return a.message == b.message && slices.Equal(a.keys, b.keys) }) {
		t.Errorf("got %v", got)
	}
	if len(run.Causes(nil)) != 0 {
		t.Error("nothing has a cause")
	}
}
