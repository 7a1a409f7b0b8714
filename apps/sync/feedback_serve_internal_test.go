package main

import (
	"errors"
	"testing"
	"time"

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

// Two items may fail for the same reason: each run is told.
func TestEachRunOfTheAgentThatFailsIsMailed(t *testing.T) {
	sv, mail := unattended(t)
	refused := errors.New("the forge refuses the token")
	for number := range int64(2) {
		begun := time.Date(2026, 12, 1, 10, 30*int(number), 0, 0, time.UTC)
		done := run.Run{ID: number + 1, Pipeline: run.Feedback, Scheduled: true, Started: begun, Outcome: run.Failure}
		sv.heard(t.Context(), &done, begun, refused)
	}
	if mails := len(mail.Messages()); mails != 2 {
		t.Errorf("%d mails about two runs", mails)
	}
}
