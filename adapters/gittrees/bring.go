package gittrees

import (
	"context"
	"crypto/sha1" //nolint:gosec // it is how git names what it keeps
	"crypto/sha256"
	"encoding/hex"
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
	tracked  map[string]entry // the files of the clone
	folders  map[string]bool  // with tracked files below them
	seen     map[string]bool
	written  []string // files that are not what they were
	wrong    []agent.Refused
	entries  int
	bytes    int64
}

// entry is a file of the clone's index.
type entry struct{ mode, blob string }

// The modes that are met here.
const (
	plainMode   = "100644"
	programMode = "100755"
	linkMode    = "120000"
	moduleMode  = "160000"
)

// holds reports whether a text is that of the entry. Where git changes texts on their way it may say no though nothing changed:
// git finds that out when the text is added.
func (e entry) holds(text []byte) bool {
	hash := sha1.New() //nolint:gosec // it is git's
	if len(e.blob) == hex.EncodedLen(sha256.Size) {
		hash = sha256.New()
	}
	fmt.Fprintf(hash, "blob %d\x00", len(text))
	hash.Write(text)
	return hex.EncodeToString(hash.Sum(nil)) == e.blob
}

// errName is for a file whose name git does not take.
var errName = errors.New("a name that git does not take")

// bring makes the index of a clone that of the agent's tree, and returns what of it was left out. Nothing of the tree is
// trusted: links are not followed, .git is not looked at, and what is neither file nor link is refused.
func (t *Trees) bring(ctx context.Context, clone string) ([]agent.Refused, error) {
	work, err := os.OpenRoot(t.place("work"))
	if err != nil {
		return nil, fmt.Errorf("read the agent's tree: %w", err)
	}
	defer work.Close() //nolint:errcheck // it is only read
	b := bringing{tracked: map[string]entry{}, folders: map[string]bool{"": true}, seen: map[string]bool{}}
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
	if b.tracked, err = t.entries(ctx, clone); err != nil {
		return nil, err
	}
	for name := range b.tracked {
		for folder := path.Dir(name); folder != "." && !b.folders[folder]; folder = path.Dir(folder) {
			b.folders[folder] = true
		}
	}
	if err := t.walk(ctx, clone, &b); err != nil {
		return nil, err
	}
	var removed []string
	for name, was := range b.tracked {
		if b.seen[name] || was.mode == moduleMode {
			continue
		}
		local := filepath.FromSlash(name)
		if info, err := b.to.Lstat(local); err == nil && !info.IsDir() {
			if err := b.to.Remove(local); err != nil && !gone(err) {
				return nil, fmt.Errorf("write the clone: %w", err)
			}
		}
		removed = append(removed, name)
	}
	return b.wrong, t.add(ctx, clone, removed, b.written)
}

// entries returns the index of a clone.
func (t *Trees) entries(ctx context.Context, clone string) (map[string]entry, error) {
	list, err := t.git(ctx, clone, "", "", "ls-files", "-z", "--stage")
	if err != nil {
		return nil, err
	}
	all := map[string]entry{}
	for line := range strings.SplitSeq(list, "\x00") {
		about, name, found := strings.Cut(line, "\t")
		if words := strings.Fields(about); found && len(words) == 3 {
			all[name] = entry{mode: words[0], blob: words[1]}
		}
	}
	return all, nil
}

// add brings files of a clone into its index. It fails with errName when git does not take one.
func (t *Trees) add(ctx context.Context, clone string, removed, written []string) error {
	for _, some := range []struct {
		names []string
		words []string
	}{{removed, []string{"--force-remove"}}, {written, []string{"--add", "--replace"}}} {
		if len(some.names) == 0 {
			continue
		}
		words := slices.Concat([]string{"update-index"}, some.words, []string{"-z", "--stdin"})
		if _, err := t.git(ctx, clone, "", strings.Join(some.names, "\x00")+"\x00", words...); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			return fmt.Errorf("%w: %w", errName, err)
		}
	}
	if len(written) == 0 {
		return nil
	}
	all, err := t.entries(ctx, clone)
	if err != nil {
		return err
	}
	for _, name := range written {
		if _, taken := all[name]; !taken {
			return errName
		}
	}
	return nil
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
			case ignored[name] && !b.isTracked(name) && !b.folders[name]:
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
		if !b.isTracked(name) && !b.folders[name] && b.plainBelow(path.Dir(name)) {
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

func (b *bringing) isTracked(name string) bool {
	_, is := b.tracked[name]
	return is
}

// plainBelow reports whether a folder of the clone is one, or is not there: git answers about nothing behind a link.
func (b *bringing) plainBelow(folder string) bool {
	for ; folder != "."; folder = path.Dir(folder) {
		if b.isTracked(folder) {
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
	mode, of := fs.FileMode(0o644), plainMode
	if executable {
		mode, of = 0o755, programMode
	}
	if was := b.tracked[name]; was.mode == of && was.holds(text) {
		return nil
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
	b.written = append(b.written, name)
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
	if was := b.tracked[name]; was.mode == linkMode && was.holds([]byte(to)) {
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
	b.written = append(b.written, name)
	return nil
}
