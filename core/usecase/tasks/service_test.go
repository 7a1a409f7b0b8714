package tasks_test

import (
	"context"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
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

func TestATaskThatIsHandedOnMeanwhileIsNotShown(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	stores := inmem.Open().Stores()
	ids, err := stores.People.Create(ctx, person.New(7, now))
	if err != nil {
		t.Fatal(err)
	}
	given, err := stores.Tasks.Create(ctx, task.Task{
		Head: record.NewHead(8, "Piet", now), Content: "x", Status: task.Open, People: ids, Assignee: 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	service := &tasks.Service{
		Directory: stores.Directory, Tasks: stores.Tasks, Now: func() time.Time { return now }, Zone: time.UTC,
		Timeline: meanwhile{stores.Timeline, func() {
			if err := stores.Tasks.Update(ctx, given, func(one *task.Task) error {
				one.Assignee = 0
				return nil
			}); err != nil {
				t.Error(err)
			}
		}},
	}
	page, err := service.About(ctx, access.Viewer{User: 7}, ids[0], 0, 10)
	if err != nil || page.Total != 1 || len(page.Records) != 0 {
		t.Errorf("got %+v, %v", page, err)
	}
}
