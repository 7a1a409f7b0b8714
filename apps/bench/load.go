package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/program"
)

// limits bound one round of load: it ends at whichever comes first.
type limits struct {
	requests int64
	duration time.Duration
}

// round is what one round of load showed.
type round struct {
	requests    int
	seconds     float64
	p50, p99    time.Duration
	cpu         time.Duration // of the process asked
	databaseCPU time.Duration // of PostgreSQL
}

// target is a process under load.
type target struct {
	*program.Process
	passwords map[account]string // none on the floor
	postgres  int                // PostgreSQL's main process, 0 on SQLite
}

// client behaves like most programs: it keeps connections, and takes answers uncompressed.
func client(connections int) *http.Client {
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{
		MaxIdleConns: connections, MaxIdleConnsPerHost: connections, DisableCompression: true,
	}}
}

// numbers count the requests of the whole run, so that no two writes are the same.
var numbers atomic.Int64

// load sends requests to the target over a number of connections, each after the answer to its last one, and measures. The
// first wrong answer ends it.
func (t target) load(ctx context.Context, op operation, draw drawers, connections int, limit limits) (round, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	asking := client(connections)
	defer asking.CloseIdleConnections()
	var left atomic.Int64
	left.Store(limit.requests)
	took := make([][]time.Duration, connections)
	cpu, err := t.cpu()
	if err != nil {
		return round{}, err
	}
	begin := time.Now()
	var all sync.WaitGroup
	for i := range connections {
		all.Go(func() {
			var buffer bytes.Buffer
			for left.Add(-1) >= 0 && time.Since(begin) < limit.duration && ctx.Err() == nil {
				asked := op.make(draw[op.as], numbers.Add(1))
				sent := time.Now()
				if err := t.ask(ctx, asking, op.as, asked, &buffer); err != nil {
					cancel(fmt.Errorf("the %s answers %s %s wrongly: %w", t.Name, asked.method, asked.path, err))
					return
				}
				took[i] = append(took[i], time.Since(sent))
			}
		})
	}
	all.Wait()
	elapsed := time.Since(begin)
	if err := context.Cause(ctx); err != nil {
		return round{}, err
	}
	used, err := t.cpu()
	if err != nil {
		return round{}, err
	}
	var latencies []time.Duration
	for _, some := range took {
		latencies = append(latencies, some...)
	}
	return round{
		requests: len(latencies), seconds: elapsed.Seconds(),
		p50: percentile(latencies, .5), p99: percentile(latencies, .99),
		cpu: used.own - cpu.own, databaseCPU: used.database - cpu.database,
	}, nil
}

// ask sends one request and checks its answer. Its time includes reading the answer.
func (t target) ask(ctx context.Context, asking *http.Client, as account, asked request, buffer *bytes.Buffer) error {
	r, err := http.NewRequestWithContext(ctx, asked.method, t.Address+asked.path, bytes.NewReader(asked.body))
	if err != nil {
		return err
	}
	if password := t.passwords[as]; password != "" {
		r.SetBasicAuth(accounts[as], password)
	}
	if len(asked.body) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := asking.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	buffer.Reset()
	if _, err := io.Copy(buffer, answer.Body); err != nil {
		return err
	}
	return asked.check(answer.StatusCode, answer.Header, buffer.Bytes())
}

// usage is processor time.
type usage struct{ own, database time.Duration }

func (t target) cpu() (usage, error) {
	own, err := cpuOf(t.PID)
	if err != nil || t.postgres == 0 {
		return usage{own: own}, err
	}
	database, err := cpuOfFamily(t.postgres)
	return usage{own, database}, err
}
