package main

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// The bars of the synchronization.
const (
	barMembers   = 1_500
	mostFirst    = 60.0 // seconds of a first people run beside reading the site
	mostRatio    = 1.2  // of an unchanged people run to the download alone
	mostGrowth   = 1.2  // of memory, from the smallest club to the largest: flat, but for what is noise
	barPlan      = 10_000
	mostPlanning = 1.0 // seconds of processor time
)

// bars compares what was measured.
func (r syncReport) bars() (list []bar) {
	for _, c := range r.Clubs {
		if c.Members >= barMembers && c.First > 0 && c.Download > 0 {
			list = append(list,
				bar{fmt.Sprintf("first people run of %d members, s beside the download alone", c.Members), mostFirst, c.First - c.Download},
				bar{"the same, s beside its own reading of the site", mostFirst, c.First - c.reading()},
				bar{"unchanged people run, times the download alone", mostRatio, c.Ratio},
				bar{"unchanged people run, times its own download", mostRatio, c.Within})
		}
	}
	if n := len(r.Clubs); n > 1 && r.Clubs[0].FunctionsMemory > 0 {
		small, large := r.Clubs[0], r.Clubs[n-1]
		list = append(list, bar{
			fmt.Sprintf("memory of functions of %d members, times that of %d", large.Members, small.Members), mostGrowth,
			ratio(float64(large.FunctionsMemory), float64(small.FunctionsMemory)),
		})
	}
	if r.Plan != nil && r.Plan.Members >= barPlan {
		list = append(list, bar{fmt.Sprintf("plan and hash of %d members, s", r.Plan.Members), mostPlanning, r.Plan.All})
	}
	return list
}

// reading returns the time of the first run's steps that read the site.
func (c syncClub) reading() (seconds float64) {
	for _, s := range c.Steps {
		if s.Name == run.StepMemberDownload || s.Name == run.StepPhotoDownload {
			seconds += s.Seconds
		}
	}
	return seconds
}

func (r syncReport) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %s %s/%s, %d processors; medians of %d rounds; took %s\n\n", r.Machine.Time.Format(time.DateTime),
		r.Machine.Go, r.Machine.System, r.Machine.Architecture, r.Machine.Processors, r.Rounds, r.Took)
	if len(r.Clubs) > 0 {
		r.printClubs(out)
	}
	if p := r.Plan; p != nil {
		table := newTable(out, "Plan and hash of", "Parents", "Addresses on lists", "Members alone CPU s", "All CPU s")
		table.row(strconv.Itoa(p.Members), strconv.Itoa(p.Parents), strconv.Itoa(p.Entries), fmt.Sprintf("%.2f", p.Only),
			fmt.Sprintf("%.2f", p.All))
		table.end()
	}
	printBars(out, r.bars())
}

func (r syncReport) printClubs(out io.Writer) {
	seconds := func(s float64) string { return fmt.Sprintf("%.2f", s) }
	megabytes := func(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) }
	table := newTable(out, "Members", "Photos", "First run s", "Download alone s", "Unchanged run s", "Download alone s", "Ratio",
		"Within the run",
		"Peak MB", "Functions s", "Peak MB")
	for _, c := range r.Clubs {
		table.row(strconv.Itoa(c.Members), strconv.Itoa(c.Photos), seconds(c.First), seconds(c.Download), seconds(c.Unchanged),
			seconds(c.Alone),
			"**"+seconds(c.Ratio)+"**", "**"+seconds(c.Within)+"**", megabytes(c.PeopleMemory), seconds(c.Functions),
			megabytes(c.FunctionsMemory))
	}
	table.end()
	r.printSteps(out, "First people run, s a step", func(c syncClub) []stepCost { return c.Steps })
	r.printSteps(out, "Unchanged people run, s a step", func(c syncClub) []stepCost { return c.UnchangedSteps })
}

// printSteps prints a row for each step and a column for each club.
func (r syncReport) printSteps(out io.Writer, title string, steps func(syncClub) []stepCost) {
	titles := []string{title}
	for _, c := range r.Clubs {
		titles = append(titles, strconv.Itoa(c.Members)+" members")
	}
	rows := steps(r.Clubs[0])
	if len(rows) == 0 {
		return
	}
	table := newTable(out, titles...)
	for i, s := range rows {
		cells := []string{s.Name}
		for _, c := range r.Clubs {
			cells = append(cells, fmt.Sprintf("%.2f", steps(c)[i].Seconds))
		}
		table.row(cells...)
	}
	table.end()
}
