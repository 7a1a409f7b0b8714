package pictures_test

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/media"
)

var program = access.Viewer{User: 4, Roles: []access.Role{access.Synchronizer}}

func TestAUserUploadsOneAtATime(t *testing.T) {
	a := open(t)
	_, err := a.Begin(nobody)
	a.is("nobody", err, fault.ErrNotSignedIn)
	end, err := a.Begin(anna)
	a.is("the first", err, nil)
	_, err = a.Begin(anna)
	a.is("a second one", err, media.ErrStillBusy)
	if fault.KindOf(err) != fault.Unavailable || fault.As(err).RetryAfter <= 0 {
		t.Errorf("%+v does not say when to try again", err)
	}
	endOther, err := a.Begin(bea)
	a.is("another user's", err, nil)
	endOther()
	end()
	end, err = a.Begin(anna)
	a.is("one after the first", err, nil)
	end()
	for name, viewer := range map[string]access.Viewer{"an administrator": admin, "the synchronization": program} {
		for range 3 {
			_, err := a.Begin(viewer)
			a.is(name, err, nil)
		}
	}
}

func TestAUserUploadsSoMuchADay(t *testing.T) {
	a := open(t)
	a.DailyBytes = 100
	a.now = time.Date(2026, 6, 15, 21, 59, 0, 0, time.UTC) // a minute before midnight in Amsterdam
	bring := func(what string, viewer access.Viewer, bytes int, want error) error {
		t.Helper()
		_, err := a.Upload(ctx, viewer, []byte(strings.Repeat("x", bytes)), "x", 0, false)
		a.is(what, err, want)
		return err
	}
	first := a.brings(anna, strings.Repeat("x", 60), 0)
	_, err := a.Delete(ctx, anna, first.ID)
	a.is("delete", err, nil)
	a.sweeps(1)
	err = bring("what was deleted still counts", anna, 41, media.ErrQuota)
	if f := fault.As(err); f.Kind != fault.TooMany || f.RetryAfter != time.Minute {
		t.Errorf("got %+v, to wait %s", f, f.RetryAfter)
	}
	a.holds()
	_, err = a.Photograph(ctx, anna, a.jan, nil, []byte(strings.Repeat("x", 41)))
	a.is("a photo counts too", err, media.ErrQuota)
	_, err = a.Upload(ctx, anna, []byte("<svg/>"+strings.Repeat("x", 35)), "x", 0, false)
	a.is("what is refused does not", err, media.ErrType)
	_ = bring("what still fits", anna, 40, nil)
	_ = bring("another user", bea, 100, nil)
	for _, viewer := range []access.Viewer{admin, program} {
		for range 3 {
			_ = bring("who brings the pictures of a club", viewer, 90, nil)
		}
	}
	a.now = a.now.Add(time.Minute)
	_ = bring("the next day of the club", anna, 100, nil)
	a.DailyBytes = 0
	_ = bring("without a limit", anna, 1000, nil)
}

func TestWhatWasBroughtIsForgottenAfterAWeek(t *testing.T) {
	a := open(t)
	a.DailyBytes = 10
	a.brings(anna, strings.Repeat("x", 10), 0)
	for _, c := range []struct {
		days int
		want error
	}{{7, media.ErrQuota}, {8, nil}} {
		a.now = start.AddDate(0, 0, c.days)
		a.sweeps(0)
		a.now = start
		_, err := a.Upload(ctx, anna, []byte("x"), "x", 0, false)
		a.is("the day itself", err, c.want)
	}
}

func TestParallelUploadsDoNotPassTheLimitTogether(t *testing.T) {
	a := open(t)
	a.DailyBytes = 50
	a.Random = rand.Read // the album's own is for one at a time
	var all sync.WaitGroup
	results := make([]error, 20)
	for i := range results {
		all.Go(func() { _, results[i] = a.Upload(ctx, anna, []byte(strings.Repeat("x", 10)), "x", 0, false) })
	}
	all.Wait()
	passed := 0
	for _, err := range results {
		switch {
		case err == nil:
			passed++
		case !errors.Is(err, media.ErrQuota):
			t.Error(err)
		}
	}
	if passed != 5 {
		t.Errorf("%d uploads passed, want 5", passed)
	}
}

// Versions before kept an SVG twice, the second time as its own thumbnail.
func TestASVGThatIsKeptTwiceIsReadAndSwept(t *testing.T) {
	a := open(t)
	m := a.brings(anna, "<svg/>", 0)
	if got := a.files.Keys(); len(got) != 1 || got[0] != m.Key(media.Full) {
		t.Fatalf("a new one has the files %q", got)
	}
	a.is("the second file", a.files.Write(ctx, media.Key(m.Folder, media.Thumbnail), media.SVG, []byte("<svg/>")), nil)
	for _, size := range media.Sizes() {
		if _, data, err := a.Bytes(ctx, anna, m.ID, size); err != nil || string(data) != "<svg/>" {
			t.Errorf("%s: %q, %v", size, data, err)
		}
	}
	a.is("discard", a.Discard(ctx, m.ID), nil)
	a.sweeps(1)
	a.holds()
}
