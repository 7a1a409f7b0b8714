package main

import (
	"fmt"
	"io"
)

// The bars are what we hold ourselves to. A run that measured what a bar is about says how far it is from it; it fails on none,
// for these machines are noisy.
const (
	barSize        = 10_000 // people
	barConnections = 8
	smallClub      = 1_500 // growth is from here
	largeClub      = 100_000
	mostMemory     = 150 << 20 // bytes under load, at barSize
	mostStart      = 0.3       // seconds to the first answer on a database that exists, at barSize
)

// ratioBars are at most so many times the floor, in processor time per request.
var ratioBars = map[string]float64{"one": 1.5, "list": 0.5, "search": 1.5, "find": 1.5, "put": 2}

// growthBars are at most so many times the server's own cost in a small club.
var growthBars = map[string]float64{"one": 1.5, "list": 2, "search": 4, "find": 4, "put": 1.5}

// bar is one of them, and what was seen.
type bar struct {
	What  string  `json:"what"`
	Limit float64 `json:"limit"`
	Seen  float64 `json:"seen"`
}

// bars compares what was measured.
func (r report) bars() (list []bar) {
	for _, c := range r.Cells {
		if limit, barred := ratioBars[c.Operation]; barred && c.People == barSize && c.Connections == barConnections {
			list = append(list, bar{c.Operation + " on " + c.Database + ", times the floor", limit, c.Ratio})
		}
	}
	for _, large := range r.Cells {
		for _, small := range r.Cells {
			same := large.Operation == small.Operation && large.Database == small.Database
			limit, barred := growthBars[large.Operation]
			if same && barred && large.People == largeClub && small.People == smallClub &&
				large.Connections == barConnections && small.Connections == barConnections {
				what := fmt.Sprintf("%s on %s, %d people against %d", large.Operation, large.Database, largeClub, smallClub)
				list = append(list, bar{what, limit, ratio(large.Server.CPU, small.Server.CPU)})
			}
		}
	}
	for _, c := range r.Clubs {
		if c.People == barSize {
			list = append(list,
				bar{"memory under load on " + c.Database + ", MB", mostMemory >> 20, float64(c.Memory.Peak) / (1 << 20)},
				bar{"first answer on " + c.Database + ", s", mostStart, c.FirstAnswer})
		}
	}
	return list
}

func printBars(out io.Writer, list []bar) {
	if len(list) == 0 {
		return
	}
	table := newTable(out, "Bar", "At most", "Seen", "")
	for _, b := range list {
		holds := "holds"
		if b.Seen > b.Limit {
			holds = fmt.Sprintf("%.0f %% over", 100*(b.Seen/b.Limit-1))
		}
		table.row(b.What, fmt.Sprintf("%.2f", b.Limit), fmt.Sprintf("%.2f", b.Seen), holds)
	}
	table.end()
}
