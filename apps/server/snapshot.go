package main

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

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/apps/internal/disk"
)

const (
	snapshotRoom  = 64 << 20 // that a migration takes besides the snapshot and as much again
	keptSnapshots = 2

	lookAgain = 50 * time.Millisecond // whether the other program is done
)

// upgrade migrates a database. An SQLite file is copied first, so that going back to the program of before loses nothing. Of
// several programs that start at once, one does it while the others wait: none takes for an old database what is half new.
func upgrade(ctx context.Context, store *gormstore.Store, c *storeConfig) error {
	path, ok := c.Path()
	if !ok {
		return migrateAll(ctx, store)
	}
	turn := flock.New(path+".upgrade", flock.SetPermissions(0o600))
	if _, err := turn.TryLockContext(ctx, lookAgain); err != nil {
		return fmt.Errorf("wait for who migrates the database: %w", err)
	}
	err := snapshot(ctx, store, path, c.now(), disk.Room)
	if err != nil {
		err = fmt.Errorf("the database is not migrated: %w", err)
	} else {
		err = migrateAll(ctx, store)
	}
	if err == nil {
		err = upgraded(path)
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

// upgraded ends an upgrade: of older copies one is kept.
func upgraded(path string) error {
	err := os.Remove(path + upgradingSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there was none
	}
	return errors.Join(err, forgetSnapshots(path))
}

// snapshot copies an SQLite database of an earlier program to a file beside it. One that an upgrade left half new is not copied:
// no program could use that. A copy that was made before an upgrade failed at once makes room for the new one.
func snapshot(ctx context.Context, store *gormstore.Store, path string, at time.Time, room func(string) (int64, error)) error {
	schema, err := store.Schema(ctx)
	if err != nil || schema.Have == 0 || schema.Current() || schema.Newer() {
		return err
	}
	before, from := underWay(path)
	if before != "" && from < schema.Have {
		slog.WarnContext(ctx, "an earlier upgrade did not end", "copy of the database before it", before)
		return nil
	}
	health, err := store.Health(ctx)
	if err != nil {
		return err
	}
	if health.Broken != nil {
		return fmt.Errorf("the file is damaged (%s): bring back a backup", health.Broken[0])
	}
	free, err := room(path)
	if need := 2*health.Bytes + snapshotRoom; err == nil && free < need {
		return fmt.Errorf("there is no room for a copy of it before: make %s free on the disk of %s, where %s are",
			humanize.Bytes(uint64(need)), filepath.Dir(path), humanize.Bytes(uint64(free))) //nolint:gosec // not below 0
	}
	copied := fmt.Sprintf("%s.schema-%d-%s", path, schema.Have, at.UTC().Format("20060102-150405"))
	if err := store.CopyFile(ctx, copied); err != nil {
		return fmt.Errorf("copy it before: %w", err)
	}
	slog.InfoContext(ctx, "the database was copied before it is migrated", "file", copied)
	if err := os.WriteFile(path+upgradingSuffix, []byte(filepath.Base(copied)), 0o600); err != nil {
		return err
	}
	if before != "" && before != copied && from == schema.Have {
		return forgetSnapshot(before)
	}
	return nil
}

// beside are the endings of what lies beside the file of a copy that somebody looked at.
var beside = []string{"-wal", "-shm", gormstore.PackedSuffix, gormstore.PackedUnfinished}

// forgetSnapshots removes all but the newest copies, with what lies beside them: there are people in them.
func forgetSnapshots(path string) (err error) {
	copies, _ := filepath.Glob(path + ".schema-*") // the pattern is good
	copies = slices.DeleteFunc(copies, func(file string) bool {
		return slices.ContainsFunc(beside, func(ending string) bool { return strings.HasSuffix(file, ending) })
	})
	slices.SortFunc(copies, func(a, b string) int { return made(b).Compare(made(a)) })
	for _, old := range copies[min(len(copies), keptSnapshots):] {
		err = errors.Join(err, forgetSnapshot(old))
	}
	return err
}

func forgetSnapshot(file string) error {
	err := os.Remove(file)
	for _, ending := range beside {
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
