package timelines

import (
	"cmp"
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// NoteChange is what somebody gives of a note. Nil stays.
type NoteChange struct {
	Content    *string // HTML or plain text
	Visibility *note.Visibility
}

// Write keeps a note about a person whom the viewer may read.
func (s *Service) Write(
	ctx context.Context,
	viewer access.Viewer,
	id person.ID,
	change NoteChange,
) (written note.Note, err error) {
	if err := s.readable(viewer, id); err != nil {
		return written, err
	}
	written.Person = id
	if err := s.applyNote(&written, change); err != nil {
		return note.Note{}, err
	}
	if written.Head, err = s.head(ctx, viewer); err != nil {
		return note.Note{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if err := stores.HoldPerson(ctx, id); err != nil {
			return err
		}
		if written.ID, err = stores.Notes.Create(ctx, written); err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, ofNote(&note.Note{}, &written))
	})
	if err != nil {
		return note.Note{}, err
	}
	written.Revision = 1
	return written, nil
}

// ExpectNote returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) ExpectNote(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	n, err := s.findNote(ctx, viewer, id)
	if err == nil {
		err = cmp.Or(mayRewrite(viewer, &n), expected.Check(n.Edition()))
	}
	return s.named(ctx, err)
}

// Rewrite edits a note of the viewer's own; administrators edit shared ones, too. An edit that changes nothing leaves Modified as
// it was. One that was meant for another revision is a *record.Outdated. Who makes the note of somebody else private can't read
// it any more: that is note.ErrHidden.
func (s *Service) Rewrite(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, change NoteChange,
) (rewritten note.Note, err error) {
	if _, err := s.findNote(ctx, viewer, id); err != nil {
		return rewritten, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before, after note.Note
		err := stores.Notes.Update(ctx, id, func(n *note.Note) error {
			if err := cmp.Or(mayRewrite(viewer, n), expected.Check(n.Edition())); err != nil {
				return err
			}
			before = n.Clone()
			if err := s.applyNote(n, change); err != nil {
				return err
			}
			if !n.Same(&before) {
				n.Touch(viewer.User, s.Now())
			}
			after = n.Clone()
			return mayRewrite(viewer, n)
		})
		if err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, ofNote(&before, &after))
	})
	if err != nil {
		return rewritten, s.named(ctx, err)
	}
	return s.findNote(ctx, viewer, id)
}

// Erase destroys a note that the viewer may edit.
func (s *Service) Erase(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if _, err := s.findNote(ctx, viewer, id); err != nil {
		return err
	}
	return s.named(ctx, s.Notes.Remove(ctx, id, func(n *note.Note) error {
		return cmp.Or(mayRewrite(viewer, n), expected.Check(n.Edition()))
	}))
}

func (s *Service) findNote(ctx context.Context, viewer access.Viewer, id int64) (note.Note, error) {
	return find(ctx, viewer, s.Notes, id, note.ErrAbsent, func(n *note.Note) error {
		err := s.readable(viewer, n.Person)
		switch {
		case errors.Is(err, person.ErrAbsent): // in the trash: it comes back with the person
			return note.ErrAbsent
		case err == nil && !n.Shown().To(n.Person, viewer.User):
			return note.ErrHidden
		}
		return err
	})
}

// mayRewrite refuses whoever is neither the author nor an administrator. A private note is the author's alone.
func mayRewrite(viewer access.Viewer, n *note.Note) error {
	if n.Author != viewer.User && (!viewer.Can(access.Manage) || n.Visibility != note.Shared) {
		return note.ErrHidden
	}
	return nil
}

// applyNote edits a note by every rule.
func (s *Service) applyNote(n *note.Note, change NoteChange) error {
	before := n.Clone()
	set(&n.Content, change.Content)
	if change.Visibility != nil {
		n.Show(*change.Visibility, s.Now())
	}
	var problems fault.Problems
	n.Validate(&before, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if n.Content != before.Content {
		n.Content = richtext.Render(s.Markup.Sanitize, n.Content)
	}
	if n.Content == "" {
		return note.ErrNoWords
	}
	return nil
}
