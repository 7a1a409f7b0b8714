package main

import (
	"context"
	"log/slog"
	"time"
)

// listenOften is how often the synchronization is asked how its runs ended.
const listenOften = 5 * time.Minute

// listen keeps what administrators see of the synchronization new, until the context ends.
func (p *program) listen(ctx context.Context) {
	for {
		if err := p.club.Refreshes.Listen(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "the synchronization does not say how its runs ended", "cause", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(listenOften):
		}
	}
}
