package syncpages

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// names are the pages, each a template of its own name.
var names = []string{
	"board", "pipeline", "run", "errors", "conflicts", "locks", "freefields", "lists", "settings", "compare", "login", "message",
}

// parse reads the templates.
func (h *pages) parse() error {
	h.templates = map[string]*template.Template{}
	functions := h.functions()
	for _, name := range names {
		parsed, err := template.New(name).Funcs(functions).ParseFS(assets, "assets/layout.html", "assets/parts.html",
			"assets/"+name+".html")
		if err != nil {
			return fmt.Errorf("the page %s: %w", name, err)
		}
		h.templates[name] = parsed
	}
	return nil
}

// files are what pages load, by the name that changes with what is in them.
var files = func() map[string]struct{ kind, text string } {
	all := map[string]struct{ kind, text string }{}
	for name, kind := range map[string]string{
		"style.css": "text/css; charset=utf-8", "live.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
	} {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			panic(err) // it is embedded
		}
		all[versioned(name)] = struct{ kind, text string }{kind, string(text)}
	}
	return all
}()

func versioned(name string) string {
	text, err := assets.ReadFile("assets/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	hash := sha256.Sum256(text)
	return strings.TrimSuffix(name, path.Ext(name)) + "-" + hex.EncodeToString(hash[:6]) + path.Ext(name)
}

func (h *pages) static(w http.ResponseWriter, r *http.Request) {
	file, known := files[mux.Vars(r)["name"]]
	if !known {
		h.fail(w, r, fault.ErrNotFound)
		return
	}
	w.Header().Set("Content-Type", file.kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write([]byte(file.text)) // nobody is left to tell
}

func (h *pages) functions() template.FuncMap {
	return template.FuncMap{
		"file": versioned, "when": h.when, "day": h.day, "clock": h.clock, "ago": h.ago, "took": took, "n": thousands, "plural": plural,
		"pipeline": pipelineName, "about": pipelineAbout, "step": stepName, "system": systemName, "kind": kindName,
		"reason": reasonName, "field": fieldName, "area": areaName, "winner": winnerName, "work": workName,
		"changes": changesOf, "advice": advice, "state": stateBadge, "badge": badgeOf, "causes": run.Causes,
		"planned": planned, "first": firstProblem, "menu": menu, "percent": percent, "life": lifeName, "short": short,
		"numberOf": numberOf, "removals": removals, "creations": creations,
		"calm": func(c operators.Card) starter { return starter{c.Pipeline, false, c.NoDryRun} },
		"loud": func(h operators.History) starter { return starter{h.Pipeline, true, h.NoDryRun} },
		"run":  func(r run.Run) operators.RunView { return operators.RunView{Run: r} },
	}
}

// starter is the form that starts a pipeline.
type starter struct {
	Pipeline run.Pipeline
	Loud     bool // it is what the page is for
	NoDryRun bool // it cannot be tried out
}

// Templates hand over values, the functions want places.
func changesOf(r run.Run) string         { return changes(&r) }
func badgeOf(r run.Run, dead bool) badge { return runBadge(&r, dead) }
func numberOf(problems []run.Problem, p run.Problem) int {
	for i, other := range problems {
		if other == p {
			return i + 1
		}
	}
	return 0
}

var days = []string{"zo", "ma", "di", "wo", "do", "vr", "za"}

var months = []string{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}

// day is "vandaag", "gisteren", "morgen", "ma 23 nov" or "23 nov 2025".
func (h *pages) day(t time.Time) string {
	zone := h.Operators.Zone
	on, today := civil.On(t, zone), civil.On(h.Operators.Now(), zone)
	switch on {
	case today:
		return "vandaag"
	case today.AddDays(-1):
		return "gisteren"
	case today.AddDays(1):
		return "morgen"
	}
	local := t.In(zone)
	text := fmt.Sprintf("%d %s", local.Day(), months[local.Month()-1])
	if local.Year() != today.Year {
		return fmt.Sprintf("%s %d", text, local.Year())
	}
	return days[local.Weekday()] + " " + text
}

func (h *pages) clock(t time.Time) string { return t.In(h.Operators.Zone).Format("15:04") }

// when is a day and a time; "" for the zero time.
func (h *pages) when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return h.day(t) + " " + h.clock(t)
}

// ago is how long something is ago.
func (h *pages) ago(t time.Time) string { return took(h.Operators.Now().Sub(t)) }

// took is a span of time in words.
func took(d time.Duration) string {
	d = max(0, d)
	switch {
	case d < time.Minute:
		return plural(int(d.Round(time.Second)/time.Second), "seconde", "seconden")
	case d < time.Hour:
		return plural(int(d/time.Minute), "minuut", "minuten")
	case d < 48*time.Hour:
		hours, minutes := int(d/time.Hour), int(d%time.Hour/time.Minute)
		if minutes == 0 {
			return fmt.Sprintf("%d uur", hours)
		}
		return fmt.Sprintf("%d uur en %s", hours, plural(minutes, "minuut", "minuten"))
	}
	return plural(int(d/(24*time.Hour)), "dag", "dagen")
}

// mostShown is how many lines of one list a page shows.
const mostShown = 200

// plannedStep are the changes of one step.
type plannedStep struct {
	Step  string
	Plan  []run.Planned
	More  int
	Total int
}

func planned(plan []run.Planned) (all []plannedStep) {
	places := map[string]int{}
	for _, p := range plan {
		at, known := places[p.Step]
		if !known {
			at = len(all)
			places[p.Step] = at
			all = append(all, plannedStep{Step: p.Step})
		}
		all[at].Total++
		if len(all[at].Plan) < mostShown {
			all[at].Plan = append(all[at].Plan, p)
		} else {
			all[at].More++
		}
	}
	return all
}

// firstProblem is the problem that ended a run: the last one, which has no step, or else the first.
func firstProblem(r run.Run) string {
	for i := len(r.Problems) - 1; i >= 0; i-- {
		if r.Problems[i].Step == "" {
			return r.Problems[i].Message
		}
	}
	if len(r.Problems) > 0 {
		return r.Problems[0].Message
	}
	return ""
}

func percent(w operators.Working) int {
	if w.Total <= 0 {
		return 0
	}
	return min(100, w.Done*100/w.Total)
}

func lifeName(l operators.Life) badge {
	return map[operators.Life]badge{
		operators.Alive: {"Aan het werk", "good"}, operators.Dead: {"Leeft niet meer", "bad"},
		operators.Unknown: {"Niet te zien", "warn"},
	}[l]
}

// short cuts a list for a page.
func short(problems []run.Problem) []run.Problem { return problems[:min(len(problems), mostShown)] }

// removals is the number of removals that a run was stopped for, 0 for none.
func removals(r run.Run) int {
	for _, p := range r.Problems {
		if p.Code == "too_many_removals" {
			return behind(p.Message, "--accept-removals ")
		}
	}
	return 0
}

// creations is likewise the number of records that a run would have made, or that a dry run would make.
func creations(r run.Run) int {
	for _, p := range r.Problems {
		if p.Code == "too_many_creations" {
			return behind(p.Message, "--accept-creations ")
		}
	}
	if r.DryRun && r.Pipeline == run.FormerMembers {
		return len(r.Plan)
	}
	return 0
}

// behind is the number behind a flag in a message, 0 for none.
func behind(message, flag string) int {
	_, text, _ := strings.Cut(message, flag)
	return number(strings.TrimRight(text, "."))
}

// entry is one of the menu.
type entry struct {
	Path, Text string
	Here       bool
	Count      int
}

func menu(v *view) []entry {
	all := []entry{
		{Path: "/", Text: "Overzicht"}, {Path: "/errors", Text: "Fouten", Count: v.Unseen}, {Path: "/conflicts", Text: "Conflicten"},
		{Path: "/compare", Text: "Vergelijken"}, {Path: "/locks", Text: "Vergrendelingen"}, {Path: "/lists", Text: "E-maillijsten"},
		{Path: "/beheer/free-fields", Text: "Vrije velden"}, {Path: "/settings", Text: "Instellingen"},
	}
	for i := range all {
		all[i].Here = all[i].Path == v.Here
	}
	return all
}
