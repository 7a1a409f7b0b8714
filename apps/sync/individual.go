package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/apps/sync/internal/locks"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// member brings one member up to date, for the API: under a lock of its own, and in turn with the pipelines. It stops at the next
// record when the process is told to end.
func (sv *service) member(ctx context.Context, code string) (result refresh.Result, err error) {
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
		result, err = sv.service.Individual(ctx, code)
		return err
	})
	if errors.Is(err, errBusy) {
		err = fmt.Errorf("%w: %w", syncapi.ErrBusy, err)
	}
	return result, err
}
