// Package doctor owns what an operator is told of the health of an installation: findings, each with what to do about it, and how
// the machine and the other systems are looked at without changing them.
//
// What is looked at in a club's own database, and by which adapter, is the program's.
package doctor

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Level says how bad a finding is.
type Level int

// The levels.
const (
	Fine    Level = iota
	Note          // something that the club does without
	Warning       // it works and should be mended
	Fault         // it does not work
)

// String returns the word that is printed.
func (l Level) String() string { return [...]string{"ok", "note", "warning", "fault"}[l] }

// Finding is what was seen of one matter.
type Finding struct {
	Level Level
	Text  string
	Do    string // what helps, "" for nothing
}

// The findings of each level.

// OK tells of something that is well.
func OK(format string, args ...any) Finding { return Finding{Fine, fmt.Sprintf(format, args...), ""} }

// Without tells of something that the club does without.
func Without(text, do string) Finding { return Finding{Note, text, do} }

// Warn tells of something that works and should be mended.
func Warn(text, do string) Finding { return Finding{Warning, text, do} }

// Fail tells of something that does not work.
func Fail(text, do string) Finding { return Finding{Fault, text, do} }

// Check looks at one matter.
type Check struct {
	About string
	Look  func(context.Context) []Finding
}

// patience is how long one matter may take.
const patience = 20 * time.Second

// Examine looks at all matters at once, and returns the findings of each in their order. A matter that takes too long is a fault.
func Examine(ctx context.Context, checks []Check) [][]Finding {
	all := make([][]Finding, len(checks))
	var looking sync.WaitGroup
	for i, check := range checks {
		looking.Go(func() { all[i] = look(ctx, check) })
	}
	looking.Wait()
	return all
}

// look looks at one matter, and gives up one that does not end.
func look(ctx context.Context, check Check) []Finding {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	seen := make(chan []Finding, 1)
	go func() { seen <- check.Look(ctx) }()
	select {
	case findings := <-seen:
		return findings
	case <-ctx.Done():
		return []Finding{Fail("nothing is heard within "+patience.String(), "look whether the machine or the network is overloaded")}
	}
}

// Print writes a line for each finding, and one below it with what to do. It returns how many are faults.
func Print(w io.Writer, checks []Check, all [][]Finding) (faults int, err error) {
	for i, findings := range all {
		for _, f := range findings {
			if f.Level == Fault {
				faults++
			}
			lines := fmt.Sprintf("%-7s  %-15s  %s\n", f.Level, checks[i].About, oneLine(f.Text))
			if f.Do != "" {
				lines += fmt.Sprintf("%26s→ %s\n", "", oneLine(f.Do))
			}
			if _, err := io.WriteString(w, lines); err != nil {
				return faults, err
			}
		}
	}
	return faults, nil
}

// oneLine keeps the words of an error on its line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
