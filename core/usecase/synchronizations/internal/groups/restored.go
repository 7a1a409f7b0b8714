package groups

import (
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Restored notes that the memory was brought back from a backup: what the runs of these days wrote is not remembered. A run over
// everybody's rows takes the note away.
func Restored(ctx context.Context, memory ports.Ledger, days workrows.Lost, at time.Time) error {
	for _, kind := range []work.Kind{work.Team, work.Committee} {
		e, err := memory.Find(ctx, ledger.Review, restored(kind))
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return err
		}
		before, err := ledger.State[workrows.Lost](&e)
		if err != nil {
			return err
		}
		lost := days
		if !before.From.IsZero() && before.From.Before(lost.From) { // the backup has such a note, too
			lost.From = before.From
		}
		e = ledger.Entry{Kind: ledger.Review, Key: restored(kind), Remote: days.To.String(), At: at}
		e.SetState(lost)
		if err := memory.Put(ctx, e); err != nil {
			return err
		}
	}
	return nil
}

// restored is the key of the entry that says of which days no rows are remembered.
func restored(kind work.Kind) string { return "restored-" + string(kind) }

// lost returns the days of which no rows of a kind are remembered, nil for none.
func lost(ctx context.Context, r *engine.Runner, kind work.Kind) (*workrows.Lost, error) {
	e, err := r.Entry(ctx, ledger.Review, restored(kind))
	if err != nil || e.Remote == "" {
		return nil, err
	}
	days, err := ledger.State[workrows.Lost](&e)
	return &days, err
}
