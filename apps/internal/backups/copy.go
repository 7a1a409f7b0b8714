package backups

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

// CopyFlags say which database is copied to which.
type CopyFlags struct {
	From settings.URL `required:"" placeholder:"URL" help:"The database that is read: sqlite:FILE or postgres://…"`
	To   settings.URL `required:"" placeholder:"URL" help:"An empty database, which is filled."`

	AloneFlags `embed:""`
}

// AloneFlags are those of commands that want a database for themselves.
type AloneFlags struct {
	Anyway bool `help:"Go on although another program has the database open: what it writes meanwhile is lost."`
}

// Alone returns an error while another program has the database open, if it is there, unless that is wished for. This program
// must not have it open.
func (a AloneFlags) Alone(ctx context.Context, url settings.URL) error {
	if a.Anyway || (&settings.Database{URL: url}).Exists() != nil {
		return nil
	}
	if err := database.Alone(ctx, string(url)); err != nil {
		return fmt.Errorf("stop all servers first, or say --anyway: %w", err)
	}
	return nil
}

// read checks the flags. A database that is read must be there: whoever opens one makes it.
func (c *CopyFlags) read() error {
	var problems settings.Problems
	for _, place := range []struct {
		flag string
		url  settings.URL
	}{{"from", c.From}, {"to", c.To}} {
		var one settings.Problems
		database := settings.Database{URL: place.url}
		if database.Read(&one); one.Err() != nil {
			problems.Add(place.flag, "must be sqlite:FILE or postgres://…")
		} else if err := database.Exists(); err != nil && place.flag == "from" {
			path, _ := database.Path()
			problems.Add(place.flag, "there is no database at %s", path)
		}
	}
	return problems.Err()
}

// Versioned is a store that knows the version of its tables. An error of Version says that they are not this program's.
type Versioned interface {
	Store
	Version(ctx context.Context) (int64, error)
}

// Run opens both databases, fills the second with all that the first one holds, compares both, and says how much it is.
func (c *CopyFlags) Run(ctx context.Context, out io.Writer, open func(ctx context.Context, url string) (Versioned, error)) error {
	if err := c.read(); err != nil {
		return err
	}
	for _, url := range []settings.URL{c.From, c.To} { // a server would go on with what it knew of the one that is filled
		if err := c.Alone(ctx, url); err != nil {
			return err
		}
	}
	from, err := open(ctx, string(c.From))
	if err != nil {
		return err
	}
	to, err := open(ctx, string(c.To))
	if err != nil {
		return errors.Join(err, from.Close())
	}
	err = func() error {
		have, err := from.Version(ctx)
		if err != nil {
			return err
		}
		tables, err := Copy(ctx, have, from, to)
		if err != nil {
			return err
		}
		var rows int64
		for i := range tables {
			rows += tables[i].Rows
		}
		_, err = fmt.Fprintf(out, "%d tables with %d rows are the same in both\n", len(tables), rows)
		return err
	}()
	return errors.Join(err, to.Close(), from.Close())
}
