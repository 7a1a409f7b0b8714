package main

import (
	"log/slog"
	"os"
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
