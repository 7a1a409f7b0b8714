package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// session is one run of a command: where it works and what its steps leave to
// the steps after them.
type session struct {
	root           string
	stdout, stderr io.Writer
	args           []string
	options        testOptions

	counting  sync.Mutex
	count     tally            // tests so far
	times     []timing         // of them
	leftOut   []string         // what a part of the tests is without
	cluster   *postgres.Server // nil until a step starts it
	chromium  string           // "" until a step finds it
	noBrowser error            // why a step that may go without one has none
	files     map[string]digest
}

// execute runs a command's steps up to the first that fails.
func execute(ctx context.Context, c command, s *session) (err error) {
	// A program in the foreground has stdout for itself.
	progress := &progress{out: s.stdout}
	if c.foreground != nil {
		progress.out = s.stderr
	}
	defer func() { err = errors.Join(err, s.close()) }()

	begin := time.Now()
	for _, step := range c.steps {
		before := s.count
		progress.begin(step.name)
		detail, err := step.run(s, ctx)
		if err == nil {
			progress.ok(detail)
			continue
		}
		progress.failed(ctx, err, step.advice)
		if c.counts {
			if found := s.count.minus(before); found.failed == 0 && found.skipped == 0 {
				s.count.failed++ // the step itself: "0 failed" would be a lie
			}
			fmt.Fprintln(s.stdout, s.count)
		}
		return err
	}
	if c.foreground != nil {
		return c.foreground(s, ctx)
	}
	progress.done(c.name, time.Since(begin))
	if len(s.leftOut) > 0 {
		fmt.Fprintf(s.stdout, "left out:\n  %s\n", strings.Join(s.leftOut, "\n  "))
	}
	if s.options.times {
		printTimes(s.stdout, s.times)
	}
	if c.counts {
		fmt.Fprintln(s.stdout, s.count)
	}
	return nil
}

// close ends what the steps left running.
func (s *session) close() error {
	if s.cluster == nil {
		return nil
	}
	return s.cluster.Stop()
}

// path returns the absolute path of a file in the work tree.
func (s *session) path(elements ...string) string {
	return filepath.Join(append([]string{s.root}, elements...)...)
}

// command prepares a program in dir, a folder of the work tree. Cancelling ctx
// ends it together with everything that it started.
func (s *session) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = s.path(dir)
	cmd.Env = os.Environ()
	if s.cluster != nil {
		cmd.Env = append(cmd.Env, postgres.Variable+"="+s.cluster.DSN("postgres"))
	}
	ownGroup(cmd)
	cmd.Cancel = func() error { return signalGroup(cmd, os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}

// quiet runs cmd and keeps its output for the case that it fails.
func quiet(cmd *exec.Cmd) error {
	output, err := cmd.CombinedOutput()
	if err != nil {
		return &commandError{command: strings.Join(cmd.Args, " "), output: output, err: err}
	}
	return nil
}

// captured runs cmd and returns what it wrote to its standard output.
func captured(cmd *exec.Cmd) (string, error) {
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		return "", &commandError{
			command: strings.Join(cmd.Args, " "),
			output:  append(output, stderr.Bytes()...),
			err:     err,
		}
	}
	return string(output), nil
}

// commandError is a program that failed, with all that it said.
type commandError struct {
	command string
	output  []byte
	err     error
}

func (e *commandError) Error() string { return fmt.Sprintf("%s: %v", e.command, e.err) }

func (e *commandError) Unwrap() error { return e.err }

// exitError is the exit code of a program in the foreground, passed on as ours.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// findRoot returns the folder with this module's go.mod, at or above the current one.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the work tree: %w", err)
	}
	for {
		content, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && bytes.HasPrefix(content, []byte("module github.com/clubhuis/clubhuis\n")) {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("run this inside the work tree of Clubhuis")
		}
		dir = parent
	}
}
