// Package photos owns the photos of members on their way from the club's site into the application: which are fetched, kept as
// files, sent and removed again (contract §3.1).
package photos

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/photo"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Photos are the photos of a run. It follows members.
type Photos struct {
	*engine.Runner
	App    ports.ApplicationPhotos
	Site   Site
	People People
	Files  ports.Files
	// Members knows the members whose photos they are.
	Members Members
}

// Site is where photos come from (ports.ClubSite).
type Site interface {
	Photo(ctx context.Context, code string) (federation.Picture, error)
}

// People are who have photos in the application (ports.ApplicationPeople).
type People interface {
	Person(ctx context.Context, id int64) (payload.Person, error)
}

// Members knows the members.
type Members interface {
	// BeforeWrite is told of the record of a member whose photo is about to change.
	BeforeWrite(ctx context.Context, code string, record payload.Person) error
	// IsMember reports whether a record is that of the member with the code.
	IsMember(ctx context.Context, code string, record payload.Person) (bool, error)
	// Detach is told of a member whose number is somebody else's in the application.
	Detach(ctx context.Context, e *ledger.Entry) error
}

// The pauses of the contract (§8).
var (
	fetchPause = engine.Wait{Least: 500 * time.Millisecond, Most: 1500 * time.Millisecond}
	sendPause  = engine.Wait{Least: 2 * time.Second, Most: 2 * time.Second}
)

// Known are all photos by member code.
func (p *Photos) Known(ctx context.Context) (map[string]*photo.Photo, error) {
	entries, err := p.Entries(ctx, ledger.Photo)
	if err != nil {
		return nil, err
	}
	all := map[string]*photo.Photo{}
	for key, e := range entries {
		one, err := ledger.State[photo.Photo](e)
		if err != nil {
			return nil, err
		}
		all[key] = &one
	}
	return all, nil
}

// See brings the states of photos up to the days that the download tells, and returns all of them.
func (p *Photos) See(ctx context.Context, rows []federation.Member) (map[string]*photo.Photo, error) {
	all, err := p.Known(ctx)
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
		changed = append(changed, entryOf(after))
	}
	if len(changed) == 0 || p.DryRun {
		return all, nil
	}
	return all, p.Remember(ctx, changed...)
}

func entryOf(one photo.Photo) ledger.Entry {
	e := ledger.Entry{Kind: ledger.Photo, Key: one.Code}
	e.SetState(one)
	return e
}

// waiting are the photos in one of the states, as a plan.
func waiting(all map[string]*photo.Photo, kinds map[photo.State]diff.Kind) diff.Plan {
	var plan diff.Plan
	for _, code := range slices.Sorted(maps.Keys(all)) {
		if kind, waits := kinds[all[code].State]; waits {
			plan.Actions = append(plan.Actions, diff.Action{Kind: kind, Key: code, Reason: string(all[code].State)})
		}
	}
	return plan
}

// Fetch fetches the photos that wait for it; without one no browser starts (contract §4, people pipeline step 5). What cannot
// be signed in for waits, and is no error.
func (p *Photos) Fetch(ctx context.Context, step *engine.Step, all map[string]*photo.Photo) error {
	plan := waiting(all, map[photo.State]diff.Kind{photo.PendingDownload: diff.Update})
	closed := false
	return step.Apply(ctx, run.ClubSite, plan, fetchPause, func(ctx context.Context, a diff.Action) error {
		if closed {
			return engine.ErrPostponed
		}
		err := p.fetch(ctx, all[a.Key])
		if errors.Is(err, federation.ErrSignIn) {
			closed = true
			step.Note(texts.NoPhotoSignIn)
			return engine.ErrPostponed
		}
		return err
	})
}

func (p *Photos) fetch(ctx context.Context, one *photo.Photo) error {
	picture, err := p.Site.Photo(ctx, one.Code)
	if errors.Is(err, federation.ErrNoPhoto) {
		*one = one.Gone()
		if err := p.Remember(ctx, entryOf(*one)); err != nil {
			return err
		}
		return engine.ErrSkipped
	}
	if err != nil {
		return err
	}
	after := one.Downloaded(picture.Ext)
	if one.Ext != "" && after.File() != one.File() {
		if err := p.Files.Delete(ctx, one.File()); err != nil {
			return err
		}
	}
	if err := p.Files.Write(ctx, after.File(), "image/"+picture.Ext, picture.Data); err != nil {
		return err
	}
	*one = after
	return p.Remember(ctx, entryOf(*one))
}

// Send sends the photos that were fetched, and removes those that the site has no longer (contract §4, people pipeline step 6).
func (p *Photos) Send(ctx context.Context, step *engine.Step, all map[string]*photo.Photo) error {
	members, err := p.Entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	plan := waiting(all, map[photo.State]diff.Kind{
		photo.Downloaded: diff.Update, photo.PendingUpload: diff.Update, photo.PendingDelete: diff.Delete,
	})
	if len(plan.Actions) == 0 {
		step.Note(texts.NoPhotos)
	}
	return step.Apply(ctx, run.Application, plan, sendPause, func(ctx context.Context, a diff.Action) error {
		person := int64(0)
		if e := members[a.Key]; e != nil {
			person = e.Number()
		}
		if a.Kind == diff.Delete {
			err := p.remove(ctx, *all[a.Key], person)
			if err == nil && ledger.Left(members[a.Key]) {
				err = p.Stores.Ledger.Remove(ctx, ledger.Photo, a.Key)
			}
			return err
		}
		err := p.send(ctx, *all[a.Key], person)
		if errors.Is(err, texts.ErrStranger) { // who is made anew by the next run over people gets it
			return cmp.Or(p.Members.Detach(ctx, members[a.Key]), engine.ErrPostponed)
		}
		return err
	})
}

func (p *Photos) send(ctx context.Context, one photo.Photo, person int64) error {
	if person == 0 {
		if err := p.Remember(ctx, entryOf(one.Waits())); err != nil {
			return err
		}
		return engine.ErrPostponed
	}
	data, err := p.Files.Read(ctx, one.File())
	if errors.Is(err, fault.ErrNotFound) { // the file is lost: it is fetched again
		again := photo.Seen(photo.Photo{Code: one.Code, Ext: one.Ext}, false, one.On)
		if err := p.Remember(ctx, entryOf(again)); err != nil {
			return err
		}
		return engine.ErrSkipped
	}
	if err == nil {
		err = p.beforeWrite(ctx, one.Code, person)
	}
	if errors.Is(err, texts.ErrStranger) {
		return err
	}
	if err == nil {
		err = p.App.Put(ctx, person, federation.Picture{Data: data, Ext: one.Ext, On: one.On})
	}
	if err != nil {
		return errors.Join(err, p.Remember(ctx, entryOf(one.Waits())))
	}
	return p.Remember(ctx, entryOf(one.Uploaded()))
}

// remove removes a photo from the application and its file; what fails is tried again.
func (p *Photos) remove(ctx context.Context, one photo.Photo, person int64) error {
	if person != 0 {
		err := p.beforeWrite(ctx, one.Code, person)
		if err == nil {
			err = p.App.Remove(ctx, person)
		}
		if err != nil && !errors.Is(err, texts.ErrStranger) {
			return err
		}
	}
	if one.Ext != "" {
		if err := p.Files.Delete(ctx, one.File()); err != nil {
			return err
		}
	}
	return p.Remember(ctx, entryOf(one.Removed()))
}

// beforeWrite tells the members that the person is about to change, if the application has the person still. It is ErrStranger
// for somebody who is not the member.
func (p *Photos) beforeWrite(ctx context.Context, code string, person int64) error {
	record, err := p.People.Person(ctx, person)
	if engine.Absent(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if is, err := p.Members.IsMember(ctx, code, record); err != nil {
		return err
	} else if !is {
		p.NoteOnce(texts.NotMember(record.Administered), code, person)
		return texts.ErrStranger
	}
	return p.Members.BeforeWrite(ctx, code, record)
}

// MemberLost lets the photo of a member who is made anew be sent again.
func (p *Photos) MemberLost(ctx context.Context, code string) error {
	e, err := p.Entry(ctx, ledger.Photo, code)
	if err != nil || len(e.State) == 0 {
		return err
	}
	one, err := ledger.State[photo.Photo](&e)
	if err != nil {
		return err
	}
	return p.Remember(ctx, entryOf(one.Missing()))
}

// MemberLeft forgets the photo of a member who has left; what the application has of it stays. One that the site withdrew
// before, and that is still to be removed there, is removed first.
func (p *Photos) MemberLeft(ctx context.Context, code string) error {
	e, err := p.Entry(ctx, ledger.Photo, code)
	if err != nil || len(e.State) == 0 {
		return err
	}
	one, err := ledger.State[photo.Photo](&e)
	if err == nil && one.Ext != "" {
		err = p.Files.Delete(ctx, one.File())
	}
	if err == nil && one.State != photo.PendingDelete {
		err = p.Stores.Ledger.Remove(ctx, ledger.Photo, code)
	}
	return err
}
