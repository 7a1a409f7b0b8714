package inmem

import (
	"cmp"
	"context"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// growing holds the records of a noun of which there is no end.
type growing[T any] struct {
	byID map[int64]T
	last int64
}

func newGrowing[T any]() growing[T] { return growing[T]{byID: map[int64]T{}} }

func (g growing[T]) snapshot() growing[T] {
	g.byID = maps.Clone(g.byID)
	return g
}

// records is the port over one of them.
type records[T any, P timeline.Record[T]] struct {
	handle
	of     func(*tables) *growing[T]
	absent *fault.Fault
}

var _ ports.Records[note.Note] = records[note.Note, *note.Note]{}

func (h handle) activities() records[activity.Activity, *activity.Activity] {
	return records[activity.Activity, *activity.Activity]{
		h, func(t *tables) *growing[activity.Activity] { return &t.activities }, activity.ErrAbsent,
	}
}

func (h handle) notes() records[note.Note, *note.Note] {
	return records[note.Note, *note.Note]{h, func(t *tables) *growing[note.Note] { return &t.notes }, note.ErrAbsent}
}

func (h handle) tasks() records[task.Task, *task.Task] {
	return records[task.Task, *task.Task]{h, func(t *tables) *growing[task.Task] { return &t.tasks }, task.ErrAbsent}
}

// kept returns a record as a database keeps it.
func (s records[T, P]) kept(v *T, id, revision int64) T {
	c := P(v).Clone()
	head := P(&c).Common()
	head.ID, head.Revision = id, revision
	head.Created, head.Modified = civil.Instant(head.Created), civil.Instant(head.Modified)
	if waits, is := any(&c).(*task.Task); is {
		waits.AwaitingSince = civil.Instant(waits.AwaitingSince)
	}
	if written, is := any(&c).(*note.Note); is {
		written.SharedAt = civil.Instant(written.SharedAt)
	}
	if sent, is := any(&c).(*mail.Mail); is {
		sent.Began, sent.Ended = civil.Instant(sent.Began), civil.Instant(sent.Ended)
	}
	return c
}

func (s records[T, P]) Create(ctx context.Context, v T) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		of := s.of(t)
		of.last++
		of.byID[of.last] = s.kept(&v, of.last, 1)
		return of.last, nil
	})
}

func (s records[T, P]) Update(ctx context.Context, id int64, change func(*T) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := s.of(t).byID[id]
		if !there {
			return s.absent
		}
		var edited T
		for range 2 { // as the contract allows
			edited = P(&before).Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		head := P(&before).Common()
		P(&edited).Common().Created = head.Created
		after := s.kept(&edited, id, head.Revision)
		if !reflect.DeepEqual(after, before) {
			P(&after).Common().Revision++
			s.of(t).byID[id] = after
		}
		return nil
	})
}

func (s records[T, P]) Remove(ctx context.Context, id int64, allowed func(*T) error) error {
	return s.run(ctx, func(t *tables) error {
		v, there := s.of(t).byID[id]
		if !there {
			return s.absent
		}
		c := P(&v).Clone()
		if err := allowed(&c); err != nil {
			return err
		}
		delete(s.of(t).byID, id)
		return nil
	})
}

func (s records[T, P]) ByID(ctx context.Context, ids ...int64) ([]T, error) {
	return ask(ctx, s.handle, func(t *tables) (list []T, err error) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if v, there := s.of(t).byID[id]; there {
				list = append(list, P(&v).Clone())
			}
		}
		return list, nil
	})
}

// forget drops the records that name nobody but people who are not there any more.
func forget[T any, P interface {
	*T
	Shown() timeline.Shown
}](t *tables, of *growing[T]) {
	maps.DeleteFunc(of.byID, func(_ int64, v T) bool {
		people := P(&v).Shown().People
		return len(people) > 0 && !slices.ContainsFunc(people, func(id int64) bool {
			_, there := t.people[id]
			return there
		})
	})
}

type timelines struct{ handle }

var _ ports.Timeline = timelines{}

func (s timelines) Page(ctx context.Context, q timeline.Query) (record.Page[timeline.Entry], error) {
	return ask(ctx, s.handle, func(t *tables) (record.Page[timeline.Entry], error) {
		found := slices.Concat(entries(t.activities, timeline.Activity, &q), entries(t.notes, timeline.Note, &q),
			entries(t.tasks, timeline.Todo, &q), entries(t.mails, timeline.Email, &q))
		found = slices.DeleteFunc(found, func(e timeline.Entry) bool {
			return e.Kind == timeline.Email && slices.Contains(q.Hidden, t.mails.byID[e.ID].Kind)
		})
		if _, there := t.people[q.Person]; !there {
			found = nil
		}
		slices.SortFunc(found, timeline.Entry.Compare)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		return record.Page[timeline.Entry]{Total: len(found), Records: found[start:end]}, nil
	})
}

// entries returns the records of a noun that are asked for.
func entries[T any, P timeline.Record[T]](of growing[T], kind timeline.Kind, q *timeline.Query) (list []timeline.Entry) {
	for id, v := range of.byID {
		if q.Asks(kind) && P(&v).Shown().To(q.Person, q.User) {
			list = append(list, timeline.Entry{Kind: kind, ID: id, Created: P(&v).Common().Created})
		}
	}
	return list
}

type taskLists struct{ handle }

var _ ports.TaskLists = taskLists{}

func (s taskLists) Page(ctx context.Context, q task.Query) (record.Page[task.Task], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[task.Task], err error) {
		found := picked(t.tasks.byID, q.Match, func(a, b task.Task) int {
			return cmp.Or(cmp.Compare(a.SortKey(), b.SortKey()), b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
		})
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, one := range found[start:end] {
			page.Records = append(page.Records, one.Clone())
		}
		page.Total = len(found)
		return page, nil
	})
}

func (s timelines) Contacted(ctx context.Context, user int64, limit int) ([]timeline.Contact, error) {
	return ask(ctx, s.handle, func(t *tables) ([]timeline.Contact, error) {
		last := map[int64]timeline.Contact{}
		for _, a := range t.activities.byID {
			if a.Author == user && last[a.Person].Last.Before(a.Created) {
				last[a.Person] = timeline.Contact{Person: a.Person, Last: a.Created}
			}
		}
		list := slices.SortedFunc(maps.Values(last), timeline.CompareContacts)
		return list[:min(len(list), limit)], nil
	})
}

func (s timelines) Shared(ctx context.Context, since time.Time, limit int) ([]note.Note, error) {
	since = civil.Instant(since)
	return ask(ctx, s.handle, func(t *tables) ([]note.Note, error) {
		list := picked(t.notes.byID,
			func(n *note.Note) bool { return n.Visibility == note.Shared && !n.SharedAt.Before(since) },
			func(a, b note.Note) int { return cmp.Or(b.SharedAt.Compare(a.SharedAt), cmp.Compare(b.ID, a.ID)) })
		return list[:min(len(list), limit)], nil
	})
}
