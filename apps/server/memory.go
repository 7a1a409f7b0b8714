package main

import (
	"context"
	"log/slog"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/clubhuis/clubhuis/apps/server/internal/lategc"
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

// A server is idle when it allocated at most idleBytes between two looks, idleLooks times in a row.
const (
	idleBytes = 1 << 20
	idleLooks = 3
)

// keepTidy lets the memory in use grow by no more than spare and a quarter of it before it is tidied up, until the context
// ends. The club, which is in memory by now, is most of it; what was needed to load it goes at once, and what was needed for
// some work when that is over: on a machine with many clubs most of them have nothing to do. savePeople is called before that
// (gormstore.Store.SavePeople).
func keepTidy(ctx context.Context, savePeople func(context.Context) error) {
	lategc.End()
	debug.FreeOSMemory()
	var work activity
	seen := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	for {
		metrics.Read(seen)
		if bytes := seen[0].Value.Uint64(); bytes > 0 {
			debug.SetGCPercent(int(25 + 100*spare/bytes)) //nolint:gosec // it is at most some thousands
		}
		if work.ends(seen[1].Value.Uint64()) {
			if err := savePeople(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "people were not saved for the next start", "cause", err)
			}
			debug.FreeOSMemory()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(tidyOften):
		}
	}
}

// activity tells when a server that worked has become idle.
type activity struct {
	allocated uint64 // bytes, since the program started
	looks     int    // in a row at which little was allocated
}

// ends reports, once, that the server is idle now. It gets the bytes allocated since the program started.
func (a *activity) ends(allocated uint64) bool {
	if allocated-a.allocated > idleBytes {
		a.looks = 0
	} else {
		a.looks++
	}
	a.allocated = allocated
	return a.looks == idleLooks
}
