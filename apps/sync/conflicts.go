package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"
)

type conflictsCommand struct {
	Limit int `default:"50" placeholder:"N" help:"How many (${default})."`
}

// Validate implements kong's check of a command.
func (c *conflictsCommand) Validate() error {
	if c.Limit < 1 {
		return errors.New("--limit must be 1 or more")
	}
	return nil
}

// Run prints the fields that were changed on both sides, the newest first: when that was, which value stayed and why. It shows
// no more of a value than somebody who knows it recognizes.
func (c *conflictsCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	return flags.with(ctx, func(e *environment) error {
		list, err := e.store.Stores().Conflicts.List(ctx, c.Limit)
		if err != nil {
			return err
		}
		at := func(t time.Time) string {
			if t.IsZero() {
				return "unknown"
			}
			return t.In(e.zone).Format(time.DateTime)
		}
		table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "FOUND\tMEMBER\tFIELD\tSITE\tCHANGED\tAPPLICATION\tCHANGED\tSTAYED\tREASON")
		for _, x := range list {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
				at(x.At), x.Member, x.Field, x.Site, at(x.SiteAt), x.App, at(x.AppAt), x.Winner, x.Reason)
		}
		return table.Flush()
	})
}
