package synchronizations

import (
	"context"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/groups"
	"github.com/clubhuis/clubhuis/ports"
)

// Restored notes in a memory that it was brought back at a time from a backup that was made at another one. What the runs in
// between wrote is not remembered: the next runs find it again.
func Restored(ctx context.Context, memory ports.Ledger, made, at time.Time, zone *time.Location) error {
	days := workrows.Lost{From: civil.On(made, zone), To: civil.On(at, zone)}
	if err := groups.Restored(ctx, memory, days, at.UTC()); err != nil {
		return fmt.Errorf("note that a backup came back: %w", err)
	}
	return nil
}
