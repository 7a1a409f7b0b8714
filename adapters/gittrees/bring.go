package gittrees

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// The bounds of what is read of the agent's tree.
const (
	mostFile    = 10 << 20 // bytes of one file
	mostBytes   = 64 << 20 // of all that changed
	mostEntries = 500_000
)

// bringing is one reading of the agent's tree into a clone.
type bringing struct {
	from, to *os.Root
	tracked  map[string]bool // the files of the clone
	folders  map[string]bool // with tracked files below them
	seen     map[string]bool
	wrong    []agent.Refused
	entries  int
	bytes    int64
}

// bring makes the files of a clone those of the agent's tree, and returns what of it was left out. Nothing of the tree is
// trusted: links are not followed, .git is not looked at, and what is neither file nor link is refused.
func (t *Trees) bring(ctx context.Context, clone string) ([]agent.Refused, error) {
	work, err := os.OpenRoot(t.place("work"))
	if err != nil {
		return nil, fmt.Errorf("read the agent's tree: %w", err)
	}
	defer work.Close() //nolint:errcheck // it is only read
	b := bringing{tracked: map[string]bool{}, folders: map[string]bool{"": true}, seen: map[string]bool{}}
	if info, err := work.Lstat("tree"); err != nil || !info.IsDir() {
		return []agent.Refused{{Reason: agent.LinkOut}}, nil // it threw the tree away: nothing is taken
	}
	if b.from, err = work.OpenRoot("tree"); err != nil {
		return nil, fmt.Errorf("read the agent's tree: %w", err)
	}
	defer b.from.Close() //nolint:errcheck // likewise
	if b.to, err = os.OpenRoot(clone); err != nil {
		return nil, fmt.Errorf("write the clone: %w", err)
	}
	defer b.to.Close() //nolint:errcheck // what is written is closed
	list, err := t.git(ctx, clone, "", "", "ls-files", "-z", "--cached")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(list, "\x00") {
		if name == "" {
			continue
		}
		b.tracked[name] = true
		for folder := path.Dir(name); folder != "." && !b.folders[folder]; folder = path.Dir(folder) {
			b.folders[folder] = true
		}
	}
	if err := t.walk(ctx, clone, &b); err != nil {
		return nil, err
	}
	for name := range b.tracked {
		local := filepath.FromSlash(name)
		if info, err := b.to.Lstat(local); b.seen[name] || err != nil || info.IsDir() {
			continue
		}
		if err := b.to.Remove(local); err != nil && !gone(err) {
			return nil, fmt.Errorf("write the clone: %w", err)
		}
	}
	return b.wrong, nil
}

// gone reports whether a file was not there to be removed: it, or its folder, became something else.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR)
}

// walk reads the tree level by level, so that what the project ignores is left out without reading it.
func (t *Trees) walk(ctx context.Context, clone string, b *bringing) error {
	for level := []string{""}; len(level) > 0; {
		var names []string
		kinds := map[string]fs.FileMode{}
		for _, folder := range level {
			entries, err := b.list(folder)
			if err != nil {
				return err
			}
			for _, entry := range entries {
				name := path.Join(folder, entry.Name())
				if b.entries++; b.entries > mostEntries {
					b.wrong = append(b.wrong, agent.Refused{Reason: agent.TooManyFiles})
					return nil
				}
				switch {
				case folder == "" && entry.Name() == ".git":
				case isGit(entry.Name()):
					b.refuse(agent.GitFile, name)
				default:
					names = append(names, name)
					kinds[name] = entry.Type()
				}
			}
		}
		ignored, err := t.ignored(ctx, clone, b, names)
		if err != nil {
			return err
		}
		level = nil
		for _, name := range names {
			switch {
			case ignored[name] && !b.tracked[name] && !b.folders[name]:
			case kinds[name].IsDir():
				level = append(level, name)
			default:
				if err := b.one(name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *bringing) refuse(why agent.Reason, name string) {
	b.seen[name] = true // what is refused is not also missing
	if len(b.wrong) < 100 {
		b.wrong = append(b.wrong, agent.Refused{Reason: why, Path: name})
	}
}

func (b *bringing) list(folder string) ([]fs.DirEntry, error) {
	dir, err := b.from.Open(filepath.FromSlash(path.Join(".", folder)))
	if err != nil {
		if folder == "" {
			return nil, fmt.Errorf("read the agent's tree: %w", err)
		}
		b.refuse(agent.Device, folder) // it may not be read, or it changes while we look
		return nil, nil
	}
	defer dir.Close() //nolint:errcheck // it was only read
	entries, err := dir.ReadDir(mostEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the agent's tree: %w", err)
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// isGit reports whether some file system takes a name for .git.
func isGit(name string) bool {
	name = strings.ToLower(strings.TrimRight(strings.Map(func(r rune) rune {
		if r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
			return -1
		}
		return r
	}, name), " ."))
	name, _, _ = strings.Cut(name, ":")
	return name == ".git" || name == "git~1"
}

// ignored returns which of some names the project ignores, by its own files of the clone.
func (t *Trees) ignored(ctx context.Context, clone string, b *bringing, names []string) (map[string]bool, error) {
	var asked strings.Builder
	for _, name := range names {
		if !b.tracked[name] && !b.folders[name] && b.plainBelow(path.Dir(name)) {
			asked.WriteString("./" + name + "\x00")
		}
	}
	ignored := map[string]bool{}
	if asked.Len() == 0 {
		return ignored, nil
	}
	out, err := t.git(ctx, clone, "", asked.String(), "check-ignore", "-z", "--stdin")
	var failed *process.Error
	if err != nil && (!errors.As(err, &failed) || failed.Code != 1) { // 1: none is
		return nil, err
	}
	for name := range strings.SplitSeq(out, "\x00") {
		ignored[strings.TrimPrefix(name, "./")] = true
	}
	return ignored, nil
}

// plainBelow reports whether a folder of the clone is one, or is not there: git answers about nothing behind a link.
func (b *bringing) plainBelow(folder string) bool {
	for ; folder != "."; folder = path.Dir(folder) {
		if b.tracked[folder] {
			return false
		}
	}
	return true
}

// one brings a file or a link.
func (b *bringing) one(name string) error {
	local := filepath.FromSlash(name)
	info, err := b.from.Lstat(local)
	if err != nil {
		return nil // it is gone meanwhile
	}
	b.seen[name] = true
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return b.link(name, local)
	case !info.Mode().IsRegular():
		b.refuse(agent.Device, name)
		return nil
	case info.Size() > mostFile:
		b.refuse(agent.Binary, name)
		return nil
	}
	file, err := b.from.OpenFile(local, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		b.refuse(agent.Device, name)
		return nil
	}
	defer file.Close() //nolint:errcheck // it was only read
	if info, err = file.Stat(); err != nil || !info.Mode().IsRegular() {
		b.refuse(agent.Device, name)
		return nil
	}
	text, err := io.ReadAll(io.LimitReader(file, mostFile+1))
	if err != nil || len(text) > mostFile {
		b.refuse(agent.Binary, name)
		return nil
	}
	return b.write(name, local, text, info.Mode()&0o100 != 0)
}

func (b *bringing) write(name, local string, text []byte, executable bool) error {
	mode := fs.FileMode(0o644)
	if executable {
		mode = 0o755
	}
	if old, err := b.to.Lstat(local); err == nil && old.Mode().IsRegular() && old.Mode()&0o100 == mode&0o100 &&
		old.Size() == int64(len(text)) {
		if same, err := b.to.ReadFile(local); err == nil && bytes.Equal(same, text) {
			return nil
		}
	}
	if b.bytes += int64(len(text)); b.bytes > mostBytes {
		b.refuse(agent.TooManyLines, name)
		return nil
	}
	if err := b.clear(name); err != nil {
		return err
	}
	if err := b.to.WriteFile(local, text, mode); err != nil {
		return fmt.Errorf("write the clone: %w", err)
	}
	return b.to.Chmod(local, mode)
}

// clear makes room for a file: what is there goes, and its folders are folders.
func (b *bringing) clear(name string) error {
	var above []string
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		above = append(above, folder)
	}
	slices.Reverse(above)
	for _, folder := range above {
		local := filepath.FromSlash(folder)
		info, err := b.to.Lstat(local)
		if err == nil && !info.IsDir() {
			err = b.to.Remove(local)
			info = nil
		}
		if errors.Is(err, fs.ErrNotExist) || err == nil && info == nil {
			err = b.to.Mkdir(local, 0o755)
		}
		if err != nil {
			return fmt.Errorf("write the clone: %w", err)
		}
	}
	if err := b.to.RemoveAll(filepath.FromSlash(name)); err != nil {
		return fmt.Errorf("write the clone: %w", err)
	}
	return nil
}

// link brings a symbolic link, which may lead to something of the tree alone.
func (b *bringing) link(name, local string) error {
	to, err := b.from.Readlink(local)
	if err != nil {
		return nil // it is gone meanwhile
	}
	if old, err := b.to.Readlink(local); err == nil && old == to {
		return nil
	}
	end := path.Join(path.Dir(name), filepath.ToSlash(to))
	if filepath.IsAbs(to) || strings.HasPrefix(to, "/") || end == ".." || strings.HasPrefix(end, "../") ||
		slices.ContainsFunc(strings.Split(end, "/"), isGit) {
		b.refuse(agent.LinkOut, name)
		return nil
	}
	if err := b.clear(name); err != nil {
		return err
	}
	if err := b.to.Symlink(to, local); err != nil {
		return fmt.Errorf("write the clone: %w", err)
	}
	return nil
}
