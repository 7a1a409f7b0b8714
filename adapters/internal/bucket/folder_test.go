package bucket_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/bucket"
)

// lay writes files as another program would, and returns their folder.
func lay(t *testing.T, names ...string) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range names {
		place := filepath.Join(folder, filepath.FromSlash(name))
		ok(t, os.MkdirAll(filepath.Dir(place), 0o755))
		ok(t, os.WriteFile(place, []byte("of "+name), 0o644))
	}
	return folder
}

// A folder of a file:// URL has a file of attributes beside each; what was cut off has the time in its name. Characters that a
// disk may not take were written as __0x1f__; no key of the programs has one.
func TestAFolderOfAnEarlierVersionIsRead(t *testing.T) {
	t.Parallel()
	const photo, half, odd = "photos/AB12C34.jpg", "photos/AB12C34.jpg.18b2f3c4d5e6f708.tmp", "runs/a__0x1f__b.txt"
	folder := lay(t, "media/0101/full", "media/0101/thumb", photo, photo+".attrs", half, odd, odd+".attrs")
	old := time.Now().Add(-48 * time.Hour)
	ok(t, os.Chtimes(filepath.Join(folder, half), old, old))
	for _, location := range []string{"file://" + folder, "file://" + folder + "?metadata=skip&no_tmp_dir=true"} {
		b := open(t, location)
		all := []string{"media/0101/full", "media/0101/thumb", photo, odd}
		if got := keysIn(t, b); !slices.Equal(got, all) {
			t.Errorf("there are %q", got)
		}
		for _, key := range all {
			if got := read(t, b, key); got != "of "+key {
				t.Errorf("%s is %q", key, got)
			}
		}
	}
	b, err := bucket.Folder(folder)
	ok(t, err)
	ok(t, b.Tidy(t.Context(), 24*time.Hour))
	write(t, b, "media/0101/full", "new")
	ok(t, b.Rename(t.Context(), "media/0101/full", "media/0101/moved"))
	ok(t, b.Delete(t.Context(), photo))
	for _, gone := range []string{photo, photo + ".attrs", half} {
		if _, err := os.Lstat(filepath.Join(folder, gone)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s stays: %v", gone, err)
		}
	}
	if got := read(t, b, "media/0101/moved"); got != "new" {
		t.Errorf("got %q", got)
	}
}

func TestAFolderThatIsAwayHasNoFiles(t *testing.T) {
	t.Parallel()
	folder := lay(t, "media/a/full")
	b, err := bucket.Folder(folder)
	ok(t, err)
	elsewhere := folder + ".away"
	ok(t, os.Rename(folder, elsewhere))
	t.Cleanup(func() { ok(t, os.RemoveAll(elsewhere)) })
	check := func(what string) {
		_, _, opening := b.Open(t.Context(), "media/a/full")
		var listing error
		for _, err := range b.List(t.Context(), "") {
			listing = err
		}
		for operation, err := range map[string]error{
			"check": b.Check(t.Context()), "open": opening, "exists": second(b.Exists(t.Context(), "media/a/full")), "list": listing,
			"write": b.Write(t.Context(), "x", "", strings.NewReader("x")), "rename": b.Rename(t.Context(), "media/a/full", "x"),
			"delete": b.Delete(t.Context(), "media/a/full"), "tidy": b.Tidy(t.Context(), 0),
		} {
			if err == nil || errors.Is(err, fs.ErrNotExist) { // the file is not gone
				t.Errorf("%s, %s: %v", what, operation, err)
			}
		}
	}
	check("gone")
	ok(t, os.WriteFile(folder, nil, 0o600))
	check("a file")
	ok(t, os.Remove(folder))
	ok(t, os.Rename(elsewhere, folder))
	ok(t, b.Check(t.Context()))
	if got := read(t, b, "media/a/full"); got != "of media/a/full" {
		t.Errorf("got %q", got)
	}
}

func TestAFolderThatIsADisk(t *testing.T) {
	t.Parallel()
	b, err := bucket.Folder(lay(t, "lost+found/#123", "media/lost+found", "z"))
	ok(t, err)
	if got := keysIn(t, b); !slices.Equal(got, []string{"media/lost+found", "z"}) {
		t.Errorf("there are %q", got)
	}
}
