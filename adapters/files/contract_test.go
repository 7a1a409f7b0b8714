package files_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
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

// pages lets a bucket have its first pages of a list, and refuses those after.
func pages(t *testing.T, address string, let int) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	to, err := url.Parse(query.Get("endpoint"))
	if err != nil {
		t.Fatal(err)
	}
	through := httputil.NewSingleHostReverseProxy(to)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("list-type") {
			if let--; let < 0 {
				w.WriteHeader(http.StatusForbidden)
				_, _ = w.Write([]byte("<Error><Code>AccessDenied</Code><Message>no</Message></Error>"))
				return
			}
		}
		through.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	query.Set("endpoint", server.URL)
	return "s3://club?" + query.Encode()
}

func TestAListThatBreaksOffEndsWithTheError(t *testing.T) {
	address := bucketServer(t)
	whole := at(t, address)
	const all = 1001 // more than one page
	for i := range all {
		if err := whole.Write(t.Context(), fmt.Sprint("media/", i), "image/png", nil); err != nil {
			t.Fatal(err)
		}
	}
	for let, want := range map[int]int{0: 0, 1: 1000, 2: all} {
		count, failures := 0, 0
		for _, err := range at(t, pages(t, address, let)).List(t.Context(), "media") {
			switch {
			case err != nil:
				failures++
			case failures > 0:
				t.Errorf("%d pages: a file after the error", let)
			default:
				count++
			}
		}
		if count != want || failures != 1 && want < all {
			t.Errorf("%d pages: %d files and %d errors", let, count, failures)
		}
	}
}

func TestAFolderThatIsAwayCanNotBeListed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "files")
	kept := at(t, folder)
	if err := kept.Write(t.Context(), "media/a", "image/png", nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder, folder+".away"); err != nil {
		t.Fatal(err)
	}
	var last error
	for _, last = range kept.List(t.Context(), "media") {
	}
	if last == nil {
		t.Error("it has no files, and no error")
	}
}
