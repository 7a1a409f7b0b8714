package run

import (
	"cmp"
	"slices"
	"strings"
)

// Cause is what some problems have in common.
type Cause struct {
	System, Code string
	Message      string // of the first of them, as far as all say it
	Problems     []Problem
}

// Causes returns the problems by their cause: those of one system with one code, and without codes those that begin alike. The
// most frequent cause comes first.
func Causes(problems []Problem) []Cause {
	var causes []Cause
	places := map[[2]string]int{}
	for _, p := range problems {
		key := [2]string{p.System, cmp.Or(p.Code, opening(p.Message))}
		at, known := places[key]
		if !known {
			at = len(causes)
			places[key] = at
			causes = append(causes, Cause{System: p.System, Code: p.Code, Message: opening(p.Message)})
		}
		causes[at].Problems = append(causes[at].Problems, p)
	}
	slices.SortStableFunc(causes, func(a, b Cause) int { return cmp.Compare(len(b.Problems), len(a.Problems)) })
	return causes
}

// opening returns what a message says before it goes into details.
func opening(message string) string {
	line := strings.Join(strings.Fields(message), " ")
	if before, _, cut := strings.Cut(line, ": "); cut {
		return before
	}
	if before, _, cut := strings.Cut(line, ". "); cut {
		return before
	}
	return strings.TrimSuffix(line, ".")
}
