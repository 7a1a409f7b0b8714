package main_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/control"
)

// start starts a command and lets the test go on; wait returns what it left.
func (p *place) start(words ...string) (process *os.Process, wait func() result) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 2*soon)
	cmd := p.command(ctx, words...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	ok(p.t, cmd.Start())
	return cmd.Process, func() result {
		defer cancel()
		_ = cmd.Wait() // the exit code says it
		return result{p.t, strings.Join(words, " "), out.String(), err.String(), cmd.ProcessState.ExitCode()}
	}
}

// runInto runs a command that gets a signal after the application did a write, before it hears of that.
func (w *world) runInto(signal syscall.Signal, write int, words ...string) (int, result) {
	w.t.Helper()
	process, wait := w.start(words...)
	w.gate.reset(func(ctx context.Context, n int) {
		if n == write {
			ok(w.t, process.Signal(signal))
			<-ctx.Done() // who waits for the answer is gone
		}
	})
	return process.Pid, wait()
}

// TestTheClubArrives is the story of an operator, on one world: each part goes on where the one before it ended.
// contract: sync §1-1, §1-2, §5-3
func TestTheClubArrives(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 28, 3)
	connect := w.providers(t)
	part := func(name string, do func(t *testing.T)) {
		if !t.Run(name, func(t *testing.T) { w.t, w.gate.t = t, t; do(t) }) {
			t.FailNow()
		}
	}
	part("a dry run prints the plan and writes nothing", w.dryRun)
	part("a run that is told to end stops, gives its lock back and forgets nothing", w.toldToEnd)
	part("a run that is killed leaves its lock until unlock, and the next one makes all good", w.killed)
	part("a second run writes nothing and asks about nobody", w.unchanged(
		"run people"))
	part("teams arrive, also after a kill", w.afterAKill("teams", w.teams, "run", "teams"))
	part("functions arrive, also after a kill", w.afterAKill("functions", w.functions, "run", "functions", "--all",
		"--with-invoice"))
	part("cases of discipline arrive, also after a kill", w.afterAKill("discipline", w.discipline, "run", "discipline", "--force"))
	part("a second run of those writes nothing", w.unchanged("run teams", "run functions", "run discipline"))
	connect()
	part("contributions arrive, also after a kill", w.afterAKill("contributions", w.contributions, "run", "contributions"))
	part("the helpdesk is told, also after a kill", w.afterAKill("helpdesk", w.helpdesk, "run", "helpdesk"))
	part("former members arrive, also after a kill", w.formerMembers)
	part("the numbers of customers go to the site", func(*testing.T) { w.run("run", "all").exits(0) })
	part("then a run of all writes nothing", w.unchanged("run all"))
	part("verify finds what somebody took away", w.verified)
	part("a run that would mark too many stops, and passes with the number that it named", w.tooMany)
	part("a failed download goes on with the last good one, marks nobody and exits with 1", w.failedDownload)
	part("runs and reports tell what happened", w.told)
}

func (w *world) dryRun(t *testing.T) {
	r := w.run("run", "people", "--dry-run").exits(0, "PEOPLE SYNC SUMMARY", "DRY RUN", "- create "+w.members()[0], "Completed: ",
		"Duration: ", "Log file: ")
	if !strings.HasPrefix(r.out, "\n"+strings.Repeat("=", 40)+"\nPEOPLE SYNC SUMMARY\n"+strings.Repeat("=", 40)+"\n\nCompleted: ") {
		t.Errorf("the layout is another: %q", r.out)
	}
	if r.err != "" {
		t.Errorf("what is no result: %q", r.err)
	}
	if got := w.writes(); len(got) > 0 {
		t.Errorf("wrote %q", got)
	}
}

func (w *world) toldToEnd(t *testing.T) {
	_, r := w.runInto(syscall.SIGTERM, 4, "run", "people")
	r.exits(1, "PEOPLE SYNC SUMMARY", "FAILED")
	if _, err := os.Stat(w.lock("people")); err == nil {
		t.Error("the lock is still there")
	}
	w.run("runs").exits(0, "failure").without("running", "dead")
}

func (w *world) lock(kind string) string { return filepath.Join(w.env["DATA"], "locks", kind+".lock") }

func (w *world) killed(t *testing.T) {
	process, r := w.runInto(syscall.SIGKILL, 7, "run", "people")
	if r.code != -1 {
		t.Fatalf("it was not killed: %d %s%s", r.code, r.out, r.err)
	}
	w.unheard()
	for range 2 {
		w.run("run", "people").exits(1, fmt.Sprintf("proces %d op ", process), "leeft niet meer", "clubsync unlock people")
	}
	// The others run. Nobody is known yet, so they have nothing to do.
	w.run("run", "all").exits(1, "clubsync unlock people", "contributions: niet ingesteld", "helpdesk: niet ingesteld")
	w.run("runs").exits(0, "dead (niet afgemaakt: het proces leeft niet meer)").without("running")
	w.run("unlock", "people").exits(0, fmt.Sprintf("proces %d op ", process))
	w.run("unlock", "people").exits(0, "niet vergrendeld")
	w.run("run", "people").exits(0, "PEOPLE SYNC SUMMARY").without("ERRORS")
	if got, want := w.gate.codes(), w.members(); !slices.Equal(got, want) {
		t.Errorf("the application has %q, want %q", got, want)
	}
	for _, list := range w.lists.Lists {
		seen := map[string]bool{}
		for _, m := range w.lists.Members(list) {
			if address := strings.ToLower(m.Email); seen[address] {
				t.Errorf("%s stands on %s twice", address, list)
			} else {
				seen[address] = true
			}
		}
	}
	if len(w.mail.Messages()) > 0 {
		t.Error("a run by hand was mailed")
	}
}

// unchanged runs commands again.
func (w *world) unchanged(commands ...string) func(t *testing.T) {
	return func(t *testing.T) {
		w.unheard()
		for _, words := range commands {
			w.run(strings.Fields(words)...).exits(0)
		}
		if got := w.writes(); len(got) > 0 {
			t.Errorf("wrote %q", got)
		}
		one := regexp.MustCompile(`/\d+$|find-by-email`)
		for _, sent := range w.gate.received() {
			if one.MatchString(sent) {
				t.Errorf("asked about one: %s", sent)
			}
		}
		if got := w.lists.Control.Requests(); len(got) > 0 {
			t.Errorf("asked the provider of lists %d times, first %s", len(got), got[0].Name())
		}
	}
}

// afterAKill kills a run after its second write, while it waits for the answer, and holds that the next runs end as if nothing
// had happened.
func (w *world) afterAKill(kind string, arrives func(t *testing.T), words ...string) func(t *testing.T) {
	return func(t *testing.T) {
		process, r := w.runInto(syscall.SIGKILL, 2, words...)
		if r.code != -1 {
			t.Fatalf("it was not killed: %d %s%s", r.code, r.out, r.err)
		}
		w.unheard()
		w.run(words...).exits(1, fmt.Sprintf("proces %d op ", process), "leeft niet meer", "clubsync unlock "+kind)
		w.run("unlock", kind).exits(0, fmt.Sprintf("proces %d op ", process))
		arrives(t)
	}
}

func (w *world) teams(t *testing.T) {
	r := w.run("run", "teams").exits(0, "TEAM SYNC SUMMARY", "TEAM SYNC\n", "WORK HISTORY SYNC\n")
	titles := len(w.site.Register.Teams(true)) + len(w.site.Register.Teams(false))
	if got := len(w.gate.all("teams")); got == 0 || got > titles {
		t.Errorf("%d teams of at most %d: %s", got, titles, r.out)
	}
	for _, p := range w.gate.all("people") {
		rows, _ := p["acf"].(map[string]any)["work_history"].([]any)
		if len(rows) > 0 {
			return
		}
	}
	t.Error("nobody is on a team")
}

func (w *world) functions(t *testing.T) {
	w.run("run", "functions", "--all", "--with-invoice").exits(0, "FUNCTIONS SYNC SUMMARY",
		fmt.Sprintf("Members processed: %d/%[1]d\n", len(w.members())))
	if len(w.gate.all("commissies")) == 0 {
		t.Error("no committees")
	}
}

func (w *world) discipline(t *testing.T) {
	cases := w.site.Register.Cases()
	w.run("run", "discipline").exits(0, "DISCIPLINE SYNC SUMMARY", fmt.Sprintf("Cases downloaded: %d\n", len(cases)),
		fmt.Sprintf("Linked to persons: %d\n", len(cases)))
	if got := w.gate.all("discipline-cases"); len(got) != len(cases) || len(got) == 0 {
		t.Errorf("%d cases of %d", len(got), len(cases))
	}
}

func (w *world) verified(t *testing.T) {
	w.unheard()
	w.run("verify").exits(0, "Geen verschillen.")
	if got := w.writes(); len(got) > 0 {
		t.Errorf("verify wrote %q", got)
	}
	gone := w.members()[0]
	for _, p := range w.gate.all("people") {
		if p["acf"].(map[string]any)["assoc-id"] == gone {
			w.gate.remove("people", p["id"])
		}
	}
	w.run("verify").exits(1, "- "+gone+" [application]: ", "1 verschil.")
	w.run("run", "people", "--force").exits(0)
	w.run("run", "contributions").exits(0)
	w.run("run", "helpdesk").exits(0)
	w.run("verify").exits(0, "Geen verschillen.")
}

func (w *world) tooMany(t *testing.T) {
	w.unheard()
	w.site.Control.Turn("search-truncated", true)
	r := w.run("run", "people").exits(1, "FAILED", "--accept-removals ")
	named := regexp.MustCompile(`--accept-removals (\d+)`).FindStringSubmatch(r.out)
	if got := w.writes(); named == nil || len(got) > 0 {
		t.Fatalf("wrote %q:\n%s", got, r.out)
	}
	n, err := strconv.Atoi(named[1])
	ok(t, err)
	w.run("run", "people", "--accept-removals", strconv.Itoa(n-1)).exits(1, "FAILED")
	w.run("run", "people", "--force").exits(1, "FAILED") // it only skips change detection
	if got := w.writes(); len(got) > 0 {
		t.Errorf("wrote %q", got)
	}
	w.run("run", "people", "--accept-removals", named[1]).exits(0)
	w.site.Control.Turn("search-truncated", false)
	w.run("run", "people").exits(0) // everybody is back
	w.run("run", "helpdesk").exits(0)
	w.run("verify").exits(0)
}

func (w *world) failedDownload(t *testing.T) {
	w.unheard()
	turned, err := w.site.Control.Set("search-500", control.Setting{On: true})
	ok(t, err)
	w.run("run", "people").exits(1, "ERRORS", "verder met die van")
	w.site.Control.Turn(turned.Name, false)
	if got := w.writes(); len(got) > 0 {
		t.Errorf("wrote %q", got)
	}
	w.run("run", "people").exits(0)
}

func (w *world) told(t *testing.T) {
	r := w.run("runs", "--limit", "100").exits(0, "functions-full", "teams", "failure", "success", "partial")
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	newest, err := strconv.Atoi(strings.Fields(lines[1])[0])
	ok(t, err)
	w.run("report", strconv.Itoa(newest)).exits(0, "PEOPLE SYNC SUMMARY", "Persons synced: ")
	w.run("report", strconv.Itoa(newest-1)).exits(0, "ERRORS", "Evidence: "+w.env["DATA"])
	for _, line := range lines {
		if strings.Contains(line, "dead") {
			w.run("report", strings.Fields(line)[0]).exits(0, "niet afgemaakt: het proces leeft niet meer").without("Duration: -")
		}
	}
	w.run("report", "999").exits(1, "no run 999")
	ok(t, filepath.WalkDir(w.env["DATA"], func(path string, entry os.DirEntry, err error) error {
		ok(t, err)
		info, err := entry.Info()
		ok(t, err)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s can be read by others: %v", path, info.Mode())
		}
		return nil
	}))
}
