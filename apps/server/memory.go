package main

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// limitMemory tells the runtime how much memory there is, so that it tidies up in time: what was configured, or else most of what
// the container gives. Without either it takes what it needs.
func limitMemory(configured int64) {
	if configured == 0 && os.Getenv("GOMEMLIMIT") != "" { // the runtime knows already
		return
	}
	if configured == 0 {
		given, err := memlimit.FromCgroup()
		if err != nil { // no container, or one without a limit
			return
		}
		configured = int64(given / 5 * 4)
	}
	debug.SetMemoryLimit(configured)
	slog.Info("memory is limited", "bytes", configured)
}

// spare is how much the memory in use may grow before it is tidied up, besides a quarter of it. Little of it stays from one
// answer to the next: more would save some of the processor's time, less would save memory.
const spare = 24 << 20

// tidyOften is how often it is looked at how much memory is in use.
const tidyOften = 5 * time.Second

// keepTidy lets the memory in use grow by no more than spare and a quarter of it before it is tidied up, until the context
// ends. The club, which is in memory by now, is most of it; what was needed to load it goes at once.
func keepTidy(ctx context.Context) {
	debug.FreeOSMemory()
	inUse := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	for {
		metrics.Read(inUse)
		if bytes := inUse[0].Value.Uint64(); bytes > 0 {
			debug.SetGCPercent(int(25 + 100*spare/bytes)) //nolint:gosec // it is at most some thousands
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tidyOften):
		}
	}
}
