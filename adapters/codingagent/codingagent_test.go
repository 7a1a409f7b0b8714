package codingagent_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/codingagent"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func options(o codingagent.Options) *codingagent.Commands {
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	return codingagent.New(o)
}

// wrappers are without one, and the one that is built in.
var wrappers = map[string]string{"unconfined": "", "bubblewrap": codingagent.Bubblewrap}

func TestCodingAgent(t *testing.T) {
	t.Parallel()
	for name, wrapper := range wrappers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			porttest.CodingAgent(t, func(t testing.TB, work, check string) (ports.CodingAgent, string) {
				return options(codingagent.Options{Command: work, Check: check, Wrapper: wrapper}), t.TempDir()
			})
		})
	}
}

// contract: sync §4-6; the environment of the agent holds no token
func TestNothingOfOursIsInItsEnvironment(t *testing.T) {
	t.Setenv("CLUBSYNC_FORGE_TOKEN_FILE", "/etc/token")
	t.Setenv("SYNC_API_KEY", "geheim")
	t.Setenv("FREESCOUT_API_KEY", "geheim")
	t.Setenv("GITHUB_TOKEN", "geheim")
	t.Setenv("HTTPS_PROXY", "http://jan:geheim@proxy.example")
	for name, wrapper := range wrappers {
		w, err := options(codingagent.Options{Command: "env", Wrapper: wrapper}).Work(t.Context(), t.TempDir(), "")
		if err != nil || w.Exit != 0 || !strings.Contains(w.Output, "PATH=") {
			t.Fatalf("%s: %+v %v", name, w, err)
		}
		for _, bad := range []string{"geheim", "CLUBSYNC", "TOKEN", "API_KEY"} {
			if strings.Contains(w.Output, bad) {
				t.Errorf("%s: the environment has %s: %s", name, bad, w.Output)
			}
		}
	}
}

func TestOneThatHangsIsEnded(t *testing.T) {
	t.Parallel()
	for name, wrapper := range wrappers {
		c := options(codingagent.Options{Command: "echo begonnen; sleep 600", Wrapper: wrapper, Timeout: 500 * time.Millisecond})
		w, err := c.Work(t.Context(), t.TempDir(), "")
		if err != nil || !w.TimedOut || w.Took > time.Minute {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(200*time.Millisecond, cancel)
		if _, err := c.Work(ctx, t.TempDir(), ""); !errors.Is(err, context.Canceled) && !errors.Is(err, agent.ErrAgent) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAWrapperThatDoesNotWork(t *testing.T) {
	t.Parallel()
	for _, wrapper := range []string{"/nowhere/wrapper", "false", "bwrap --nonsense"} {
		_, err := options(codingagent.Options{Command: "true", Wrapper: wrapper}).Work(t.Context(), t.TempDir(), "")
		if !errors.Is(err, agent.ErrAgent) {
			t.Errorf("%s: %v", wrapper, err)
		}
	}
}

func TestWordsOfAWrapper(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	w, err := options(codingagent.Options{Command: "pwd", Wrapper: "env WHERE={tree} HIER=1"}).Work(t.Context(), folder, "")
	if err != nil || strings.TrimSpace(w.Output) != folder {
		t.Errorf("%+v, %v", w, err)
	}
}

// The agent shares the memory of the service: what it keeps in memory is bounded, and it ends before the service does.
func TestBubblewrapBoundsTheAgentsMemory(t *testing.T) {
	t.Parallel()
	script := `echo "$(($(stat -f -c '%b * %S' /tmp) >> 20)) $(cat /proc/self/oom_score_adj)"`
	w, err := options(codingagent.Options{Command: script, Wrapper: codingagent.Bubblewrap}).Work(t.Context(), t.TempDir(), "")
	if err != nil || w.Output != "1024 1000\n" {
		t.Errorf("MiB of /tmp, and the score: %+v, %v", w, err)
	}
}

// With the wrapper an agent reaches nothing but its folder: it writes nowhere else, reads no secret, and has no network.
func TestBubblewrapKeepsTheAgentInItsFolder(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close() //nolint:errcheck // of the test
	outside, folder := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "token")
	if err := os.WriteFile(secret, []byte("geheim"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	script := `
		cat ` + secret + `
		cat /proc/` + "$PPID" + `/environ /proc/1/environ | tr '\0' '\n' | grep GEHEIM
		echo weg > ` + outside + `/written
		echo weg > /etc/written
		echo weg > /usr/written
		ln -s ` + outside + ` link && echo weg > link/written
		(exec 3<>/dev/tcp/127.0.0.1/` + port + `) 2>/dev/null && echo verbonden
		bash -c 'exec 3<>/dev/tcp/127.0.0.1/` + port + `' 2>/dev/null && echo verbonden
		ls /root /home /var /work 2>/dev/null
		mount -t tmpfs x /usr 2>/dev/null && echo aangekoppeld
		echo hier > mine
		echo klaar`
	w, err := options(codingagent.Options{Command: script, Wrapper: codingagent.Bubblewrap}).Work(t.Context(), folder, "")
	if err != nil || w.Exit != 0 || !strings.HasSuffix(w.Output, "klaar\n") {
		t.Fatalf("%+v, %v", w, err)
	}
	for _, bad := range []string{"geheim", "GEHEIM", "verbonden", "aangekoppeld"} {
		if strings.Contains(w.Output, "\n"+bad) || strings.HasPrefix(w.Output, bad) {
			t.Errorf("it reached %s: %s", bad, w.Output)
		}
	}
	for _, place := range []string{filepath.Join(outside, "written"), "/etc/written", "/usr/written"} {
		if _, err := os.Stat(place); err == nil {
			t.Errorf("it wrote %s", place)
		}
	}
	if text, err := os.ReadFile(filepath.Join(folder, "mine")); err != nil || string(text) != "hier\n" {
		t.Errorf("its own folder: %q, %v", text, err)
	}
	confined := options(codingagent.Options{Wrapper: codingagent.Bubblewrap})
	if reads, err := confined.Reads(t.Context(), folder, secret); reads || err != nil {
		t.Errorf("reads %v, %v", reads, err)
	}
	if reads, err := confined.Reads(t.Context(), folder, filepath.Join(folder, "mine")); !reads || err != nil {
		t.Errorf("its own folder: reads %v, %v", reads, err)
	}
	if reads, err := options(codingagent.Options{}).Reads(t.Context(), folder, secret); !reads || err != nil {
		t.Errorf("without a wrapper: reads %v, %v", reads, err)
	}
}
