package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/forge"
)

// feedbackWorld is the real application with a queue, a forge over HTTP with a small repository, and a scripted agent.
type feedbackWorld struct {
	*place
	app, password string // of an administrator
	forge         *forge.Forge
}

// fix is an agent that does what it is asked.
const fix = `cat > /dev/null; echo 'sort -f "$1"' > sort.sh; echo COST: 0.42; echo STATUS: RESOLVED`

func newFeedbackWorld(t *testing.T, agent string) *feedbackWorld {
	t.Helper()
	w := &feedbackWorld{place: newPlace(t)}
	for name := range w.env { // the agent needs nothing of the club site
		if strings.HasPrefix(name, "SITE_") {
			delete(w.env, name)
		}
	}
	var sync string
	w.app, sync, w.password = startClub(t, w.folder)
	var address string
	w.forge, address = forge.ForTest(t, forge.Options{})
	for name, value := range map[string]string{
		"APP_URL": w.app + "/api", "APP_USERNAME": username, "APP_PASSWORD_FILE": w.file("app-password", sync),
		"FORGE": address, "FORGE_TOKEN_FILE": w.file("forge-token", w.forge.Token), "REPOSITORY": w.forge.Repository(),
		"AGENT_WRAPPER": "bubblewrap", "CHECK_COMMAND": "sh check.sh", "AGENT_TIMEOUT": "1m",
	} {
		w.env[name] = value
	}
	w.agent(agent)
	return w
}

// agent lets the agent be a script. It stands in the command: behind the wrapper no file of ours is there.
func (w *feedbackWorld) agent(script string) { w.env["AGENT_COMMAND"] = script }

// ask asks the application as an administrator.
func (w *feedbackWorld) ask(method, path string, body any) map[string]any {
	w.t.Helper()
	text, err := json.Marshal(body)
	ok(w.t, err)
	r, err := http.NewRequestWithContext(w.t.Context(), method, w.app+"/api/club/v1/"+path, bytes.NewReader(text))
	ok(w.t, err)
	r.SetBasicAuth("beheer", w.password)
	r.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(r)
	ok(w.t, err)
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	ok(w.t, err)
	if answer.StatusCode != http.StatusOK {
		w.t.Fatalf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
	var read map[string]any
	if json.Unmarshal(text, &read) != nil {
		var list []any
		ok(w.t, json.Unmarshal(text, &list))
		read = map[string]any{"list": list}
	}
	return read
}

// report adds an approved item.
func (w *feedbackWorld) report(title string) int {
	w.t.Helper()
	return int(w.ask("POST", "feedback", map[string]any{"title": title, "feedback_type": "bug",
		"content": "Namen staan niet goed"})["id"].(float64))
}

func (w *feedbackWorld) item(id int) map[string]any {
	return w.ask("GET", fmt.Sprint("feedback/", id), nil)
}

// is checks the status of an item.
func (w *feedbackWorld) is(id int, status string) {
	w.t.Helper()
	if got := w.item(id)["status"]; got != status {
		w.t.Errorf("item %d is %v, not %s; the log: %s", id, got, status, w.log())
	}
}

// said is the thread of an item.
func (w *feedbackWorld) said(id int) string {
	w.t.Helper()
	return fmt.Sprint(w.ask("GET", fmt.Sprint("feedback/", id, "/comments"), nil)["list"])
}

// log is what the runs of the agent logged.
func (w *feedbackWorld) log() string {
	names, _ := filepath.Glob(filepath.Join(w.env["DATA"], "logs", "feedback-*.log"))
	var all strings.Builder
	for _, name := range names {
		text, _ := os.ReadFile(name)
		all.Write(text)
	}
	return all.String()
}

// contract: sync §3.3, §4-2, §4-6, club §3.1
func TestFeedbackBecomesAPullRequest(t *testing.T) {
	t.Parallel()
	w := newFeedbackWorld(t, fix)
	w.run("feedback").exits(0, "Er is geen feedback")
	w.run("feedback", "--json").exits(0, "null\n")
	w.run("feedback", "--run").exits(0, "is nergens aan begonnen")
	id, later := w.report("Hoofdletters staan vooraan"), w.report("Later")
	w.run("feedback").exits(0, "Status: approved\n", "Title: Hoofdletters staan vooraan", "Namen staan niet goed").without("beheer")
	w.run("feedback", "--json", "--id", fmt.Sprint(later)).exits(0, `"title": "Later"`, `"brief": "Item: `)
	w.run("feedback", "--type", "feature_request").exits(0, "Er is geen feedback")
	w.is(id, "approved")
	w.run("feedback", "--run", "--verbose").exits(0, "CODING AGENT", "Pull requests: 1 opened", "COST: 0.42").
		without(w.forge.Token, "goroutine")
	w.is(id, "resolved")
	w.is(later, "approved")
	pulls := w.forge.PullRequests()
	branch := fmt.Sprintf("feedback/%d-hoofdletters-staan-vooraan", id)
	if len(pulls) != 1 || pulls[0].Branch != branch || pulls[0].Base != "main" || !pulls[0].Open ||
		pulls[0].Title != fmt.Sprintf("bug: Hoofdletters staan vooraan (feedback %d)", id) {
		t.Fatalf("got %+v", pulls)
	}
	meta := w.item(id)["meta"].(map[string]any)
	if meta["agent_branch"] != branch || !strings.HasSuffix(meta["pr_url"].(string),
		"/club/clubhuis/pull/1") || meta["agent_owner"] != "" {
		t.Errorf("got %v", meta)
	}
	if files := w.forge.Files(branch); files["sort.sh"] != `sort -f "$1"` || w.forge.Files("main")["sort.sh"] == files["sort.sh"] {
		t.Errorf("got %v", files)
	}
	about, err := w.forge.Git("log", "-1", "--format=%an %ae %s %b", branch)
	ok(t, err)
	for _, private := range []string{"beheer", "Namen staan niet goed", w.forge.Token} {
		if strings.Contains(about+pulls[0].Body+pulls[0].Title, private) {
			t.Errorf("the commit or the pull request holds %q", private)
		}
	}
	if log := w.log(); !strings.Contains(log, "+sort -f") || strings.Contains(log, w.forge.Token) {
		t.Errorf("the log is %s", log)
	}
	w.run("runs").exits(0, "feedback", "success")
	w.run("report", "1").exits(0, "FEEDBACK SYNC SUMMARY", "Pull requests: 1 opened")

	// Squashed, the branch goes with the next run, and others stay.
	ok(t, w.forge.Commit("feature/van-iemand", "x", map[string]string{"x.txt": "x\n"}))
	ok(t, w.forge.Squash(1))
	w.agent("echo 'STATUS: NEEDS_INFO'; echo 'QUESTION: Welke lijst?'")
	w.run("feedback", "--loop").exits(0)
	w.is(later, "needs_info")
	if said := w.said(later); !strings.Contains(said, "Welke lijst?") || !strings.Contains(said, "author_type:agent") {
		t.Errorf("the thread is %s", said)
	}
	if w.forge.Files(branch) != nil || w.forge.Files("feature/van-iemand") == nil {
		t.Error("the wrong branches are left")
	}
	w.ask("POST", fmt.Sprint("feedback/", later, "/comments"), map[string]any{"content": "Die van de leden"})
	w.is(later, "approved")
	w.agent("grep -q 'Die van de leden' && echo 'STATUS: DECLINED' && echo 'REASON: Zo hoort het.'")
	w.run("feedback", "--run", "--id", fmt.Sprint(later), "--json").exits(0, `"outcome":"success"`)
	w.is(later, "declined")
	w.run("feedback", "--run", "--id", fmt.Sprint(later)).exits(1, "status")
	w.agent(`echo '# beter' >> check.sh; echo STATUS: RESOLVED`)
	w.run("feedback", "--optimize").exits(0, "look at check.sh", "1 opened")
	w.run("feedback", "--loop", "--optimize", "--pull-requests-per-day", "2").exits(0, "is nergens aan begonnen")
}

func TestTheAgentIsThereWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.run("config", "check").exits(0, "repository: (niet ingesteld)\n", "agent-command: (niet ingesteld)\n").without("wrapper: ok")
	p.run("feedback", "--run").exits(1, "--repository", "--agent-command", "--forge-token-file", "--agent-wrapper")
	p.env["REPOSITORY"] = "club/clubhuis"
	for _, words := range [][]string{{"config", "check"}, {"serve"}} {
		p.run(words...).exits(1, "--agent-command: is required", "--forge-token-file", "--agent-wrapper: is required",
			"--agent-unconfined")
	}
	p.env["AGENT_COMMAND"], p.env["FORGE_TOKEN_FILE"] = "true", p.file("token", "geheim-forge")
	p.run("config", "check", "--agent-unconfined").exits(0, "warning: --agent-unconfined", "warning: --check-command",
		"forge-token: xxxxx\n").without("geheim")
	p.run("config", "check", "--agent-wrapper", "bubblewrap").exits(0, "the agent's wrapper: ok").without("geheim",
		"--agent-unconfined:")
	p.run("config", "check", "--agent-wrapper", "env").exits(1, "the agent can read "+p.env["FORGE_TOKEN_FILE"],
		"the agent can read "+p.env["APP_PASSWORD_FILE"])
	p.run("config", "check", "--agent-wrapper", "false").exits(1, "--agent-wrapper")
	p.run("config", "check", "--agent-wrapper", "bubblewrap", "--agent-unconfined").exits(1, "does not go with")
	for flag, wrong := range map[string]string{
		"repository": "x", "forge": "ftp://x", "agent-timeout": "1ms", "agent-files": "0", "agent-lines": "-1", "runs-per-day": "0",
		"pull-requests-per-day": "0", "agent-instructions": "../x",
	} {
		p.run("config", "check", "--agent-wrapper", "bubblewrap", "--"+flag+"="+wrong).exits(1, "--"+flag)
	}
	p.run("feedback", "--status", "weg").exits(2)
	p.run("feedback", "--type", "weg").exits(2)
	p.run("feedback", "--id=-1").exits(2)
	p.run("feedback", "--id", "1", "--loop").exits(2)
	p.run("feedback", "--run", "--agent-wrapper", "bubblewrap").exits(1, "clubapplicatie")
}

// The lock of the agent, unlike those of the pipelines, is taken over when its process is dead; contract: sync §4-6 (one run at a
// time).
func TestOneAgentWorksAtATime(t *testing.T) {
	t.Parallel()
	w := newFeedbackWorld(t, "cat >/dev/null; sleep 600")
	id := w.report("x")
	first := w.command(t.Context(), "feedback", "--run")
	ok(t, first.Start())
	eventually(t, "it is claimed", func() bool { return w.item(id)["status"] == "in_progress" })
	w.run("feedback", "--run").exits(1, "feedback", "leeft nog")
	ok(t, first.Process.Kill())
	_ = first.Wait() // it was killed
	w.agent(fix)
	w.run("feedback", "--run", "--verbose").exits(0, "was left by a run that died")
	w.is(id, "resolved")
}
