// Package timelines owns what a user or a program can do with what stands on the timeline of a person: see it, log activities,
// and write notes. It asks every permission question about it; who may read the person is the directory's answer.
//
// It does not own what activities and notes are (core/activity, core/note), nor what users do with their tasks, which it only
// shows (core/usecase/tasks).
package timelines

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the timelines of one club. All its fields are needed.
type Service struct {
	Directory  ports.Directory
	Activities ports.Records[activity.Activity]
	Notes      ports.Records[note.Note]
	Tasks      ports.Records[task.Task]
	Mails      ports.MailQueue
	Texts      ports.Records[mail.Mail]
	Messages   ports.Messages
	Letters    []Letter // the mails that can be opened
	Timeline   ports.Timeline
	Users      ports.Users
	Mentions   ports.Mentions
	Atomic     ports.Atomic // of the same stores
	Markup     ports.Markup
	Now        func() time.Time
	Zone       *time.Location      // the club's
	House      func() letter.House // whose mails these are

	// Post keeps a mail in a step of the stores, and sends it afterwards.
	Post func(ctx context.Context, stores ports.Stores, draft mail.Draft) error
}

// Item is one of a timeline: one of its fields is set.
type Item struct {
	Activity *activity.Activity // without participants whom the viewer may not see
	Note     *note.Note
	Task     *task.Task
	Mail     *mail.Mail       // without what it says
	People   []person.Summary // of a task, those whom the viewer may see
}

// Part says which part of a timeline is asked for.
type Part struct {
	Kinds         []timeline.Kind // nil for all
	Offset, Limit int
}

func (s *Service) reader(viewer access.Viewer) access.Reader {
	return viewer.Reader(civil.On(s.Now(), s.Zone))
}

// Page returns a part of a person's timeline as the viewer sees it, newest first.
func (s *Service) Page(ctx context.Context, viewer access.Viewer, id person.ID, part Part) (page record.Page[Item], err error) {
	if err := s.readable(viewer, id); err != nil {
		return page, err
	}
	found, err := s.Timeline.Page(ctx, timeline.Query{
		Person: id, User: viewer.User, Kinds: part.Kinds, Hidden: s.hidden(viewer), Offset: part.Offset, Limit: part.Limit,
	})
	if err != nil {
		return page, err
	}
	activities, err := fetched(ctx, timeline.Activity, id, viewer, found.Records, s.Activities)
	if err != nil {
		return page, err
	}
	notes, err := fetched(ctx, timeline.Note, id, viewer, found.Records, s.Notes)
	if err != nil {
		return page, err
	}
	tasks, err := fetched(ctx, timeline.Todo, id, viewer, found.Records, s.Tasks)
	if err != nil {
		return page, err
	}
	mails, err := s.mails(ctx, found.Records)
	if err != nil {
		return page, err
	}
	page.Total = found.Total
	view, reader := s.Directory.View(), s.reader(viewer)
	for _, entry := range found.Records { // what went away meanwhile is left out
		if a := activities[entry.ID]; entry.Kind == timeline.Activity && a != nil {
			page.Records = append(page.Records, Item{Activity: s.shown(a, viewer)})
		}
		if n := notes[entry.ID]; entry.Kind == timeline.Note && n != nil {
			page.Records = append(page.Records, Item{Note: n})
		}
		if m := mails[entry.ID]; entry.Kind == timeline.Email && m != nil {
			page.Records = append(page.Records, Item{Mail: m})
		}
		if t := tasks[entry.ID]; entry.Kind == timeline.Todo && t != nil {
			page.Records = append(page.Records, Item{Task: t, People: view.Names(t.People, reader)})
		}
	}
	return page, nil
}

// mails returns the mails among entries, without what they say.
func (s *Service) mails(ctx context.Context, entries []timeline.Entry) (map[int64]*mail.Mail, error) {
	ids := numbers(timeline.Email, entries)
	if len(ids) == 0 {
		return nil, nil
	}
	page, err := s.Mails.Page(ctx, mail.Query{IDs: ids, Limit: len(ids)})
	found := make(map[int64]*mail.Mail, len(page.Records))
	for i := range page.Records {
		found[page.Records[i].ID] = &page.Records[i]
	}
	return found, err
}

// numbers returns the numbers of the entries of a kind.
func numbers(kind timeline.Kind, entries []timeline.Entry) (ids []int64) {
	for _, entry := range entries {
		if entry.Kind == kind {
			ids = append(ids, entry.ID)
		}
	}
	return ids
}

// fetched returns the records of a kind among the entries of a person, all at once: those that the viewer still sees there.
func fetched[T any, P timeline.Record[T]](
	ctx context.Context, kind timeline.Kind, id person.ID, viewer access.Viewer, entries []timeline.Entry, port ports.Records[T],
) (map[int64]*T, error) {
	ids := numbers(kind, entries)
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := port.ByID(ctx, ids...)
	found := make(map[int64]*T, len(list))
	for i := range list {
		if P(&list[i]).Shown().To(id, viewer.User) {
			found[P(&list[i]).Common().ID] = &list[i]
		}
	}
	return found, err
}

// readable is the error of whoever may not read a person.
func (s *Service) readable(viewer access.Viewer, id person.ID) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	return s.Directory.View().Readable(id, s.reader(viewer))
}

// head begins a record of the viewer's.
func (s *Service) head(ctx context.Context, viewer access.Viewer) (record.Head, error) {
	user, err := s.Users.ByID(ctx, viewer.User)
	return record.NewHead(viewer.User, user.DisplayName, s.Now()), err
}

// find returns one record, which is on the timeline of a person whom the viewer may read. It is absent when the person is.
func find[T any](
	ctx context.Context, viewer access.Viewer, port ports.Records[T], id int64, absent *fault.Fault, mayRead func(*T) error,
) (v T, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return v, err
	}
	found, err := port.ByID(ctx, id)
	if err != nil {
		return v, err
	}
	if len(found) == 0 {
		return v, absent
	}
	return found[0], mayRead(&found[0])
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}
