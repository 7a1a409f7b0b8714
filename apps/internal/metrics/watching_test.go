package metrics_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/adapters/syncapi"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase"
)

const deploy = "../../../deploy/"

// told are the metrics that a program tells: of each its labels, and the values that those have; nil for any value.
type told map[string]map[string][]string

// add takes the metrics that a handler tells.
func (k told) add(t *testing.T, handler http.Handler) {
	t.Helper()
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	for _, sample := range sample.FindAllStringSubmatch(w.Body.String(), -1) {
		labels := k[sample[1]]
		if labels == nil {
			labels = map[string][]string{}
			k[sample[1]] = labels
		}
		for _, pair := range pair.FindAllStringSubmatch(sample[2], -1) {
			if free[pair[1]] {
				labels[pair[1]] = nil
			} else {
				labels[pair[1]] = append(labels[pair[1]], pair[2])
			}
		}
	}
}

var (
	sample = regexp.MustCompile(`(?m)^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$`)
	pair   = regexp.MustCompile(`(\w+)="([^"]*)"`)
	free   = map[string]bool{"version": true, "method": true, "status": true, "le": true}
)

// everything returns the metrics of both programs, after something happened to each.
func everything(t *testing.T) told {
	t.Helper()
	store := inmem.Open()
	club := usecase.New(usecase.Adapters{
		Stores: store.Stores(), Atomic: store, FailedJobs: inmem.FailedJobs{Store: store}, Now: time.Now, Zone: time.UTC,
	})
	server := httpapi.Server{
		Club: club, RestRoot: "api", BaseURL: "http://club.example", Log: slog.New(slog.DiscardHandler),
		Ready: func(context.Context) error { return nil },
	}
	server.Metrics = httpapi.NewMetrics(club, "1", server.Log)
	handler, err := server.Handler()
	if err != nil {
		t.Fatal(err)
	}
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	metrics := syncapi.NewMetrics()
	for _, pipeline := range run.Scheduled() {
		metrics.Ran(&run.Run{Pipeline: pipeline, Outcome: run.Success, Started: time.Unix(1, 0), Finished: time.Unix(2, 0)})
	}
	metrics.BackedUp(time.Unix(2, 0))
	known := told{"up": {}}
	known.add(t, metrics.Handler())
	known.add(t, server.Metrics.Handler(""))
	document, err := httpapi.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	routes := []string{"other"}
	for _, id := range regexp.MustCompile(`"operationId": *"([^"]+)"`).FindAllStringSubmatch(string(document), -1) {
		routes = append(routes, id[1])
	}
	for name, labels := range known {
		if strings.HasPrefix(name, "clubhuis_http_") {
			labels["route"] = routes
		}
	}
	return known
}

// The parts of PromQL, as far as names need to be told from the rest.
var (
	part     = regexp.MustCompile(`"[^"]*"|\$\{?\w+\}?|[a-zA-Z_:][\w:]*|[0-9][\w.]*|=~|!~|!=|>=|<=|==|[^\s]`)
	name     = regexp.MustCompile(`^[a-zA-Z_:][\w:]*$`)
	keywords = []string{"and", "or", "unless", "offset", "bool", "e", "Inf", "NaN"}
	grouping = []string{"by", "without", "on", "ignoring", "group_left", "group_right"}
	ofAll    = []string{"job", "instance"} // Prometheus adds them
)

// misses returns what a query names that the programs do not tell.
func (k told) misses(query string) (lacks []string) {
	parts := part.FindAllString(query, -1)
	at := func(i int) string {
		if i < len(parts) {
			return parts[i]
		}
		return ""
	}
	var grouped []string
	labels := slices.Clone(ofAll)
	metrics := 0
	for i := 0; i < len(parts); i++ {
		word := parts[i]
		switch {
		case slices.Contains(grouping, word) && at(i+1) == "(":
			for i += 2; at(i) != ")" && i < len(parts); i++ {
				if at(i) != "," {
					grouped = append(grouped, at(i))
				}
			}
		case !name.MatchString(word), slices.Contains(keywords, word), at(i+1) == "(", slices.Contains(grouping, at(i+1)): // a function
		default:
			of, there := k[word]
			if !there {
				lacks = append(lacks, "the metric "+word)
			}
			metrics++
			for label := range of {
				labels = append(labels, label)
			}
			if at(i+1) != "{" {
				continue
			}
			for i += 2; at(i) != "}" && i < len(parts); i++ {
				if at(i) == "," {
					continue
				}
				lacks = append(lacks, unknownValues(of, word, at(i), strings.Trim(at(i+2), `"`))...)
				i += 2
			}
		}
	}
	for _, label := range grouped {
		if !slices.Contains(labels, label) {
			lacks = append(lacks, "the label "+label)
		}
	}
	if metrics == 0 {
		lacks = append(lacks, "a metric")
	}
	return lacks
}

// unknownValues returns what a matcher asks that a metric never says.
func unknownValues(of map[string][]string, metric, label, pattern string) (lacks []string) {
	values, there := of[label]
	switch {
	case slices.Contains(ofAll, label):
		return nil
	case !there:
		return []string{"the label " + label + " of " + metric}
	case values == nil:
		return nil
	}
	for one := range strings.SplitSeq(pattern, "|") {
		if !slices.Contains(values, one) {
			lacks = append(lacks, "the value "+one+" of "+label+" of "+metric)
		}
	}
	return lacks
}

func TestWhatAQueryNamesIsFound(t *testing.T) {
	t.Parallel()
	known := told{"a_total": {"state": {"x", "y"}, "any": nil}, "b": {}}
	for query, want := range map[string]string{
		`sum by (state) (rate(a_total{state="x",any=~"5..",job="j"}[5m])) / b > 0.5 * 3600`: "",
		`a_total{state=~"x|y"} unless on (instance) b offset 1d`:                            "",
		`rate(c[$__rate_interval])`:         "the metric c",
		`a_total{colour="x"}`:               "the label colour of a_total",
		`a_total{state=~"x|z"}`:             "the value z of state of a_total",
		`sum by (state) (b)`:                "the label state",
		`time() > 5`:                        "a metric",
		`topk(10, sum by (any) (a_total)) `: "",
	} {
		if got := strings.Join(known.misses(query), ", "); got != want {
			t.Errorf("%s: %q", query, got)
		}
	}
}

// anchors are the headings of a page, as links name them.
func anchors(t *testing.T, file string) (names []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		kept := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		names = append(names, strings.ReplaceAll(kept, " ", "-"))
	}
	return names
}

const runbooks = "https://github.com/clubhuis/clubhuis/blob/main/docs/operations.md#"

func TestEveryAlertAsksWhatIsToldAndSaysWhatToDo(t *testing.T) {
	t.Parallel()
	known, sections := everything(t), anchors(t, "../../../docs/operations.md")
	files, err := filepath.Glob(deploy + "alerts/*.yaml")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	alerts := map[string]bool{}
	for _, file := range files {
		opened, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer opened.Close() //nolint:errcheck // it was read
		var rules struct {
			Groups []struct {
				Name  string
				Rules []struct {
					Alert, Expr string
					For         string `yaml:"for"`
					Labels      struct{ Severity string }
					Annotations struct {
						Summary, Description string
						Runbook              string `yaml:"runbook_url"`
					}
				}
			}
		}
		decoder := yaml.NewDecoder(opened)
		decoder.KnownFields(true)
		if err := decoder.Decode(&rules); err != nil || len(rules.Groups) != 1 {
			t.Fatal(file, err)
		}
		for _, rule := range rules.Groups[0].Rules {
			section, there := strings.CutPrefix(rule.Annotations.Runbook, runbooks)
			switch {
			case rule.Alert == "" || alerts[rule.Alert]:
				t.Errorf("%s: %q has no name of its own", file, rule.Alert)
			case rule.Annotations.Summary == "" || len(rule.Annotations.Description) < 60:
				t.Errorf("%s does not say what to do", rule.Alert)
			case !there || !slices.Contains(sections, section):
				t.Errorf("%s leads to %s", rule.Alert, rule.Annotations.Runbook)
			case rule.Labels.Severity != "warning" && rule.Labels.Severity != "critical":
				t.Errorf("%s is %q", rule.Alert, rule.Labels.Severity)
			}
			if lacks := known.misses(rule.Expr); lacks != nil {
				t.Errorf("%s asks for %s", rule.Alert, strings.Join(lacks, ", "))
			}
			alerts[rule.Alert] = true
		}
	}
}

func TestEveryPanelShowsWhatIsTold(t *testing.T) {
	t.Parallel()
	known := everything(t)
	files, err := filepath.Glob(deploy + "grafana/*.json")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var board struct {
			Title, UID string
			Panels     []struct {
				ID                       int
				Type, Title, Description string
				Targets                  []struct{ Expr string }
			}
			Templating struct {
				List []struct{ Query any }
			}
		}
		if err := json.Unmarshal(text, &board); err != nil {
			t.Fatal(file, err)
		}
		seen, ids := 0, map[int]bool{}
		for _, panel := range board.Panels {
			if ids[panel.ID] || panel.Type != "row" && (panel.Title == "" || panel.Description == "" || len(panel.Targets) == 0) {
				t.Errorf("%s: %q says nothing", file, panel.Title)
			}
			ids[panel.ID] = true
			for _, target := range panel.Targets {
				if lacks := known.misses(target.Expr); lacks != nil {
					t.Errorf("%s: %q asks for %s", file, panel.Title, strings.Join(lacks, ", "))
				}
				seen++
			}
		}
		if seen < 5 || board.UID == "" {
			t.Errorf("%s has %d questions", file, seen)
		}
		for _, variable := range regexp.MustCompile(`label_values\((\w+), (\w+)\)`).FindAllStringSubmatch(string(text), -1) {
			if _, there := known[variable[1]]; !there || !slices.Contains(ofAll, variable[2]) {
				t.Errorf("%s: a variable asks for %s", file, variable[0])
			}
		}
	}
}
