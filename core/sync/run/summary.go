package run

import (
	"fmt"
	"strings"
	"time"
)

// names are how pipelines are called in the summary's title and in the subject of its mail.
var names = map[Pipeline]string{
	People: "People", Teams: "Team", Functions: "Functions", FunctionsFull: "Functions", Individual: "Individual",
}

// Summary is what an operator reads about a run, as plain text: title, times, a section for each part of the work, what a dry
// run would have done, and the errors. It has no personal data but the keys of the records that errors are about.
func (r *Run) Summary() string {
	var w writer
	w.line("")
	w.rule("=")
	w.line("%s SYNC SUMMARY", strings.ToUpper(names[r.Pipeline]))
	w.rule("=")
	w.line("")
	w.line("Completed: %s", r.Finished.UTC().Format(time.RFC3339))
	w.line("Duration: %s", duration(r.Finished.Sub(r.Started)))
	if r.Outcome == Failure {
		w.line("Outcome: FAILED, the run stopped before its end")
	}
	w.line("")
	if r.DryRun {
		r.plan(&w)
	}
	for _, s := range sections {
		s.write(&w, r)
	}
	r.errors(&w)
	w.rule("=")
	return w.String()
}

// Subject is the subject of the mail with the summary. Its day is the one that the run's start shows in its own location.
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

func (r *Run) plan(w *writer) {
	w.section("DRY RUN (%d)", len(r.Plan))
	w.line("Nothing was written. The run would have made these changes:")
	for _, p := range r.Plan {
		w.line("- %s %s [%s]: %s", p.Kind, p.Key, p.Step, p.Reason)
	}
	w.line("")
}

func (r *Run) errors(w *writer) {
	n := r.Errors()
	if n == 0 {
		return
	}
	w.section("ERRORS (%d)", n)
	for _, p := range r.Problems {
		id := p.Key
		if id == "" {
			id = p.Step
		}
		if id == "" {
			id = "run"
		}
		system := ""
		if p.System != "" {
			system = " [" + p.System + "]"
		}
		w.line("- %s%s: %s", id, system, strings.Join(strings.Fields(p.Message), " "))
	}
	if more := n - len(r.Problems); more > 0 {
		w.line("- and %d more", more)
	}
	w.line("")
}

// writer writes the lines of a summary.
type writer struct{ strings.Builder }

func (w *writer) line(format string, values ...any) {
	fmt.Fprintf(w, format, values...)
	w.WriteByte('\n')
}

// width is that of the summary's rules, in characters.
const width = 40

func (w *writer) rule(character string) { w.line("%s", strings.Repeat(character, width)) }

func (w *writer) section(format string, values ...any) {
	w.line(format, values...)
	w.rule("-")
}
