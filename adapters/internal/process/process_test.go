package process_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
)

func shell(text string) *exec.Cmd { return exec.Command("/bin/sh", "-c", text) }

func TestAProgramIsGivenItsInputAndItsEndIsKnown(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	e, err := process.Run(t.Context(), shell("cat; echo twee >&2; exit 3"), strings.NewReader("een\n"), &out)
	if err != nil || e.Exit != 3 || e.Killed || out.String() != "een\ntwee\n" {
		t.Errorf("%+v %v %q", e, err, out.String())
	}
	if _, err := process.Run(t.Context(), exec.Command("/nowhere/program"), nil, &out); err == nil {
		t.Error("a program that is not there began")
	}
}

// gone waits until no process of the number that a file names lives.
func gone(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	number, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(number) + "/stat")
		if errors.Is(syscall.Kill(number, 0), syscall.ESRCH) || err == nil && strings.Contains(string(state), ") Z ") {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("process %d stays: %s", number, state)
		}
	}
}

func TestWhatHangsIsKilledWithAllThatItBegan(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if text, err := os.ReadFile(file); err == nil && bytes.HasSuffix(text, []byte("\n")) {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	e, err := process.Run(ctx, shell("sleep 600 & echo $! >"+file+"; wait"), nil, &process.Tail{Most: 10})
	if err != nil || !e.Killed {
		t.Errorf("%+v, %v", e, err)
	}
	gone(t, file)
}

func TestWhatLeavesItsGroupAndStaysIsKilled(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	e, err := process.Run(t.Context(),
		shell("setsid sh -c 'echo $$ >"+file+"; exec sleep 600' & while [ ! -s "+file+" ]; do :; done"), nil,
		&process.Tail{Most: 10})
	if err != nil || e.Exit != 0 || e.Took > time.Minute {
		t.Errorf("%+v, %v", e, err)
	}
	gone(t, file)
}

func TestOfAFloodTheEndIsKept(t *testing.T) {
	t.Parallel()
	tail := &process.Tail{Most: 1000}
	e, err := process.Run(t.Context(), shell("head -c 1000000000 /dev/zero; echo einde"), nil, tail)
	if err != nil || e.Printed != 1_000_000_006 || len(tail.String()) != 1000 || !strings.HasSuffix(tail.String(), "einde\n") {
		t.Errorf("%+v %v, %d bytes", e, err, len(tail.String()))
	}
}

func TestTheOutputOfAProgram(t *testing.T) {
	t.Parallel()
	out, err := process.Output(t.Context(), shell("cat; echo x >&2"), strings.NewReader("y"), 10)
	if err != nil || string(out) != "y" {
		t.Errorf("%q %v", out, err)
	}
	var failed *process.Error
	if _, err = process.Output(t.Context(), shell("echo waarom >&2; exit 7"), nil, 10); !errors.As(err,
		&failed) || failed.Code != 7 ||
		failed.Said != "waarom\n" {
		t.Errorf("%v", err)
	}
	if _, err = process.Output(t.Context(), shell("cat /dev/zero"), nil, 1000); !errors.Is(err, process.ErrTooMuch) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err = process.Output(ctx, exec.CommandContext(ctx, "sleep", "600"), nil, 10); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}
