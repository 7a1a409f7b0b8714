// Command clubsync keeps the club application and the e-mail lists like the federation's club administration site: on its
// schedule, by hand, and for one member on demand (contract §1, §4).
//
// This package wires the adapters together, reads the configuration, takes the locks and prints; what a run does is in
// core/usecase/synchronizations. It is the only place where two adapters meet.
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
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
