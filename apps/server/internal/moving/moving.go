// Package moving shows on a terminal how far the move of a club is.
//
// It does not move it: see core/usecase/predecessors.
package moving

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
)

// Every is how often a step that goes on is shown.
const Every = 200 * time.Millisecond

// Progress returns what shows each step: on a terminal one line that changes, elsewhere a line for each step that begins. end
// closes the last line.
func Progress(out io.Writer, terminal bool, now func() time.Time) (show func(predecessors.Progress), end func()) {
	var mu sync.Mutex
	var step string
	var last time.Time
	show = func(p predecessors.Progress) {
		mu.Lock()
		defer mu.Unlock()
		begins := p.Step != step
		if !begins && (!terminal || now().Sub(last) < Every && p.Done < p.Total) {
			return
		}
		if terminal && begins && step != "" {
			fmt.Fprintln(out)
		}
		step, last = p.Step, now()
		line := fmt.Sprintf("%s: %d", p.Step, p.Done)
		if p.Total > 0 {
			line = fmt.Sprintf("%s: %d of %d", p.Step, p.Done, p.Total)
		}
		if terminal {
			fmt.Fprintf(out, "\r%-70s", line)
			return
		}
		fmt.Fprintln(out, p.Step)
	}
	return show, func() {
		if terminal && step != "" {
			fmt.Fprintln(out)
		}
	}
}
