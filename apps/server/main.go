// Command clubhuis is the club application: the server with its page, and the commands of whoever operates it.
//
// This package wires the adapters together and does nothing else; it is the only place where two of them meet.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/clubhuis/clubhuis/apps/internal/umask"

	_ "golang.org/x/crypto/x509roots/fallback" // where the machine has no certificates of authorities, as in our image
)

func main() {
	umask.Private()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
