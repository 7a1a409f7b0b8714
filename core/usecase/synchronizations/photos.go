package synchronizations

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/photo"
)

// knownPhotos are all photos by member code.
func (x *execution) knownPhotos(ctx context.Context) (map[string]*photo.Photo, error) {
	entries, err := x.entries(ctx, ledger.Photo)
	if err != nil {
		return nil, err
	}
	all := map[string]*photo.Photo{}
	for key, e := range entries {
		p, err := state[photo.Photo](e)
		if err != nil {
			return nil, err
		}
		all[key] = &p
	}
	return all, nil
}

// seePhotos brings the states of photos up to the days that the download tells (contract §3.1), and answers all of them.
func (x *execution) seePhotos(ctx context.Context, rows []federation.Member) (map[string]*photo.Photo, error) {
	all, err := x.knownPhotos(ctx)
	if err != nil {
		return nil, err
	}
	var changed []ledger.Entry
	for i := range rows {
		code := rows[i].Code
		before, known := all[code]
		if !known {
			before = &photo.Photo{Code: code}
		}
		after := photo.Seen(*before, known, rows[i].PhotoOn)
		if known && after == *before {
			continue
		}
		all[code] = &after
		changed = append(changed, photoEntry(after))
	}
	if len(changed) == 0 || x.options.DryRun {
		return all, nil
	}
	return all, x.remember(ctx, changed...)
}

func photoEntry(p photo.Photo) ledger.Entry {
	e := ledger.Entry{Kind: ledger.Photo, Key: p.Code}
	setState(&e, p)
	return e
}

// waiting are the photos in one of the states, as a plan.
func waiting(all map[string]*photo.Photo, kinds map[photo.State]diff.Kind) diff.Plan {
	var plan diff.Plan
	for _, code := range sorted(all) {
		if kind, waits := kinds[all[code].State]; waits {
			plan.Actions = append(plan.Actions, diff.Action{Kind: kind, Key: code, Reason: string(all[code].State)})
		}
	}
	return plan
}

// downloadPhotos fetches the photos that wait for it; without one no browser starts (contract §4, people pipeline step 5). What
// cannot be signed in for waits, and is no error.
func (st *step) downloadPhotos(ctx context.Context, c *club) error {
	rows := c.rows
	if !c.complete {
		rows = nil
	}
	all, err := st.seePhotos(ctx, rows)
	if err != nil {
		return err
	}
	return st.fetchPhotos(ctx, all)
}

func (st *step) fetchPhotos(ctx context.Context, all map[string]*photo.Photo) error {
	plan := waiting(all, map[photo.State]diff.Kind{photo.PendingDownload: diff.Update})
	closed := false
	return st.apply(ctx, clubSite, plan, memberPause, func(ctx context.Context, a diff.Action) error {
		if closed {
			return errWaits
		}
		err := st.downloadPhoto(ctx, all[a.Key])
		if errors.Is(err, federation.ErrSignIn) {
			closed = true
			st.note("inloggen voor de foto's is niet gelukt; ze wachten op een volgende keer")
			return errWaits
		}
		return err
	})
}

func (x *execution) downloadPhoto(ctx context.Context, p *photo.Photo) error {
	picture, err := x.Site.Photo(ctx, p.Code)
	if errors.Is(err, federation.ErrNoPhoto) || errors.Is(err, federation.ErrAbsent) {
		*p = p.Gone()
		if err := x.remember(ctx, photoEntry(*p)); err != nil {
			return err
		}
		return errSkipped
	}
	if err != nil {
		return err
	}
	after := p.Downloaded(picture.Ext)
	if p.Ext != "" && after.File() != p.File() {
		if err := x.Files.Delete(ctx, p.File()); err != nil {
			return err
		}
	}
	if err := x.Files.Write(ctx, after.File(), "image/"+picture.Ext, picture.Data); err != nil {
		return err
	}
	*p = after
	return x.remember(ctx, photoEntry(*p))
}

// uploadPhotos sends the photos that were fetched, and removes those that the site has no longer (contract §4, people pipeline
// step 6).
func (st *step) uploadPhotos(ctx context.Context) error {
	all, err := st.seePhotos(ctx, nil)
	if err != nil {
		return err
	}
	return st.sendPhotos(ctx, all)
}

func (st *step) sendPhotos(ctx context.Context, all map[string]*photo.Photo) error {
	members, err := st.entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	plan := waiting(all, map[photo.State]diff.Kind{
		photo.Downloaded: diff.Update, photo.PendingUpload: diff.Update, photo.PendingDelete: diff.Delete,
	})
	if len(plan.Actions) == 0 {
		st.note("geen gewijzigde foto's")
	}
	return st.apply(ctx, application, plan, photoPause, func(ctx context.Context, a diff.Action) error {
		person := int64(0)
		if e := members[a.Key]; e != nil {
			person = e.Number()
		}
		if a.Kind == diff.Delete {
			err := st.removePhoto(ctx, *all[a.Key], person)
			if err == nil && left(members[a.Key]) {
				err = st.Stores.Ledger.Remove(ctx, ledger.Photo, a.Key)
			}
			return err
		}
		err := st.uploadPhoto(ctx, *all[a.Key], person)
		if errors.Is(err, errStranger) { // who is made anew by the next run over people gets it
			return cmp.Or(st.detachMember(ctx, members[a.Key]), errWaits)
		}
		return err
	})
}

func (x *execution) uploadPhoto(ctx context.Context, p photo.Photo, person int64) error {
	if person == 0 {
		if err := x.remember(ctx, photoEntry(p.Waits())); err != nil {
			return err
		}
		return errWaits
	}
	data, err := x.Files.Read(ctx, p.File())
	if errors.Is(err, fault.ErrNotFound) { // the file is lost: it is fetched again
		again := photo.Seen(photo.Photo{Code: p.Code}, false, p.On)
		if err := x.remember(ctx, photoEntry(again)); err != nil {
			return err
		}
		return errSkipped
	}
	if err == nil {
		err = x.noticeAt(ctx, p.Code, person)
	}
	if errors.Is(err, errStranger) {
		return err
	}
	if err == nil {
		err = x.Photos.Put(ctx, person, federation.Picture{Data: data, Ext: p.Ext, On: p.On})
	}
	if err != nil {
		return errors.Join(err, x.remember(ctx, photoEntry(p.Waits())))
	}
	return x.remember(ctx, photoEntry(p.Uploaded()))
}

// removePhoto removes a photo from the application and its file; what fails is tried again.
func (x *execution) removePhoto(ctx context.Context, p photo.Photo, person int64) error {
	if person != 0 {
		err := x.noticeAt(ctx, p.Code, person)
		if err == nil {
			err = x.Photos.Remove(ctx, person)
		}
		if err != nil && !errors.Is(err, errStranger) {
			return err
		}
	}
	if p.Ext != "" {
		if err := x.Files.Delete(ctx, p.File()); err != nil {
			return err
		}
	}
	return x.remember(ctx, photoEntry(p.Removed()))
}

// noticeAt is noticeIn for a member whose photo is about to change, if the application has the person still. It is errStranger for a
// stranger.
func (x *execution) noticeAt(ctx context.Context, code string, person int64) error {
	record, err := x.People.Person(ctx, person)
	if absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if !record.Administered {
		x.tell(strangeMember, code, person)
		return errStranger
	}
	return x.noticeIn(ctx, code, record)
}

// lostPhoto lets the photo of a member who was made anew be sent again.
func (x *execution) lostPhoto(ctx context.Context, code string) error {
	e, err := x.entry(ctx, ledger.Photo, code)
	if err != nil || len(e.State) == 0 {
		return err
	}
	p, err := state[photo.Photo](&e)
	if err != nil {
		return err
	}
	return x.remember(ctx, photoEntry(p.Missing()))
}

// dropPhoto forgets the photo of a member who has left; what the application has of it stays. One that the site withdrew before, and
// that is still to be removed there, is removed first.
func (x *execution) dropPhoto(ctx context.Context, code string) error {
	e, err := x.entry(ctx, ledger.Photo, code)
	if err != nil || len(e.State) == 0 {
		return err
	}
	p, err := state[photo.Photo](&e)
	if err == nil && p.Ext != "" {
		err = x.Files.Delete(ctx, p.File())
	}
	if err == nil && p.State != photo.PendingDelete {
		err = x.Stores.Ledger.Remove(ctx, ledger.Photo, code)
	}
	return err
}

// tries is how often what the site did not answer is tried, with growing waits between.
const tries = 3

// retry tries what the site did not answer again.
func (x *execution) retry(ctx context.Context, do func() error) error {
	wait := time.Second
	for n := 1; ; n++ {
		err := do()
		if n == tries || !errors.Is(err, federation.ErrAnswer) {
			return err
		}
		if err := x.Pause(ctx, wait, wait+wait/2); err != nil {
			return err
		}
		wait *= 2
	}
}
