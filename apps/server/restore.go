package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/invoice"
)

type restoreCommand struct {
	serveFlags
	From         settings.URL `arg:"" help:"The backup: a file, or the URL of one in a bucket."`
	IdentityFile string       `placeholder:"FILE" help:"File with the secret identity of age for which it is encrypted."`
	LastNumbers  []string     `name:"last-number" placeholder:"NUMBER" help:"Last number of an invoice or credit note that was mailed after the backup: none up to it is given again. One for each series and year (C2026-041); repeat it."`

	backups.AloneFlags `embed:""`
}

// Help says what is needed.
func (c *restoreCommand) Help() string {
	return "The database must be empty: stop all servers and move what is there away first. " +
		"A backup that is not whole changes nothing in it."
}

// Run brings a backup back into an empty database and the place of the files.
func (c *restoreCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	for _, number := range c.LastNumbers {
		if _, _, _, there := invoice.InSeries(number); !there {
			problems.Add("last-number", "%s is no number of a series: C2026-041", number)
		}
	}
	if err := problems.Err(); err != nil {
		return err
	}
	if err := c.Alone(ctx, config.URL); err != nil {
		return err
	}
	place, name, identities, err := backups.Open(ctx, string(c.From), c.IdentityFile)
	if err != nil {
		return err
	}
	defer place.Close() //nolint:errcheck // it was read
	content, err := place.Read(ctx, name)
	if err != nil {
		return err
	}
	defer content.Close()
	store, err := openStore(ctx, string(config.URL), config.store.now)
	if err != nil {
		return err
	}
	bucket, err := files.Open(ctx, string(config.Files))
	if err != nil {
		return errors.Join(err, store.Close())
	}
	m, err := backups.Restore(ctx, owner, content, backups.Target{Store: store, Files: bucket, Extra: keepKey(config.SecretKeyFile)},
		identities...)
	note(ctx, "backup.restore", 0, err)
	var given []string
	if err == nil {
		given, err = passNumbers(ctx, store.Store, c.LastNumbers)
		leavePeople(ctx, store.Store)
	}
	if err = errors.Join(explain(err), bucket.Close(), store.Close()); err != nil {
		return err
	}
	if err := errors.Join(backups.Tell(s.stdout, name, m), tellKey(s, &m, config.SecretKeyFile)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.stderr, "whoever was erased after %s is in it again: erase them anew; the security log has their "+
		"numbers (journalctl -u clubhuis | grep security.what=erasures.plan); passwords, blocks of users and "+
		"sessions are those of then, too\n", m.Made.Format(time.RFC3339)); err != nil {
		return err
	}
	if len(given) > 0 {
		if _, err := fmt.Fprintf(s.stderr, "it knows invoices and credit notes up to %s. If later ones were mailed, their numbers "+
			"would be given a second time: restore anew then, and name the last one of each series with --last-number C2026-041. "+
			"Look through the payment provider's list since then, too: what was paid for later invoices is booked nowhere\n",
			strings.Join(given, ", ")); err != nil {
			return err
		}
	}
	if _, err := os.Stat(config.SecretKeyFile); errors.Is(err, fs.ErrNotExist) {
		_, err := fmt.Fprintf(s.stderr, "warning: the backup holds no key, and there is no %s: bring that file back before the server "+
			"starts, or what was sealed with it (second factors, links in invoices, the key of the provider of payments) can't be read\n",
			config.SecretKeyFile)
		return err
	}
	return nil
}

// passNumbers lets series go on behind numbers that were given after a backup, and returns the last one of each series and year.
func passNumbers(ctx context.Context, store *gormstore.Store, numbers []string) ([]string, error) {
	for _, number := range numbers {
		series, year, nth, _ := invoice.InSeries(number) // it was looked at
		if err := store.Stores().InvoiceNumbers.Pass(ctx, series, year, nth); err != nil {
			return nil, err
		}
	}
	return store.GivenNumbers(ctx)
}

// leavePeople lets the first start of a server be as short as later ones. What it can't read, that start says.
func leavePeople(ctx context.Context, store *gormstore.Store) {
	if err := store.LeavePeople(ctx); err != nil {
		slog.WarnContext(ctx, "people are not left for the first start", "cause", err)
	}
}

// explain tells what to do about a database that is not empty.
func explain(err error) error {
	if errors.Is(err, gormstore.ErrNotEmpty) {
		return fmt.Errorf("%w; stop all servers and move the SQLite file (with those ending in -wal, -shm, .people and .people.new) "+
			"away, or name an empty database", err)
	}
	return err
}

// keepKey writes the key of an installation that a backup holds, unless there is one.
func keepKey(path string) func(string, []byte) error {
	return func(name string, data []byte) error {
		if name != keyExtra {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			return nil
		}
		if err != nil {
			return err
		}
		_, err = file.Write(data)
		return errors.Join(err, file.Close())
	}
}

type copyCommand struct {
	backups.CopyFlags
	Database string `hidden:"" help:"Accepted like everywhere; not used."`
	Files    string `hidden:"" help:"Accepted like everywhere; not used."`
}

// Help says what is needed.
func (c *copyCommand) Help() string {
	return "Stop all servers first. The files and the key stay where they are: " +
		"start the server with the same --files and --secret-key-file."
}

// Run moves a club from one database to another, and compares both.
func (c *copyCommand) Run(ctx context.Context, s streams) error {
	err := c.CopyFlags.Run(ctx, s.stdout, func(ctx context.Context, url string) (backups.Versioned, error) {
		return openStore(ctx, url, time.Now)
	})
	note(ctx, "copy", 0, err)
	return explain(err)
}
