package files_test

import (
	"io/fs"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

// at opens a place, until the test ends.
func at(t *testing.T, place string) files.Files {
	t.Helper()
	bucket, err := files.Open(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := bucket.Close(); err != nil {
			t.Error(err)
		}
	})
	return files.New(bucket)
}

func TestFilesInAFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	porttest.Files(t, at(t, folder))

	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && info.Mode().Perm() != 0o700:
			t.Errorf("%s can be looked into by others: %v", path, info.Mode())
		case strings.Contains(filepath.Base(path), "."):
			t.Errorf("%s is none of the files that were written", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// bucketServer serves an S3-compatible bucket over HTTP, and returns the address that an operator would give.
func bucketServer(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("club"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	return "s3://club?" + url.Values{"endpoint": {server.URL}, "region": {"eu-west-1"}, "use_path_style": {"true"}}.Encode()
}

func TestFilesInABucket(t *testing.T) {
	address := bucketServer(t)
	porttest.Files(t, at(t, address))

	again := at(t, address) // a second program finds what the first one wrote
	if got, err := again.Read(t.Context(), "media/a/full"); err != nil || string(got) != "full" {
		t.Errorf("got %q, %v", got, err)
	}
	missing := strings.Replace(address, "club", "nobodys", 1)
	if bucket, err := files.Open(t.Context(), missing); err == nil {
		_ = bucket.Close()
		t.Error("a bucket that is not there is opened")
	}
}

func TestAFailureIsNoAbsentFile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	kept := at(t, folder)
	if err := os.WriteFile(filepath.Join(folder, "blocked"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := kept.Write(t.Context(), "blocked/file", "image/png", []byte("x")); err == nil {
		t.Error("written where there is no room")
	}
}
