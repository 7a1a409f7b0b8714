package program_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/apps/internal/program"
)

func TestAProgramIsStartedReadAndStopped(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	p, err := program.Start(t.Context(), "shell", t.TempDir(), shell, "-c",
		`echo some words >&2; echo a line; echo "listening on http://127.0.0.1:9"; exec sleep 600`)
	if err != nil {
		t.Fatal(err)
	}
	if p.Address != "http://127.0.0.1:9" || p.Name != "shell" || p.PID == 0 || p.PID == os.Getpid() {
		t.Errorf("got %+v", p)
	}
	if err := p.Stop(); err != nil {
		t.Error(err)
	}
	if got := program.Tail(p.Log); got != "some words" {
		t.Errorf("its log is %q", got)
	}
}

func TestAProgramThatEndsAtOnceIsAnErrorWithItsWords(t *testing.T) {
	t.Parallel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	_, err = program.Start(t.Context(), "shell", t.TempDir(), shell, "-c", "echo the database is locked >&2; exit 3")
	if err == nil || !strings.Contains(err.Error(), "the database is locked") {
		t.Errorf("got %v", err)
	}
}
