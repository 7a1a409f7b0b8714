package synchronizations_test

import (
	"encoding/json"
	"maps"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// named is a person as somebody at the page makes them.
func named(first, last string, more map[string]any) payload.Person {
	return told(called(first, last, more))
}

func called(first, last string, more map[string]any) map[string]any {
	fields := map[string]any{"first_name": first, "last_name": last}
	maps.Copy(fields, more)
	return fields
}

// photo is how far a member's photo has come.
func (w *world) photo(code string) photo.Photo {
	w.t.Helper()
	e, err := w.Stores.Ledger.Find(w.t.Context(), ledger.Photo, code)
	if err != nil {
		w.t.Fatal(err)
	}
	var p photo.Photo
	if err := json.Unmarshal(e.State, &p); err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) state(code string, want photo.State) {
	w.t.Helper()
	if got := w.photo(code).State; got != want {
		w.t.Errorf("the photo of %s is %s, want %s", code, got, want)
	}
}

func TestPhotoWithoutPendingOnesStartsNoBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	w.state("DDDD44", photo.Synced)
	w.state("AAAA11", photo.NoPhoto)
	w.forget()
	w.good(run.People)
	if n := w.site.Count("Photo"); n != 0 {
		t.Errorf("%d photos were asked for", n)
	}
}

func TestPhotoURLExpiredAndPhotoGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	problem := federation.ErrBadPhoto
	w.site.Fail = func(call, _ string) error {
		if call == "Photo" {
			return problem
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("an expired address: %s", r.Outcome)
	}
	w.state("DDDD44", photo.PendingDownload)
	problem = federation.ErrNoPhoto
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Success ||
		r.Step(run.StepPhotoDownload).Counts.Skipped != 1 {
		t.Errorf("gone for good: %s %+v", r.Outcome, r.Problems)
	}
	w.state("DDDD44", photo.Failed)
	w.site.Forget()
	w.good(run.People)
	if n := w.site.Count("Photo"); n != 0 {
		t.Error("a photo that is gone for good is asked for again")
	}
	w.site.Fail = nil
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn = civil.Date{Year: 2026, Month: 3, Day: 1} })
	w.good(run.People)
	w.state("DDDD44", photo.Synced)
}

// Only a photo that is gone from its address is gone for good: whoever mends the profile finds the others waiting.
func TestAPhotoWithoutAddressWaits(t *testing.T) {
	t.Parallel()
	for _, problem := range []error{federation.ErrNoAddress, federation.ErrShape, federation.ErrAbsent} {
		w := newWorld(t)
		w.site.Fail = func(call, _ string) error {
			if call == "Photo" {
				return problem
			}
			return nil
		}
		r := w.run(run.People, synchronizations.Options{})
		if counts := r.Step(run.StepPhotoDownload).Counts; r.Outcome != run.Partial || counts.Errors != 1 || counts.Skipped != 0 {
			t.Errorf("%v: %s %+v", problem, r.Outcome, counts)
		}
		w.state("DDDD44", photo.PendingDownload)
		w.site.Fail = nil
		w.good(run.People)
		w.state("DDDD44", photo.Synced)
	}
}

func TestSignInOfThePhotoStepIsAWarning(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.site.Fail = func(call, _ string) error {
		if call == "Photo" {
			return federation.ErrSignIn
		}
		return nil
	}
	r := w.good(run.People)
	if r.Step(run.StepPhotoDownload).Note == "" {
		t.Error("nothing is said about it")
	}
	w.state("DDDD44", photo.PendingDownload)
}

func TestAFailedUploadIsTriedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallPutPhoto {
			return errDown
		}
		return nil
	}
	if r := w.run(run.People, synchronizations.Options{}); r.Outcome != run.Partial {
		t.Errorf("%s", r.Outcome)
	}
	w.state("DDDD44", photo.PendingUpload)
	w.app.Fail = nil
	w.site.Forget()
	w.good(run.People)
	w.state("DDDD44", photo.Synced)
	if n := w.site.Count("Photo"); n != 0 {
		t.Error("the photo was fetched again")
	}
}

func TestDeleteFailureKeepsPendingDelete(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.good(run.People)
	daan := w.person("DDDD44").ID
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn, m.Photo = civil.Date{}, federation.Picture{} })
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallRemovePhoto {
			return errDown
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.state("DDDD44", photo.PendingDelete)
	if _, there := w.app.Photo(daan); !there {
		t.Fatal("the photo is gone")
	}
	w.app.Fail = nil
	if r := w.good(run.People); r.Step(run.StepPhotoUpload).Counts.Deleted != 1 {
		t.Errorf("%+v", r.Step(run.StepPhotoUpload))
	}
	w.state("DDDD44", photo.NoPhoto)
	if _, there := w.app.Photo(daan); there {
		t.Error("the photo is still there")
	}
}

func TestALostFileIsFetchedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.app.Fail = func(call string, _ int64) error {
		if call == inmem.CallPutPhoto {
			return errDown
		}
		return nil
	}
	w.run(run.People, synchronizations.Options{})
	w.app.Fail = nil
	if err := w.files.Delete(t.Context(), w.photo("DDDD44").File()); err != nil {
		t.Fatal(err)
	}
	w.good(run.People)
	w.good(run.People)
	w.state("DDDD44", photo.Synced)
}

func TestAPhotoThatSomebodyPutUpByHandStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	byHand, err := w.site.Photo(t.Context(), "DDDD44")
	if err != nil {
		t.Fatal(err)
	}
	w.site.Fail = func(call, _ string) error {
		if call == "Photo" {
			return federation.ErrNoPhoto
		}
		return nil
	}
	w.good(run.People)
	w.state("DDDD44", photo.Failed)
	daan := w.person("DDDD44").ID
	if err := w.Photos.Put(t.Context(), daan, byHand); err != nil {
		t.Fatal(err)
	}
	w.edit("DDDD44", func(m *inmem.SiteMember) { m.PhotoOn = civil.Date{} })
	w.good(run.People)
	w.state("DDDD44", photo.NoPhoto)
	if _, there := w.app.Photo(daan); !there {
		t.Error("the photo is gone")
	}
}
