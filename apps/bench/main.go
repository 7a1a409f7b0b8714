// Command bench measures the server and, in the same run, a floor under it: a bare net/http handler over hand-written SQL
// on the same people. And it measures the synchronization against the reading of the club site alone.
//
//	go run ./apps/bench            # about twenty minutes
//	go run ./apps/bench --quick    # about two
//	go run ./apps/bench --against FILE   # against another build of the server, instead of the floor
//	go run ./apps/bench alike --against FILE   # do two builds answer the same?
//	go run ./apps/bench sync       # about half an hour
//	go run ./apps/bench money      # about three minutes
//	go run ./apps/bench day        # about five minutes
//	go run ./apps/bench load       # fifty volunteers for ten minutes on each database
//
// It owns the load, the measuring and the floor, and the asking of two builds, whose requests are made in alike. It knows
// the server as any program does, by its commands and its REST interface, so that what it measures is what a club runs. It
// has no opinion: docs/performance.md says what the numbers mean.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

type commands struct {
	Measure  measureCommand  `cmd:"" default:"withargs" help:"Measure the server and the floor, and print a table."`
	Sync     syncCommand     `cmd:"" help:"Measure the synchronization, and print tables."`
	Money    moneyCommand    `cmd:"" help:"Measure fees, invoices and payment pages, and print tables."`
	Day      dayCommand      `cmd:"" help:"Measure dashboards, calendars and daily mails, and print tables."`
	Load     loadCommand     `cmd:"" help:"Let volunteers work at the same time, and measure what they wait for."`
	Alike    alikeCommand    `cmd:"" help:"Ask two builds of the server the same, and say where they differ."`
	Floor    floorCommand    `cmd:"" hidden:"" help:"Serve the floor; measure starts it as a process of its own."`
	Download downloadCommand `cmd:"" hidden:"" help:"Read the club site alone; sync starts it as a process of its own."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	command := kong.Parse(&commands{}, kong.Name("bench"), kong.Description("Measures the server against a floor."),
		kong.UsageOnError(), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Vars{"operations": strings.Join(operationNames(true), ","), "usual": strings.Join(operationNames(false), ",")})
	err := command.Run()
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}
