package main

import (
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"

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

// tidyAt returns by how much the memory in use grows before it is tidied up, in percent. The club, which is in memory by now, is
// most of it.
func tidyAt() int {
	debug.FreeOSMemory() // what was needed to load the club goes
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return int(25 + 100*spare/max(memory.HeapAlloc, 1))
}
