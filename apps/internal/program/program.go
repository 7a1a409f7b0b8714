// Package program builds and starts the programs of apps, for the programs that measure and attack them from outside.
//
// It knows of a program only its flags and the line that says where it listens.
package program

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

// Process is a running program that listens.
type Process struct {
	Name    string // as errors call it
	Address string // http://…
	PID     int
	Log     string // file of its standard error

	command *exec.Cmd
}

// StopLimit is how long a program gets to finish before it is killed.
const StopLimit = 40 * time.Second

const startLimit = 10 * time.Minute // the floor of the measurements copies a whole club first

// Build compiles one of apps to a file.
func Build(ctx context.Context, file, app string) error {
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", file, "github.com/clubhuis/clubhuis/apps/"+app)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build apps/%s: %w: %s", app, err, output)
	}
	return nil
}

// Start runs a program until it says where it listens. Its log goes to a file in dir.
func Start(ctx context.Context, name, dir, program string, args ...string) (*Process, error) {
	log, err := os.CreateTemp(dir, name+"-*.log")
	if err != nil {
		return nil, err
	}
	defer log.Close() //nolint:errcheck // the program has its own copy
	command := exec.CommandContext(ctx, program, args...)
	command.Stderr = log
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = StopLimit
	EndWithUs(command)
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start the %s: %w", name, err)
	}
	p := &Process{Name: name, PID: command.Process.Pid, command: command, Log: log.Name()}
	if p.Address, err = listening(out); err != nil {
		return nil, errors.Join(fmt.Errorf("the %s does not start: %w: %s", name, err, Tail(p.Log)), p.Stop())
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

// Stop lets the program finish.
func (p *Process) Stop() error {
	if err := p.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	stuck := time.AfterFunc(StopLimit, func() { _ = p.command.Process.Kill() })
	defer stuck.Stop()
	err := p.command.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && !exit.Exited() {
		return nil // it does not catch the signal
	}
	return err
}

// Tail is the end of a log, for an error.
func Tail(file string) string {
	const length = 2000
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text[max(0, len(text)-length):]))
}
