package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

func TestEveryCommandIsComplete(t *testing.T) {
	t.Parallel()
	seen := make(map[string]bool)
	for _, command := range commands {
		if command.name == "" || command.summary == "" || len(command.steps) == 0 || seen[command.name] {
			t.Errorf("command %q has no name of its own, no summary or no steps", command.name)
		}
		seen[command.name] = true
		for _, step := range command.steps {
			if step.name == "" || step.run == nil {
				t.Errorf("a step of %s has no name or does nothing", command.name)
			}
		}
	}
}

// The Taskfile is for people who have its runner; it may not know more or less.
func TestTaskfileHasEveryCommand(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../Taskfile.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		if !strings.Contains(string(content), "go run ./apps/dev "+command.name) {
			t.Errorf("Taskfile.yml has no task for %s", command.name)
		}
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		nil, {"tset"}, {"test", "./core"}, {"test", "--slow"}, {"test", "--quick", "--cases", "9"}, {"test", "--cases", "-1"},
		{"ci", "--quick"},
	} {
		var stderr bytes.Buffer
		if got := run(args, io.Discard, &stderr); got != exitUsage || stderr.Len() == 0 {
			t.Errorf("dev %q: got exit code %d and %q", args, got, &stderr)
		}
	}
	var stdout bytes.Buffer
	if got := run([]string{"help"}, &stdout, io.Discard); got != 0 || !strings.Contains(stdout.String(), "demo") {
		t.Errorf("dev help: got exit code %d and %q", got, &stdout)
	}
}

func TestAPartOfTheTestsSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	ran := ""
	as := func(name string, leftOut ...string) []step {
		return []step{{name: name, run: func(s *session, _ context.Context) (string, error) {
			ran, s.leftOut = name, leftOut
			return "", nil
		}}}
	}
	c := command{
		name: "test", steps: as("all"), quick: as("quick", "browsers"), generated: as("generated", "the page"), counts: true,
	}
	for args, want := range map[string]string{"": "all", "--quick": "quick", "--cases 9": "generated", "--times": "all"} {
		var options testOptions
		if err := options.read(strings.Fields(args)); err != nil {
			t.Fatal(err)
		}
		s := &session{stdout: new(bytes.Buffer), options: options}
		if err := execute(t.Context(), c.part(options), s); err != nil || ran != want {
			t.Errorf("%q: ran %s, want %s, %v", args, ran, want, err)
		}
		out := s.stdout.(*bytes.Buffer).String()
		if strings.Contains(out, "left out:\n  "+strings.Join(s.leftOut, "\n  ")) != (want != "all") {
			t.Errorf("%q: got %q", args, out)
		}
	}
}

func TestExecute(t *testing.T) {
	t.Parallel()
	passing := step{name: "counts", run: func(s *session, _ context.Context) (string, error) {
		s.counted(tally{passed: 3}, nil)
		return "three", nil
	}}
	failing := step{name: "breaks", advice: "Mend it.", run: func(*session, context.Context) (string, error) {
		return "", &commandError{command: "tool", output: []byte("line 7 is wrong"), err: errors.New("exit status 1")}
	}}
	never := step{name: "never", run: func(*session, context.Context) (string, error) {
		t.Error("a step ran after one that failed")
		return "", nil
	}}

	t.Run("all steps pass", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		c := command{name: "test", steps: []step{passing, passing}, counts: true}
		if err := execute(t.Context(), c, &session{stdout: &out}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(out.String(), "\n6 passed, 0 failed, 0 skipped\n") {
			t.Errorf("got %q", &out)
		}
	})
	t.Run("the first failure ends it", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		c := command{name: "test", steps: []step{passing, failing, never}, counts: true}
		if err := execute(t.Context(), c, &session{stdout: &out}); err == nil {
			t.Error("no error")
		}
		for _, want := range []string{"line 7 is wrong", "tool: exit status 1", "Mend it.", "\n3 passed, 1 failed, 0 skipped\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is missing from %q", want, &out)
			}
		}
	})
	t.Run("steps at the same time count together, and each failure says what to do", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		c := command{name: "test", steps: []step{together([]step{passing, failing, never}, []step{passing}), never}, counts: true}
		if err := execute(t.Context(), c, &session{stdout: &out}); err == nil {
			t.Error("no error")
		}
		for _, want := range []string{"line 7 is wrong", "breaks: tool: exit status 1", "Mend it.", "\n6 passed, 1 failed, 0 skipped\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%q is missing from %q", want, &out)
			}
		}
	})
	t.Run("a program in the foreground has stdout for itself", func(t *testing.T) {
		t.Parallel()
		var out, progress bytes.Buffer
		c := command{name: "demo", steps: []step{passing}, foreground: func(s *session, _ context.Context) error {
			_, err := io.WriteString(s.stdout, "listening")
			return err
		}}
		if err := execute(t.Context(), c, &session{stdout: &out, stderr: &progress}); err != nil {
			t.Fatal(err)
		}
		if out.String() != "listening" || !strings.Contains(progress.String(), "counts") {
			t.Errorf("got stdout %q and stderr %q", &out, &progress)
		}
	})
}

func TestForegroundPassesOn(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return // no shell and no signals to pass on
	}
	tests := []struct {
		name, script string
		stopped      bool
		want         int
	}{
		{name: "a good end", script: "exit 0"},
		{name: "its exit code", script: "exit 7", want: 7},
		{name: "the wish to end", script: "trap 'exit 0' TERM; echo ready; while :; do sleep 0.1; done", stopped: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s := &session{root: t.TempDir(), stdout: io.Discard, stderr: io.Discard}
			if test.stopped {
				s.stdout = writerFunc(func() { cancel() })
			}

			err := s.foreground(ctx, s.command(ctx, ".", "sh", "-c", test.script))

			var exit exitError
			if errors.As(err, &exit); int(exit) != test.want || (test.want == 0 && err != nil) {
				t.Errorf("got %v, want exit code %d", err, test.want)
			}
		})
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--database", "x"}, {"--people=9", "--database=x"}} {
		if !names(args, "--database") {
			t.Errorf("%q sets --database", args)
		}
	}
	if names([]string{"--database-size", "9"}, "--database") {
		t.Error("another flag counts")
	}
}

// writerFunc calls itself at every write.
type writerFunc func()

func (f writerFunc) Write(p []byte) (int, error) {
	f()
	return len(p), nil
}
