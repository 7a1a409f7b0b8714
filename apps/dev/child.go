package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// child is a program that runs beside us.
type child struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed at its end
	err   error         // then: nil for one that ended well, or because we asked
}

// launch starts cmd, which ends when ctx does: it was made with that context.
// Ctrl-C and the other signals that ask for an end are passed on, and a program
// that ends well after one of them is no failure.
//
// Always call it from the same goroutine, and let that live as long as the program.
func (s *session) launch(ctx context.Context, cmd *exec.Cmd) (*child, error) {
	endWithUs(cmd)
	cmd.Cancel = func() error { return signalGroup(cmd, syscall.SIGTERM) }
	// Requests in flight get their time; a second Ctrl-C ends the wait.
	cmd.WaitDelay = time.Minute
	again := make(chan os.Signal, 1)
	stop := context.AfterFunc(ctx, func() { signal.Notify(again, os.Interrupt) })

	if err := cmd.Start(); err != nil {
		stop()
		fmt.Fprintf(s.stderr, "dev: start %s: %v\n", cmd.Path, err)
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	c := &child{cmd: cmd, ended: make(chan struct{})}
	go func() {
		select {
		case <-again:
			_ = signalGroup(cmd, os.Kill) // it may have ended by now
		case <-c.ended:
		}
	}()
	go func() {
		c.err = endOf(cmd)
		stop()
		signal.Stop(again)
		close(c.ended)
	}()
	return c, nil
}

// wait returns when the program has ended.
func (c *child) wait() error {
	<-c.ended
	return c.err
}

// endOf waits for a program and says how it ended.
func endOf(cmd *exec.Cmd) error {
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

// foreground runs cmd with our input and output until it ends.
func (s *session) foreground(ctx context.Context, cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = s.stdout, s.stderr
	c, err := s.launch(ctx, cmd)
	if err != nil {
		return err
	}
	return c.wait()
}

// lineWriter hands on whole lines, without their ends. It has one writer at a time,
// as os/exec does for each stream of a program.
type lineWriter struct {
	line func(string)
	rest []byte
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for {
		line, rest, found := bytes.Cut(w.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		w.line(string(line))
		w.rest = rest
	}
}
