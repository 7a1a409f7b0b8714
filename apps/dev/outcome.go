package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// tally counts tests.
type tally struct {
	passed, failed, skipped int
}

// String returns the line that CI reads.
func (t tally) String() string {
	return fmt.Sprintf("%d passed, %d failed, %d skipped", t.passed, t.failed, t.skipped)
}

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
	t.skipped += other.skipped
}

func (t tally) minus(other tally) tally {
	return tally{t.passed - other.passed, t.failed - other.failed, t.skipped - other.skipped}
}

// outcome is what one test program reported.
type outcome struct {
	tally
	skips []string // names
	times []timing
}

// timing is how long a package or a file of tests took.
type timing struct {
	name string
	took time.Duration
}

// printTimes writes a table of what took a second or more, the longest first, and the rest as one.
func printTimes(w io.Writer, times []timing) {
	slices.SortStableFunc(times, func(a, b timing) int { return cmp.Compare(b.took, a.took) })
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	var rest time.Duration
	for _, one := range times {
		if one.took < time.Second {
			rest += one.took
			continue
		}
		fmt.Fprintf(table, "%.1f s\t  %s\n", one.took.Seconds(), strings.TrimPrefix(one.name, "github.com/clubhuis/clubhuis/"))
	}
	fmt.Fprintf(table, "%.1f s\t  everything below a second\n", rest.Seconds())
	if err := table.Flush(); err != nil {
		return // nobody is left to tell
	}
}

// check returns why this outcome is no pass, although the program may have said
// so: a skipped test is one that nobody ran, and so is a suite without tests.
func (o outcome) check() error {
	var problems []error
	if o.failed > 0 {
		problems = append(problems, fmt.Errorf("tests that failed: %d", o.failed))
	}
	if o.skipped > 0 {
		problems = append(problems, fmt.Errorf("tests that were skipped, which is a failure: %d\n  %s",
			o.skipped, strings.Join(o.skips, "\n  ")))
	}
	if o.tally == (tally{}) {
		problems = append(problems, errors.New("no test ran"))
	}
	return errors.Join(problems...)
}

// readVitest reads the report of Vitest's json reporter.
func readVitest(report []byte) (outcome, error) {
	var content struct {
		Files []struct {
			Tests []struct {
				Name   string `json:"fullName"`
				Status string `json:"status"`
			} `json:"assertionResults"`
		} `json:"testResults"`
	}
	if err := json.Unmarshal(report, &content); err != nil {
		return outcome{}, fmt.Errorf("read Vitest's report: %w", err)
	}
	var o outcome
	for _, file := range content.Files {
		for _, test := range file.Tests {
			switch test.Status {
			case "passed":
				o.passed++
			case "failed":
				o.failed++
			default: // skipped, pending, todo, disabled
				o.skipped++
				o.skips = append(o.skips, test.Name)
			}
		}
	}
	return o, nil
}

// playwrightSuite is a file, a describe block, or the whole report.
type playwrightSuite struct {
	Title string `json:"title"`
	Specs []struct {
		Title string `json:"title"`
		Tests []struct {
			Status  string `json:"status"`
			Results []struct {
				Duration int64 `json:"duration"` // milliseconds
			} `json:"results"`
		} `json:"tests"`
	} `json:"specs"`
	Suites []playwrightSuite `json:"suites"`
}

// readPlaywright reads the report of Playwright's json reporter. A test that
// passed only when tried again counts as failed: it is not to be relied on.
func readPlaywright(report []byte) (outcome, error) {
	var all playwrightSuite
	if err := json.Unmarshal(report, &all); err != nil {
		return outcome{}, fmt.Errorf("read Playwright's report: %w", err)
	}
	var o outcome
	for _, file := range all.Suites {
		o.times = append(o.times, timing{file.Title, o.addSuite(file)})
	}
	return o, nil
}

// addSuite adds the tests of a suite, and returns how long they took.
func (o *outcome) addSuite(suite playwrightSuite) (took time.Duration) {
	for _, spec := range suite.Specs {
		for _, test := range spec.Tests {
			for _, result := range test.Results {
				took += time.Duration(result.Duration) * time.Millisecond
			}
			switch test.Status {
			case "expected":
				o.passed++
			case "skipped":
				o.skipped++
				o.skips = append(o.skips, suite.Title+": "+spec.Title)
			default: // unexpected, flaky
				o.failed++
			}
		}
	}
	for _, inner := range suite.Suites {
		took += o.addSuite(inner)
	}
	return took
}
