package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// house is what the operators' pages ask of this process.
type house struct {
	*service
	mu       sync.Mutex
	failures map[string]error // why comparing and repairing failed the last time
}

var _ operators.House = (*house)(nil)

// Pipelines implements operators.House.
func (h *house) Pipelines() (offers []operators.Offer) {
	for _, pipeline := range append(run.Scheduled(), run.ByHand...) {
		if h.service.service.Knows(pipeline) {
			offers = append(offers, operators.Offer{Pipeline: pipeline, Configured: h.service.service.Configured(pipeline)})
		}
	}
	return append(offers, operators.Offer{Pipeline: run.Feedback, Configured: h.config.agentGiven(), NoDryRun: true})
}

// Working implements operators.House.
func (h *house) Working(what string) operators.Working { return h.live.working(what) }

// Failure implements operators.House.
func (h *house) Failure(what string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.failures[what]
}

func (h *house) failed(what string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.failures == nil {
		h.failures = map[string]error{}
	}
	h.failures[what] = err
}

// Begin implements operators.House.
func (h *house) Begin(_ context.Context, order operators.Order) error {
	slog.Info("ordered", "what", order.What, "by", order.Ordered, "dry run", order.DryRun)
	switch order.What {
	case operators.Comparing:
		return h.only(order, func(ctx context.Context) error { return h.compare(ctx) })
	case operators.Repairing:
		return h.only(order, func(ctx context.Context) error { return h.repair(ctx, order) })
	}
	pipeline := run.Pipeline(order.What)
	if pipeline == run.Feedback {
		return h.beginFeedback(order)
	}
	release, err := h.locks.Take(pipeline.Type())
	if err != nil {
		return told(err)
	}
	begun := time.Now()
	h.orders.Go(func() {
		done, _, err := h.runLocked(h.ending, pipeline, synchronizations.Options{
			DryRun: order.DryRun, Keep: order.DryRun, AcceptRemovals: order.Accept, AcceptCreations: order.Accept,
			WithInvoice: pipeline == run.FunctionsFull,
		}, release)
		h.ended(pipeline, begun, &done, err)
	})
	return nil
}

// ended notes how a run ended that an operator began. One that could not begin is written down, so that it is seen.
func (h *house) ended(pipeline run.Pipeline, begun time.Time, done *run.Run, err error) {
	if err != nil {
		slog.Error("a run that was ordered failed", "pipeline", pipeline, "cause", err)
	}
	if !done.Started.IsZero() {
		h.metrics.Seen(done)
		return
	}
	if h.ending.Err() != nil || err == nil { // it was told to end before it began
		return
	}
	failed := h.service.failed(pipeline, begun, err)
	if _, err := h.service.service.Stores.Runs.Start(h.ending, failed); err != nil {
		slog.Error("a run that failed could not be written down", "cause", err)
	}
}

// told is what an operator hears of a lock.
func told(err error) error {
	var held *locks.HeldError
	switch {
	case !errors.As(err, &held):
		return err
	case held.Life == locks.Alive:
		return operators.ErrAtWork.Because(err)
	}
	return operators.ErrLocked.Because(err)
}

// only begins work of a kind of which there is one at a time.
func (h *house) only(order operators.Order, do func(context.Context) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, what := range []string{operators.Comparing, operators.Repairing} {
		if h.live.working(what).What != "" {
			return operators.ErrAtWork
		}
	}
	end := h.live.begin(order.What, order.DryRun)
	h.orders.Go(func() {
		err := do(h.ending)
		if err != nil {
			slog.Error("what was ordered failed", "what", order.What, "cause", err)
		}
		h.failed(order.What, err)
		end()
	})
	return nil
}

// compare compares the sides, and keeps what was found.
func (h *house) compare(ctx context.Context) error {
	return h.inTurn(ctx, turnPatience, func() error {
		h.live.hasTurn(operators.Comparing)
		found, err := h.service.service.Verify(ctx)
		if err != nil {
			return err
		}
		return operators.KeepCompared(ctx, h.service.service.Stores.Downloads, found, time.Now())
	})
}

// repair repairs what was chosen: a run for each pipeline that it takes. Then it compares again.
func (h *house) repair(ctx context.Context, order operators.Order) error {
	for _, repair := range h.service.service.Repairs(order.Repair) {
		begun := time.Now()
		done, _, err := h.run(ctx, repair.Pipeline, synchronizations.Options{
			DryRun: order.DryRun, Keep: order.DryRun, AcceptRemovals: order.Accept, Repair: repair.Found,
		})
		h.ended(repair.Pipeline, begun, &done, err)
		if err != nil {
			return err
		}
	}
	if order.DryRun {
		return nil
	}
	return h.compare(ctx)
}

// Locks implements operators.House.
func (h *house) Locks(context.Context) ([]operators.Lock, error) {
	held, err := h.locks.Held()
	var list []operators.Lock
	for _, l := range held {
		list = append(list, operators.Lock{
			Kind: l.Owner.Type, Process: max(0, l.Owner.Process), Host: l.Owner.Host, Since: l.Owner.Started,
			Life: map[locks.Life]operators.Life{locks.Alive: operators.Alive, locks.Dead: operators.Dead}[l.Life],
		})
	}
	return list, err
}

// Unlock implements operators.House.
func (h *house) Unlock(_ context.Context, kind string, force bool) error {
	_, err := h.locks.Remove(kind, force)
	var held *locks.HeldError
	switch {
	case errors.Is(err, locks.ErrFree):
		return nil
	case errors.As(err, &held):
		return operators.ErrHeld.Because(err)
	}
	return err
}

// mostLog is how much of the end of a log is shown, in bytes.
const mostLog = 64 << 10

// Log implements operators.House. A log is named by when it was begun, which is at most a moment before the run.
func (h *house) Log(_ context.Context, r *run.Run) (string, error) {
	names, err := filepath.Glob(filepath.Join(h.data, "logs", string(r.Pipeline)+"-2*.log"))
	latest := ""
	for _, name := range names { // in the order of time
		stamp := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), string(r.Pipeline)+"-"), ".log")
		at, failed := time.ParseInLocation("2006-01-02_15-04-05", stamp, h.zone)
		if age := r.Started.Sub(at); failed == nil && age > -time.Second && age < time.Minute {
			latest = name
		}
	}
	if latest == "" || err != nil {
		return "", err
	}
	text, err := os.ReadFile(latest)
	if over := len(text) - mostLog; over > 0 {
		text = text[over:]
		if line := bytes.IndexByte(text, '\n'); line >= 0 {
			text = text[line+1:]
		}
	}
	return string(text), err
}

// Dead implements operators.House.
func (h *house) Dead(r *run.Run) bool { return h.dead(r) }

// Backup implements operators.House.
func (h *house) Backup() operators.Backup {
	h.backups.mu.Lock()
	defer h.backups.mu.Unlock()
	return h.backups.stand
}

// Setup implements operators.House.
func (h *house) Setup() operators.Setup {
	setup := operators.Setup{Club: h.config.ClubName, Lists: h.config.Lists, Warnings: h.config.warnings}
	var printed strings.Builder
	_ = settings.Print(&printed, h.config.syncFlags) // into memory
	for line := range strings.Lines(printed.String()) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		setup.Settings = append(setup.Settings, operators.Setting{Name: strings.TrimSuffix(name, ":"), Value: value})
	}
	return setup
}
