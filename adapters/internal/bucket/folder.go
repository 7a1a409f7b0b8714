package bucket

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// folder keeps files below a folder, and nowhere else: not through "..", and not through links.
type folder struct{ root *os.Root }

const ownersOnly = 0o700

// Folder opens a folder, which it makes when it is missing.
func Folder(location string) (*Bucket, error) {
	location, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(location, ownersOnly); err != nil {
		return nil, err
	}
	return openFolder(location)
}

func openFolder(location string) (*Bucket, error) {
	root, err := os.OpenRoot(location)
	if err != nil {
		return nil, err
	}
	f := folder{root}
	return &Bucket{f.check, f.list, f.open, f.exists, f.write, f.rename, f.remove, f.tidy, root.Close}, nil
}

func openFile(u *url.URL) (*Bucket, error) {
	o := options{values: u.Query()}
	create := o.yes("create_dir")
	o.yes("no_tmp_dir") // it never uses one
	o.text("metadata")  // it keeps none
	if err := o.err(); err != nil {
		return nil, err
	}
	if create {
		return Folder(filepath.FromSlash(u.Path))
	}
	return openFolder(filepath.FromSlash(u.Path))
}

// unfinished is what a file is called that is being written. Earlier versions named them alike.
var unfinished = regexp.MustCompile(`\.[0-9a-f]{16}\.tmp$`)

// attributes are what earlier versions kept beside the files of a file:// URL.
const attributes = ".attrs"

func (f folder) check(context.Context) error {
	_, err := f.root.Stat(".")
	return err
}

func (f folder) list(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		err := f.walk(ctx, func(key string, _ fs.DirEntry) error {
			if unfinished.MatchString(key) || strings.HasSuffix(key, attributes) {
				return nil
			}
			if !yield(key, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield("", err)
		}
	}
}

func (f folder) walk(ctx context.Context, visit func(key string, entry fs.DirEntry) error) error {
	return fs.WalkDir(f.root.FS(), ".", func(key string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		return visit(key, entry)
	})
}

func (f folder) open(_ context.Context, key string) (io.ReadCloser, int64, error) {
	if err := validKey("open", key); err != nil {
		return nil, 0, err
	}
	file, err := f.root.Open(key)
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		err = &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

func (f folder) exists(_ context.Context, key string) (bool, error) {
	info, err := f.root.Stat(key)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && !info.IsDir(), err
}

// write writes beside the place, on the same disk, and gives the file its name when all of it is on the disk: whatever ends the
// program or the machine, under a name is a whole file.
func (f folder) write(ctx context.Context, key, _ string, content io.Reader) error {
	if err := validKey("write", key); err != nil {
		return err
	}
	if err := f.makeFolder(path.Dir(key)); err != nil {
		return err
	}
	random := make([]byte, 8)
	_, _ = rand.Read(random) // never fails
	temporary := key + "." + hex.EncodeToString(random) + ".tmp"
	err := f.writeAll(temporary, untilDone{ctx, content})
	if err == nil {
		err = f.root.Rename(temporary, key)
	}
	if err != nil {
		_ = f.root.Remove(temporary) // tidy does it else
		return err
	}
	return f.syncFolder(path.Dir(key))
}

func (f folder) writeAll(name string, content io.Reader) error {
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// makeFolder makes a folder and those above it, each of which is on the disk before something is written below it.
func (f folder) makeFolder(name string) error {
	if name == "." {
		return nil
	}
	if info, err := f.root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := f.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := f.root.Mkdir(name, ownersOnly); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.syncFolder(path.Dir(name))
}

// syncFolder lets the names in a folder survive a power cut.
func (f folder) syncFolder(name string) error {
	opened, err := f.root.Open(name)
	if err != nil {
		return err
	}
	_ = opened.Sync() // some file systems can't
	return opened.Close()
}

func (f folder) rename(_ context.Context, from, to string) error {
	for _, key := range []string{from, to} {
		if err := validKey("rename", key); err != nil {
			return err
		}
	}
	if err := f.makeFolder(path.Dir(to)); err != nil {
		return err
	}
	if err := f.root.Rename(from, to); err != nil {
		return err
	}
	return f.syncFolder(path.Dir(to))
}

func (f folder) remove(_ context.Context, key string) error {
	if err := validKey("delete", key); err != nil {
		return err
	}
	if err := f.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (f folder) tidy(ctx context.Context, age time.Duration) error {
	return f.walk(ctx, func(key string, entry fs.DirEntry) error {
		if !unfinished.MatchString(key) {
			return nil
		}
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) >= age {
			err = f.root.Remove(key)
		}
		if errors.Is(err, fs.ErrNotExist) { // it has its name now, or another process tidied
			return nil
		}
		return err
	})
}
