package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// binary is where the built server stands.
func (s *session) binary() string {
	name := "clubhuis"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return s.path("var", "bin", name)
}

// buildServer compiles the server without C, as it is shipped.
func (s *session) buildServer(ctx context.Context) (string, error) {
	args := []string{"build", "-o", s.binary()}
	// The version comes from git. In a copy without its history, or one that
	// belongs to another user, go refuses to build rather than leave it out.
	if err := quiet(s.command(ctx, ".", "git", "rev-parse", "--verify", "HEAD")); err != nil {
		args = append(args, "-buildvcs=false")
	}
	return "", quiet(s.goCommand(ctx, append(args, "./apps/server")...))
}

// goCommand is the go tool with cgo off: the server is a static binary, and
// tests that share its build settings share its cache.
func (s *session) goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := s.command(ctx, ".", "go", args...)
	cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
	return cmd
}

func (s *session) serveDemo(ctx context.Context) error {
	args := s.args
	if !names(args, "--database") && os.Getenv("CLUBHUIS_DATABASE") == "" {
		args = append([]string{"--database", "sqlite:var/demo.db"}, args...)
	}
	return s.foreground(ctx, s.command(ctx, ".", s.binary(), append([]string{"demo"}, args...)...))
}

func (s *session) serve(ctx context.Context) error {
	return s.foreground(ctx, s.command(ctx, ".", s.binary(), append([]string{"serve"}, s.args...)...))
}

func (s *session) serveWeb(ctx context.Context) error {
	return s.foreground(ctx, s.npm(ctx, append([]string{"run", "dev", "--"}, s.args...)...))
}

func (s *session) bench(ctx context.Context) error {
	cmd := s.goCommand(ctx, append([]string{"run", "./apps/bench"}, s.args...)...)
	cmd.Env = append(cmd.Env, "CLUBHUIS_BINARY="+s.binary())
	return s.foreground(ctx, cmd)
}

// names says whether args set a flag, as "--flag value" or "--flag=value".
func names(args []string, flag string) bool {
	return slices.ContainsFunc(args, func(arg string) bool {
		return arg == flag || strings.HasPrefix(arg, flag+"=")
	})
}

// foreground runs cmd with our input and output until it ends. Ctrl-C and the
// other signals that ask for an end are passed on, and a program that ends well
// after one of them is no failure.
func (s *session) foreground(ctx context.Context, cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = s.stdout, s.stderr
	endWithUs(cmd)
	cmd.Cancel = func() error { return signalGroup(cmd, syscall.SIGTERM) }
	// Requests in flight get their time; a second Ctrl-C ends the wait.
	cmd.WaitDelay = time.Minute
	again := make(chan os.Signal, 1)
	stop := context.AfterFunc(ctx, func() { signal.Notify(again, os.Interrupt) })
	defer stop()
	defer signal.Stop(again)

	if err := cmd.Start(); err != nil {
		fmt.Fprintf(s.stderr, "dev: start %s: %v\n", cmd.Path, err)
		return fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-again:
			_ = signalGroup(cmd, os.Kill) // it may have ended by now
		case <-ended:
		}
	}()

	err := cmd.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled):
		return nil // it ended well, because we asked
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return exitError(exit.ExitCode())
	default:
		return fmt.Errorf("run %s: %w", cmd.Path, err)
	}
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
