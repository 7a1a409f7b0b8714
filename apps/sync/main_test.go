package main_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The programs that all tests run, built once: clubsync, and the application that it fills.
var clubsync, clubhuis string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "clubsync-*")
	if err == nil {
		clubsync, clubhuis = filepath.Join(folder, "clubsync"), filepath.Join(folder, "clubhuis")
		for binary, source := range map[string]string{clubsync: ".", clubhuis: "../server"} {
			build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, source)
			build.Env = append(os.Environ(), "CGO_ENABLED=0")
			if output, failed := build.CombinedOutput(); failed != nil {
				err = errors.Join(err, fmt.Errorf("%w: %s", failed, output))
			}
		}
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// soon is how long a test waits for what happens within seconds, on a machine that is busy.
const soon = 2 * time.Minute

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// place is a folder of its own where clubsync runs, with settings from its environment.
type place struct {
	t      testing.TB
	folder string
	env    map[string]string // behind CLUBSYNC_
	whole  map[string]string // by their whole names
	key    string            // SYNC_API_KEY
}

// newPlace is a place whose settings are complete and lead nowhere.
func newPlace(t testing.TB) *place {
	p := &place{t: t, folder: t.TempDir()}
	p.env = map[string]string{
		"DATA": filepath.Join(p.folder, "data"), "PAUSES": "none", "CLUB_NAME": "vv Elzendam",
		"SITE_URL": "http://127.0.0.1:9", "SITE_USERNAME": "ledenadministratie",
		"SITE_PASSWORD_FILE":   p.file("site-password", "geheim-site\n"),
		"SITE_OTP_SECRET_FILE": p.file("otp", "MNWHKYTIOVUXG2DPNVSXG2LUMVZGK3DF\n"),
		"APP_URL":              "http://127.0.0.1:9/api/", "APP_USERNAME": "synchronisatie",
		"APP_PASSWORD_FILE": p.file("app-password", "geheim app\n"),
	}
	if browser := os.Getenv("CHROMIUM"); browser != "" {
		p.env["BROWSER"] = browser
	}
	return p
}

// file writes a file and returns its name.
func (p *place) file(name, text string) string {
	p.t.Helper()
	path := filepath.Join(p.folder, name)
	ok(p.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// command is the program with these words, in the place and without the test's own settings.
func (p *place) command(ctx context.Context, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, clubsync, words...)
	cmd.Dir = p.folder
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "CLUB") && !strings.HasPrefix(entry, "SYNC_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	for name, value := range p.env {
		cmd.Env = append(cmd.Env, "CLUBSYNC_"+name+"="+value)
	}
	for name, value := range p.whole {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if p.key != "" {
		cmd.Env = append(cmd.Env, "SYNC_API_KEY="+p.key)
	}
	return cmd
}

// result is what a finished command left.
type result struct {
	t        testing.TB
	words    string
	out, err string
	code     int
}

// run runs a command to its end.
func (p *place) run(words ...string) result {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), 2*soon)
	defer cancel()
	cmd := p.command(ctx, words...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	failure := cmd.Run()
	var exit *exec.ExitError
	if failure != nil && !errors.As(failure, &exit) {
		p.t.Fatal(failure)
	}
	if strings.Contains(err.String(), "goroutine ") {
		p.t.Errorf("%q: a panic: %s", words, err.String())
	}
	return result{p.t, strings.Join(words, " "), out.String(), err.String(), cmd.ProcessState.ExitCode()}
}

// exits checks how a command ended and that it printed all of these, on either stream.
func (r result) exits(code int, texts ...string) result {
	r.t.Helper()
	if r.code != code {
		r.t.Errorf("%s: exit %d, want %d:\n%s%s", r.words, r.code, code, r.out, r.err)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			r.t.Errorf("%s: %q is not in\n%s%s", r.words, text, r.out, r.err)
		}
	}
	return r
}

// without checks that a command did not print any of these.
func (r result) without(texts ...string) result {
	r.t.Helper()
	for _, text := range texts {
		if strings.Contains(r.out+r.err, text) {
			r.t.Errorf("%s: %q is in\n%s%s", r.words, text, r.out, r.err)
		}
	}
	return r
}
