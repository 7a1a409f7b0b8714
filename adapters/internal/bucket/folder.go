package bucket

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
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

// folder keeps files below a folder, and nowhere else: not through "..", and not through links. It looks for the folder each
// time: another one may be there, or none, when a disk comes and goes.
type folder string

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
	location, err := filepath.Abs(location)
	if err != nil {
		return nil, err
	}
	f := folder(location)
	if err := f.check(context.Background()); err != nil {
		return nil, err
	}
	return &Bucket{f.check, f.list, f.open, f.exists, f.write, f.rename, f.remove, f.tidy, func() error { return nil }}, nil
}

// LocalPath returns the path that a file:// URL names.
func LocalPath(u *url.URL) (string, error) {
	switch u.Host {
	case "", "localhost":
		return filepath.FromSlash(u.Path), nil
	case ".":
		return filepath.FromSlash(strings.TrimPrefix(u.Path, "/")), nil
	}
	return "", fmt.Errorf("file://%s names another machine: a folder here has three slashes, as in file:///srv/files", u.Host)
}

func openFile(u *url.URL) (*Bucket, error) {
	o := options{values: u.Query()}
	create := o.yes("create_dir")
	o.yes("no_tmp_dir") // it never uses one
	o.text("metadata")  // it keeps none
	o.refuse("dir_file_mode", "base_url", "secret_key_path", "prefix", "key")
	location, err := LocalPath(u)
	if err := errors.Join(err, o.err()); err != nil {
		return nil, err
	}
	if create {
		return Folder(location)
	}
	return openFolder(location)
}

// unfinished is what a file is called that is being written. Earlier versions named them alike.
var unfinished = regexp.MustCompile(`\.[0-9a-f]{16}\.tmp$`)

// attributes are what earlier versions kept beside the files of a file:// URL.
const attributes = ".attrs"

// recovered is a folder of the file system itself, at the top of a disk.
const recovered = "lost+found"

// place is where the keys of files lead to. No file is away because this is.
func (f folder) place() (*os.Root, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, fmt.Errorf("the folder %s can't be opened: %s", string(f), reason(err))
	}
	return root, nil
}

// reason is what is wrong with a folder, without being the error fs.ErrNotExist, which is about files.
func reason(err error) string {
	if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
		return wrong.Err.Error()
	}
	return err.Error()
}

// at does something with the file of a key.
func (f folder) at(op, key string, do func(root *os.Root) error) error {
	if err := validName(op, key); err != nil {
		return err
	}
	root, err := f.place()
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written by it
	return do(root)
}

func validName(op, key string) error {
	if isOurs(key) {
		return &fs.PathError{Op: op, Path: key, Err: fs.ErrInvalid}
	}
	return validKey(op, key)
}

// isOurs reports whether a name is none of a file of somebody's.
func isOurs(key string) bool {
	return unfinished.MatchString(key) || strings.HasSuffix(key, attributes)
}

func (f folder) check(context.Context) error {
	root, err := f.place()
	if err != nil {
		return err
	}
	return root.Close()
}

func (f folder) list(ctx context.Context, below string) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		err := f.walk(ctx, below, func(_ *os.Root, key string, entry fs.DirEntry) error {
			if isOurs(key) {
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) { // it was deleted meanwhile
				return nil
			}
			if err == nil && !yield(File{key, info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield(File{}, err)
		}
	}
}

// walk visits the files below a folder, "" for all. One that is not there has none.
func (f folder) walk(ctx context.Context, below string, visit func(root *os.Root, key string, entry fs.DirEntry) error) error {
	root, err := f.place()
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written by it
	top := cmp.Or(below, ".")
	return fs.WalkDir(root.FS(), top, func(key string, entry fs.DirEntry, err error) error {
		if key == recovered {
			return fs.SkipDir
		}
		if key == below && (errors.Is(err, fs.ErrNotExist) || err == nil && !entry.IsDir()) {
			return ctx.Err()
		}
		if err != nil || entry.IsDir() {
			return errors.Join(err, ctx.Err())
		}
		return visit(root, key, entry)
	})
}

func (f folder) open(_ context.Context, key string) (content io.ReadCloser, size int64, err error) {
	err = f.at("open", key, func(root *os.Root) error {
		file, err := root.Open(key)
		if err != nil {
			return err
		}
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			err = &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
		}
		if err != nil {
			_ = file.Close()
			return err
		}
		content, size = file, info.Size()
		return nil
	})
	return content, size, err
}

func (f folder) exists(_ context.Context, key string) (there bool, err error) {
	err = f.at("stat", key, func(root *os.Root) error {
		info, err := root.Stat(key)
		there = err == nil && !info.IsDir()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	return there, err
}

// write writes beside the place, on the same disk, and gives the file its name when all of it is on the disk: whatever ends the
// program or the machine, under a name is a whole file.
func (f folder) write(ctx context.Context, key, _ string, content io.Reader) error {
	return f.at("write", key, func(root *os.Root) error {
		if err := makeFolder(root, path.Dir(key)); err != nil {
			return err
		}
		random := make([]byte, 8)
		_, _ = rand.Read(random) // never fails
		temporary := key + "." + hex.EncodeToString(random) + ".tmp"
		err := writeAll(root, temporary, untilDone{ctx, content})
		if err == nil {
			err = root.Rename(temporary, key)
		}
		if err != nil {
			_ = root.Remove(temporary) // tidy does it else
			return err
		}
		return syncFolder(root, path.Dir(key))
	})
}

func writeAll(root *os.Root, name string, content io.Reader) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
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
func makeFolder(root *os.Root, name string) error {
	if name == "." {
		return nil
	}
	if info, err := root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := makeFolder(root, path.Dir(name)); err != nil {
		return err
	}
	if err := root.Mkdir(name, ownersOnly); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncFolder(root, path.Dir(name))
}

// syncFolder lets the names in a folder survive a power cut.
func syncFolder(root *os.Root, name string) error {
	opened, err := root.Open(name)
	if err != nil {
		return err
	}
	_ = opened.Sync() // some file systems can't
	return opened.Close()
}

func (f folder) rename(_ context.Context, from, to string) error {
	if err := validName("rename", to); err != nil {
		return err
	}
	return f.at("rename", from, func(root *os.Root) error {
		if err := makeFolder(root, path.Dir(to)); err != nil {
			return err
		}
		if err := root.Rename(from, to); err != nil {
			return err
		}
		return syncFolder(root, path.Dir(to))
	})
}

func (f folder) remove(_ context.Context, key string) error {
	return f.at("delete", key, func(root *os.Root) error {
		return errors.Join(removeIfThere(root, key), removeIfThere(root, key+attributes))
	})
}

// removeIfThere removes a file, unless another process was first.
func removeIfThere(root *os.Root, key string) error {
	if err := root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (f folder) tidy(ctx context.Context, age time.Duration) error {
	return f.walk(ctx, "", func(root *os.Root, key string, entry fs.DirEntry) error {
		if !unfinished.MatchString(key) {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // it has its name now, or another process tidied
			return nil
		}
		if err == nil && time.Since(info.ModTime()) >= age {
			err = removeIfThere(root, key)
		}
		return err
	})
}
