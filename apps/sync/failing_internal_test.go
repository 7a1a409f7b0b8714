package main

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

func TestWhichPipelinesTheAdministratorsAreToldOf(t *testing.T) {
	t.Parallel()
	got := watched([]operators.Offer{
		{Pipeline: run.People, Configured: true}, {Pipeline: run.Helpdesk}, {Pipeline: run.FormerMembers, Configured: true},
	})
	if !slices.Equal(got, []run.Pipeline{run.People}) {
		t.Errorf("%v", got)
	}
}

func TestWhichRunsAreDead(t *testing.T) {
	t.Parallel()
	now := processBegan.Add(time.Hour)
	quiet := now.Add(-run.Quiet)
	for _, c := range []struct {
		name string
		run  run.Run
		want bool
	}{
		{"silent while it reads", run.Run{Host: "a", Process: os.Getpid(), Started: quiet, Beat: quiet}, false},
		{
			"of a process before with the same number",
			run.Run{Host: "a", Process: os.Getpid(), Started: processBegan.Add(-1), Beat: now}, true,
		},
		{"whose process is gone", run.Run{Host: "a", Process: 1 << 30, Started: quiet, Beat: now}, true},
		{"silent on another host", run.Run{Host: "b", Process: os.Getpid(), Started: quiet, Beat: quiet}, true},
		{"at work on another host", run.Run{Host: "b", Process: 1 << 30, Started: quiet, Beat: now}, false},
	} {
		c.run.Outcome = run.Running
		if got := died(&c.run, "a", now); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		c.run.Outcome = run.Success
		if died(&c.run, "a", now) {
			t.Errorf("%s, and ended: dead", c.name)
		}
	}
}

func TestAScheduledRunWaitsAsLongAsItWouldStillStart(t *testing.T) {
	t.Parallel()
	for pipeline, want := range map[run.Pipeline]time.Duration{run.People: run.LateSeveral, run.Teams: run.LateOnce} {
		if got := patience(pipeline, true); got != want {
			t.Errorf("%s: %s, want %s", pipeline, got, want)
		}
		if got := patience(pipeline, false); got != turnPatience {
			t.Errorf("%s by hand: %s", pipeline, got)
		}
	}
}
