package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// loadCommand lets all members open their invoice, and then volunteers work at the same time, each with pauses as people make
// them, and measures what they wait for.
type loadCommand struct {
	Paying     int           `default:"2250" help:"People in the club whose members open their invoice; two thirds have one (${default})."`
	Opening    time.Duration `default:"1m" help:"Within which they all open it (${default}; an hour at most)."`
	People     int           `default:"10000" help:"People in the club (${default})."`
	Volunteers int           `default:"50" help:"Volunteers at work (${default})."`
	For        time.Duration `default:"10m" help:"How long they work (${default}; an hour at most)."`
	Databases  []string      `default:"sqlite,postgres" enum:"sqlite,postgres" help:"Databases (${default})."`
	JSON       string        `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed       uint64        `default:"1" help:"Which synthetic club (${default})."`
	Binary     string        `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
}

// The bars of volunteers at work. An error ends the run.
const (
	mostWaiting  = 250.0 // milliseconds of p99
	mostSwelling = 1.25  // of memory in the second half of the time, times that in the first
	longestLoad  = time.Hour
	longestPause = 4 * time.Second // between two requests of a volunteer: two seconds on average
	samples      = 20              // of memory
)

// mix is what volunteers do, as often as it stands here.
var mix = []string{
	"list", "list", "list", "filtered", "search", "search", "find", "find", "one", "one", "one", "one", "options", "put", "put",
}

// workers are as whom they do it, in turn. Only the administrator writes.
var workers = []account{administrator, coordinator, most, colleague, shared}

// atWork is what was measured on one database.
type atWork struct {
	Database string    `json:"database"`
	Requests int       `json:"requests"`
	P50      float64   `json:"p50"`
	P99      float64   `json:"p99"`
	Most     float64   `json:"most"`
	CPU      float64   `json:"cpu"` // milliseconds a request
	Memory   []float64 `json:"memory"`
	Opening  opening   `json:"opening"`
}

func (c *loadCommand) Run(ctx context.Context) (err error) {
	if c.For <= 0 || c.For > longestLoad || c.Volunteers < 1 || c.People < largePage {
		return fmt.Errorf("--for is at most %v, --volunteers at least 1, --people at least %d", longestLoad, largePage)
	}
	if c.Opening <= 0 || c.Opening > longestLoad || c.Paying < 3 {
		return fmt.Errorf("--opening is at most %v, --paying at least 3", longestLoad)
	}
	folder, err := os.MkdirTemp("", "clubhuis-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	w, err := newEnvironment(ctx, folder, c.Binary, c.Seed, c.Databases)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	var results []atWork
	for _, database := range c.Databases {
		opened, err := c.open(ctx, w, database)
		if err != nil {
			return fmt.Errorf("members on %s: %w", database, err)
		}
		say("%s: %d volunteers in a club of %d people for %v", database, c.Volunteers, c.People, c.For)
		one, err := c.measureClub(ctx, w, database)
		if err != nil {
			return fmt.Errorf("volunteers on %s: %w", database, err)
		}
		one.Opening = opened
		results = append(results, one)
	}
	c.print(results)
	if c.JSON == "" {
		return nil
	}
	return saveJSON(c.JSON, results)
}

// open bills a season, and lets every member open the page of the invoice.
func (c *loadCommand) open(ctx context.Context, w *environment, database string) (o opening, err error) {
	s, err := w.seeded(ctx, database, w.binary, "members", c.Paying)
	if err != nil {
		return o, err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if _, err := s.start(ctx); err != nil {
		return o, err
	}
	if _, _, _, err := s.billSeason(ctx); err != nil {
		return o, err
	}
	all, err := s.invoices(ctx)
	if err != nil {
		return o, err
	}
	say("%s: %d members open their invoice within %v", database, len(all), c.Opening)
	return s.opening(ctx, all, c.Opening)
}

func (c *loadCommand) measureClub(ctx context.Context, w *environment, database string) (result atWork, err error) {
	s, err := w.seeded(ctx, database, w.binary, "load", c.People)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, s.close(ctx)) }()
	if _, err := s.start(ctx); err != nil {
		return result, err
	}
	teams, err := s.teams(ctx)
	if err != nil {
		return result, err
	}
	draw := newDrawers(w.club(c.People), teams, strings.ToLower(time.Now().Format("150405"))+database[:1])
	before, err := s.cpu()
	if err != nil {
		return result, err
	}
	took, memory, err := c.work(ctx, s, draw)
	if err != nil {
		return result, err
	}
	after, err := s.cpu()
	return atWork{
		Database: database, Requests: len(took), P50: milliseconds(percentile(took, .5)), P99: milliseconds(percentile(took, .99)),
		Most: milliseconds(slices.Max(took)), CPU: milliseconds(after.own-before.own) / float64(len(took)), Memory: memory,
	}, err
}

// work returns how long each request took, and the memory of the server's own over the time, in megabytes.
func (c *loadCommand) work(ctx context.Context, s *stand, draw drawers) (took []time.Duration, memory []float64, err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.For, errOver)
	defer cancel()
	asking := client(c.Volunteers)
	defer asking.CloseIdleConnections()
	each, failures := make([][]time.Duration, c.Volunteers), make([]error, c.Volunteers)
	var everybody sync.WaitGroup
	for i := range c.Volunteers {
		everybody.Go(func() {
			each[i], failures[i] = s.volunteer(ctx, asking, draw, workers[i%len(workers)])
			if failures[i] != nil {
				cancel()
			}
		})
	}
	tick := time.NewTicker(c.For / samples)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			used, err := memoryOf(s.PID)
			failures = append(failures, err)
			memory = append(memory, float64(used.Own)/1e6)
		}
	}
	everybody.Wait()
	return slices.Concat(each...), memory, errors.Join(failures...)
}

var errOver = errors.New("the time is over")

// volunteer works until the time is over.
func (s *stand) volunteer(ctx context.Context, asking *http.Client, draw drawers, as account) (took []time.Duration, err error) {
	var buffer bytes.Buffer
	for {
		select {
		case <-ctx.Done():
			return took, nil
		case <-time.After(rand.N(longestPause)):
		}
		op := operationNamed(oneOf(mix))
		if op.name == "put" && as != administrator {
			op = operationNamed("one")
		}
		asked := op.make(draw[as], numbers.Add(1))
		sent := time.Now()
		err := s.ask(ctx, asking, as, asked, &buffer)
		if ctx.Err() != nil {
			return took, nil
		}
		if err != nil {
			return took, fmt.Errorf("%s %s: %w", asked.method, asked.path, err)
		}
		took = append(took, time.Since(sent))
	}
}

func (c *loadCommand) print(results []atWork) {
	m := describeMachine()
	fmt.Printf("%s, %s %s/%s, %d processors; %d volunteers, %d people, %v\n\n", m.Time.Format(time.DateTime), m.Go, m.System,
		m.Architecture, m.Processors, c.Volunteers, c.People, c.For)
	number := func(n float64) string { return fmt.Sprintf("%.2f", n) }
	table := newTable(os.Stdout, "Database", "Requests", "p50 ms", "p99 ms", "most ms", "CPU ms a request", "Own memory MB",
		"later MB")
	members := newTable(os.Stdout, "Database", "Members who opened their invoice", "p50 ms", "p99 ms", "most ms", "CPU s")
	var bars []bar
	for _, r := range results {
		o := &r.Opening
		members.row(r.Database, strconv.Itoa(o.Members), number(o.P50), number(o.P99), number(o.Most), number(o.CPU))
		bars = append(bars, o.bar(r.Database))
		half := len(r.Memory) / 2
		first, second := median(r.Memory[:half]), median(r.Memory[half:])
		table.row(r.Database, strconv.Itoa(r.Requests), number(r.P50), number(r.P99), number(r.Most), number(r.CPU), number(first),
			number(second))
		bars = append(bars, bar{"volunteers wait on " + r.Database + ", p99 ms", mostWaiting, r.P99},
			bar{"memory on " + r.Database + ", second half times the first", mostSwelling, ratio(second, first)})
	}
	members.end()
	table.end()
	printBars(os.Stdout, bars)
}
