package files_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/files"
)

func TestAFolderIsMadeAndKeepsFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "var", "files é")
	for range 2 { // a second start finds what the first one wrote
		bucket, err := files.Open(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		if there, err := bucket.Exists(t.Context(), "photos/1.jpg"); err != nil {
			t.Error(err)
		} else if !there {
			if err := bucket.Write(t.Context(), "photos/1.jpg", "image/jpeg", strings.NewReader("photo")); err != nil {
				t.Error(err)
			}
		}
		if text, err := files.New(bucket).Read(t.Context(), "photos/1.jpg"); err != nil || string(text) != "photo" {
			t.Errorf("got %q, %v", text, err)
		}
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	}
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
}

func TestABucketIsOpenedByItsURL(t *testing.T) {
	bucket, err := files.Open(t.Context(), "file://"+t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := bucket.Close(); err != nil {
		t.Error(err)
	}
}

func TestAPlaceThatCanNotBeReachedIsAnError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"nowhere://x", "file:///no/such/folder", "://", file, filepath.Join(file, "below")} {
		bucket, err := files.Open(t.Context(), place)
		if err == nil {
			_ = bucket.Close()
			t.Errorf("%s: no error", place)
		}
	}
}
