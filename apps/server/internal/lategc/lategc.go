// Package lategc lets a program allocate its first 64 MB before garbage is collected for the first time. By itself Go collects at
// 4 MB, 8 MB, 16 MB and so on: a third of the time of a start, in which next to nothing is garbage.
//
// Importing it does so: what other packages do before main allocates already. GOGC in the environment goes before it, and a limit
// of memory holds as ever.
package lategc

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"github.com/clubhuis/clubhuis/apps/server/internal/prefault"
)

// first is how many bytes are in use when garbage is collected for the first time.
const first = 64 << 20

// smallest is at how many bytes the runtime collects for the first time with the usual percentage (runtime/mgcpacer.go).
const (
	smallest = 4 << 20
	usual    = 100
)

// watched is an object that the first collection finds without a user. What has no pointer may share its place with others.
type watched struct{ _ *int }

func init() {
	if os.Getenv("GOGC") != "" {
		end.Do(func() {})
		return
	}
	debug.SetGCPercent(usual * (first / smallest))
	runtime.AddCleanup(new(watched), func(struct{}) { End() }, struct{}{})
}

var end sync.Once

// End lets garbage be collected as usual from now on, and memory come when it is needed. The first collection calls it.
func End() {
	prefault.End()
	end.Do(func() { debug.SetGCPercent(usual) })
}
