package main

import (
	"fmt"
	"io"
)

// The bars are what we hold ourselves to. A run that measured what a bar is about says how far it is from it; it fails on none,
// for these machines are noisy. Those of operations are about processor time per request over barConnections.
const (
	barSize        = 10_000 // people
	barConnections = 8
	smallClub      = 1_500 // growth is from here
	largeClub      = 100_000
)

// ratioBars are at most so many times the floor, at barSize. What has no handler of its own there is held against its list, the
// list of feedback against the server's own list of people.
var ratioBars = map[string]float64{
	"one": 1, "list": .15, "filtered": .15, "order": .15, "modified": .15,
	"search": .5, "find": .5, "letters": .5, "put": 1.5, "post": 1.5, "feedback": 2,
}

// timeBars are at most so many milliseconds, at barSize.
var timeBars = map[string]float64{"tiny": .3, "options": .3, "counts": .3}

// growthBars are at most so many times the server's own cost in a small club.
var growthBars = map[string]float64{
	"one": 1.5, "list": 1.5, "filtered": 1.5, "order": 1.5, "modified": 1.5, "tiny": 1.5, "options": 1.5, "counts": 1.5,
	"search": 3, "find": 3, "letters": 3,
}

// viewerBar is at most so many times an administrator's, for a user who sees some of the people, in a club of any size.
const viewerBar = 1.3

// The bars of a size: milliseconds until the server is ready, megabytes of its own after all load, seconds to seed.
var (
	startBars  = map[int]float64{barSize: 150, largeClub: 1200}
	memoryBars = map[int]float64{smallClub: 40, barSize: 80, largeClub: 450}
	seedBars   = map[int]float64{largeClub: 20}
)

// bar is one of them, and what was seen.
type bar struct {
	What  string  `json:"what"`
	Limit float64 `json:"limit"`
	Seen  float64 `json:"seen"`
}

func (b bar) holds() bool { return b.Seen <= b.Limit }

// bars compares what was measured.
func (r report) bars() (list []bar) {
	for _, c := range r.Cells {
		if c.Connections == barConnections {
			list = append(list, c.bars()...)
		}
	}
	for _, large := range r.Cells {
		limit, barred := growthBars[large.Operation]
		if !barred || large.People != largeClub || large.Connections != barConnections {
			continue
		}
		for _, small := range r.Cells {
			if small.Operation == large.Operation && small.Database == large.Database && small.People == smallClub &&
				small.Connections == barConnections {
				what := fmt.Sprintf("%s on %s, %d people against %d", large.Operation, large.Database, largeClub, smallClub)
				list = append(list, bar{what, limit, ratio(large.Server.CPU, small.Server.CPU)})
			}
		}
	}
	for _, c := range r.Clubs {
		list = append(list, c.bars()...)
	}
	return list
}

// bars returns those of one cell.
func (c cell) bars() (list []bar) {
	what := c.Operation + " on " + c.Database
	if limit, barred := ratioBars[c.Operation]; barred && c.People == barSize && c.Against != "" && c.Against != "old" {
		list = append(list, bar{what + ", times the " + c.Against, limit, c.Ratio})
	}
	if limit, barred := timeBars[c.Operation]; barred && c.People == barSize {
		list = append(list, bar{what + ", ms", limit, c.Server.CPU * 1000})
	}
	if c.Against == "administrator" {
		list = append(list, bar{fmt.Sprintf("%s, %d people, times an administrator", what, c.People), viewerBar, c.Ratio})
	}
	return list
}

// bars returns those of the server on one database.
func (c clubResult) bars() (list []bar) {
	if c.Build != "" {
		return nil
	}
	where := fmt.Sprintf(" on %s, %d people, ", c.Database, c.People)
	for _, b := range []struct {
		what  string
		limit float64
		seen  float64
	}{
		{"start" + where + "ms", startBars[c.People], c.Start * 1000},
		{"memory of its own at rest" + where + "MB", memoryBars[c.People], float64(c.Rest) / (1 << 20)},
		{"seed" + where + "s", seedBars[c.People], c.Filling},
	} {
		if b.limit > 0 {
			list = append(list, bar{b.what, b.limit, b.seen})
		}
	}
	return list
}

// printBars writes the table of the bars, and how many of them hold.
func printBars(out io.Writer, list []bar) {
	if len(list) == 0 {
		return
	}
	table := newTable(out, "Bar", "At most", "Seen", "")
	held := 0
	for _, b := range list {
		holds := "holds"
		if b.holds() {
			held++
		} else {
			holds = fmt.Sprintf("%.0f %% over", 100*(b.Seen/b.Limit-1))
		}
		table.row(b.What, fmt.Sprintf("%.2f", b.Limit), fmt.Sprintf("%.2f", b.Seen), holds)
	}
	table.end()
	fmt.Fprintf(out, "%d of %d bars hold\n", held, len(list))
}
