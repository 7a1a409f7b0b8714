package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
)

// tellDoubles names the member codes that more than one person has, in a database that is there and fits this program.
func tellDoubles(ctx context.Context, c storeConfig, out io.Writer) error {
	if file, isFile := c.Path(); isFile {
		if _, err := os.Stat(file); err != nil {
			return nil // asking would make it
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	doubles, err := memberCodeDoubles(ctx, c)
	if err != nil {
		_, err = fmt.Fprintf(out, "warning: the member codes could not be checked: %v\n", err)
		return err
	}
	for _, code := range slices.Sorted(maps.Keys(doubles)) {
		_, err := fmt.Fprintf(out, "warning: the member code %s belongs to %d people: %s\n", strings.ToUpper(code), len(doubles[code]),
			strings.Trim(fmt.Sprint(doubles[code]), "[]"))
		if err != nil {
			return err
		}
	}
	return nil
}

func memberCodeDoubles(ctx context.Context, c storeConfig) (doubles map[string][]person.ID, err error) {
	store, err := gormstore.Open(ctx, string(c.URL))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	fits, err := current(ctx, store)
	if err == nil && !fits {
		err = errors.New("the database is not migrated")
	}
	if err != nil {
		return nil, err
	}
	return store.Stores().MemberCodes.Doubles(ctx)
}

// noteMovedCode writes a line of the security log: people of whom nobody vouched lost their member code to another person.
func noteMovedCode(ctx context.Context, viewer access.Viewer, losers []person.ID, to person.ID) {
	slog.InfoContext(ctx, "security", slog.Group("security", "what", "member-code.moved", "user", viewer.User,
		"address", session.OriginOf(ctx).Address, "record", to, "losers", losers, "result", "ok"))
}
