package run_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

var started = time.Date(2026, 11, 21, 7, 0, 0, 0, time.UTC)

func TestSIGKILLedRunIsDetectedAsDead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		outcome run.Outcome
		silent  time.Duration
		want    bool
	}{
		{"at work", run.Running, time.Minute, true},
		{"silent for almost too long", run.Running, run.Quiet - 1, true},
		{"silent for too long", run.Running, run.Quiet, false},
		{"finished", run.Success, 0, false},
		{"failed", run.Failure, 0, false},
	} {
		r := run.Run{Outcome: c.outcome, Beat: started}
		if got := r.Alive(started.Add(c.silent)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestRunsOfOneTypeExcludeEachOther(t *testing.T) {
	t.Parallel()
	for pipeline, want := range map[run.Pipeline][2]string{
		run.People: {"people", "people"}, run.Teams: {"teams", "teams"}, run.Functions: {"functions", "functions"},
		run.FunctionsFull: {"functions", "functions --all"}, run.Individual: {"individual", "individual"},
	} {
		if got := [2]string{pipeline.Type(), pipeline.Command()}; got != want {
			t.Errorf("%s: %q, want %q", pipeline, got, want)
		}
	}
}

func TestErrorsAreThoseCountedOrThoseWrittenDown(t *testing.T) {
	t.Parallel()
	r := run.Run{Steps: []run.Step{{Name: "a", Counts: run.Counts{Errors: 2}}, {Name: "b", Counts: run.Counts{Errors: 1}}}}
	if got := r.Errors(); got != 3 {
		t.Errorf("counted: %d", got)
	}
	r.Problems = make([]run.Problem, 4) // one belongs to no step
	if got := r.Errors(); got != 4 {
		t.Errorf("written down: %d", got)
	}
}

func TestAStepIsFoundByItsName(t *testing.T) {
	t.Parallel()
	r := run.Run{ID: 12, Pipeline: run.People, Steps: []run.Step{{Name: "a"}, {Name: "b"}}}
	if r.Step("b") != &r.Steps[1] || r.Step("c") != nil || r.Name() != "people run 12" {
		t.Errorf("%v %v %s", r.Step("b"), r.Step("c"), r.Name())
	}
}

func TestACloneSharesNothing(t *testing.T) {
	t.Parallel()
	r := run.Run{Steps: []run.Step{{Name: "a"}}, Problems: []run.Problem{{Key: "a"}}, Plan: []run.Planned{{Key: "a"}}}
	c := r.Clone()
	if !reflect.DeepEqual(c, r) {
		t.Errorf("%+v", c)
	}
	c.Steps[0].Name, c.Problems[0].Key, c.Plan[0].Key = "b", "b", "b"
	if r.Steps[0].Name != "a" || r.Problems[0].Key != "a" || r.Plan[0].Key != "a" {
		t.Errorf("the clone changed %+v", r)
	}
}
