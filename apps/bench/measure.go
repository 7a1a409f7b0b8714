package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// measureCommand says what to measure. A round is one stretch of load on the server and one on the floor; a cell is an
// operation on a database of a size over a number of connections, and has several rounds.
type measureCommand struct {
	Sizes       []int         `default:"1500,10000,100000" help:"People in the club (${default})."`
	Databases   []string      `default:"sqlite,postgres" enum:"sqlite,postgres" help:"Databases (${default})."`
	Connections []int         `default:"1,8,64" help:"Connections that ask at once (${default})."`
	Ops         []string      `default:"one,list,search,filtered,find,page,put,post" enum:"one,list,search,filtered,find,page,put,post,walk" help:"Operations: one, list, search, filtered, find, page, put, post, and walk for any page of the list (${default})."`
	Rounds      int           `default:"3" help:"Rounds a cell (${default})."`
	Span        time.Duration `name:"time" default:"500ms" help:"Longest time of a round, for the server and for the floor (${default})."`
	Requests    int64         `default:"20000" help:"Most requests of a round (${default})."`
	Writes      int64         `default:"500" help:"Most POST requests of a round: each makes the club larger (${default})."`
	Starts      int           `default:"5" help:"How often the start of the server is timed (${default})."`
	Quick       bool          `help:"1,500 people, 1 and 8 connections, short rounds: about a minute."`
	JSON        string        `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed        uint64        `default:"1" help:"Which synthetic club (${default})."`
	Binary      string        `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
}

func (c *measureCommand) settle() error {
	if c.Quick {
		c.Sizes, c.Connections, c.Starts, c.Span = []int{1500}, []int{1, 8}, 3, 300*time.Millisecond
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

// operations are the ones asked for, in the order of the table.
func (c *measureCommand) operations() []operation {
	return slices.DeleteFunc(slices.Clone(operations), func(op operation) bool { return !slices.Contains(c.Ops, op.name) })
}

// Run measures and prints.
func (c *measureCommand) Run(ctx context.Context) (err error) {
	if err := c.settle(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "clubhuis-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	w, err := newWorkshop(ctx, c, folder)
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
	results.print(os.Stdout)
	if c.JSON == "" {
		return nil
	}
	results.Bars = results.bars()
	return saveJSON(c.JSON, results)
}

// measureClub fills a database, once for the server and once for the floor, and measures every cell on it.
func (c *measureCommand) measureClub(ctx context.Context, w *workshop, database string, size int, results *report) (err error) {
	say("%s, %d people: filling", database, size)
	club, err := w.settle(ctx, database, size)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, club.close(context.WithoutCancel(ctx))) }()
	begun, err := club.timeStarts(ctx, c.Starts)
	if err != nil {
		return err
	}
	d := newDrawer(w.club(size), strings.ToLower(time.Now().Format("150405"))+database[:1])
	for _, op := range c.operations() {
		for _, t := range []target{club.server, club.floor} { // unmeasured: statements are prepared, caches fill
			if _, err := t.load(ctx, op, d, 8, limits{requests: 100, duration: c.Span}); err != nil {
				return err
			}
		}
		for _, connections := range c.Connections {
			cell, err := c.measureCell(ctx, club, d, op, connections)
			if err != nil {
				return err
			}
			cell.Database, cell.People = database, size
			results.Cells = append(results.Cells, cell)
			say("%s, %d people, %s, %d connections: %s ms a request, %.2f times the floor", database, size, op.title, connections,
				millis(cell.Server.CPU), cell.Ratio)
		}
	}
	used, err := memoryOf(club.server.PID)
	if err != nil {
		return err
	}
	results.Clubs = append(results.Clubs, clubResult{
		Database: database, People: size, Memory: used, FirstAnswer: begun.Seconds(), Filling: club.filling.Seconds(),
	})
	return nil
}

// measureCell runs the rounds of a cell, the server's and the floor's in turn, each first in every second one.
func (c *measureCommand) measureCell(ctx context.Context, club *settledClub, d *drawer, op operation, connections int) (cell, error) {
	limit := limits{requests: c.Requests, duration: c.Span}
	if op.name == "post" {
		limit.requests = min(c.Requests, c.Writes)
	}
	var server, floor []round
	for n := range c.Rounds {
		targets := []target{club.server, club.floor}
		if n%2 == 1 {
			slices.Reverse(targets)
		}
		for _, t := range targets {
			r, err := t.load(ctx, op, d, connections, limit)
			if err != nil {
				return cell{}, err
			}
			if t.PID == club.server.PID {
				server = append(server, r)
			} else {
				floor = append(floor, r)
			}
		}
	}
	return newCell(op, connections, server, floor), nil
}

// say tells the terminal what happens; the results alone go to standard output.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%s %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}
