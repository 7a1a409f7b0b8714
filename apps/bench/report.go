package main

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
	"text/tabwriter"
	"time"
)

// report is everything that a run showed, as --json writes it. Times are in seconds, sizes in bytes.
type report struct {
	Machine   machine      `json:"machine"`
	Rounds    int          `json:"rounds"`
	RoundTime string       `json:"round_time"`
	Took      string       `json:"took"`
	Cells     []cell       `json:"cells"`
	Clubs     []clubResult `json:"clubs"`
	Bars      []bar        `json:"bars"`
}

// machine is what the numbers depend on and what can be said about it.
type machine struct {
	Time         time.Time `json:"time"`
	Go           string    `json:"go"`
	System       string    `json:"system"`
	Architecture string    `json:"architecture"`
	Processors   int       `json:"processors"`
}

func describeMachine() machine {
	return machine{time.Now().UTC().Truncate(time.Second), runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU()}
}

// cell is one line of the table: medians over the rounds.
type cell struct {
	Operation   string  `json:"operation"`
	Database    string  `json:"database"`
	People      int     `json:"people"`
	Connections int     `json:"connections"`
	Against     string  `json:"against"` // floor, floor's list, administrator, old, or nothing
	Server      figures `json:"server"`
	Other       figures `json:"other"` // what the server is held against
	// Ratio is the server's processor time per request by the other's, the median over the rounds of the ratio of each; 0 when it
	// is held against nothing. In RatioWithDatabase PostgreSQL's own time counts too.
	Ratio             float64 `json:"ratio"`
	RatioWithDatabase float64 `json:"ratio_with_database"`
}

// figures are what one process did.
type figures struct {
	Requests    int     `json:"requests"` // of all rounds
	Throughput  float64 `json:"requests_per_second"`
	P50         float64 `json:"p50"`
	P99         float64 `json:"p99"`
	CPU         float64 `json:"cpu_per_request"`
	DatabaseCPU float64 `json:"database_cpu_per_request"`
}

// clubResult is what was measured once for a database and a size.
type clubResult struct {
	Build    string  `json:"build"` // old for the other build of the server
	Database string  `json:"database"`
	People   int     `json:"people"`
	Memory   memory  `json:"memory"`  // of the server, after all load that leaves the club as large as it is
	Rest     int64   `json:"rest"`    // its own memory when it has had nothing to do for a while
	Start    float64 `json:"start"`   // from the start of the process until GET /readyz is 200
	Filling  float64 `json:"filling"` // how long `clubhuis seed` takes
}

// memory is what a process has in the machine's memory: at most, and at the end its own (anonymous pages) and the parts of files
// that the system can take back. PostgreSQL's is not counted.
type memory struct {
	Peak   int64 `json:"peak"`
	Own    int64 `json:"own"`
	Mapped int64 `json:"mapped"`
}

func newCell(op operation, connections int, server, other []round) cell {
	c := cell{Operation: op.name, Connections: connections, Server: figuresOf(server), Other: figuresOf(other)}
	var alone, all []float64
	for i := range min(len(server), len(other)) {
		alone = append(alone, ratio(server[i].perRequest(server[i].cpu), other[i].perRequest(other[i].cpu)))
		all = append(all, ratio(server[i].perRequest(server[i].cpu+server[i].databaseCPU),
			other[i].perRequest(other[i].cpu+other[i].databaseCPU)))
	}
	c.Ratio, c.RatioWithDatabase = median(alone), median(all)
	return c
}

func figuresOf(rounds []round) figures {
	f := figures{
		Throughput:  medianOf(rounds, func(r round) float64 { return ratio(float64(r.requests), r.seconds) }),
		P50:         medianOf(rounds, func(r round) float64 { return r.p50.Seconds() }),
		P99:         medianOf(rounds, func(r round) float64 { return r.p99.Seconds() }),
		CPU:         medianOf(rounds, func(r round) float64 { return r.perRequest(r.cpu) }),
		DatabaseCPU: medianOf(rounds, func(r round) float64 { return r.perRequest(r.databaseCPU) }),
	}
	for _, r := range rounds {
		f.Requests += r.requests
	}
	return f
}

// perRequest returns a time divided by the requests, in seconds.
func (r round) perRequest(d time.Duration) float64 { return ratio(d.Seconds(), float64(r.requests)) }

// print writes the tables in Markdown, which a terminal shows well enough and docs/performance.md takes as it is.
func (r report) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %s %s/%s, %d processors; medians of %d rounds of %s; took %s\n\n", r.Machine.Time.Format(time.DateTime),
		r.Machine.Go, r.Machine.System, r.Machine.Architecture, r.Machine.Processors, r.Rounds, r.RoundTime, r.Took)
	table := newTable(out, "Operation", "Against", "Database", "People", "Conns", "CPU ms", "Other ms", "Ratio", "DB ms",
		"Other DB ms", "Ratio with DB", "p50 ms", "p99 ms", "Per s", "Other per s")
	for _, c := range r.Cells {
		table.row(c.values()...)
	}
	table.end()
	table = newTable(out, "Build", "Database", "People", "Peak MB", "Own MB", "At rest MB", "Mapped MB", "Ready ms", "Seed s")
	for _, c := range r.Clubs {
		megabytes := func(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) }
		table.row(c.Build, c.Database, strconv.Itoa(c.People), megabytes(c.Memory.Peak), megabytes(c.Memory.Own), megabytes(c.Rest),
			megabytes(c.Memory.Mapped), fmt.Sprintf("%.0f", c.Start*1000), fmt.Sprintf("%.1f", c.Filling))
	}
	table.end()
	printBars(out, r.Bars)
}

// values returns the columns of a cell; what was not measured is empty.
func (c cell) values() []string {
	perSecond := func(f figures) string { return fmt.Sprintf("%.0f", f.Throughput) }
	other, ratio, otherRate, database, otherDatabase, all := "", "", "", "", "", ""
	if c.Against != "" {
		other, ratio, otherRate = millis(c.Other.CPU), fmt.Sprintf("**%.2f**", c.Ratio), perSecond(c.Other)
	}
	if c.Database == "postgres" {
		database = millis(c.Server.DatabaseCPU)
		if c.Against != "" {
			otherDatabase, all = millis(c.Other.DatabaseCPU), fmt.Sprintf("%.2f", c.RatioWithDatabase)
		}
	}
	return []string{
		c.Operation, c.Against, c.Database, strconv.Itoa(c.People), strconv.Itoa(c.Connections), millis(c.Server.CPU), other, ratio,
		database, otherDatabase, all, millis(c.Server.P50), millis(c.Server.P99), perSecond(c.Server), otherRate,
	}
}

// compared returns the end of a line of progress.
func (c cell) compared() string {
	if c.Against == "" {
		return ""
	}
	return fmt.Sprintf(", %.2f times the %s", c.Ratio, c.Against)
}

// millis shows seconds as milliseconds, with three digits that count.
func millis(seconds float64) string {
	ms := seconds * 1000
	switch {
	case ms >= 100:
		return fmt.Sprintf("%.0f", ms)
	case ms >= 10:
		return fmt.Sprintf("%.1f", ms)
	case ms >= 1:
		return fmt.Sprintf("%.2f", ms)
	}
	return fmt.Sprintf("%.3f", ms)
}

// markdown is a table whose columns line up.
type markdown struct{ *tabwriter.Writer }

func newTable(out io.Writer, titles ...string) markdown {
	m := markdown{tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)}
	m.row(titles...)
	lines := make([]string, len(titles))
	for i := range lines {
		lines[i] = "---"
	}
	m.row(lines...)
	return m
}

func (m markdown) row(values ...string) {
	for _, value := range values {
		fmt.Fprintf(m, "| %s\t", value)
	}
	fmt.Fprintln(m, "|")
}

func (m markdown) end() {
	fmt.Fprintln(m)
	_ = m.Flush() // to a terminal: nobody to tell
}
