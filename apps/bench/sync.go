package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// syncCommand measures the synchronization: the real clubsync and the real server on SQLite, with the club site and the
// providers as fixtures make them, without pauses.
type syncCommand struct {
	Members []int    `default:"200,1500" help:"Members on the site, a club for each (${default})."`
	Rounds  int      `default:"5" help:"How often an unchanged run and a download alone are timed (${default})."`
	Plan    int      `default:"10000" help:"Members of whom a plan is made in memory (${default})."`
	Parts   []string `default:"people,functions,plan" enum:"people,functions,plan" help:"What to measure: people, functions (after a people run), plan (${default})."`
	Quick   bool     `help:"40 and 80 members, two rounds, a plan of 1,000."`
	JSON    string   `placeholder:"FILE" help:"Write the results as JSON, too."`
	Seed    uint64   `default:"1" help:"Which synthetic club (${default})."`
	Browser string   `env:"CHROMIUM" placeholder:"FILE" help:"Chromium; the one on PATH when this is empty."`
	Binary  string   `env:"CLUBHUIS_BINARY" placeholder:"FILE" help:"The built server; it is built when this is empty."`
}

func (c *syncCommand) prepare() error {
	if c.Quick {
		c.Members, c.Rounds, c.Plan = []int{40, 80}, 2, 1000
	}
	if len(c.Members) == 0 || slices.Min(c.Members) < 1 || c.Rounds < 1 || c.Plan < 1 {
		return errors.New("there is nothing to measure: numbers start at 1")
	}
	slices.Sort(c.Members)
	return nil
}

func (c *syncCommand) has(part string) bool { return slices.Contains(c.Parts, part) }

// syncReport is what a measurement of the synchronization showed. Times are in seconds, sizes in bytes.
type syncReport struct {
	Machine machine    `json:"machine"`
	Rounds  int        `json:"rounds"`
	Took    string     `json:"took"`
	Clubs   []syncClub `json:"clubs"`
	Plan    *planCost  `json:"plan,omitempty"`
	Bars    []bar      `json:"bars"`
}

// syncClub is what was measured on one club. Times of runs are those of the whole process.
type syncClub struct {
	Members int `json:"members"`
	Photos  int `json:"photos"`
	// First is the first people run, Download the reading of the same pages and photos alone, by the same browser adapter.
	First    float64    `json:"first"`
	Download float64    `json:"download"`
	Steps    []stepCost `json:"steps"` // of the first run
	// Unchanged is the median of people runs with nothing changed, Alone that of the download alone, and Ratio the median of the
	// rounds' ratios.
	Unchanged float64 `json:"unchanged"`
	Alone     float64 `json:"alone"`
	Ratio     float64 `json:"ratio"`
	// Within is the same inside the process: the run's time by that of its own download, the median over the rounds.
	Within         float64    `json:"within"`
	UnchangedSteps []stepCost `json:"unchanged_steps"` // medians over the rounds
	// Memory is the peak of clubsync's own process, without Chromium.
	PeopleMemory    int64   `json:"people_memory"`
	Functions       float64 `json:"functions"`
	FunctionsMemory int64   `json:"functions_memory"`
}

// stepCost is how long a step of a run took.
type stepCost struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
}

// Run measures and prints.
func (c *syncCommand) Run(ctx context.Context) (err error) {
	if err := c.prepare(); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "clubhuis-bench-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	results := syncReport{Machine: describeMachine(), Rounds: c.Rounds}
	begin := time.Now()
	if c.has("plan") {
		if results.Plan, err = measurePlan(c.Plan, c.Seed, c.Rounds); err != nil {
			return err
		}
		say("plan and hash of %d members: %.2f s", results.Plan.Members, results.Plan.All)
	}
	if c.has("people") || c.has("functions") {
		tools, err := c.tools(ctx, folder)
		if err != nil {
			return err
		}
		for _, members := range c.Members {
			measured, err := c.measureClub(ctx, tools, members)
			if err != nil {
				return fmt.Errorf("%d members: %w", members, err)
			}
			results.Clubs = append(results.Clubs, measured)
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

// measureClub lets one club arrive, and measures on the way.
func (c *syncCommand) measureClub(ctx context.Context, tools *syncTools, members int) (result syncClub, err error) {
	say("%d members: starting the site and the server", members)
	w, err := tools.open(ctx, members, c.Seed)
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	result.Members = w.members
	// The first one signs in, for whoever comes after it.
	if _, err := w.download(ctx, false); err != nil {
		return result, err
	}
	if c.has("people") {
		alone, err := w.download(ctx, true)
		if err != nil {
			return result, err
		}
		result.Download, result.Photos = alone.took.Seconds(), alone.Photos
		say("%d members: download of members and %d photos alone: %.1f s", members, alone.Photos, result.Download)
	}
	first, err := w.run(ctx, run.People)
	if err != nil {
		return result, err
	}
	result.First, result.PeopleMemory = first.took.Seconds(), first.peak
	result.Steps = costOf(first)
	say("%d members: first people run %.1f s, %d MB", members, result.First, first.peak>>20)
	if c.has("people") {
		if err := c.measureUnchanged(ctx, w, &result); err != nil {
			return result, err
		}
	}
	if c.has("functions") {
		full, err := w.run(ctx, run.FunctionsFull)
		if err != nil {
			return result, err
		}
		result.Functions, result.FunctionsMemory = full.took.Seconds(), full.peak
		say("%d members: functions of everybody %.1f s, %d MB", members, result.Functions, full.peak>>20)
	}
	return result, nil
}

// measureUnchanged times a download alone and a run without changes in turn, each first in every second round.
func (c *syncCommand) measureUnchanged(ctx context.Context, w *syncWorld, result *syncClub) error {
	var unchanged, alone, ratios, within []float64
	var runs []syncRun
	for n := range c.Rounds {
		var run syncRun
		var read downloaded
		var err error
		if n%2 == 0 {
			read, err = w.download(ctx, false)
		}
		if err == nil {
			run, err = w.unchanged(ctx)
		}
		if err == nil && n%2 == 1 {
			read, err = w.download(ctx, false)
		}
		if err != nil {
			return err
		}
		unchanged, alone = append(unchanged, run.took.Seconds()), append(alone, read.took.Seconds())
		runs = append(runs, run)
		ratios = append(ratios, ratio(run.took.Seconds(), read.took.Seconds()))
		within = append(within, run.within())
		say("%d members: unchanged run %.2f s, download alone %.2f s; within the run %.2f", result.Members, run.took.Seconds(),
			read.took.Seconds(), run.within())
	}
	result.Unchanged, result.Alone, result.Ratio, result.Within = median(unchanged), median(alone), median(ratios), median(within)
	result.UnchangedSteps = costOf(runs...)
	return nil
}

// costOf returns how long the steps took, the median over runs of one pipeline. They have the same steps, for all went well.
func costOf(runs ...syncRun) (steps []stepCost) {
	for i, step := range runs[0].run.Steps {
		steps = append(steps, stepCost{step.Name, medianOf(runs, func(r syncRun) float64 {
			s := r.run.Steps[i]
			return s.Finished.Sub(s.Started).Seconds()
		})})
	}
	return steps
}

// saveJSON writes a report.
func saveJSON(file string, results any) error {
	text, err := json.MarshalIndent(results, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
