package main

import (
	"context"
	"log/slog"
	"time"
)

// watchEvery is how often the service looks whether a pipeline is overdue.
const watchEvery = 10 * time.Minute

// watch tells the operator of pipelines that are overdue, and the metrics of runs that other processes made, until the context
// ends.
func (sv *service) watch(ctx context.Context) {
	for {
		if err := sv.service.WarnOverdue(ctx, sv.begun); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "the operator could not be told what is overdue", "cause", err)
		}
		if wait(ctx, watchEvery) != nil {
			return
		}
		if err := sv.remember(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "the metrics do not know the newest runs", "cause", err)
		}
	}
}
