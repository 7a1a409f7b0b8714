package tasks_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
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

// unkept are tasks that are not kept.
type unkept struct {
	ports.Records[task.Task]
	because error
}

func (u unkept) Create(context.Context, task.Task) (int64, error) { return 0, u.because }

// unkeeping is an Atomic whose tasks are not kept.
type unkeeping struct {
	ports.Atomic
	because error
}

func (u unkeeping) Do(ctx context.Context, step func(ports.Stores) error) error {
	return u.Atomic.Do(ctx, func(stores ports.Stores) error {
		stores.Tasks = unkept{stores.Tasks, u.because}
		return step(stores)
	})
}

func TestATaskThatCannotBeKeptHasACodeOfItsOwn(t *testing.T) {
	t.Parallel()
	ctx, now := t.Context(), time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	database := inmem.Open()
	stores := database.Stores()
	user, err := stores.Users.Create(ctx, account.User{
		Username: "jan", Email: "jan@club.example", Roles: []access.Role{access.Member},
	})
	if err != nil {
		t.Fatal(err)
	}
	for code, because := range map[string]error{
		"create_failed":        errors.New("no such column"),
		"database_unavailable": fault.ErrUnreachable.Because(errors.New("connection lost")),
	} {
		service := &tasks.Service{
			Directory: stores.Directory, Users: stores.Users, Markup: inmem.Markup{}, Now: func() time.Time { return now }, Zone: time.UTC,
			Atomic: unkeeping{database, because},
		}
		content := "Bel Piet."
		_, err := service.Create(ctx, access.Viewer{User: user}, tasks.Change{Content: &content})
		if got := fault.As(err); got.Code != code || !errors.Is(err, because) {
			t.Errorf("got %v, want %s", err, code)
		}
	}
}

// removing is an Atomic before whose step a user is removed, right after the user was looked up.
type removing struct {
	ports.Atomic
	user account.UserID
}

func (r removing) Do(ctx context.Context, step func(ports.Stores) error) error {
	return r.Atomic.Do(ctx, func(stores ports.Stores) error {
		if err := stores.Users.Remove(ctx, r.user, func(*account.User) error { return nil }); err != nil {
			return err
		}
		return step(stores)
	})
}

func TestATaskIsGivenToNobodyWhoIsRemovedMeanwhile(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"new", "handed on", "by function"} {
		ctx, now := t.Context(), time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
		database := inmem.Open()
		stores := database.Stores()
		make := func(name string, role access.Role) account.UserID {
			id, err := stores.Users.Create(ctx, account.User{Username: name, Email: name + "@club.example", Roles: []access.Role{role}})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		jan, piet := make("jan", access.Member), make("piet", access.Administrator)
		service := &tasks.Service{
			Directory: stores.Directory, Users: stores.Users, Tasks: stores.Tasks, Lists: stores.TaskLists, Markup: inmem.Markup{},
			Now: func() time.Time { return now }, Zone: time.UTC, Atomic: database,
		}
		viewer, content := access.Viewer{User: jan}, "Bel de bakker."
		change, field := tasks.Change{Content: &content, Assignee: &piet}, "assignee_id"
		give := func() error { _, err := service.Create(ctx, viewer, change); return err }
		switch how {
		case "handed on":
			made, err := service.Create(ctx, viewer, tasks.Change{Content: &content})
			if err != nil {
				t.Fatal(err)
			}
			give = func() error {
				_, err := service.Edit(ctx, viewer, made.ID, record.Expected{}, tasks.Change{Assignee: &piet})
				return err
			}
		case "by function": // nobody has it, so that the administrator gets the task
			change, field = tasks.Change{Content: &content, Function: "Voorzitter"}, "assignee_function"
		}
		service.Atomic = removing{database, piet}
		if err := give(); fault.As(err).Code != "rest_invalid_param" || fault.As(err).Params[field] != task.NotAUser {
			t.Errorf("%s: got %v", how, err)
		}
		page, err := stores.TaskLists.Page(ctx, task.Query{User: piet, Limit: 10})
		if err != nil || page.Total != 0 {
			t.Errorf("%s: nobody has to do %+v, %v", how, page, err)
		}
	}
}
