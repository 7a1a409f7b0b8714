package main_test

import (
	"fmt"
	"image"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// eightDaysPass lets all files of the club be as old as after eight days.
func (c *club) eightDaysPass() {
	c.t.Helper()
	ok(c.t, filepath.WalkDir(filepath.Join(c.folder, "files"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		was := info.ModTime().Add(-8 * 24 * time.Hour)
		return os.Chtimes(path, was, was)
	}))
}

func TestFilesOfAfterABackupGoWhenAClubGoesBackToIt(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("jan", "--role", "club_user")
		pass := p.program("jan")
		bring := func(name string) {
			s := p.start()
			s.as("jan", pass).upload("/api/cms/v2/media", name, image.NewNRGBA(image.Rect(0, 0, 5, 5))).is(201)
			s.stop()
		}
		looks := func(c *club, want int, words string) {
			t.Helper()
			r := c.run("", "job", "run", "remove-lost-files")
			if r.code != 0 || r.out != fmt.Sprintf("remove-lost-files: %d\n", want) || !strings.Contains(r.err, words) {
				t.Errorf("exit %d, printed %q; errors: %s", r.code, r.out, r.err)
			}
		}
		bring("one.png")
		kept := filepath.Join(p.folder, "kept.backup")
		p.run("", "backup", "--to", kept).tells("tried out")
		bring("two.png")
		looks(p.club, 0, "lost files are not looked for yet")
		if got := p.kept(); got != 4 {
			t.Fatalf("%d files", got)
		}

		database := "sqlite:" + filepath.Join(p.folder, "back.db")
		if p.driver != "sqlite" {
			database = postgres.NewDatabase(t)
		}
		back := p.on(database)
		back.run("", "restore", kept).tells("tried out")
		looks(back, 0, "lost files are left alone")
		p.eightDaysPass()
		looks(back, 2, "lost=2 removed=2")
		if got := back.kept(); got != 2 {
			t.Errorf("%d files", got)
		}
		s := back.start().as("jan", pass)
		s.get("/api/club/v1/media/1/full").is(200)
		s.get("/api/club/v1/media/2/full").is(404)
	})
}

// clock is that of a service of buckets.
type clock struct{ at atomic.Int64 }

func (c *clock) Now() time.Time { return time.Unix(c.at.Load(), 0).UTC() }

func (c *clock) Since(t time.Time) time.Duration { return c.Now().Sub(t) }

// A club with a folder of pictures and one of lost ones for each, in a bucket whose service refuses a list after so many pages.
func TestLostFilesInABucketWhoseListsBreakOff(t *testing.T) {
	o := migrated(t, "sqlite:"+filepath.Join(t.TempDir(), "club.db"), time.Now)
	at := &clock{}
	at.at.Store(time.Date(2026, 6, 1, 3, 0, 0, 0, time.UTC).Unix())
	backend := s3mem.New(s3mem.WithTimeSource(at))
	ok(t, backend.CreateBucket("club"))
	service := httptest.NewServer(gofakes3.New(backend, gofakes3.WithTimeSource(at), gofakes3.WithTimeSkewLimit(0)).Server())
	t.Cleanup(service.Close)
	to, err := url.Parse(service.URL)
	ok(t, err)
	through := httputil.NewSingleHostReverseProxy(to)
	var lists, let atomic.Int64
	let.Store(1 << 30)
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("list-type") && lists.Add(1) > let.Load() {
			w.WriteHeader(http.StatusForbidden)
			_, _ = w.Write([]byte("<Error><Code>AccessDenied</Code><Message>no</Message></Error>"))
			return
		}
		through.ServeHTTP(w, r)
	}))
	t.Cleanup(refusing.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	address := url.Values{"endpoint": {refusing.URL}, "region": {"eu-west-1"}, "use_path_style": {"true"}, "prefix": {"club/"}}
	bucket, err := files.Open(t.Context(), "s3://club?"+address.Encode())
	ok(t, err)
	t.Cleanup(func() { ok(t, bucket.Close()) })
	kept := files.New(bucket)

	const many = 600
	stores := o.Stores()
	for n := range 2 * many {
		folder := fmt.Sprintf("%032x", n*7919)
		if n%2 == 0 {
			_, err := stores.Media.Create(t.Context(), media.Media{Folder: folder, Created: at.Now()})
			ok(t, err)
		}
		for _, size := range media.Sizes() {
			ok(t, kept.Write(t.Context(), media.Key(folder, size), media.JPEG, []byte("x")))
		}
	}
	left := func() (known, lost int) {
		t.Helper()
		lists.Store(-1 << 20)
		for file, err := range kept.List(t.Context(), media.Root) {
			ok(t, err)
			folder, _ := media.FolderOf(file.Key)
			found, err := stores.Media.Known(t.Context(), []string{folder})
			ok(t, err)
			if found[folder] {
				known++
			} else {
				lost++
			}
		}
		return known, lost
	}
	s := &pictures.Service{Media: stores.Media, Runs: stores.JobRuns, Files: kept, Now: at.Now}
	remove := func(pages int64) (int, error) {
		at.at.Add(3600)
		lists.Store(0)
		let.Store(pages)
		return s.RemoveLost(t.Context())
	}
	if count, err := remove(1 << 30); count != 0 || err != nil {
		t.Fatalf("at first: %d, %v", count, err)
	}
	at.at.Add(8 * 24 * 3600)
	const asks = 3 + 3 // for the mark, and three pages of 2,400 files
	for pages := int64(asks - 1); pages >= 3; pages-- {
		if count, err := remove(pages); count != 0 || err == nil {
			t.Errorf("%d pages: removed %d, %v", pages, count, err)
		}
	}
	if known, lost := left(); known != 2*many || lost != 2*many {
		t.Fatalf("%d files of pictures and %d lost ones are left", known, lost)
	}
	for _, want := range []int{500, 500, 200, 0} {
		if count, err := remove(asks); count != want || err != nil {
			t.Errorf("removed %d, %v, want %d", count, err, want)
		}
	}
	if known, lost := left(); known != 2*many || lost != 0 {
		t.Errorf("%d files of pictures and %d lost ones are left", known, lost)
	}
	for pages := range int64(3) { // of the marks
		if count, err := remove(pages); count != 0 || err == nil {
			t.Errorf("%d pages: removed %d, %v", pages, count, err)
		}
	}
}
