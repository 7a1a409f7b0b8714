package main

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// The bars of the day.
const (
	mostWorkspace = 5.0  // milliseconds
	mostClassic   = 3.0  // milliseconds
	mostMatches   = 2.0  // milliseconds
	mostInLarge   = 3.0  // of the cost of a dashboard in the large club, times that in the other
	mostDigests   = 5.0  // seconds
	mostCalendar  = 10.0 // milliseconds
)

// dayReport is what a measurement of the day showed.
type dayReport struct {
	Machine   machine `json:"machine"`
	Took      string  `json:"took"`
	Databases []dayOn `json:"databases"`
	Bars      []bar   `json:"bars"`
}

// dayOn is what was measured on one database.
type dayOn struct {
	Database   string           `json:"database"`
	Dashboards []dashboardCosts `json:"dashboards"`
	Digest     digestCost       `json:"digest"`
	Calendar   calendarCost     `json:"calendar"`
}

// dashboardCosts are milliseconds of processor time of a request each.
type dashboardCosts struct {
	People      int     `json:"people"`
	Workspace   float64 `json:"workspace"`
	Classic     float64 `json:"classic"`
	Matches     float64 `json:"matches"`
	TeamMatches float64 `json:"team_matches"`
}

// all are the costs with what bars call them.
func (d dashboardCosts) all() []bar {
	return []bar{
		{"dashboard of roles", mostWorkspace, d.Workspace}, {"overview of the club", mostClassic, d.Classic},
		{"matches of the club", mostMatches, d.Matches}, {"matches of a team", mostMatches, d.TeamMatches},
	}
}

// digestCost is what mailing everybody took: seconds of processor time, and megabytes of the server's own over the time.
type digestCost struct {
	Mailed int       `json:"mailed"`
	CPU    float64   `json:"cpu"`
	Memory []float64 `json:"memory"`
}

// halves returns the memory in the first half of the time, and in the second.
func (d digestCost) halves() (first, second float64) {
	half := len(d.Memory) / 2
	if half == 0 {
		return 0, 0
	}
	return median(d.Memory[:half]), median(d.Memory[half:])
}

// calendarCost is milliseconds of processor time of a request.
type calendarCost struct {
	People int     `json:"people"`
	Events int     `json:"events"`
	CPU    float64 `json:"cpu"`
}

// bars compares what was measured.
func (r dayReport) bars() (list []bar) {
	for _, on := range r.Databases {
		for i, costs := range on.Dashboards {
			for n, one := range costs.all() {
				what := fmt.Sprintf("%s on %s, %d people", one.What, on.Database, costs.People)
				if i == 0 {
					list = append(list, bar{what + ", ms", one.Limit, one.Seen})
				} else {
					list = append(list, bar{what + fmt.Sprintf(", times at %d", on.Dashboards[0].People), mostInLarge,
						ratio(one.Seen, on.Dashboards[0].all()[n].Seen)})
				}
			}
		}
		first, second := on.Digest.halves()
		list = append(list,
			bar{fmt.Sprintf("%d daily mails on %s, s", on.Digest.Mailed, on.Database), mostDigests, on.Digest.CPU},
			bar{"memory of daily mails on " + on.Database + ", second half times the first", mostSwelling, ratio(second, first)},
			bar{fmt.Sprintf("calendar of %d people on %s, ms", on.Calendar.People, on.Database), mostCalendar, on.Calendar.CPU})
	}
	return list
}

func (r dayReport) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %s %s/%s, %d processors; took %s\n\n", r.Machine.Time.Format(time.DateTime),
		r.Machine.Go, r.Machine.System, r.Machine.Architecture, r.Machine.Processors, r.Took)
	number := func(n float64) string { return fmt.Sprintf("%.2f", n) }
	boards := newTable(out, "Database", "People", "Of roles, CPU ms", "Overview", "Matches of the club", "Of a team")
	for _, on := range r.Databases {
		for _, d := range on.Dashboards {
			boards.row(on.Database, strconv.Itoa(d.People), number(d.Workspace), number(d.Classic), number(d.Matches),
				number(d.TeamMatches))
		}
	}
	boards.end()
	others := newTable(out, "Database", "Daily mails", "CPU s", "Own memory MB", "later MB", "Events in the calendar", "CPU ms")
	for _, on := range r.Databases {
		first, second := on.Digest.halves()
		others.row(on.Database, strconv.Itoa(on.Digest.Mailed), number(on.Digest.CPU), number(first), number(second),
			strconv.Itoa(on.Calendar.Events), number(on.Calendar.CPU))
	}
	others.end()
	printBars(out, r.bars())
}
