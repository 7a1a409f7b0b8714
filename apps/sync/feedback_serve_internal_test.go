package main

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/agents"
)

// The schedule's half hour passes while the agent works that an operator began: its page goes on to show that.
func TestTheScheduleLeavesWhatAnOperatorBeganOnThePage(t *testing.T) {
	sv, _ := unattended(t)
	release, err := sv.locks.TakeOver(run.Feedback.Type())
	ok(t, err)
	end := sv.live.begin(string(run.Feedback), false)
	sv.live.hasTurn(string(run.Feedback))
	before := sv.live.working(string(run.Feedback))
	sv.feedback(t.Context(), &codingAgent{environment: sv.environment}, agents.Options{Scheduled: true}, nil)
	if got := sv.live.working(string(run.Feedback)); got != before {
		t.Errorf("the page shows %+v, want %+v", got, before)
	}
	end()
	ok(t, release())
}
