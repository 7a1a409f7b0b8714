package timelines_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
	"github.com/clubhuis/clubhuis/ports"
)

// meanwhile is a timeline of which something changes right after it was looked at.
type meanwhile struct {
	ports.Timeline
	change func()
}

func (m meanwhile) Page(ctx context.Context, q timeline.Query) (record.Page[timeline.Entry], error) {
	page, err := m.Timeline.Page(ctx, q)
	m.change()
	return page, err
}

func TestWhatBecomesHiddenMeanwhileIsNotShown(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	stores := inmem.Open().Stores()
	ids, err := stores.People.Create(ctx, person.New(7, now))
	if err != nil {
		t.Fatal(err)
	}
	head := record.NewHead(8, "Piet", now)
	noted, err := stores.Notes.Create(ctx, note.Note{Head: head, Person: ids[0], Content: "<p>x</p>", Visibility: note.Shared})
	if err != nil {
		t.Fatal(err)
	}
	given, err := stores.Tasks.Create(ctx, task.Task{Head: head, Content: "x", Status: task.Open, People: ids, Assignee: 7})
	if err != nil {
		t.Fatal(err)
	}
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	giveTo := func(user int64) {
		if err := stores.Tasks.Update(ctx, given, func(one *task.Task) error {
			one.Assignee = user
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
	hidden := meanwhile{stores.Timeline, func() {
		giveTo(0)
		if err := stores.Notes.Update(ctx, noted, func(n *note.Note) error {
			n.Visibility = note.Private
			return nil
		}); err != nil {
			t.Error(err)
		}
	}}
	clock := func() time.Time { return now }
	jan := access.Viewer{User: 7}
	about := &tasks.Service{Directory: stores.Directory, Tasks: stores.Tasks, Timeline: hidden, Now: clock, Zone: time.UTC}
	line := &timelines.Service{
		Directory: stores.Directory, Activities: stores.Activities, Notes: stores.Notes, Tasks: stores.Tasks, Timeline: hidden,
		Now: clock, Zone: time.UTC,
	}
	page, err := line.Page(ctx, jan, ids[0], timelines.Part{Limit: 10})
	if err != nil || page.Total != 2 || len(page.Records) != 0 {
		t.Errorf("timeline: %+v, %v", page, err)
	}
	giveTo(jan.User)
	if page, err := about.About(ctx, jan, ids[0], 0, 10); err != nil || page.Total != 1 || len(page.Records) != 0 {
		t.Errorf("tasks: %+v, %v", page, err)
	}
}
