package agents_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/agents"
	"github.com/clubhuis/clubhuis/ports"
)

// scripted is an agent and a check that do as a test says.
type scripted struct {
	work    func(prompt string) agent.Worked
	check   func() agent.Worked
	prompts []string
	err     error
}

func (s *scripted) Work(ctx context.Context, _, prompt string) (agent.Worked, error) {
	if err := errors.Join(ctx.Err(), s.err); err != nil {
		return agent.Worked{}, err
	}
	s.prompts = append(s.prompts, prompt)
	return s.work(prompt), nil
}

func (s *scripted) Check(context.Context, string) (agent.Worked, error) {
	if s.check == nil {
		return agent.Worked{}, nil
	}
	return s.check(), nil
}

func (s *scripted) Show(_ context.Context, _ string, n int, _ []byte) (string, error) {
	return fmt.Sprintf(".git/screenshots/%d.jpg", n), nil
}

func (s *scripted) CheckName() string { return "make check" }

// forge keeps pull requests of the code in memory.
type forge struct {
	code  *inmem.Code
	pulls []agent.PullRequest
	of    []agent.Proposal
	err   error

	refused string // a branch of which no pull request is opened
	because error
}

func (f *forge) Repository(ctx context.Context) (agent.Repository, error) {
	return agent.Repository{CloneURL: "memory", Default: "main"}, errors.Join(ctx.Err(), f.err)
}

func (f *forge) PullRequests(_ context.Context, branch string) (list []agent.PullRequest, err error) {
	for n := len(f.pulls) - 1; n >= 0; n-- {
		if f.of[n].Branch == branch {
			list = append(list, f.pulls[n])
		}
	}
	return list, f.err
}

func (f *forge) Open(_ context.Context, p agent.Proposal) (agent.PullRequest, error) {
	if f.err != nil || p.Branch == f.refused && f.because != nil {
		return agent.PullRequest{}, cmp.Or(f.err, f.because)
	}
	n := len(f.pulls) + 1
	f.pulls = append(f.pulls, agent.PullRequest{Number: n, URL: fmt.Sprintf("https://forge.example/pull/%d", n), Open: true})
	f.of = append(f.of, p)
	return f.pulls[n-1], nil
}

type world struct {
	t       *testing.T
	queue   *inmem.FeedbackQueue
	code    *inmem.Code
	forge   *forge
	agent   *scripted
	stores  ports.SyncStores
	service agents.Service
	told    strings.Builder
}

const resolved = "STATUS: RESOLVED\n"

func newWorld(t *testing.T) *world {
	w := &world{t: t, queue: &inmem.FeedbackQueue{}, code: &inmem.Code{}, agent: &scripted{}, stores: inmem.NewSync()}
	w.code.Commit("main", "README.md", "een\n")
	w.code.Commit("main", "AGENTS.md", "Hou het klein.\n")
	w.code.Commit("main", "a.go", "package a\n")
	w.forge = &forge{code: w.code}
	words := 0
	w.service = agents.Service{
		Queue: w.queue, Forge: w.forge, Trees: w.code, Agent: w.agent, Memory: w.stores.Agent, Runs: w.stores.Runs,
		Settings: agents.Settings{RunsPerDay: 10, PullRequestsPerDay: 5, Bounds: agent.DefaultBounds, Instructions: "AGENTS.md"},
		Now:      func() time.Time { return time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC) }, Zone: time.UTC,
		Word: func() string { words++; return fmt.Sprintf("WOORD%d", words) }, Process: 7, Host: "hier",
	}
	w.says(resolved, "a.go", "package b\n")
	return w
}

// says lets the agent write a file, or none, and then print something.
func (w *world) says(output, name, text string) {
	w.agent.work = func(string) agent.Worked {
		if name != "" {
			w.code.Edit(name, text)
		}
		return agent.Worked{Output: output, Took: time.Second}
	}
}

func (w *world) approved(title string) int64 {
	return w.queue.Report(feedback.Item{Title: title, Type: feedback.Bug, Status: feedback.Approved,
		Content: "<p>Er staat niets</p>"})
}

func (w *world) run(o ...agents.Options) run.Run {
	w.t.Helper()
	r, err := w.try(o...)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) try(o ...agents.Options) (run.Run, error) {
	options := agents.Options{}
	if len(o) > 0 {
		options = o[0]
	}
	options.Tell = func(text string) { w.told.WriteString(text + "\n") }
	return w.service.Run(w.t.Context(), options)
}

func (w *world) is(id int64, want feedback.Status) (feedback.Item, []feedback.Comment) {
	w.t.Helper()
	i, thread := w.queue.Show(id)
	if i.Status != want {
		w.t.Errorf("item %d is %s, not %s: %s", id, i.Status, want, w.told.String())
	}
	return i, thread
}

// contract: sync §3.3, §4 (feedback agent behaviour 1, 2, 3); club §3.1
func TestAnApprovedItemBecomesAPullRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.approved("Lijst leeg!"), w.approved("Later")
	w.says("ik dacht\nCOST: $0.42\n"+resolved, "a.go", "package b\n")
	r := w.run()
	i, thread := w.is(first, feedback.Resolved)
	w.is(second, feedback.Approved)
	if i.PullRequest != "https://forge.example/pull/1" || i.Branch != "feedback/1-lijst-leeg" || len(thread) > 0 {
		t.Errorf("got %+v, %v", i, thread)
	}
	p := w.forge.of[0]
	if p.Branch != "feedback/1-lijst-leeg" || p.Base != "main" || p.Title != "bug: Lijst leeg! (feedback 1)" ||
		!strings.Contains(p.Body, "make check") || strings.Contains(p.Body, "Er staat niets") {
		t.Errorf("got %+v", p)
	}
	if w.code.Files(i.Branch)["a.go"] != "package b\n" || w.code.Files("main")["a.go"] != "package a\n" {
		t.Error("the branches are wrong")
	}
	prompt := w.agent.prompts[0]
	for _, part := range []string{"Hou het klein.", "Title: Lijst leeg!", "Er staat niets"} {
		if !strings.Contains(prompt, part) {
			t.Errorf("the prompt lacks %q: %s", part, prompt)
		}
	}
	kept, err := w.stores.Runs.Run(t.Context(), r.ID)
	if err != nil || kept.Outcome != run.Success || kept.Pipeline != run.Feedback ||
		kept.Step(run.StepPullRequest).Counts.Created != 1 ||
		!strings.Contains(kept.Step(run.StepAgent).Note, "$0.42") || !strings.Contains(kept.Report().Text(), "CODING AGENT") {
		t.Errorf("the run is %+v, %v", kept, err)
	}
	if told := w.told.String(); !strings.Contains(told, "+package b") || !strings.Contains(told, "ik dacht") {
		t.Errorf("the log is %s", told)
	}
	w.run()
	w.is(second, feedback.Resolved)
}

// A run that finds nothing is neither kept nor an error.
func TestNothingToDoIsNotWrittenDown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue.Report(feedback.Item{Title: "x", Type: feedback.Bug, Status: feedback.New})
	if r := w.run(); r.ID != 0 {
		t.Errorf("got %+v", r)
	}
	if r := w.run(agents.Options{Wanted: agent.Wanted{Type: feedback.FeatureRequest}}); r.ID != 0 {
		t.Errorf("got %+v", r)
	}
	list, err := w.stores.Runs.List(t.Context(), 10)
	if err != nil || len(list) > 0 || len(w.agent.prompts) > 0 {
		t.Errorf("got %v, %v", list, err)
	}
	if _, err := w.try(agents.Options{ID: 1}); !errors.Is(err, feedback.ErrTransition) {
		t.Errorf("an item that is not approved: %v", err)
	}
}

// contract: sync §3.3
func TestWhatBecomesOfAnItem(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		output, file, text string
		want               feedback.Status
		said               string
	}{
		"asks":            {"STATUS: NEEDS_INFO\nQUESTION: Welke lijst?", "a.go", "x\n", feedback.NeedsInfo, "Welke lijst?"},
		"declines":        {"status: declined\nREASON: Zo hoort het.", "", "", feedback.Declined, "Zo hoort het."},
		"says nothing":    {"klaar!", "a.go", "x\n", feedback.Approved, ""},
		"asks nothing":    {"STATUS: NEEDS_INFO\n", "", "", feedback.Approved, ""},
		"changes nothing": {resolved, "", "", feedback.Approved, ""},
		"the last counts": {resolved + "STATUS: DECLINED\nREASON: Toch niet.", "a.go", "x\n", feedback.Declined, "Toch niet."},
		"no changes":      {"STATUS: NO_CHANGES", "", "", feedback.Approved, ""},
		"a workflow":      {resolved, ".github/workflows/x.yml", "on: push\n", feedback.NeedsInfo, ".github/workflows/x.yml"},
		"a secret": {resolved, "b.go", "const token = \"ghp_0123456789abcdefghij0123\"\n", feedback.NeedsInfo,
			"sleutel of wachtwoord"},
		"what is no text":  {resolved, "b.bin", "a\x00b\n", feedback.NeedsInfo, "b.bin"},
		"too many lines":   {resolved, "b.go", strings.Repeat("x\n", 2001), feedback.NeedsInfo, "te veel regels"},
		"attributes":       {resolved, ".gitattributes", "* filter=x\n", feedback.NeedsInfo, "stuurt git zelf"},
		"a name that lies": {resolved, "a\u202eog.x", "x\n", feedback.NeedsInfo, "niet goed te lezen"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			id := w.approved("x")
			w.says(c.output, c.file, c.text)
			r := w.run()
			_, thread := w.is(id, c.want)
			if look := c.said != "Welke lijst?" && c.want == feedback.NeedsInfo; look &&
				(len(r.Problems) != 1 || r.Problems[0].Code != agent.ErrNotTaken.Code || r.Outcome != run.Partial) {
				t.Errorf("the administrators are told %s %+v", r.Outcome, r.Problems)
			}
			if c.said == "" && len(thread) > 0 || c.said != "" && (len(thread) != 1 || !strings.Contains(thread[0].Content, c.said)) {
				t.Errorf("the thread is %v", thread)
			}
			if len(w.forge.pulls) > 0 || w.code.Files(agent.BranchOf(id, "x")) != nil {
				t.Error("something was pushed")
			}
		})
	}
}

// Two failures of the same item: somebody is asked.
func TestAfterTwoFailuresSomebodyIsAsked(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]agent.Worked{"exit": {Exit: 1, Output: resolved}, "time-out": {TimedOut: true,
		Output: resolved}} {
		w := newWorld(t)
		id := w.approved("x")
		w.agent.work = func(string) agent.Worked { w.code.Edit("a.go", "half\n"); return c }
		r := w.run()
		w.is(id, feedback.Approved)
		if r.Outcome != run.Partial || r.Errors() != 1 || !strings.Contains(w.told.String(), "patch") {
			t.Errorf("%s: %+v %s", name, r, w.told.String())
		}
		w.run()
		_, thread := w.is(id, feedback.NeedsInfo)
		if len(thread) != 1 || !strings.Contains(thread[0].Content, "twee keer") {
			t.Errorf("%s: %v", name, thread)
		}
		w.queue.Change(id, func(i *feedback.Item) { i.Answered() })
		w.run()
		w.is(id, feedback.Approved) // it is counted anew
	}
}

func TestARedCheckIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.approved("x")
	checks := 0
	w.agent.check = func() agent.Worked {
		if checks++; checks == 1 {
			return agent.Worked{Exit: 1, Output: "regel 7 klopt niet"}
		}
		return agent.Worked{}
	}
	r := w.run()
	w.is(id, feedback.Resolved)
	if len(w.agent.prompts) != 2 || !strings.Contains(w.agent.prompts[1], "regel 7 klopt niet") ||
		strings.Contains(w.agent.prompts[0], "worked on this before") {
		t.Errorf("the prompts are %q", w.agent.prompts)
	}
	if c := r.Step(run.StepCheck).Counts; c.Total != 2 || c.Synced != 1 {
		t.Errorf("got %+v", c)
	}
	other := w.approved("y")
	w.agent.check = func() agent.Worked { return agent.Worked{Exit: 1, Output: "regel 8 klopt niet"} }
	r = w.run()
	_, thread := w.is(other, feedback.NeedsInfo)
	if len(thread) != 1 || thread[0].Content != agent.CheckFailed || len(w.forge.pulls) != 1 {
		t.Errorf("got %v", thread)
	}
	// The administrators are told of it by the report, and what the check said stands in the log.
	if r.Outcome != run.Partial || len(r.Problems) != 1 || r.Problems[0].Code != agent.ErrRed.Code ||
		!strings.Contains(w.told.String(), "regel 8 klopt niet") {
		t.Errorf("got %s %+v", r.Outcome, r.Problems)
	}
}

// contract: sync §4-6 (rule 4: a crash resets the item to approved)
func TestWhatGoesWrongAroundTheAgentGivesTheItemBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.approved("x")
	w.agent.err = agent.ErrAgent
	r, err := w.try()
	if !errors.Is(err, agent.ErrAgent) || r.Outcome != run.Failure || r.Errors() != 1 {
		t.Errorf("got %+v, %v", r, err)
	}
	w.is(id, feedback.Approved)
	w.agent.err, w.forge.err = nil, agent.ErrSilent
	if _, err = w.try(); !errors.Is(err, agent.ErrSilent) {
		t.Errorf("got %v", err)
	}
	w.is(id, feedback.Approved)
	w.forge.err = nil
	ctx, cancel := context.WithCancel(t.Context())
	w.agent.work = func(string) agent.Worked { cancel(); return agent.Worked{Output: resolved} }
	if _, err = w.service.Run(ctx, agents.Options{}); err == nil {
		t.Error("a run that was told to end went well")
	}
	w.is(id, feedback.Approved)
	w.says(resolved, "a.go", "package b\n")
	w.run()
	w.is(id, feedback.Resolved)
}

func TestADeadRunIsPutRight(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mine, others := w.approved("x"), w.approved("y")
	owner, err := w.stores.Agent.Owner(t.Context(), "hier-1")
	if err == nil {
		err = errors.Join(w.queue.Claim(t.Context(), mine, owner), w.queue.Claim(t.Context(), others, "elders-2"))
	}
	if err != nil {
		t.Fatal(err)
	}
	w.run()
	w.is(mine, feedback.Resolved)
	w.is(others, feedback.InProgress)
	if !strings.Contains(w.told.String(), "item 1 was left by a run that died") {
		t.Errorf("got %s", w.told.String())
	}
}

func TestAPullRequestThatADeadRunOpenedIsNotDoubled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.approved("x")
	w.run()
	w.queue.Change(id, func(i *feedback.Item) { i.Status, i.PullRequest, i.Branch = feedback.Approved, "", "" })
	w.run()
	i, _ := w.is(id, feedback.Resolved)
	if len(w.forge.pulls) != 1 || i.PullRequest != w.forge.pulls[0].URL || len(w.agent.prompts) != 1 {
		t.Errorf("got %+v after %d prompts", i, len(w.agent.prompts))
	}
	// An administrator who wants more lets the agent go on, on the same branch and in the same pull request.
	w.queue.Change(id, func(i *feedback.Item) { i.Status, i.Title = feedback.Approved, "Een andere titel" })
	w.says(resolved, "c.go", "package c\n")
	w.run()
	w.is(id, feedback.Resolved)
	files := w.code.Files("feedback/1-x")
	if len(w.forge.pulls) != 1 || files["a.go"] != "package b\n" || files["c.go"] != "package c\n" ||
		!strings.Contains(w.agent.prompts[1], "earlier run worked on this item") {
		t.Errorf("got %v", files)
	}
}

func TestTheDayHasLimits(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.service.Settings.RunsPerDay, w.service.Settings.PullRequestsPerDay = 2, 1
	first, second := w.approved("x"), w.approved("y")
	w.agent.work = func(string) agent.Worked { return agent.Worked{Exit: 1} }
	w.run()
	w.says(resolved, "a.go", "package b\n")
	w.run() // the pull request that was not opened is not spent
	w.is(first, feedback.Resolved)
	if r := w.run(); r.ID != 0 {
		t.Errorf("a third run: %+v", r)
	}
	w.is(second, feedback.Approved)
	w.service.Settings.RunsPerDay = 10
	if r := w.run(); r.ID != 0 {
		t.Errorf("a second pull request: %+v", r)
	}
	w.is(second, feedback.Approved)
	tomorrow := w.service.Now().AddDate(0, 0, 1)
	w.service.Now = func() time.Time { return tomorrow }
	w.run()
	w.is(second, feedback.Resolved)
}

// contract: sync §4-6 (rule 4: merged branches are cleaned after each run)
func TestMergedBranchesAreRemoved(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approved("x")
	w.run()
	w.code.Commit("feature/own", "x", "x\n")
	w.run()
	if w.code.Files("feedback/1-x") == nil {
		t.Fatal("an open one was removed")
	}
	list, err := w.code.Branches(t.Context(), agent.Repository{Default: "main"})
	if err != nil {
		t.Fatal(err)
	}
	w.forge.pulls[0].Open, w.forge.pulls[0].Merged, w.forge.pulls[0].Head = false, true, list[0].Commit
	w.code.Commit("feedback/1-x", "more", "x\n") // somebody went on after the merge
	w.run()
	if w.code.Files("feedback/1-x") == nil {
		t.Error("a branch that moved on was removed")
	}
	list, err = w.code.Branches(t.Context(), agent.Repository{Default: "main"})
	if err != nil {
		t.Fatal(err)
	}
	w.forge.pulls[0].Head = list[0].Commit
	w.run()
	if w.code.Files("feedback/1-x") != nil || w.code.Files("feature/own") == nil {
		t.Error("the wrong branches are left")
	}
}

// contract: sync §4-2, --optimize
func TestWithoutAnItemOneFileIsLookedAt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.code.Commit("main", "b.go", "package b\n")
	w.says("STATUS: NO_CHANGES", "", "")
	o := agents.Options{Optimize: true}
	if r := w.run(o); r.ID == 0 || r.Outcome != run.Success || len(w.forge.pulls) > 0 {
		t.Errorf("got %+v", r)
	}
	w.says(resolved, "b.go", "package beter\n")
	w.run(o)
	if len(w.forge.of) != 1 || !strings.HasPrefix(w.forge.of[0].Branch,
		"optimize/b-go-") || w.forge.of[0].Title != "optimize: b.go" {
		t.Errorf("got %+v", w.forge.of)
	}
	if !strings.Contains(w.agent.prompts[0], ": a.go") || !strings.Contains(w.agent.prompts[1], ": b.go") {
		t.Errorf("the prompts are %q", w.agent.prompts)
	}
	if r := w.run(o); r.ID != 0 {
		t.Errorf("all was looked at: %+v", r)
	}
	w.code.Commit("main", "a.go", "package anders\n")
	w.agent.work = func(string) agent.Worked { return agent.Worked{Exit: 1} }
	w.run(o)
	if r := w.run(o); r.ID != 0 {
		t.Errorf("one that fails stands in the way: %+v", r)
	}
	id := w.approved("x")
	w.says(resolved, "c.go", "package c\n")
	w.run(o)
	w.is(id, feedback.Resolved)
}

func TestPicturesAreShownWhenTicked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.queue.Report(feedback.Item{Title: "x", Type: feedback.Bug, Status: feedback.Approved, Screenshots: []int64{5}})
	w.queue.Report(feedback.Item{Title: "y", Type: feedback.Bug, Status: feedback.Approved, Screenshots: []int64{6},
		ShowPictures: true})
	w.run()
	w.run()
	if strings.Contains(w.agent.prompts[0], "screenshots/1") || !strings.Contains(w.agent.prompts[1], ".git/screenshots/1.jpg") {
		t.Errorf("the prompts are %q", w.agent.prompts)
	}
}
