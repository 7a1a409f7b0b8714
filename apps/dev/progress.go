package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// heartbeat is how often a long step says that it is still there.
const heartbeat = 30 * time.Second

// progress writes one line per step: "==> name … ok 12s (detail)".
type progress struct {
	out io.Writer

	began time.Time
	beat  chan struct{} // closed at the end of the step
	beats sync.WaitGroup
}

func (p *progress) begin(name string) {
	p.began = time.Now()
	p.beat = make(chan struct{})
	fmt.Fprintf(p.out, "==> %s …", name)
	p.beats.Go(func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(p.out, " %s …", p.elapsed())
			case <-p.beat:
				return
			}
		}
	})
}

func (p *progress) ok(detail string) {
	p.end()
	if detail != "" {
		detail = " (" + detail + ")"
	}
	fmt.Fprintf(p.out, " ok %s%s\n", p.elapsed(), detail)
}

// failed shows each thing that went wrong, from the long to the short: the
// output, the error, then what to do.
func (p *progress) failed(ctx context.Context, err error, advice string) {
	p.end()
	if ctx.Err() != nil {
		fmt.Fprintf(p.out, " interrupted after %s\n", p.elapsed())
		return
	}
	fmt.Fprintf(p.out, " FAILED after %s\n\n", p.elapsed())
	var several rowsError
	if !errors.As(err, &several) {
		p.explain(err, advice)
	}
	for _, failure := range several {
		p.explain(failure, failure.advice)
	}
}

func (p *progress) explain(err error, advice string) {
	var failed *commandError
	if errors.As(err, &failed) {
		if output := bytes.TrimSpace(failed.output); len(output) > 0 {
			fmt.Fprintf(p.out, "%s\n\n", output)
		}
	}
	fmt.Fprintf(p.out, "%v\n", err)
	if advice != "" {
		fmt.Fprintf(p.out, "%s\n", advice)
	}
	fmt.Fprintln(p.out)
}

func (p *progress) done(name string, took time.Duration) {
	fmt.Fprintf(p.out, "==> %s: all ok in %s\n", name, round(took))
}

func (p *progress) end() {
	close(p.beat)
	p.beats.Wait()
}

func (p *progress) elapsed() time.Duration { return round(time.Since(p.began)) }

// round drops what nobody reads.
func round(d time.Duration) time.Duration {
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Second)
}
