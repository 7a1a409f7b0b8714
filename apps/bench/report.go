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
	Server      figures `json:"server"`
	Floor       figures `json:"floor"`
	// Ratio is the server's processor time per request by the floor's, the median over the rounds of the ratio of each. In
	// RatioWithDatabase PostgreSQL's own time counts too.
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
	Database    string  `json:"database"`
	People      int     `json:"people"`
	Memory      memory  `json:"memory"`       // of the server, after all load
	FirstAnswer float64 `json:"first_answer"` // from the start of the process to its first answer
	Filling     float64 `json:"filling"`      // how long `clubhuis seed` takes
}

// memory is what a process has in the machine's memory: at most, and at the end its own and the parts of files that the
// system can take back. PostgreSQL's is not counted.
type memory struct {
	Peak   int64 `json:"peak"`
	Own    int64 `json:"own"`
	Mapped int64 `json:"mapped"`
}

func newCell(op operation, connections int, server, floor []round) cell {
	c := cell{Operation: op.name, Connections: connections, Server: figuresOf(server), Floor: figuresOf(floor)}
	var alone, all []float64
	for i := range min(len(server), len(floor)) {
		alone = append(alone, ratio(server[i].perRequest(server[i].cpu), floor[i].perRequest(floor[i].cpu)))
		all = append(all, ratio(server[i].perRequest(server[i].cpu+server[i].databaseCPU),
			floor[i].perRequest(floor[i].cpu+floor[i].databaseCPU)))
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

// perRequest is a time divided by the requests, in seconds.
func (r round) perRequest(d time.Duration) float64 { return ratio(d.Seconds(), float64(r.requests)) }

// print writes the tables in Markdown, which a terminal shows well enough and docs/performance.md takes as it is.
func (r report) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %s %s/%s, %d processors; medians of %d rounds of %s; took %s\n\n", r.Machine.Time.Format(time.DateTime),
		r.Machine.Go, r.Machine.System, r.Machine.Architecture, r.Machine.Processors, r.Rounds, r.RoundTime, r.Took)
	table := newTable(out, "Operation", "Database", "People", "Conns", "CPU ms", "Floor ms", "Ratio", "DB ms", "Floor DB ms",
		"Ratio with DB", "p50 ms", "p99 ms", "Per s", "Floor per s")
	for _, c := range r.Cells {
		database, floorDatabase, all := "", "", ""
		if c.Database == "postgres" {
			database, floorDatabase, all = millis(c.Server.DatabaseCPU), millis(c.Floor.DatabaseCPU), fmt.Sprintf("%.2f", c.RatioWithDatabase)
		}
		table.row(c.Operation, c.Database, strconv.Itoa(c.People), strconv.Itoa(c.Connections), millis(c.Server.CPU), millis(c.Floor.CPU),
			fmt.Sprintf("**%.2f**", c.Ratio), database, floorDatabase, all, millis(c.Server.P50), millis(c.Server.P99),
			fmt.Sprintf("%.0f", c.Server.Throughput), fmt.Sprintf("%.0f", c.Floor.Throughput))
	}
	table.end()
	table = newTable(out, "Database", "People", "Peak MB", "Own MB", "Mapped MB", "First answer ms", "Seed s")
	for _, c := range r.Clubs {
		megabytes := func(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) }
		table.row(c.Database, strconv.Itoa(c.People), megabytes(c.Memory.Peak), megabytes(c.Memory.Own), megabytes(c.Memory.Mapped),
			fmt.Sprintf("%.0f", c.FirstAnswer*1000), fmt.Sprintf("%.1f", c.Filling))
	}
	table.end()
	printBars(out, r.bars())
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
