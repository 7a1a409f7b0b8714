// Package feedbacks owns who reports faults and wishes, reads and changes them, decides about them, and speaks of them.
//
// It does not own which moves an item makes (core/feedback), and runs no coding agent.
package feedbacks

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the feedback of one club. All its fields are needed.
type Service struct {
	Feedback ports.Feedback
	Users    ports.Users
	Atomic   ports.Atomic // of the same stores
	Markup   ports.Markup
	Now      func() time.Time
	Zone     *time.Location // the club's
	House    func() letter.House

	// Post keeps a mail in a step.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) error
	// Keep keeps the screenshot of an item, and puts it in its place in the same step; place returns which one was there, 0 for
	// none.
	Keep func(
		ctx context.Context, viewer access.Viewer, data []byte, item int64, place func(ports.Stores, media.ID) (media.ID, error),
	) error
	// Drop takes a screenshot away in a step.
	Drop func(ctx context.Context, stores ports.Stores, picture media.ID) error
}

// Shown is an item as somebody sees it.
type Shown struct {
	feedback.Item
	Email      string          // of who reported it, for who reported it and administrators; else ""
	Original   *feedback.Item  // what it is a duplicate of, nil for nothing or for what the viewer may not read
	Duplicates []feedback.Item // of those that the viewer may read
}

// List returns a part of the items that the viewer may read.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q feedback.Query) (page record.Page[Shown], err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return page, err
	}
	if !feedback.WorksFor(viewer) {
		q.Author = viewer.User
	}
	found, err := s.Feedback.Page(ctx, q)
	if err != nil {
		return page, err
	}
	page.Total = found.Total
	page.Records, err = s.shown(ctx, viewer, found.Records)
	return page, err
}

// Show returns one item.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	i, err := s.readable(ctx, viewer, id)
	if err != nil {
		return Shown{}, err
	}
	shown, err := s.shown(ctx, viewer, []feedback.Item{i})
	if err != nil {
		return Shown{}, err
	}
	return shown[0], nil
}

// readable returns an item that the viewer may read.
func (s *Service) readable(ctx context.Context, viewer access.Viewer, id int64) (feedback.Item, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return feedback.Item{}, err
	}
	found, err := s.Feedback.ByID(ctx, id)
	switch {
	case err != nil:
		return feedback.Item{}, err
	case len(found) == 0:
		return feedback.Item{}, feedback.ErrAbsent
	case !found[0].ReadableBy(viewer):
		return feedback.Item{}, feedback.ErrHidden
	}
	return found[0], nil
}

// shown adds to items what is known beside them, with as many questions for one as for many.
func (s *Service) shown(ctx context.Context, viewer access.Viewer, list []feedback.Item) ([]Shown, error) {
	shown := make([]Shown, len(list))
	if len(list) == 0 {
		return shown, nil
	}
	emails, err := s.emails(ctx, viewer, list)
	if err != nil {
		return nil, err
	}
	var ids, originals []int64
	for _, i := range list {
		ids = append(ids, i.ID)
		if i.DuplicateOf != 0 {
			originals = append(originals, i.DuplicateOf)
		}
	}
	var found []feedback.Item
	if len(originals) > 0 {
		if found, err = s.Feedback.ByID(ctx, originals...); err != nil {
			return nil, err
		}
	}
	duplicates, err := s.Feedback.Page(ctx, feedback.Query{DuplicateOf: ids, Limit: mostDuplicates})
	if err != nil {
		return nil, err
	}
	for n := range list {
		shown[n] = Shown{Item: list[n], Email: emails[list[n].Author]}
		for m := range found {
			if found[m].ID == list[n].DuplicateOf && found[m].ReadableBy(viewer) {
				shown[n].Original = &found[m]
			}
		}
		for _, d := range duplicates.Records {
			if d.DuplicateOf == list[n].ID && d.ReadableBy(viewer) {
				shown[n].Duplicates = append(shown[n].Duplicates, d)
			}
		}
	}
	return shown, nil
}

// mostDuplicates is how many duplicates are told of.
const mostDuplicates = 1000

// emails returns the addresses of who reported items, as far as the viewer gets to see them.
func (s *Service) emails(ctx context.Context, viewer access.Viewer, list []feedback.Item) (map[account.UserID]string, error) {
	ids := []account.UserID{viewer.User}
	if feedback.Administers(viewer) {
		ids = ids[:0]
		for n := range list {
			if !slices.Contains(ids, list[n].Author) {
				ids = append(ids, list[n].Author)
			}
		}
	}
	return s.Users.Emails(ctx, ids...)
}

// Expect returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	i, err := s.readable(ctx, viewer, id)
	if err == nil {
		err = expected.Check(i.Edition())
	}
	return s.named(ctx, err)
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}

// Remove destroys an item with its thread and its screenshots: for who reported it, and administrators.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if _, err := s.readable(ctx, viewer, id); err != nil {
		return err
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var gone feedback.Item
		err := stores.Feedback.Remove(ctx, id, func(i *feedback.Item) error {
			if !i.RemovableBy(viewer) {
				return feedback.ErrHidden
			}
			gone = i.Clone()
			return expected.Check(i.Edition())
		})
		if err != nil {
			return err
		}
		for _, picture := range gone.Screenshots {
			if err := s.Drop(ctx, stores, picture); err != nil {
				return err
			}
		}
		return stores.Audit.Append(ctx, audit.New(audit.FeedbackRemoved, audit.By(viewer), s.Now(), object(id)).With(
			audit.Values{"status": string(gone.Status)}))
	})
	return s.named(ctx, err)
}

func object(id int64) audit.Object { return audit.Object{Noun: audit.Feedback, ID: id} }

// Brief returns exactly what the coding agent is told of an item, for who decides about it or does the agent's work.
func (s *Service) Brief(ctx context.Context, viewer access.Viewer, id int64) (string, error) {
	i, err := s.readable(ctx, viewer, id)
	if err != nil {
		return "", err
	}
	if !feedback.WorksFor(viewer) {
		return "", feedback.ErrHidden
	}
	thread, err := s.Feedback.Comments(ctx, id)
	if err != nil {
		return "", err
	}
	return feedback.Brief(&i, thread), nil
}

// MayAttach is nil when the viewer may add screenshots to an item and there is room.
func (s *Service) MayAttach(ctx context.Context, viewer access.Viewer, id int64) error {
	i, err := s.readable(ctx, viewer, id)
	switch {
	case err != nil:
		return err
	case !i.EditableBy(viewer):
		return feedback.ErrHidden
	}
	return i.Attach(viewer, 0)
}

// Attach adds a screenshot to an item.
func (s *Service) Attach(ctx context.Context, viewer access.Viewer, id int64, data []byte) (Shown, error) {
	if err := s.MayAttach(ctx, viewer, id); err != nil {
		return Shown{}, err
	}
	place := func(stores ports.Stores, picture media.ID) (media.ID, error) {
		return 0, stores.Feedback.Update(ctx, id, func(i *feedback.Item) error {
			if !i.EditableBy(viewer) {
				return feedback.ErrHidden
			}
			i.Touch(viewer.User, s.Now())
			return i.Attach(viewer, picture)
		})
	}
	if err := s.Keep(ctx, viewer, data, id, place); err != nil {
		return Shown{}, err
	}
	return s.Show(ctx, viewer, id)
}
