package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// binary returns where the built server stands.
func (s *session) binary() string { return s.program("clubhuis") }

// program returns where a built program stands.
func (s *session) program(name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return s.path("var", "bin", name)
}

func (s *session) buildServer(ctx context.Context) (string, error) {
	return "", s.build(ctx, "clubhuis", "./apps/server")
}

// buildAround compiles what stands around the server in a demo whose club arrives.
func (s *session) buildAround(ctx context.Context) (string, error) {
	if err := s.build(ctx, "clubsync", "./apps/sync"); err != nil {
		return "", err
	}
	return "", s.build(ctx, "fakeworld", "./apps/fakeworld")
}

// build compiles a program as it is shipped, without C and without what a debugger reads: to write that takes two thirds of the
// time.
func (s *session) build(ctx context.Context, name, source string) error {
	args := []string{"build", "-ldflags=-s -w", "-o", s.program(name)}
	// The version comes from git. In a copy without its history, or one that
	// belongs to another user, go refuses to build rather than leave it out.
	if err := quiet(s.command(ctx, ".", "git", "rev-parse", "--verify", "HEAD")); err != nil {
		args = append(args, "-buildvcs=false")
	}
	return quiet(s.goCommand(ctx, append(args, source)...))
}

// goCommand returns the go tool with cgo off: the server is a static binary, and
// tests that share its build settings share its cache.
func (s *session) goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := s.command(ctx, ".", "go", args...)
	cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
	return cmd
}

func (s *session) serve(ctx context.Context) error {
	return s.foreground(ctx, s.command(ctx, ".", s.binary(), append([]string{"serve"}, s.args...)...))
}

func (s *session) serveWeb(ctx context.Context) error {
	return s.foreground(ctx, s.npm(ctx, append([]string{"run", "dev", "--"}, s.args...)...))
}

func (s *session) bench(ctx context.Context) error { return s.onBinary(ctx, "./apps/bench") }

// alike compares the built server with another build.
func (s *session) alike(ctx context.Context) error { return s.onBinary(ctx, "./apps/bench", "alike") }

// load lets volunteers work on the built server.
func (s *session) load(ctx context.Context) error { return s.onBinary(ctx, "./apps/bench", "load") }

// fuzz attacks the built server.
func (s *session) fuzz(ctx context.Context) error { return s.onBinary(ctx, "./apps/fuzz") }

// onBinary runs a program of ours that starts the built server.
func (s *session) onBinary(ctx context.Context, program string, words ...string) error {
	cmd := s.goCommand(ctx, slices.Concat([]string{"run", program}, words, s.args)...)
	cmd.Env = append(cmd.Env, "CLUBHUIS_BINARY="+s.binary())
	return s.foreground(ctx, cmd)
}

// endWithGoRun returns a context that also ends when the `go run` that started
// us does. It does not pass a SIGTERM on, so without this whoever stops it would
// leave us and the server running.
func endWithGoRun(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	executable, err := os.Executable()
	if err != nil || !strings.Contains(executable, "go-build") {
		return ctx, cancel // started by somebody who may well leave first
	}
	parent := os.Getppid()
	go func() {
		defer cancel()
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for os.Getppid() == parent {
			select {
			case <-tick.C:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}
