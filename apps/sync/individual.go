package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// watched are the pipelines that the schedule starts: of one that the club has not set up, or that somebody starts by hand, an
// old failure is nobody's trouble.
func watched(offers []operators.Offer) (pipelines []run.Pipeline) {
	for _, offer := range offers {
		if offer.Configured && !slices.Contains(run.ByHand, offer.Pipeline) {
			pipelines = append(pipelines, offer.Pipeline)
		}
	}
	return pipelines
}

// failing returns the pipelines whose newest run failed, or died.
func (sv *service) failing(ctx context.Context) (names []string, err error) {
	pipelines := watched((&house{service: sv}).Pipelines())
	latest, err := sv.service.Stores.Runs.Latest(ctx, pipelines...)
	for _, pipeline := range pipelines {
		newest := latest[pipeline].Run
		if newest.Outcome == run.Failure || died(&newest, sv.host, time.Now()) {
			names = append(names, string(pipeline))
		}
	}
	return names, err
}

// member brings one member up to date, for the API: under a lock of its own, and in turn with the pipelines. It stops at the next
// record when the process is told to end.
func (sv *service) member(ctx context.Context, code string) (result refresh.Result, err error) {
	sv.board.set(code, refresh.Queued)
	defer func() {
		state := refresh.Done
		if err != nil {
			state = refresh.Failed
		}
		sv.board.set(code, state)
	}()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(sv.ending, cancel)()
	begun := time.Now()
	release, err := sv.locks.Take(run.Individual.Type())
	var held *locks.HeldError
	if errors.As(err, &held) {
		if held.Life != locks.Alive { // nothing but the operator will clear it
			slog.ErrorContext(ctx, "no member can be brought up to date", "cause", err)
			failed := sv.failed(run.Individual, begun, err)
			sv.alarm(ctx, &failed, err)
		}
		return result, fmt.Errorf("%w: %w", syncapi.ErrBusy, err)
	}
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, release()) }()
	err = sv.inTurn(ctx, browserPatience, func() error {
		sv.entered.store(func() { sv.board.set(code, refresh.Reading) })
		defer sv.entered.store(nil)
		result, err = sv.service.Follow(ctx, code, func(state refresh.State) { sv.board.set(code, state) })
		return err
	})
	if errors.Is(err, errBusy) {
		err = fmt.Errorf("%w: %w", syncapi.ErrBusy, err)
	}
	return result, err
}

// board says how far the work on single members is. Codes are compared without regard to case.
type board struct {
	mu   sync.Mutex
	work refresh.Board
}

func (b *board) set(code string, state refresh.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.work.Set(strings.ToUpper(code), state)
}

func (b *board) state(code string) (refresh.State, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.work.State(strings.ToUpper(code))
}
