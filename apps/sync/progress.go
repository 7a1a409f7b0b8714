package main

import (
	"io"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far a run is: a bar for each step on a terminal, and in the log always.
type progress struct {
	mu   sync.Mutex
	bars io.Writer // nil without a terminal
	bar  *progressbar.ProgressBar
	step string
	told time.Time
}

// newProgress shows bars on a terminal, unless the log goes there.
func newProgress(stderr io.Writer, verbose bool) *progress {
	file, is := stderr.(*os.File)
	if is && !verbose && term.IsTerminal(int(file.Fd())) { //nolint:gosec // a file's number is small
		return &progress{bars: stderr}
	}
	return &progress{}
}

// between is how long the log says nothing of a step that goes on.
const between = 2 * time.Second

// show is told how far a step is. total is 0 when nobody knows.
func (p *progress) show(step string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := step != p.step
	if fresh || time.Since(p.told) >= between || done == total {
		slog.Debug("progress", "step", step, "done", done, "total", total)
		p.told = time.Now()
	}
	if fresh {
		p.clear()
		p.step = step
	}
	if p.bars == nil {
		return
	}
	if p.bar == nil {
		p.draw(step, total)
	}
	if total > 0 && total != p.bar.GetMax() {
		p.bar.ChangeMax(total)
	}
	_ = p.bar.Set(done) // a bar that cannot be drawn is no reason to fail
}

// begin shows that something has begun of which nobody knows how long it takes.
func (p *progress) begin(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		p.draw(what, 0)
		_ = p.bar.RenderBlank()
	}
}

func (p *progress) draw(what string, total int) {
	if total == 0 {
		total = -1 // the library's word for nobody knows
	}
	p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.bars), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetSpinnerChangeInterval(0))
}

// end takes the bar away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}

func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
	p.step = ""
}
