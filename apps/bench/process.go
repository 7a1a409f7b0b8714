package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// process is a running server or floor.
type process struct {
	name    string
	address string // http://…
	pid     int
	command *exec.Cmd
	log     string // file of its standard error
}

const (
	startLimit = 10 * time.Minute // the floor copies the club first
	stopLimit  = 40 * time.Second
)

// start runs a program until it says where it listens. Its log goes to a file in dir.
func start(ctx context.Context, name, dir, program string, args ...string) (*process, error) {
	log, err := os.CreateTemp(dir, name+"-*.log")
	if err != nil {
		return nil, err
	}
	defer log.Close() //nolint:errcheck // the program has its own copy
	command := exec.CommandContext(ctx, program, args...)
	command.Stderr = log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = stopLimit
	endWithUs(command)
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start the %s: %w", name, err)
	}
	p := &process{name: name, pid: command.Process.Pid, command: command, log: log.Name()}
	if p.address, err = listening(out); err != nil {
		return nil, errors.Join(fmt.Errorf("the %s does not start: %w: %s", name, err, tail(p.log)), p.stop())
	}
	return p, nil
}

// listening reads until the line that names the address.
func listening(out io.Reader) (string, error) {
	lines := make(chan string, 1)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(out)
		for scanner.Scan() {
			if address, ok := strings.CutPrefix(scanner.Text(), "listening on "); ok {
				lines <- strings.TrimSpace(address)
				break
			}
		}
		_, _ = io.Copy(io.Discard, out) // ends with the program
	}()
	select {
	case address, ok := <-lines:
		if !ok {
			return "", errors.New("it ended")
		}
		return address, nil
	case <-time.After(startLimit):
		return "", errors.New("it said nothing for too long")
	}
}

// stop lets the program finish.
func (p *process) stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	stuck := time.AfterFunc(stopLimit, func() { _ = p.command.Process.Kill() })
	defer stuck.Stop()
	err := p.command.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && !exit.Exited() {
		return nil // it does not catch the signal
	}
	return err
}

// tail is the end of a log, for an error.
func tail(file string) string {
	const length = 2000
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text[max(0, len(text)-length):]))
}
