package gittrees

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// mostKept is how much of a tree is kept for the next one, in bytes.
const mostKept = 1 << 30

// kept is where the files of the agent's last tree are.
func (t *Trees) kept() string { return t.place("kept") }

// keepFiles puts the files of the agent's tree aside for the next one: making ten thousand files takes the system longer than
// all the rest of a run. Nothing of its .git is kept, and nothing at all when something is there that git does not make.
func (t *Trees) keepFiles() error {
	if _, err := os.Lstat(t.tree()); errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was begun since
	}
	if err := discard(t.kept()); err != nil {
		return err
	}
	if !plain(t.tree()) {
		return nil
	}
	if err := discard(filepath.Join(t.tree(), ".git")); err != nil {
		return err
	}
	return os.Rename(t.tree(), t.kept())
}

var errOddFile = errors.New("a file that git does not make")

// plain reports whether a folder, but for its .git, holds folders, links, and files of one name, with common rights.
func plain(folder string) bool {
	info, err := os.Lstat(folder)
	if err != nil || !info.IsDir() {
		return false
	}
	entries, bytes := 0, int64(0)
	err = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == ".git" && filepath.Dir(name) == folder {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		about, known := info.Sys().(*syscall.Stat_t)
		entries, bytes = entries+1, bytes+info.Size()
		mode := info.Mode()
		switch {
		case entries > mostEntries, bytes > mostKept, mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0:
		case mode.IsDir() && mode.Perm()&0o700 == 0o700, mode.Type() == fs.ModeSymlink:
			return nil
		case mode.IsRegular() && mode.Perm()&0o600 == 0o600 && known && about.Nlink == 1:
			return nil
		}
		return errOddFile
	})
	return err == nil
}

// fill gives the agent's tree, which has a .git alone, the files of the commit at which the work begins. Those of the tree before
// stay where they are the same: git compares each by its content, for the index is new, and removes what it does not know.
func (t *Trees) fill(ctx context.Context) error {
	checkout := []string{"checkout", "--quiet", "--force", "-B", t.branch, t.head}
	if t.swap(t.kept()) == nil {
		_, err := t.git(ctx, t.tree(), "", "", "read-tree", t.head)
		if err == nil {
			_, _ = t.git(ctx, t.tree(), "", "", "update-index", "-q", "--refresh") // it fails when some differ
			_, err = t.git(ctx, t.tree(), "", "", checkout...)
		}
		if err == nil {
			_, err = t.git(ctx, t.tree(), "", "", "clean", "--quiet", "-ffdx")
		}
		if err == nil || ctx.Err() != nil {
			return err
		}
		empty := t.place("work", "empty") // it could not be made right: all files are made anew
		if err := os.Mkdir(empty, 0o700); err != nil {
			return err
		}
		if err := t.swap(empty); err != nil {
			return err
		}
		if err := os.Remove(filepath.Join(t.tree(), ".git", "index")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	_, err := t.git(ctx, t.tree(), "", "", checkout...)
	return err
}

// swap puts another folder in the place of the agent's tree, which keeps its .git.
func (t *Trees) swap(folder string) error {
	if _, err := os.Lstat(folder); err != nil {
		return err
	}
	if err := discard(filepath.Join(folder, ".git")); err != nil { // of a process that died
		return err
	}
	if err := os.Rename(filepath.Join(t.tree(), ".git"), filepath.Join(folder, ".git")); err != nil {
		return err
	}
	if err := discard(t.tree()); err != nil {
		return err
	}
	return os.Rename(folder, t.tree())
}
