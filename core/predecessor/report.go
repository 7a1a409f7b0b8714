package predecessor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Finding is something that did not come over as it was.
type Finding struct {
	Kind origin.Kind
	Old  int64 // 0 for several, or none
	Text string
}

// Report is what whoever moves the club is told.
type Report struct {
	Findings []Finding
	Counts   map[origin.Kind]Count
}

// Count is how many records of a kind there are.
type Count struct {
	Read    int // from the application
	Brought int // now, or of a rehearsal: would be
	Already int // were brought before
	Met     int // were in Clubhuis already, made by others
	Left    int // stay behind
}

// Add notes something that did not come over as it was.
func (r *Report) Add(kind origin.Kind, old int64, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{kind, old, fmt.Sprintf(format, args...)})
}

// Leave notes a record that stays behind.
func (r *Report) Leave(kind origin.Kind, old int64, why string) {
	r.Findings = append(r.Findings, Finding{kind, old, why})
	r.Count(kind, func(c *Count) { c.Read, c.Left = c.Read+1, c.Left+1 })
}

// Sort orders the findings by kind, number and text, and leaves each one once.
func (r *Report) Sort() {
	sorting.By(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Old, b.Old), strings.Compare(a.Text, b.Text))
	})
	r.Findings = slices.Compact(r.Findings)
}

// Count changes the count of a kind.
func (r *Report) Count(kind origin.Kind, change func(*Count)) {
	if r.Counts == nil {
		r.Counts = map[origin.Kind]Count{}
	}
	count := r.Counts[kind]
	change(&count)
	r.Counts[kind] = count
}

// Counted are the kinds that a report counts, in the order in which they are brought.
var Counted = []origin.Kind{
	origin.RelationType, origin.Label, origin.Person, origin.User, origin.Group, origin.Placed, origin.Woven, origin.Photo,
	origin.Logo, origin.Activity, origin.Note, origin.Task, origin.Case, origin.Invoice, origin.Feedback, origin.Comment, origin.Set,
	origin.InvoiceLogo,
}

// titles are the names of the kinds for who reads a report.
var titles = map[origin.Kind]string{
	origin.RelationType: "types of relations", origin.Label: "labels", origin.Person: "people", origin.User: "users",
	origin.Group: "teams and committees", origin.Placed: "teams and committees below others",
	origin.Woven: "people with their work and relations", origin.Photo: "photos",
	origin.Logo: "logos", origin.Activity: "activities", origin.Note: "notes", origin.Task: "tasks",
	origin.Case: "cases of discipline", origin.Invoice: "invoices", origin.Feedback: "items of feedback",
	origin.Comment: "comments on feedback", origin.Set: "settings",
	origin.InvoiceLogo: "logo on invoices",
}

// Title is the name of a kind for who reads a report.
func Title(kind origin.Kind) string { return titles[kind] }

// Hidden are the things that the application tells no program, not even an administrator's.
var Hidden = []string{
	"Private notes: each user sees the own ones alone. Those of the user who reads came over, all others stay behind.",
	"Tasks: likewise those of the user who reads alone, at most 100 in a list and what stands on timelines.",
	"Passwords, application passwords, calendar addresses, and what users set for their mails: each user sets these anew.",
	"The key of the payment provider: the treasurer enters it anew.",
	"The trash, and files besides photos and logos.",
}

// Write returns the report as lines of text.
func (r *Report) Write() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-40s %8s %8s %8s %8s %8s\n", "", "read", "brought", "before", "met", "left")
	for _, kind := range Counted {
		c := r.Counts[kind]
		fmt.Fprintf(&b, "%-40s %8d %8d %8d %8d %8d\n", Title(kind), c.Read, c.Brought, c.Already, c.Met, c.Left)
	}
	b.WriteString("\nWhat did not come over as it was:\n")
	if len(r.Findings) == 0 {
		b.WriteString("  nothing\n")
	}
	for _, f := range r.Findings {
		of := Title(f.Kind)
		if f.Old != 0 {
			of = fmt.Sprintf("%s %d", f.Kind, f.Old)
		}
		fmt.Fprintf(&b, "  %s: %s\n", of, f.Text)
	}
	b.WriteString("\nWhat the application tells no administrator:\n")
	for _, line := range Hidden {
		b.WriteString("  " + line + "\n")
	}
	return b.String()
}
