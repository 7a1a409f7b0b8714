package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"filippo.io/age"
	"github.com/dustin/go-humanize"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/core/backup"
)

// Tell prints what a backup that was tried out holds.
func Tell(out io.Writer, name string, m backup.Manifest) error {
	var rows, bytes int64
	for i := range m.Tables {
		rows += m.Tables[i].Rows
	}
	for i := range m.Files {
		bytes += m.Files[i].Size
	}
	_, err := fmt.Fprintf(out, "%s: %s, of %s; %d tables with %d rows, %d files of %s; tried out\n", name, m.Club,
		m.Made.Format(time.RFC3339), len(m.Tables), rows, len(m.Files), humanize.Bytes(uint64(bytes))) //nolint:gosec // not below 0
	if err == nil && len(m.Missing) > 0 {
		_, err = fmt.Fprintf(out, "warning: of %d pictures the files were lost before: %s\n", len(m.Missing),
			strings.Join(m.Missing, ", "))
	}
	return err
}

// Open opens the place of one backup, and reads the identities with which it can be read.
func Open(ctx context.Context, from, identityFile string) (*archive.Place, string, []age.Identity, error) {
	identities, err := Identities(identityFile)
	if err != nil {
		return nil, "", nil, fmt.Errorf("--identity-file: %w", err)
	}
	place, name, err := archive.Open(from)
	if err == nil && name == "" {
		err = errors.Join(fmt.Errorf("%s is a place for backups: name one of them", from), place.Close())
	}
	return place, name, identities, err
}
