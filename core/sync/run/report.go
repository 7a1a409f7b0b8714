package run

import (
	"cmp"
	"fmt"
	"strings"
	"time"
)

// Report is what an operator reads about a run: times, a section for each part of the work, what a dry run would have done, and
// the errors. It has no personal data but the keys of the records that errors are about.
type Report struct {
	First    []Line // before the title: what to know of a run that failed
	Title    string
	Lines    []Line
	Sections []Section
}

// Section is a part of a report: lines, then a list.
type Section struct {
	Title string
	Lines []Line
	List  []string
}

// Line is a value with its label, or a sentence without one.
type Line struct{ Label, Text string }

// names are how pipelines are called in the title of a report and in the subject of its mail.
var names = map[Pipeline]string{
	People: "People", Teams: "Team", Functions: "Functions", FunctionsFull: "Functions", Individual: "Individual",
	Contributions: "Contributions", Discipline: "Discipline", Helpdesk: "Helpdesk", FormerMembers: "Former members",
	Feedback: "Feedback",
}

// Title returns how the pipeline is called in titles.
func (p Pipeline) Title() string { return cmp.Or(names[p], string(p)) }

// Report returns what an operator reads about the run.
func (r *Run) Report() Report {
	var head lines
	head.add("Completed", "%s", r.Finished.UTC().Format(time.RFC3339))
	head.add("Duration", "%s", duration(r.Finished.Sub(r.Started)))
	if r.Outcome == Failure {
		head.add("Outcome", "FAILED, the run stopped before its end")
	}
	report := Report{Title: strings.ToUpper(names[r.Pipeline]) + " SYNC SUMMARY", Lines: head}
	if r.DryRun {
		report.Sections = append(report.Sections, r.plan())
	}
	for _, p := range parts {
		if section, begun := p.section(r); begun {
			report.Sections = append(report.Sections, section)
		}
	}
	if r.Errors() > 0 {
		report.Sections = append(report.Sections, r.errors())
	}
	return report
}

// Subject returns the subject of the mail with the report. Its day is that of the run's start in its own location.
func (r *Run) Subject(club string) string {
	kind := map[Pipeline]string{Teams: "Teams", FunctionsFull: "Functions (full)"}[r.Pipeline]
	if kind == "" {
		kind = names[r.Pipeline]
	}
	how := ""
	switch {
	case r.Outcome == Failure:
		how = " FAILED"
	case r.Errors() > 0:
		how = " with errors"
	}
	return fmt.Sprintf("%s sync — %s report%s - %s", club, kind, how, r.Started.Format(time.DateOnly))
}

// duration is "45s" or "2m 30s".
func duration(d time.Duration) string {
	seconds := int(d.Round(time.Second) / time.Second)
	if seconds < 60 {
		return fmt.Sprintf("%ds", seconds)
	}
	return fmt.Sprintf("%dm %ds", seconds/60, seconds%60)
}

func (r *Run) plan() Section {
	section := Section{
		Title: fmt.Sprintf("DRY RUN (%d)", len(r.Plan)),
		Lines: []Line{{Text: "Nothing was written. The run would have made these changes:"}},
	}
	for _, p := range r.Plan {
		section.List = append(section.List, fmt.Sprintf("%s %s [%s]: %s", p.Kind, p.Key, p.Step, p.Reason))
	}
	return section
}

func (r *Run) errors() Section {
	n := r.Errors()
	section := Section{Title: fmt.Sprintf("ERRORS (%d)", n)}
	for _, p := range r.Problems {
		system := ""
		if p.System != "" {
			system = " [" + p.System + "]"
		}
		about, message := cmp.Or(p.Key, p.Step, "run"), strings.Join(strings.Fields(p.Message), " ")
		section.List = append(section.List, about+system+": "+message)
	}
	if more := n - len(r.Problems); more > 0 {
		section.List = append(section.List, fmt.Sprintf("and %d more", more))
	}
	return section
}

// lines collects the lines of a section.
type lines []Line

func (l *lines) add(label, format string, values ...any) {
	*l = append(*l, Line{Label: label, Text: fmt.Sprintf(format, values...)})
}

func (l *lines) say(sentence string) { *l = append(*l, Line{Text: sentence}) }

// some adds a line about a number that is not 0.
func (l *lines) some(label, format string, n int) {
	if n > 0 {
		l.add(label, format, n)
	}
}
