package main

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// The bars of money.
const (
	rulesBarSize  = 1_500
	mostRules     = 5.0   // milliseconds for the fees of rulesBarSize members
	mostRuleRise  = 1.5   // of the cost of one member, from there to the most
	mostFeeList   = 20.0  // milliseconds of the whole list
	mostBulk      = 2.0   // times bare inserts
	leastPapers   = 40.0  // a second of processor time
	mostPage      = 2.0   // milliseconds
	mostOpeningMs = 200.0 // milliseconds of p99
)

// moneyReport is what a measurement of money showed. Times are in milliseconds unless they are said to be others.
type moneyReport struct {
	Machine machine     `json:"machine"`
	Took    string      `json:"took"`
	Rules   []ruleCost  `json:"rules"`
	Clubs   []moneyClub `json:"clubs"`
	Bars    []bar       `json:"bars"`
}

// ruleCost is the processor time of the fees of so many members.
type ruleCost struct {
	Members int     `json:"members"`
	CPU     float64 `json:"cpu"`
}

// moneyClub is what was measured on one database.
type moneyClub struct {
	Database string  `json:"database"`
	List     float64 `json:"list"` // processor time of the whole list of fees
	Invoices int     `json:"invoices"`
	Bulk     float64 `json:"bulk"` // seconds of the job, BulkCPU its processor time, Bare that of bare inserts
	BulkCPU  float64 `json:"bulk_cpu"`
	Bare     float64 `json:"bare"`
	PDF      float64 `json:"pdf"`  // processor time of one paper
	Page     float64 `json:"page"` // processor time of one payment page
	Opening  opening `json:"opening"`
}

// opening is what members waited for when all opened their page, and the seconds of processor time that it took.
type opening struct {
	Members int     `json:"members"`
	P50     float64 `json:"p50"`
	P99     float64 `json:"p99"`
	Most    float64 `json:"most"`
	CPU     float64 `json:"cpu"`
}

func (o *opening) bar(database string) bar {
	return bar{fmt.Sprintf("%d members open their invoice on %s, p99 ms", o.Members, database), mostOpeningMs, o.P99}
}

// bars compares what was measured.
func (r moneyReport) bars() (list []bar) {
	for _, c := range r.Rules {
		if c.Members == rulesBarSize {
			list = append(list, bar{"fees of 1,500 members, ms", mostRules, c.CPU})
			last := r.Rules[len(r.Rules)-1]
			list = append(list, bar{fmt.Sprintf("one member of %d, times one of 1,500", last.Members), mostRuleRise,
				ratio(last.CPU/float64(last.Members), c.CPU/float64(c.Members))})
		}
	}
	for _, c := range r.Clubs {
		list = append(list,
			bar{"list of all fees on " + c.Database + ", ms", mostFeeList, c.List},
			bar{fmt.Sprintf("%d invoices in bulk on %s, times bare inserts", c.Invoices, c.Database), mostBulk, ratio(c.Bulk, c.Bare)},
			bar{"a PDF on " + c.Database + ", ms", float64(time.Second/time.Millisecond) / leastPapers, c.PDF},
			bar{"payment page on " + c.Database + ", ms", mostPage, c.Page},
			c.Opening.bar(c.Database))
	}
	return list
}

func (r moneyReport) print(out io.Writer) {
	fmt.Fprintf(out, "%s, %s %s/%s, %d processors; took %s\n\n", r.Machine.Time.Format(time.DateTime),
		r.Machine.Go, r.Machine.System, r.Machine.Architecture, r.Machine.Processors, r.Took)
	number := func(n float64) string { return fmt.Sprintf("%.2f", n) }
	rules := newTable(out, "Members", "Fees, CPU ms", "One member, µs")
	for _, c := range r.Rules {
		rules.row(strconv.Itoa(c.Members), number(c.CPU), number(1000*c.CPU/float64(c.Members)))
	}
	rules.end()
	clubs := newTable(out, "Database", "List of fees, CPU ms", "Invoices", "In bulk s", "CPU s", "Bare inserts s", "PDF CPU ms",
		"Payment page CPU ms", "All open it: p50 ms", "p99 ms", "most ms")
	for _, c := range r.Clubs {
		clubs.row(c.Database, number(c.List), strconv.Itoa(c.Invoices), number(c.Bulk), number(c.BulkCPU), number(c.Bare),
			number(c.PDF),
			number(c.Page), number(c.Opening.P50), number(c.Opening.P99), number(c.Opening.Most))
	}
	clubs.end()
	printBars(out, r.bars())
}
