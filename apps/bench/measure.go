package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
)

// measureCommand says what to measure. A round is one stretch of load on the server and one on what it is held against; a
// cell is an operation on a database of a size over a number of connections, and has several rounds.
type measureCommand struct {
	Sizes       []int         `default:"1500,10000,100000" help:"People in the club (${default})."`
	Databases   []string      `default:"sqlite,postgres" enum:"sqlite,postgres" help:"Databases (${default})."`
	Connections []int         `default:"8" help:"Connections that ask at once (${default})."`
	Ops         []string      `default:"${usual}" enum:"${operations}" help:"Operations: ${operations} (${default})."`
	Rounds      int           `default:"3" help:"Rounds a cell (${default})."`
	Span        time.Duration `name:"time" default:"500ms" help:"Longest time of a round, for each of the two (${default})."`
	Requests    int64         `default:"20000" help:"Most requests of a round (${default})."`
	Writes      int64         `default:"500" help:"Most POST requests of a round: each makes the club larger (${default})."`
	Starts      int           `default:"5" help:"How often the start of the server is timed (${default})."`
	Quick       bool          `help:"1,500 people, short rounds: about two minutes."`
	JSON        string        `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed        uint64        `default:"1" help:"Which synthetic club (${default})."`
	Binary      string        `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
	Against     string        `placeholder:"BINARY" type:"existingfile" help:"Another build of the server, instead of the floor."`
}

func (c *measureCommand) check() error {
	if c.Quick {
		c.Sizes, c.Connections, c.Starts, c.Span = []int{1500}, []int{8}, 3, 300*time.Millisecond
	}
	for _, size := range c.Sizes {
		if size < largePage {
			return fmt.Errorf("--sizes: %d people do not fill a page of %d", size, largePage)
		}
	}
	if len(c.Sizes) == 0 || len(c.Connections) == 0 || slices.Min(c.Connections) < 1 ||
		min(c.Requests, c.Writes, int64(c.Rounds), int64(c.Starts)) < 1 || c.Span <= 0 {
		return errors.New("there is nothing to measure: numbers start at 1")
	}
	return nil
}

// operations returns the ones asked for, in the order of the table.
func (c *measureCommand) operations() []operation {
	return slices.DeleteFunc(slices.Clone(operations), func(op operation) bool { return !slices.Contains(c.Ops, op.name) })
}

// Run measures and prints.
func (c *measureCommand) Run(ctx context.Context) (err error) {
	if err := c.check(); err != nil {
		return err
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

	results := report{Machine: describeMachine(), Rounds: c.Rounds, RoundTime: c.Span.String()}
	begin := time.Now()
	for _, database := range c.Databases {
		for _, size := range c.Sizes {
			if err := c.measureClub(ctx, w, database, size, &results); err != nil {
				return fmt.Errorf("%d people on %s: %w", size, database, err)
			}
		}
	}
	results.Took = time.Since(begin).Round(time.Second).String()
	results.Bars = results.bars()
	results.print(os.Stdout)
	if c.JSON == "" {
		return nil
	}
	return saveJSON(c.JSON, results)
}

// pair is the server and what it is held against: the floor, or another build of the server.
type pair struct{ server, other *stand }

// startPair fills the two databases and starts the two processes.
func (c *measureCommand) startPair(ctx context.Context, w *environment, database string, size int) (p pair, err error) {
	if p.server, err = w.seeded(ctx, database, w.binary, fmt.Sprintf("server_%d", size), size); err != nil {
		return p, err
	}
	if c.Against == "" {
		p.other, err = w.floor(ctx, database, size)
	} else if p.other, err = w.seeded(ctx, database, c.Against, fmt.Sprintf("other_%d", size), size); err == nil {
		err = p.other.timeStarts(ctx, c.Starts)
	}
	if err == nil {
		err = p.server.timeStarts(ctx, c.Starts)
	}
	return p, err
}

func (p pair) close(ctx context.Context) error {
	var failures []error
	for _, s := range []*stand{p.server, p.other} {
		if s != nil {
			failures = append(failures, s.close(ctx))
		}
	}
	return errors.Join(failures...)
}

// side is an operation on one of the two.
type side struct {
	on *stand
	op operation
}

// warm asks something that is not measured: statements are prepared, caches fill.
func (s side) warm(ctx context.Context, draw drawers, limit limits) error {
	_, err := s.on.load(ctx, s.op, draw, 8, limit)
	return err
}

// restart lets the server begin anew, until a request costs what it costs later.
func (s side) restart(ctx context.Context, draw drawers, round limits) error {
	if err := s.on.Stop(); err != nil {
		return err
	}
	if _, err := s.on.start(ctx); err != nil {
		return err
	}
	if s.op.name == "post" {
		round.requests = fewRequests
	}
	return s.warm(ctx, draw, limits{requests: round.requests, duration: 2 * round.duration})
}

// fewRequests are enough for statements to be prepared, and make the club no larger to speak of.
const fewRequests = 100

// sides returns what a cell compares: the operation on the server and what it is held against, with its name. An operation that
// the floor does not know has one side.
func (c *measureCommand) sides(p pair, op operation) (sides []side, against string) {
	sides = []side{{p.server, op}}
	if c.Against != "" {
		return append(sides, side{p.other, op}), "old"
	}
	if op.beside == "" {
		return sides, ""
	}
	beside := operationNamed(op.beside)
	switch {
	case op.as != administrator:
		return append(sides, side{p.server, beside}), "administrator"
	case op.own:
		return append(sides, side{p.server, beside}), "own " + beside.name
	case beside.name != op.name:
		return append(sides, side{p.other, beside}), "floor's " + beside.name
	}
	return append(sides, side{p.other, beside}), "floor"
}

// measureClub measures every cell on a database of a size.
func (c *measureCommand) measureClub(ctx context.Context, w *environment, database string, size int,
	results *report) (err error) {
	say("%s, %d people: filling", database, size)
	p, err := c.startPair(ctx, w, database, size)
	defer func() { err = errors.Join(err, p.close(context.WithoutCancel(ctx))) }()
	if err != nil {
		return err
	}
	teams, err := p.server.teams(ctx)
	if err != nil {
		return err
	}
	draw := newDrawers(w.club(size), teams, strings.ToLower(time.Now().Format("150405"))+database[:1])
	operations := c.operations()
	growing := slices.IndexFunc(operations, func(op operation) bool { return op.name == "post" })
	if growing < 0 {
		growing = len(operations)
	}
	if err := c.measureOperations(ctx, p, database, size, operations[:growing], draw, results); err != nil {
		return err
	}
	if err := c.measureMemory(ctx, p, database, size, results); err != nil {
		return err
	}
	return c.measureOperations(ctx, p, database, size, operations[growing:], draw, results)
}

// measureOperations measures the cells of some operations.
func (c *measureCommand) measureOperations(ctx context.Context, p pair, database string, size int, operations []operation,
	draw drawers, results *report) error {
	for _, op := range operations {
		sides, against := c.sides(p, op)
		if op.name == "feedback" {
			for _, s := range slices.Compact([]*stand{sides[0].on, sides[len(sides)-1].on}) {
				if err := s.addFeedback(ctx); err != nil {
					return err
				}
			}
		}
		for _, s := range sides {
			if err := s.warm(ctx, draw, limits{requests: fewRequests, duration: c.Span}); err != nil {
				return err
			}
		}
		for _, connections := range c.Connections {
			cell, err := c.measureCell(ctx, sides, draw, connections)
			if err != nil {
				return err
			}
			cell.Database, cell.People, cell.Against = database, size, against
			results.Cells = append(results.Cells, cell)
			say("%s, %d people, %s, %d connections: %s ms a request%s", database, size, op.title, connections, millis(cell.Server.CPU),
				cell.compared())
		}
	}
	return nil
}

// measureMemory reads the memory of a club after all load that leaves it as large as it is.
func (c *measureCommand) measureMemory(ctx context.Context, p pair, database string, size int, results *report) error {
	builds := map[string]*stand{"": p.server}
	if c.Against != "" {
		builds["old"] = p.other
	}
	first := len(results.Clubs)
	for _, build := range slices.Sorted(maps.Keys(builds)) {
		s := builds[build]
		used, err := memoryOf(s.PID)
		if err != nil {
			return err
		}
		results.Clubs = append(results.Clubs, clubResult{
			Build: build, Database: database, People: size, Memory: used, Start: s.ready.Seconds(), Filling: s.filling.Seconds(),
		})
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(restAfter):
	}
	for i := range results.Clubs[first:] {
		club := &results.Clubs[first+i]
		used, err := memoryOf(builds[club.Build].PID)
		if err != nil {
			return err
		}
		club.Rest = used.Own
	}
	return nil
}

// restAfter is how long a server has nothing to do before its memory at rest is read: by then it has given back what it needed.
const restAfter = 25 * time.Second

// measureCell runs the rounds of a cell, one side's and the other's in turn, each first in every second one. Two builds start
// anew for each round: where a process's memory lies decides up to a quarter of what a request costs, and stays as it is until
// the process ends.
func (c *measureCommand) measureCell(ctx context.Context, sides []side, draw drawers, connections int) (cell, error) {
	op := sides[0].op
	limit := limits{requests: c.Requests, duration: c.Span}
	if op.name == "post" {
		limit.requests = min(c.Requests, c.Writes)
	}
	rounds := make([][]round, 2)
	for n := range c.Rounds {
		if c.Against != "" {
			for i := range sides {
				if err := sides[(i+n)%len(sides)].restart(ctx, draw, limit); err != nil {
					return cell{}, err
				}
			}
		}
		for i := range sides {
			at := (i + n) % len(sides)
			r, err := sides[at].on.load(ctx, sides[at].op, draw, connections, limit)
			if err != nil {
				return cell{}, err
			}
			rounds[at] = append(rounds[at], r)
		}
	}
	return newCell(op, connections, rounds[0], rounds[1]), nil
}

// say tells the terminal what happens; the results alone go to standard output.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}
