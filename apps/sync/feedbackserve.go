package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/timetable"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/agents"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// feedbackEveryHalfHour runs the agent on its own schedule, beside that of the pipelines, until the context ends.
func (sv *service) feedbackEveryHalfHour(ctx context.Context) {
	a, err := sv.agent(&sv.config)
	if err != nil {
		slog.ErrorContext(ctx, "the coding agent cannot work", "cause", err)
		return
	}
	table := timetable.Table{
		Slots: run.AgentSchedule, Zone: sv.zone, Now: time.Now, Wait: wait, Last: sv.last,
		Start:  func(ctx context.Context, _ timetable.Due) { sv.feedback(ctx, a, agents.Options{Scheduled: true}, nil) },
		Missed: func(context.Context, timetable.Due) {}, // the next half hour does it
	}
	if err := table.Run(ctx); err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "the coding agent's schedule ended", "cause", err)
	}
}

// feedback works at all that is approved. release gives a lock back that is taken already; nil takes it here. What is seen of the
// work begins after the lock is taken and ends before it is given back: it is that of whoever has the lock.
func (sv *service) feedback(ctx context.Context, a *codingAgent, o agents.Options, release func() error) {
	if release == nil {
		var err error
		if release, err = a.locks.TakeOver(run.Feedback.Type()); err != nil {
			slog.WarnContext(ctx, "the coding agent did not begin", "cause", err) // another one works, and the next half hour comes
			return
		}
	}
	defer func() {
		if err := release(); err != nil {
			slog.ErrorContext(ctx, "the coding agent's lock stays", "cause", err)
		}
	}()
	defer sv.live.begin(string(run.Feedback), false)()
	sv.live.hasTurn(string(run.Feedback))
	begun := time.Now()
	_ = a.eachLocked(ctx, o, true, func(done run.Run, _ string, err error) error { // it returns what the function does: nothing
		sv.heard(ctx, &done, begun, err)
		return nil
	})
}

// heard writes down, counts and mails how a run of the agent ended. A run that found nothing is neither kept nor mailed; one
// that could not begin is, but not again while the reason stays the same.
func (sv *service) heard(ctx context.Context, done *run.Run, begun time.Time, err error) {
	if done.ID == 0 && (err == nil || ctx.Err() != nil) {
		if err == nil {
			sv.stopped.again("")
		}
		return
	}
	writing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	cause := ""
	if err != nil {
		cause = err.Error()
		slog.ErrorContext(ctx, "a run of the coding agent failed", "run", done.ID, "cause", err)
	}
	known := sv.stopped.again(cause)
	if done.ID == 0 {
		if known {
			return
		}
		failed := sv.failed(run.Feedback, begun, err)
		failed.Scheduled = true
		id, lost := sv.service.Stores.Runs.Start(writing, failed)
		if lost != nil {
			slog.ErrorContext(ctx, "a run that failed could not be written down", "cause", lost)
		}
		failed.ID = id
		*done = failed
	}
	sv.metrics.Ran(done)
	if !done.Scheduled {
		return
	}
	if lost := sv.service.Notify(writing, done, err, fmt.Sprintf("clubsync-feedback-%d-%d", done.ID,
		done.Started.Unix())); lost != nil {
		slog.ErrorContext(ctx, "the operator could not be told", "cause", lost)
	}
}

// beginFeedback is what an operator begins.
func (h *house) beginFeedback(order operators.Order) error {
	a, err := h.agent(&h.config)
	if err != nil {
		return err
	}
	release, err := h.locks.TakeOver(order.What)
	if err != nil {
		return told(err)
	}
	h.orders.Go(func() { h.feedback(h.ending, a, agents.Options{}, release) })
	return nil
}

// reason is why the last run of the agent could not do its work.
type reason struct {
	mu   sync.Mutex
	text string
}

// again notes a reason, "" for none, and reports whether it is the one that is known already.
func (r *reason) again(text string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := text != "" && r.text == text
	r.text = text
	return known
}
