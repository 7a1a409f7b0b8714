package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/apps/sync/internal/timetable"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// start runs what is due. The use case mails its summary; that of a run that could not begin is written and mailed here.
func (sv *service) start(ctx context.Context, due timetable.Due) {
	begun := time.Now()
	done, _, err := sv.run(ctx, due.Pipeline, synchronizations.Options{
		Scheduled: true, WithInvoice: due.Pipeline == run.FunctionsFull,
	})
	if err != nil {
		slog.ErrorContext(ctx, "a scheduled run failed", "pipeline", due.Pipeline, "cause", err)
	}
	switch {
	case !done.Started.IsZero():
		sv.metrics.Ran(&done)
		return
	case ctx.Err() != nil: // it was told to end before it began
		return
	}
	failed := sv.failed(due.Pipeline, begun, err)
	failed.Scheduled = true
	sv.metrics.Ran(&failed)
	writing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	id, lost := sv.service.Stores.Runs.Start(writing, failed)
	if lost != nil {
		slog.ErrorContext(ctx, "a run that failed could not be written down", "cause", lost)
	}
	failed.ID = id
	sv.alarm(writing, &failed, err)
}

// failed is a run that could not begin, and why.
func (p *program) failed(pipeline run.Pipeline, begun time.Time, err error) run.Run {
	now := time.Now().In(p.zone)
	return run.Run{
		Pipeline: pipeline, Process: p.service.Process, Host: p.host, Started: begun.In(p.zone), Beat: now, Finished: now,
		Outcome: run.Failure, Problems: []run.Problem{{Message: err.Error(), At: now}},
	}
}

// alarms are the locks of which the operator was told.
type alarms struct {
	mu   sync.Mutex
	told map[locks.Owner]bool
}

// once tells the operator of a lock, unless that went well before.
func (a *alarms) once(lock locks.Owner, tell func() error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.told[lock] {
		return nil
	}
	if err := tell(); err != nil {
		return err
	}
	if a.told == nil {
		a.told = map[locks.Owner]bool{}
	}
	a.told[lock] = true
	return nil
}

// alarm mails the operator that something could not begin. For a lock that stands in the way the mail names the command that
// removes it; every scheduled run that meets it is told of (contract §1), what was asked for on demand once.
func (sv *service) alarm(ctx context.Context, failed *run.Run, cause error) {
	tell := func(key string) error {
		return sv.service.Notify(ctx, failed, cause, key)
	}
	var err error
	var held *locks.HeldError
	if !failed.Scheduled && errors.As(cause, &held) {
		lock := held.Owner
		lock.Started = lock.Started.UTC() // as a key of the map
		err = sv.alarms.once(lock, func() error {
			return tell(fmt.Sprintf("clubsync-lock-%s-%s-%d-%d", lock.Type, lock.Host, lock.Process, lock.Started.UnixMicro()))
		})
	} else {
		err = tell(fmt.Sprintf("clubsync-failed-%s-%d-%d", failed.Pipeline, failed.ID, failed.Started.UnixNano()))
	}
	if err != nil {
		slog.ErrorContext(ctx, "the operator could not be told", "cause", err)
	}
}
