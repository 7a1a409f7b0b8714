// Package backups makes backups of a program's data, tries them out and brings them back: what the commands of several programs
// have in common.
//
// It knows no database: a Store is one of the program's own. What is kept for how long is core/backup's, how a file looks
// adapters/archive's.
package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/core/backup"
)

// Store is a database that is read, or one that is filled.
type Store interface {
	// Dump tells all that it holds at one moment.
	Dump(ctx context.Context, to backup.Writer) error
	// MakeEmpty makes the tables of a version in a database that holds nothing; any other is an error.
	MakeEmpty(ctx context.Context, version int64) error
	// Fill puts what from tells into those tables, all of it or nothing.
	Fill(ctx context.Context, from func(backup.Writer) error) error
	// Migrate brings it to this program's version.
	Migrate(ctx context.Context) error
	Close() error
}

// Source is what is backed up.
type Source struct {
	Store  Store
	Files  *files.Bucket
	Skip   func(key string) bool // files that are none of the club's; nil for none
	Extras []Extra               // of the installation, beside its data
	// Shown returns the folders of files that the database names now; nil when it names none.
	Shown func(context.Context) ([]string, error)
}

// Extra is a small file of the installation.
type Extra struct {
	Name string
	Data []byte
}

// Write writes a backup of everything. The files come after the database: what is in it has its file then, but for what somebody
// deleted meanwhile, which the manifest tells.
func (s Source) Write(
	ctx context.Context, w io.Writer, head backup.Manifest, recipients ...age.Recipient,
) (m backup.Manifest, err error) {
	a, err := archive.NewWriter(w, head, recipients...)
	if err != nil {
		return m, err
	}
	before, err := s.shown(ctx)
	if err != nil {
		return m, err
	}
	if err := s.Store.Dump(ctx, a); err != nil {
		return m, err
	}
	for _, extra := range s.Extras {
		if err := a.Extra(extra.Name, extra.Data); err != nil {
			return m, err
		}
	}
	if err := s.writeFiles(ctx, a); err != nil {
		return m, err
	}
	after, err := s.shown(ctx)
	if err != nil {
		return m, err
	}
	stays := map[string]bool{}
	for _, folder := range after {
		stays[folder] = true
	}
	a.Gone(slices.DeleteFunc(before, func(folder string) bool { return stays[folder] }))
	return a.End()
}

func (s Source) shown(ctx context.Context) ([]string, error) {
	if s.Shown == nil {
		return nil, nil
	}
	return s.Shown(ctx)
}

func (s Source) writeFiles(ctx context.Context, a *archive.Writer) error {
	for file, err := range s.Files.List(ctx, "") {
		if err != nil {
			return fmt.Errorf("list the files: %w", err)
		}
		key := file.Key
		if archive.Keeps(key) || s.Skip != nil && s.Skip(key) { // no backup holds those that lie among the files
			continue
		}
		if err := s.writeFile(ctx, a, key); err != nil {
			return err
		}
	}
	return nil
}

// writeFile adds a file. One that is gone meanwhile was deleted by somebody: it is left out.
func (s Source) writeFile(ctx context.Context, a *archive.Writer, key string) error {
	content, size, err := s.Files.Open(ctx, key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the file %s: %w", key, err)
	}
	return errors.Join(a.File(key, size, content), content.Close())
}

// Target is where a backup is brought back to.
type Target struct {
	Store Store
	Files *files.Bucket                        // nil for files that are only looked at
	Extra func(name string, data []byte) error // may be nil
}

// Restore reads a backup into an empty target, reads back what it wrote, and holds both against each other. A backup that is not
// whole leaves the database empty.
func Restore(
	ctx context.Context, owner string, r io.Reader, to Target, identities ...age.Identity,
) (m backup.Manifest, err error) {
	content := &reading{Reader: r}
	a, err := archive.NewReader(content, identities...)
	if err != nil {
		return m, content.blamed(err, nil)
	}
	defer a.Close()
	if a.Head.Owner != owner {
		return m, fmt.Errorf("this is a backup of %s, not of %s", a.Head.Owner, owner)
	}
	if err := to.Store.MakeEmpty(ctx, a.Head.Schema); err != nil {
		return m, err
	}
	err = to.Store.Fill(ctx, func(tables backup.Writer) error {
		into := &filling{Writer: tables}
		m, err = a.Read(archive.Contents{Tables: into, File: to.file(ctx), Extra: to.Extra})
		return content.blamed(err, into)
	})
	if err != nil {
		return m, err
	}
	if err := holds(ctx, to.Store, m.Tables); err != nil {
		return m, err
	}
	return m, to.Store.Migrate(ctx)
}

func (t Target) file(ctx context.Context) func(string, int64, io.Reader) error {
	if t.Files == nil {
		return nil
	}
	return func(key string, _ int64, content io.Reader) error {
		if err := t.Files.Write(ctx, key, "application/octet-stream", content); err != nil {
			return fmt.Errorf("write the file %s: %w", key, err)
		}
		return nil
	}
}

// holds reads a database and compares it with what it should hold.
func holds(ctx context.Context, s Store, should []backup.Counted) error {
	var are backup.Counter
	if err := s.Dump(ctx, &are); err != nil {
		return err
	}
	if lines := backup.Differences(should, are.Tables); lines != nil {
		return damage{fmt.Errorf("what was written is not what was read: %s", strings.Join(lines, "; "))}
	}
	return nil
}

// Copy fills an empty database with all that another one holds, and compares both.
func Copy(ctx context.Context, version int64, from, to Store) (tables []backup.Counted, err error) {
	if err := to.MakeEmpty(ctx, version); err != nil {
		return nil, err
	}
	err = to.Fill(ctx, func(w backup.Writer) error {
		counter := &backup.Counter{Next: w}
		err := from.Dump(ctx, counter)
		tables = counter.Tables
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := holds(ctx, to, tables); err != nil {
		return nil, err
	}
	return tables, to.Migrate(ctx)
}
