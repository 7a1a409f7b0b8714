package timelines

import (
	"cmp"
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// ActivityChange is what somebody gives of an activity. Nil stays.
type ActivityChange struct {
	Content      *string // HTML or plain text
	Type         *activity.Type
	Date         *civil.Date
	Time         *string
	Participants *[]int64 // of those whom the viewer may see
}

// Log keeps an activity of a person whom the viewer may read. It is activity.ErrNotKept when the store can't, for a reason that
// nobody classified.
func (s *Service) Log(
	ctx context.Context, viewer access.Viewer, id person.ID, change ActivityChange,
) (logged activity.Activity, err error) {
	if err := s.readable(viewer, id); err != nil {
		return logged, err
	}
	logged.Person = id
	if err := s.applyActivity(viewer, &logged, change); err != nil {
		return activity.Activity{}, err
	}
	if logged.Head, err = s.head(ctx, viewer); err != nil {
		return activity.Activity{}, err
	}
	var failed error // of the insert; what is merely unreachable the store tells only at the end of the step
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		failed = nil // it may run twice
		if err := stores.HoldPerson(ctx, id); err != nil {
			return err
		}
		if logged.ID, failed = stores.Activities.Create(ctx, logged); failed != nil {
			return failed
		}
		return s.tell(ctx, stores, viewer, ofActivity(&activity.Activity{}, &logged))
	})
	if failed != nil && fault.KindOf(err) == fault.Internal {
		err = activity.ErrNotKept.Because(fault.As(err))
	}
	if err != nil {
		return activity.Activity{}, err
	}
	logged.Revision = 1
	return logged, nil
}

// ExpectActivity returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) ExpectActivity(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	a, err := s.findActivity(ctx, viewer, id)
	if err == nil {
		err = cmp.Or(mayEdit(viewer, &a), expected.Check(a.Edition()))
	}
	return s.named(ctx, err)
}

// ChangeActivity edits an activity of the viewer's own; administrators edit all. An edit that changes nothing leaves Modified as
// it was. One that was meant for another revision is a *record.Outdated.
func (s *Service) ChangeActivity(
	ctx context.Context, viewer access.Viewer, id int64, expected record.Expected, change ActivityChange,
) (changed activity.Activity, err error) {
	if _, err := s.findActivity(ctx, viewer, id); err != nil {
		return changed, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before, after activity.Activity
		err := stores.Activities.Update(ctx, id, func(a *activity.Activity) error {
			if err := cmp.Or(mayEdit(viewer, a), expected.Check(a.Edition())); err != nil {
				return err
			}
			before = a.Clone()
			if err := s.applyActivity(viewer, a, change); err != nil {
				return err
			}
			if !a.Same(&before) {
				a.Touch(viewer.User, s.Now())
			}
			after = a.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		return s.tell(ctx, stores, viewer, ofActivity(&before, &after))
	})
	if err != nil {
		return changed, s.named(ctx, err)
	}
	if changed, err = s.findActivity(ctx, viewer, id); err != nil {
		return changed, err
	}
	return *s.shown(&changed, viewer), nil
}

// RemoveActivity destroys an activity that the viewer may edit.
func (s *Service) RemoveActivity(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if _, err := s.findActivity(ctx, viewer, id); err != nil {
		return err
	}
	return s.named(ctx, s.Activities.Remove(ctx, id, func(a *activity.Activity) error {
		return cmp.Or(mayEdit(viewer, a), expected.Check(a.Edition()))
	}))
}

func (s *Service) findActivity(ctx context.Context, viewer access.Viewer, id int64) (activity.Activity, error) {
	return find(ctx, viewer, s.Activities, id, activity.ErrAbsent, func(a *activity.Activity) error {
		err := s.readable(viewer, a.Person)
		if errors.Is(err, person.ErrAbsent) { // in the trash: it comes back with the person
			return activity.ErrAbsent
		}
		return err
	})
}

// mayEdit refuses whoever is neither the author nor an administrator.
func mayEdit(viewer access.Viewer, a *activity.Activity) error {
	if a.Author != viewer.User && !viewer.Can(access.Manage) {
		return activity.ErrHidden
	}
	return nil
}

// applyActivity edits an activity by every rule.
func (s *Service) applyActivity(viewer access.Viewer, a *activity.Activity, change ActivityChange) error {
	view, reader := s.Directory.View(), s.reader(viewer)
	before := a.Clone()
	set(&a.Content, change.Content)
	set(&a.Type, change.Type)
	set(&a.Date, change.Date)
	set(&a.Time, change.Time)
	if change.Participants != nil {
		seen := func(id int64) bool { return view.Readable(id, reader) == nil }
		a.Participants = timeline.Replaced(a.Participants, *change.Participants, seen)
	}
	readable := view.ReadableOf(timeline.Added(before.Participants, a.Participants), reader)
	var problems fault.Problems
	a.Validate(&before, viewer.Can(access.Synchronization), readable, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if a.Content != before.Content {
		a.Content = richtext.Render(s.Markup.Sanitize, a.Content)
	}
	if a.Content == "" {
		return activity.ErrNoWords
	}
	return nil
}

// shown leaves out the participants whom the viewer may not see.
func (s *Service) shown(a *activity.Activity, viewer access.Viewer) *activity.Activity {
	a.Participants = s.Directory.View().ReadableOf(a.Participants, s.reader(viewer))
	return a
}

func set[T any](into, given *T) {
	if given != nil {
		*into = *given
	}
}
