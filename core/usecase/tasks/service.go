// Package tasks owns what a user or a program can do with tasks, and asks every permission question about them: who made a task
// and whom it is given to see it, and nobody else.
//
// It does not own what a task is (core/task), and reminds nobody of one.
package tasks

import (
	"cmp"
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the tasks of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Tasks     ports.Records[task.Task]
	Lists     ports.TaskLists
	Timeline  ports.Timeline
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Markup    ports.Markup
	Now       func() time.Time
	Zone      *time.Location // the club's
}

func (s *Service) reader(viewer access.Viewer) access.Reader {
	return viewer.Reader(civil.On(s.Now(), s.Zone))
}

// Shown is a task as somebody sees it.
type Shown struct {
	task.Task
	About []person.Summary // those of its people whom the viewer may see
}

func (s *Service) shown(viewer access.Viewer, list ...task.Task) []Shown {
	view, reader := s.Directory.View(), s.reader(viewer)
	shown := make([]Shown, len(list))
	for i, t := range list {
		shown[i] = Shown{t, view.Names(t.People, reader)}
	}
	return shown
}

// List returns a part of the tasks that concern the viewer, of one status or, for "", of all: open ones by day, then those that
// wait the longest, then completed ones.
func (s *Service) List(
	ctx context.Context, viewer access.Viewer, status task.Status, offset, limit int,
) (page record.Page[Shown], err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return page, err
	}
	found, err := s.Lists.Page(ctx, task.Query{User: viewer.User, Status: status, Offset: offset, Limit: limit})
	return record.Page[Shown]{Total: found.Total, Records: s.shown(viewer, found.Records...)}, err
}

// About returns a part of the tasks about a person that concern the viewer, newest first.
func (s *Service) About(
	ctx context.Context, viewer access.Viewer, id person.ID, offset, limit int,
) (page record.Page[Shown], err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return page, err
	}
	if err := s.Directory.View().Readable(id, s.reader(viewer)); err != nil {
		return page, err
	}
	found, err := s.Timeline.Page(ctx, timeline.Query{
		Person: id, User: viewer.User, Kinds: []timeline.Kind{timeline.Todo}, Offset: offset, Limit: limit,
	})
	if err != nil || len(found.Records) == 0 {
		page.Total = found.Total
		return page, err
	}
	ids := make([]int64, len(found.Records))
	for i, entry := range found.Records {
		ids[i] = entry.ID
	}
	list, err := s.Tasks.ByID(ctx, ids...)
	if err != nil {
		return page, err
	}
	byID := make(map[int64]task.Task, len(list))
	for _, t := range list {
		if t.Shown().To(id, viewer.User) { // still
			byID[t.ID] = t
		}
	}
	list = list[:0]
	for _, id := range ids {
		if t, there := byID[id]; there {
			list = append(list, t)
		}
	}
	return record.Page[Shown]{Total: found.Total, Records: s.shown(viewer, list...)}, nil
}

// Show returns one task. One that does not concern the viewer is task.ErrHidden, none is task.ErrAbsent.
func (s *Service) Show(ctx context.Context, viewer access.Viewer, id int64) (Shown, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Shown{}, err
	}
	found, err := s.Tasks.ByID(ctx, id)
	switch {
	case err != nil:
		return Shown{}, err
	case len(found) == 0:
		return Shown{}, task.ErrAbsent
	case !found[0].Concerns(viewer.User):
		return Shown{}, task.ErrHidden
	}
	return s.shown(viewer, found...)[0], nil
}

// Expect returns what a deed is refused with that was meant for some revisions, before anything else of it is looked at.
func (s *Service) Expect(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	found, err := s.Show(ctx, viewer, id)
	if err == nil {
		err = expected.Check(found.Edition())
	}
	return s.named(ctx, err)
}

// Remove destroys a task that the viewer made, also one that was given to somebody else.
func (s *Service) Remove(ctx context.Context, viewer access.Viewer, id int64, expected record.Expected) error {
	if _, err := s.Show(ctx, viewer, id); err != nil {
		return err
	}
	return s.named(
		ctx,
		s.Tasks.Remove(ctx, id, func(t *task.Task) error { return cmp.Or(owns(viewer, t), expected.Check(t.Edition())) }),
	)
}

// owns refuses whoever did not make a task.
func owns(viewer access.Viewer, t *task.Task) error {
	switch {
	case t.Author == viewer.User:
		return nil
	case t.Concerns(viewer.User):
		return task.ErrNotOwner
	}
	return task.ErrHidden
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}
