// Command fakeworld runs the outside of the synchronization on the loopback: a club administration site filled with a synthetic
// club, a provider of e-mail lists, a provider that delivers mail, a provider of payments, a helpdesk, a provider of
// contributions, a club data service with matches, and a forge with a small repository.
//
//	fakeworld --people 200 --seed 1 --listen-base 4000
//
// It starts them, prints one line of JSON with their addresses and credentials, and serves until it is interrupted. It owns
// nothing but the wiring: what the servers do is in fixtures/clubsite, fixtures/maillist, fixtures/maildelivery,
// fixtures/payments, fixtures/helpdesk, fixtures/contributions, fixtures/matchfeed and fixtures/forge, and what their control
// addresses answer in fixtures/control.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program. It returns its exit code: 0 when it was interrupted, 1 when it could not serve, 2 for flags that it does
// not understand.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var w world
	exited := -1
	parser, err := kong.New(&w, kong.Name("fakeworld"),
		kong.Description("Runs a club administration site and the providers of a club, all made up."),
		kong.Writers(stdout, stderr), kong.Exit(func(code int) { exited = code }))
	if err != nil {
		fmt.Fprintf(stderr, "fakeworld: %v\n", err)
		return 1
	}
	_, err = parser.Parse(args)
	switch {
	case exited >= 0: // after --help
		return exited
	case err != nil:
		fmt.Fprintf(stderr, "fakeworld: %v\n", err)
		return 2
	}
	if err := w.serve(ctx, stdout); err != nil {
		fmt.Fprintf(stderr, "fakeworld: %v\n", err)
		return 1
	}
	return 0
}
