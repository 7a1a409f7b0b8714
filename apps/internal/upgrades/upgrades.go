// Package upgrades migrates a database on SQLite when a newer program starts. It is copied before, and not migrated where there
// is no room for a copy: going back to the program of before loses nothing.
//
// It knows no tables: what is migrated is one of the program's own stores. How a copy is made is adapters/gormstore/database's,
// how much room there is apps/internal/disk's.
package upgrades

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/gofrs/flock"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

const (
	snapshotRoom  = 64 << 20 // that a migration takes besides the snapshot and as much again
	keptSnapshots = 2

	lookAgain = 50 * time.Millisecond // whether the other program is done
)

// Store is an open database on SQLite.
type Store interface {
	Health(ctx context.Context) (database.Health, error)
	CopyFile(ctx context.Context, path string) error
}

// Schema says how a database stands against a program.
type Schema struct {
	Have int64 // 0 for an empty database
	Old  bool  // the program migrates it
}

// Upgrade is how a program migrates its database on SQLite.
type Upgrade struct {
	Path    string // of the file
	Store   Store
	Schema  func(ctx context.Context) (Schema, error)
	Migrate func(ctx context.Context) error
	Beside  []string // endings of what the program itself keeps beside a file
	Now     func() time.Time
	Room    func(path string) (free int64, err error)
}

// Run copies the file, if it has an earlier schema, and migrates it. Of several programs that start at once, one does it while
// the others wait: none takes for an old database what is half new.
func (u Upgrade) Run(ctx context.Context) error {
	turn := flock.New(u.Path+".upgrade", flock.SetPermissions(0o600))
	if _, err := turn.TryLockContext(ctx, lookAgain); err != nil {
		return fmt.Errorf("wait for who migrates the database: %w", err)
	}
	err := u.snapshot(ctx)
	if err != nil {
		err = fmt.Errorf("the database is not migrated: %w", err)
	} else {
		err = u.Migrate(ctx)
	}
	if err == nil {
		err = u.ended()
	}
	return errors.Join(err, turn.Close())
}

// upgradingSuffix is the ending of a file that names the copy that was made before an upgrade which has not ended.
const upgradingSuffix = ".upgrading"

// underWay returns the copy that was made before an upgrade which has not ended, and its schema; "" for none.
func underWay(path string) (copied string, schema int64) {
	name, err := os.ReadFile(path + upgradingSuffix)
	if err != nil {
		return "", 0
	}
	copied = filepath.Join(filepath.Dir(path), filepath.Base(string(name)))
	_, err = fmt.Sscanf(strings.TrimPrefix(copied, path), ".schema-%d-", &schema)
	if _, missing := os.Stat(copied); err != nil || missing != nil {
		return "", 0
	}
	return copied, schema
}

// ended ends an upgrade: of older copies one is kept.
func (u Upgrade) ended() error {
	err := os.Remove(u.Path + upgradingSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there was none
	}
	return errors.Join(err, u.forgetSnapshots())
}

// snapshot copies an SQLite database of an earlier program to a file beside it. One that an upgrade left half new is not copied:
// no program could use that. A copy that was made before an upgrade failed at once makes room for the new one.
func (u Upgrade) snapshot(ctx context.Context) error {
	schema, err := u.Schema(ctx)
	if err != nil || schema.Have == 0 || !schema.Old {
		return err
	}
	before, from := underWay(u.Path)
	if before != "" && from < schema.Have {
		slog.WarnContext(ctx, "an earlier upgrade did not end", "copy of the database before it", before)
		return nil
	}
	health, err := u.Store.Health(ctx)
	if err != nil {
		return err
	}
	if health.Broken != nil {
		return fmt.Errorf("the file is damaged (%s): bring back a backup", health.Broken[0])
	}
	free, err := u.Room(u.Path)
	if need := 2*health.Bytes + snapshotRoom; err == nil && free < need {
		return fmt.Errorf("there is no room for a copy of it before: make %s free on the disk of %s, where %s are",
			humanize.Bytes(uint64(need)), filepath.Dir(u.Path), humanize.Bytes(uint64(free))) //nolint:gosec // not below 0
	}
	copied := fmt.Sprintf("%s.schema-%d-%s", u.Path, schema.Have, u.Now().UTC().Format("20060102-150405"))
	if err := u.Store.CopyFile(ctx, copied); err != nil {
		return fmt.Errorf("copy it before: %w", err)
	}
	slog.InfoContext(ctx, "the database was copied before it is migrated", "file", copied)
	if err := os.WriteFile(u.Path+upgradingSuffix, []byte(filepath.Base(copied)), 0o600); err != nil {
		return err
	}
	if before != "" && before != copied && from == schema.Have {
		return u.forgetSnapshot(before)
	}
	return nil
}

// beside returns the endings of what lies beside the file of a copy that somebody looked at.
func (u Upgrade) beside() []string { return append([]string{"-wal", "-shm"}, u.Beside...) }

// forgetSnapshots removes all but the newest copies, with what lies beside them: there are people in them.
func (u Upgrade) forgetSnapshots() (err error) {
	copies, _ := filepath.Glob(u.Path + ".schema-*") // the pattern is good
	copies = slices.DeleteFunc(copies, func(file string) bool {
		return slices.ContainsFunc(u.beside(), func(ending string) bool { return strings.HasSuffix(file, ending) })
	})
	slices.SortFunc(copies, func(a, b string) int { return made(b).Compare(made(a)) })
	for _, old := range copies[min(len(copies), keptSnapshots):] {
		err = errors.Join(err, u.forgetSnapshot(old))
	}
	return err
}

func (u Upgrade) forgetSnapshot(file string) error {
	err := os.Remove(file)
	for _, ending := range u.beside() {
		if failed := os.Remove(file + ending); !errors.Is(failed, fs.ErrNotExist) {
			err = errors.Join(err, failed)
		}
	}
	return err
}

// made is when a file was written, the zero time for one that is gone.
func made(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}
