// Command dev does the work around the code: it sets a fresh machine up, starts
// the demo, and runs every check in the order in which CI runs them.
//
//	go run ./apps/dev demo
//	go run ./apps/dev test
//
// It owns the steps and their order, finding and installing the tools they need,
// and reading the tests' reports, so that a skipped test fails the run. It
// deliberately imports the standard library alone (and fixtures/postgres, which
// does the same): `go run` then starts it in a second on a machine with nothing
// in its cache. It holds nothing that a club's server needs, and what a step
// checks belongs to the tool that the step calls.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"
)

// Exit codes beside 0.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		usage(stderr)
		return exitUsage
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		usage(stdout)
		return 0
	}
	command, ok := find(args[0])
	if !ok {
		fmt.Fprintf(stderr, "dev: there is no command %q\n\n", args[0])
		usage(stderr)
		return exitUsage
	}
	if len(args) > 1 && !command.takesArguments() {
		fmt.Fprintf(stderr, "dev: %s takes no arguments\n", command.name)
		return exitUsage
	}
	var options testOptions
	if command.takesOptions() {
		if err := options.read(args[1:]); err != nil {
			fmt.Fprintf(stderr, "dev: %v\n", err)
			return exitUsage
		}
	}
	root, err := findRoot()
	if err != nil {
		fmt.Fprintf(stderr, "dev: %v\n", err)
		return exitFailed
	}

	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	ctx, forget := endWithGoRun(ctx)
	defer forget()
	s := &session{root: root, stdout: stdout, stderr: stderr, args: args[1:], options: options}
	err = execute(ctx, command.part(options), s)
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return int(exit)
	case ctx.Err() != nil:
		return exitInterrupted
	default:
		return exitFailed
	}
}

func usage(w io.Writer) {
	fmt.Fprint(w, "usage: go run ./apps/dev COMMAND\n\n")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, command := range commands {
		fmt.Fprintf(table, "  %s\t%s\n", command.name, command.summary)
	}
	if err := table.Flush(); err != nil {
		return // nobody is left to tell
	}
}
