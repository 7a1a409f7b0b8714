package bucket_test

import (
	"context"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/clubhuis/clubhuis/adapters/internal/bucket"
)

// writing names the folder in which the program of this test writes until it is killed.
const writing = "CLUBHUIS_TEST_WRITING"

func TestMain(m *testing.M) {
	folder := os.Getenv(writing)
	if folder == "" {
		os.Exit(m.Run())
	}
	b, err := bucket.Folder(folder)
	if err == nil {
		err = b.Write(context.Background(), "media/photo", "image/png", untold{})
	}
	panic(errors.Join(err, errors.New("it lives")))
}

// untold tells a bit, says so, and never ends.
type untold struct{}

func (untold) Read(p []byte) (int, error) {
	if _, err := os.Stdout.WriteString("."); err != nil {
		return 0, err
	}
	time.Sleep(time.Millisecond)
	return copy(p, "half"), nil
}

func TestAKilledProgramLeavesNoHalfFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	b, err := bucket.Folder(folder)
	ok(t, err)
	defer b.Close() //nolint:errcheck // nothing is written
	write(t, b, "media/photo", "whole")

	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), writing+"="+folder)
	told, err := command.StdoutPipe()
	ok(t, err)
	ok(t, command.Start())
	if _, err := told.Read(make([]byte, 1)); err != nil { // it has begun
		t.Error(err)
	}
	ok(t, command.Process.Kill())
	_ = command.Wait() // it was killed

	left, err := filepath.Glob(filepath.Join(folder, "media", "photo.*.tmp"))
	if err != nil || len(left) != 1 {
		t.Fatalf("it left %q, %v", left, err)
	}
	if got := read(t, b, "media/photo"); got != "whole" {
		t.Errorf("got %q", got)
	}
	if got := keysIn(t, b); !slices.Equal(got, []string{"media/photo"}) {
		t.Errorf("there are %q", got)
	}
	ok(t, b.Tidy(t.Context(), time.Hour))
	if _, err := os.Stat(left[0]); err != nil { // somebody may write to it
		t.Error(err)
	}
	ok(t, os.Chtimes(left[0], time.Time{}, time.Now().Add(-2*time.Hour)))
	ok(t, b.Tidy(t.Context(), time.Hour))
	if _, err := os.Stat(left[0]); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it stays: %v", err)
	}
	if got := read(t, b, "media/photo"); got != "whole" {
		t.Errorf("got %q", got)
	}
}

func TestALinkLeadsToNoOtherFolder(t *testing.T) {
	t.Parallel()
	folder, other := t.TempDir(), t.TempDir()
	ok(t, os.WriteFile(filepath.Join(other, "secret"), []byte("x"), 0o600))
	ok(t, os.Symlink(other, filepath.Join(folder, "link")))
	b, err := bucket.Folder(folder)
	ok(t, err)
	defer b.Close() //nolint:errcheck // nothing is written
	if _, _, err := b.Open(t.Context(), "link/secret"); err == nil {
		t.Error("it is read")
	}
	if err := b.Write(t.Context(), "link/new", "", strings.NewReader("x")); err == nil {
		t.Error("it is written")
	}
}

func TestAnUploadThatWasCutOffIsTidied(t *testing.T) {
	address := service(t)
	b := open(t, address)
	write(t, b, "stays", "x")
	u, err := url.Parse(address)
	ok(t, err)
	host := strings.TrimPrefix(u.Query().Get("endpoint"), "http://")
	client, err := minio.NewCore(host, &minio.Options{Creds: credentials.NewStaticV4("test", "test", ""), Region: "eu-west-1"})
	ok(t, err)
	_, err = client.NewMultipartUpload(t.Context(), "club", "half", minio.PutObjectOptions{})
	ok(t, err)
	uploads := func() (count int) {
		for upload := range client.ListIncompleteUploads(t.Context(), "club", "", true) {
			ok(t, upload.Err)
			count++
		}
		return count
	}
	ok(t, b.Tidy(t.Context(), time.Hour))
	if got := uploads(); got != 1 {
		t.Errorf("%d uploads go on", got)
	}
	ok(t, b.Tidy(t.Context(), 0))
	if got := uploads(); got != 0 {
		t.Errorf("%d uploads are left", got)
	}
	if got := read(t, b, "stays"); got != "x" {
		t.Errorf("got %q", got)
	}
}
