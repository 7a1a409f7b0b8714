package riverjobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
)

func TestTheLogTellsWhatIsWrongAlone(t *testing.T) {
	t.Parallel()
	stopped, stop := context.WithCancel(t.Context())
	stop()
	cut := fmt.Errorf("begin: %w", context.Canceled).Error()
	for _, c := range []struct {
		ctx     context.Context
		level   slog.Level
		message string
		err     string
		told    bool
	}{
		{t.Context(), slog.LevelInfo, "River client started", "", false},
		{t.Context(), slog.LevelError, "Enqueuer: Error starting transaction", "disk full", true},
		{t.Context(), slog.LevelWarn, "Job errored; retrying", "no mail", false},
		{stopped, slog.LevelError, "Enqueuer: Error starting transaction", cut, false},
		{stopped, slog.LevelError, "Enqueuer: Error starting transaction", "disk full", true},
		{t.Context(), slog.LevelError, "Enqueuer: Error starting transaction", cut, true}, // nobody told it to stop
	} {
		var told bytes.Buffer
		slog.New(onlyWarnings{slog.NewTextHandler(&told, nil)}).Log(c.ctx, c.level, c.message, "error", c.err)
		if (told.Len() > 0) != c.told {
			t.Errorf("%s, %q, stopped: %v: told %q", c.message, c.err, errors.Is(c.ctx.Err(), context.Canceled), &told)
		}
	}
}
