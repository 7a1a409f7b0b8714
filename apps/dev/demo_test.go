package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The programs of a demo, as scripts that write down how they were called. The server
// ends when the synchronization serves, so that a demo that went well ends.
const (
	theServer = `
echo "clubhuis $*" >>calls
case "$1" in
app-password) echo "geheim-van-de-applicatie" ;;
demo)
	echo $$ >server
	: >>var/demo.db
	echo "level=INFO msg=request" >&2
	echo "level=WARN msg=odd" >&2
	echo "administrator: beheer / x"
	echo "listening on http://127.0.0.1:9"
	trap 'exit 0' TERM
	while :; do
		if [ -e running ]; then echo "it runs"; rm running; fi
		if [ -e over ]; then exit 0; fi
		sleep 0.02
	done ;;
esac`
	theWorld = `
echo "fakeworld $*" >>calls
echo '{"clubsite":{"url":"http://site","username":"u","password":"p","otp_secret":"s"},'\
'"maillist":{"url":"http://lists","key":"k","lists":["a","b"]},"maildelivery":{"url":"http://mail","token":"t"},'\
'"helpdesk":{"url":"http://desk","key":"h"},"contributions":{"url":"http://dues","key":"c"}}'
trap 'echo "fakeworld ended" >>calls; exit 0' TERM
while :; do sleep 0.02; done`
	theSync = `
echo "clubsync $*" >>calls
env | grep '^CLUBSYNC_' | sort >settings
case "$1" in
serve)
	kill $(cat server)
	trap 'exit 0' TERM
	while :; do sleep 0.02; done ;;
unlock) exit 1 ;;
run)
	echo "time=x level=DEBUG msg=progress step=people-submit done=0 total=31" >&2
	echo "time=x level=DEBUG msg=progress step=people-submit done=1 total=31" >&2
	echo "time=x level=DEBUG msg=progress step=people-submit done=31 total=31" >&2 ;;
esac`
)

// stage is a work tree whose built programs are scripts.
type stage struct {
	*session
	out, err bytes.Buffer
	mu       sync.Mutex
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{session: &session{root: t.TempDir(), chromium: "/usr/bin/browser"}}
	s.stdout = &s.out
	s.stderr = writerOf(func(p []byte) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.err.Write(p)
	})
	s.put(t, "clubhuis", theServer)
	s.put(t, "fakeworld", theWorld)
	s.put(t, "clubsync", theSync)
	return s
}

func (s *stage) put(t *testing.T, program, script string) {
	t.Helper()
	file := s.program(program)
	// A process that another test starts meanwhile would hold the file open for writing, and then it can't be run (ETXTBSY).
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte("#!/bin/sh"+script+"\n"), 0o755))
	if err != nil {
		t.Fatal(err)
	}
}

// demo runs one, and returns how its programs were called.
func (s *stage) demo(t *testing.T, args ...string) []string {
	t.Helper()
	s.args = args
	if err := s.serveDemo(t.Context()); err != nil {
		t.Fatalf("%v: %s", err, &s.err)
	}
	return s.calls(t)
}

func (s *stage) calls(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(s.path("calls"))
	if err != nil || os.Remove(s.path("calls")) != nil {
		t.Fatal(err)
	}
	calls := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, call := range calls {
		call = regexp.MustCompile(`--sync-url http://127\.0\.0\.1:\d+`).ReplaceAllString(call, "--sync-url URL")
		calls[i] = regexp.MustCompile(`--today \d{4}-\d\d-\d\d --state \S+-arrival/world$`).
			ReplaceAllString(call, "--today DAY --state WORLD")
	}
	return calls
}

// writerOf hands every write to itself.
type writerOf func([]byte)

func (f writerOf) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

var (
	unlocking = []string{
		"clubsync unlock people", "clubsync unlock teams", "clubsync unlock functions", "clubsync unlock contributions",
		"clubsync unlock discipline", "clubsync unlock helpdesk", "clubsync unlock former-members",
		"clubsync unlock individual",
	}
	running = []string{
		"clubsync run people --verbose", "clubsync run teams --verbose", "clubsync run functions --all --verbose",
		"clubsync run contributions --verbose", "clubsync run discipline --verbose", "clubsync run helpdesk --verbose",
		"clubhuis adorn --database sqlite:var/demo.db",
		"clubsync user add --username beheer --display-name Beheerder --password-stdin", "clubsync serve",
		"fakeworld ended",
	}
)

func withoutShell() bool { return runtime.GOOS == "windows" }

func TestTheClubArrives(t *testing.T) {
	t.Parallel()
	if withoutShell() {
		return
	}
	s := newStage(t)

	got := s.demo(t, "--people", "200", "--listen", "127.0.0.1:0")

	want := slices.Concat([]string{
		"clubhuis demo --arrive --sync-url URL --database sqlite:var/demo.db --people 200 --listen 127.0.0.1:0",
		"fakeworld --people 200 --seed 1 --today DAY --state WORLD",
		"clubhuis app-password add --username synchronisatie --name clubsync --database sqlite:var/demo.db",
	}, unlocking, running)
	if !slices.Equal(got, want) {
		t.Errorf("called\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	lines := strings.Split(s.out.String(), "\n")
	if len(lines) != 3 || lines[0] != "administrator: beheer / x" || !strings.HasPrefix(lines[1], "listening on http://") {
		t.Errorf("printed %q", &s.out)
	}
	for _, line := range []string{"==> de club komt binnen: 31 van 31 leden\n", "==> de club is binnen\n", "level=WARN msg=odd\n"} {
		if !strings.Contains(s.err.String(), line) {
			t.Errorf("no %q in %s", line, &s.err)
		}
	}
	if strings.Contains(s.err.String(), "level=INFO") {
		t.Errorf("requests are shown: %s", &s.err)
	}
	settings, err := os.ReadFile(s.path("settings"))
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{
		"APP_USERNAME=synchronisatie", "APP_PASSWORD_FILE=" + s.path("var", "demo-arrival", "app-password"), "BROWSER=/usr/bin/browser",
		"LISTS=a,b", "PAUSES=none", "SITE_URL=http://site", "SITE_USERNAME=u",
	} {
		if !strings.Contains(string(settings), "CLUBSYNC_"+setting+"\n") {
			t.Errorf("no %s in %s", setting, settings)
		}
	}
	for file, want := range map[string]string{
		"site-password": "p\n", "site-secret": "s\n", "list-key": "k\n", "mail-token": "t\n",
		"app-password": "geheim-van-de-applicatie\n",
	} {
		if text, err := os.ReadFile(s.path("var", "demo-arrival", file)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", file, text, err)
		}
	}
}

func TestASecondDemoGoesOn(t *testing.T) {
	t.Parallel()
	if withoutShell() {
		return
	}
	s := newStage(t)
	s.demo(t, "--people", "200", "--seed", "5")
	memory := s.path("var", "demo-arrival", "demo.json")
	if err := os.WriteFile(memory, []byte(`{"people":200,"seed":5,"today":"2026-03-14","arrived":true}`), 0o600); err != nil {
		t.Fatal(err)
	}

	if got := s.demo(t, "--people", "200"); got[1] != "fakeworld --people 200 --seed 5 --today DAY --state WORLD" ||
		!slices.Contains(got, "clubsync run functions --verbose") || strings.Contains(strings.Join(got, " "), "app-password") {
		t.Errorf("called %q", got)
	}
	if text, err := os.ReadFile(memory); err != nil || !strings.Contains(string(text), "2026-03-14") {
		t.Errorf("another day: %s, %v", text, err)
	}
	if got := s.demo(t, "--people=300"); got[1] != "fakeworld --people 200 --seed 5 --today DAY --state WORLD" ||
		!strings.Contains(s.err.String(), "club of 200 people; for another one remove var/demo.db") {
		t.Errorf("called %q, told %s", got, &s.err)
	}
	if err := os.Remove(s.path("var", "demo.db")); err != nil {
		t.Fatal(err)
	}
	if got := s.demo(t, "--people=300"); got[1] != "fakeworld --people 300 --seed 1 --today DAY --state WORLD" ||
		!slices.Contains(got, "clubsync run functions --all --verbose") {
		t.Errorf("without the database: called %q", got)
	}
}

func TestWithoutArrivalTheClubIsThere(t *testing.T) {
	t.Parallel()
	if withoutShell() {
		return
	}
	const atOnce = "\necho \"clubhuis $*\" >>calls"
	want := []string{"clubhuis demo --database sqlite:var/demo.db --people 9"}

	s := newStage(t)
	s.put(t, "clubhuis", atOnce)
	s.chromium, s.noBrowser = "", errors.New("Chromium is missing: nothing was found")
	if got := s.demo(t, "--people", "9"); !slices.Equal(got, want) ||
		!strings.Contains(s.err.String(), "Chromium is missing: nothing was found") {
		t.Errorf("without a browser: called %q, told %s", got, &s.err)
	}

	s = newStage(t)
	s.put(t, "clubhuis", atOnce)
	if err := os.WriteFile(s.path("var", "demo.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := s.demo(t, "--people", "9"); !slices.Equal(got, want) || !strings.Contains(s.err.String(), "remove var/demo.db") {
		t.Errorf("with a club that was made there: called %q, told %s", got, &s.err)
	}
}

func TestWhatFailsAroundTheServer(t *testing.T) {
	t.Parallel()
	if withoutShell() {
		return
	}
	t.Run("a run with errors", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.put(t, "clubsync", strings.Replace(theSync, "unlock)", "run) exit 1 ;;\nunlock)", 1))
		first := s.demo(t)
		if again := s.demo(t); !slices.Contains(first, "clubsync serve") ||
			!slices.Contains(again, "clubsync run functions --all --verbose") {
			t.Errorf("called %q, then %q", first, again)
		}
		if !strings.Contains(s.err.String(), "clubsync run teams ended with exit code 1: see var/demo-arrival/clubsync.log") {
			t.Errorf("told %s", &s.err)
		}
	})
	t.Run("no world", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.put(t, "fakeworld", "\nkill $(cat server); echo 'no port is free' >&2; exit 2")
		s.demo(t)
		log, err := os.ReadFile(s.path("var", "demo-arrival", "fakeworld.log"))
		if err != nil || !strings.Contains(string(log), "no port is free") {
			t.Errorf("%v, logged %s", err, log)
		}
	})
	t.Run("no synchronization afterwards", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.put(t, "clubsync", "\ncase $1 in serve) exit 4 ;; esac")
		told := s.stderr
		s.stderr = writerOf(func(p []byte) {
			_, _ = told.Write(p)
			if strings.Contains(string(p), "serve ended") { // the server is to end only now
				_ = os.WriteFile(s.path("over"), nil, 0o600)
			}
		})
		s.demo(t)
		if !strings.Contains(s.err.String(), "clubsync serve ended: exit status 4") {
			t.Errorf("told %s", &s.err)
		}
	})
	t.Run("a first start that failed", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.put(t, "clubhuis", "\n: >var/demo.db; exit 1")
		if err := s.serveDemo(t.Context()); err == nil {
			t.Error("no error")
		}
		s.put(t, "clubhuis", theServer)
		if got := s.demo(t); !slices.Contains(got, "clubsync serve") {
			t.Errorf("called %q", got)
		}
	})
	t.Run("no server", func(t *testing.T) {
		t.Parallel()
		s := newStage(t)
		s.put(t, "clubhuis", "\necho \"clubhuis $*\" >>calls; echo 'clubhuis: --listen: it is taken' >&2; exit 3")
		err := s.serveDemo(t.Context())
		var exit exitError
		if calls := s.calls(t); !errors.As(err, &exit) || exit != 3 || len(calls) != 1 ||
			!strings.Contains(s.err.String(), "it is taken") {
			t.Errorf("got %v, called %q, told %s", err, calls, &s.err)
		}
	})
}

func TestCtrlCEndsAllOfTheDemo(t *testing.T) {
	t.Parallel()
	if withoutShell() {
		return
	}
	s := newStage(t)
	s.put(t, "clubsync", "\ncase \"$1\" in run) trap 'echo \"clubsync ended\" >>calls; exit 0' TERM; : >running; "+
		"while :; do sleep 0.02; done ;; esac")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.stdout = writerOf(func(p []byte) {
		if string(p) == "it runs\n" {
			cancel()
		}
	})
	if err := s.serveDemo(ctx); err != nil {
		t.Error(err)
	}
	for _, ended := range []string{"clubsync ended", "fakeworld ended"} {
		text, err := os.ReadFile(s.path("calls"))
		if err != nil || !strings.Contains(string(text), ended) {
			t.Errorf("no %q in %s, %v", ended, text, err)
		}
	}
}

func TestDemoStoresStandBesideTheirDatabase(t *testing.T) {
	t.Parallel()
	s := &session{root: "/club", stderr: io.Discard}
	for database, want := range map[string]string{
		"sqlite:var/demo.db": "/club/var/demo-arrival", "sqlite:/srv/x": "/srv/x-arrival",
		"postgres://a@b/c": "/club/var/2e7906df-arrival",
	} {
		if got := s.demoStore([]string{"--database", database}).folder; filepath.ToSlash(got) != want {
			t.Errorf("%s: %s, want %s", database, got, want)
		}
	}
}

func TestOnlySomeOfTheProgressIsTold(t *testing.T) {
	t.Parallel()
	var told []string
	a := &arriving{tell: func(format string, args ...any) { told = append(told, fmt.Sprintf(format, args...)) }, every: time.Hour}
	for _, line := range []string{
		"level=INFO msg=\"run begins\"", "msg=progress step=member-download done=0 total=0",
		"msg=progress step=photo-download done=0 total=9", "msg=progress step=photo-download done=1 total=9",
		"msg=progress step=photo-download done=9 total=9",
		"msg=progress step=new-step done=2 total=3",
	} {
		a.hear(line)
	}
	want := []string{"0 van 9 foto's opgehaald", "9 van 9 foto's opgehaald", "2 van 3 new-step"}
	for i := range want {
		want[i] = "de club komt binnen: " + want[i]
	}
	if !slices.Equal(told, want) {
		t.Errorf("told %q", told)
	}
}

func TestSetting(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--people", "9"}, "9"}, {[]string{"--people=9"}, "9"}, {[]string{"--people", "9", "--people=10"}, "10"},
		{[]string{"--people"}, ""}, {[]string{"--peoples", "9"}, ""},
	} {
		if got := setting(test.args, "--people"); got != test.want {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
	}
}
