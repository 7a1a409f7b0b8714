package photo_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/photo"
)

var (
	none  = civil.Date{}
	day   = civil.Date{Year: 2026, Month: 3, Day: 29}
	later = civil.Date{Year: 2026, Month: 9, Day: 1}
)

var states = []photo.State{
	photo.NoPhoto, photo.PendingDownload, photo.Downloaded, photo.PendingUpload, photo.Synced, photo.PendingDelete, photo.Failed,
}

// contract: sync §3.1
func TestANewMember(t *testing.T) {
	t.Parallel()
	for on, want := range map[civil.Date]photo.State{none: photo.NoPhoto, day: photo.PendingDownload} {
		if got := photo.Seen(photo.Photo{Code: "AB12345"}, false, on); got != (photo.Photo{Code: "AB12345", State: want, On: on}) {
			t.Errorf("%q: %+v", on, got)
		}
	}
}

func TestTheDayOfADownloadDecides(t *testing.T) {
	t.Parallel()
	for _, state := range states {
		gone := photo.PendingDelete
		if state == photo.NoPhoto {
			gone = photo.NoPhoto
		}
		for _, c := range []struct {
			name    string
			was, on civil.Date
			want    photo.State
		}{
			{"appears", none, day, photo.PendingDownload},
			{"differs", day, later, photo.PendingDownload},
			{"is earlier than before", later, day, photo.PendingDownload},
			{"is unchanged", day, day, state},
			{"vanishes", day, none, gone},
		} {
			before := photo.Photo{Code: "AB12345", State: state, On: c.was, Ext: "png"}
			want := photo.Photo{Code: "AB12345", State: c.want, On: c.on, Ext: "png"}
			if got := photo.Seen(before, true, c.on); got != want {
				t.Errorf("%s, the day %s: %+v, want %+v", state, c.name, got, want)
			}
		}
	}
	for _, state := range []photo.State{photo.NoPhoto, photo.PendingDelete} {
		if got := photo.Seen(photo.Photo{State: state, Ext: "jpg"}, true, none); got.State != state {
			t.Errorf("%s without a day became %s", state, got.State)
		}
	}
}

func TestOfAPhotoThatWasNeverFetchedNothingIsRemoved(t *testing.T) {
	t.Parallel()
	for _, state := range []photo.State{photo.PendingDownload, photo.Failed, photo.NoPhoto} {
		got := photo.Seen(photo.Photo{Code: "AB12345", State: state, On: day}, true, none)
		if got != (photo.Photo{Code: "AB12345", State: photo.NoPhoto}) {
			t.Errorf("%s: %+v", state, got)
		}
	}
}

func TestAPhotoThatComesBackBeforeItWasRemovedIsFetchedAgain(t *testing.T) {
	t.Parallel()
	gone := photo.Seen(photo.Photo{State: photo.Synced, On: day, Ext: "jpg"}, true, none)
	if again := photo.Seen(gone, true, day); again.State != photo.PendingDownload {
		t.Errorf("%+v", again)
	}
}

// contract: sync §3.1
func TestWhatHappensToAPhotoInEachState(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		happen func(photo.Photo) photo.Photo
		next   map[photo.State]photo.State // every other state stays
	}{
		{"the file was fetched", func(p photo.Photo) photo.Photo { return p.Downloaded("png") },
			map[photo.State]photo.State{photo.PendingDownload: photo.Downloaded}},
		{"the site answers 404", photo.Photo.Gone, map[photo.State]photo.State{photo.PendingDownload: photo.Failed}},
		{"the application took it", photo.Photo.Uploaded,
			map[photo.State]photo.State{photo.Downloaded: photo.Synced, photo.PendingUpload: photo.Synced}},
		{"no such person yet, or the upload failed", photo.Photo.Waits,
			map[photo.State]photo.State{photo.Downloaded: photo.PendingUpload}},
		{"it was removed", photo.Photo.Removed, map[photo.State]photo.State{photo.PendingDelete: photo.NoPhoto}},
	} {
		for _, state := range states {
			before := photo.Photo{Code: "AB12345", State: state, On: day, Ext: "jpg"}
			want := before
			if next, moves := c.next[state]; moves {
				want.State = next
				switch next {
				case photo.Downloaded:
					want.Ext = "png"
				case photo.NoPhoto:
					want.On, want.Ext = none, ""
				}
			}
			if got := c.happen(before); got != want {
				t.Errorf("%s, from %s: %+v, want %+v", c.name, state, got, want)
			}
		}
	}
}

func TestAPhotoThatIsGoneStaysSoUntilItsDayChanges(t *testing.T) {
	t.Parallel()
	p := photo.Photo{State: photo.PendingDownload, On: day}.Gone()
	if p = photo.Seen(p, true, day); p.State != photo.Failed {
		t.Errorf("on the same day: %+v", p)
	}
	if p = photo.Seen(p, true, later); p.State != photo.PendingDownload {
		t.Errorf("on another day: %+v", p)
	}
}

// contract: sync §3.1
func TestDeleteFailureKeepsPendingDelete(t *testing.T) {
	t.Parallel()
	p := photo.Seen(photo.Photo{State: photo.Synced, On: day, Ext: "jpg"}, true, none)
	p = photo.Seen(p, true, none) // the next run, nothing was removed
	if p.State != photo.PendingDelete {
		t.Errorf("%+v", p)
	}
}

func TestTheFileIsNamedAfterTheMember(t *testing.T) {
	t.Parallel()
	for ext, want := range map[string]string{"png": "photos/AB12345.png", "": "photos/AB12345.jpg"} {
		if got := (photo.Photo{Code: "AB12345", Ext: ext}).File(); got != want {
			t.Errorf("%q: %s", ext, got)
		}
	}
}

func TestAPhotoThatTheApplicationLostIsSentAgain(t *testing.T) {
	t.Parallel()
	for _, state := range states {
		want := state
		if state == photo.Synced {
			want = photo.PendingUpload
		}
		if got := (photo.Photo{State: state}).Missing(); got.State != want {
			t.Errorf("%s became %s", state, got.State)
		}
	}
}
