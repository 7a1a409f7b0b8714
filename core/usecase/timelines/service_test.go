package timelines_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
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

func TestANoteThatBecomesPrivateMeanwhileIsNotShown(t *testing.T) {
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
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	hidden := meanwhile{stores.Timeline, func() {
		if err := stores.Notes.Update(ctx, noted, func(n *note.Note) error {
			n.Visibility = note.Private
			return nil
		}); err != nil {
			t.Error(err)
		}
	}}
	clock := func() time.Time { return now }
	jan := access.Viewer{User: 7}
	line := &timelines.Service{
		Directory: stores.Directory, Activities: stores.Activities, Notes: stores.Notes, Tasks: stores.Tasks, Timeline: hidden,
		Now: clock, Zone: time.UTC,
	}
	page, err := line.Page(ctx, jan, ids[0], timelines.Part{Limit: 10})
	if err != nil || page.Total != 1 || len(page.Records) != 0 {
		t.Errorf("timeline: %+v, %v", page, err)
	}
}

// removing is an Atomic before whose steps somebody is removed.
type removing struct {
	ports.Atomic
	remove func()
}

func (r removing) Do(ctx context.Context, step func(ports.Stores) error) error {
	r.remove()
	return r.Atomic.Do(ctx, step)
}

func TestNothingIsWrittenAboutWhoWasRemovedMeanwhile(t *testing.T) {
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
	ids, err := stores.People.Create(ctx, person.New(user, now), person.New(user, now))
	if err != nil {
		t.Fatal(err)
	}
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	line := &timelines.Service{
		Directory: stores.Directory, Activities: stores.Activities, Notes: stores.Notes, Timeline: stores.Timeline, Users: stores.Users,
		Markup: inmem.Markup{}, Now: func() time.Time { return now }, Zone: time.UTC,
	}
	for i, write := range []func(access.Viewer, person.ID) error{
		func(viewer access.Viewer, id person.ID) error {
			content := "Gebeld."
			_, err := line.Write(ctx, viewer, id, timelines.NoteChange{Content: &content})
			return err
		},
		func(viewer access.Viewer, id person.ID) error {
			content, kind := "Gebeld.", activity.Other
			_, err := line.Log(ctx, viewer, id, timelines.ActivityChange{Content: &content, Type: &kind})
			return err
		},
	} {
		line.Atomic = removing{database, func() {
			if err := stores.People.Remove(ctx, ids[i], 0, now, func(access.Subject, record.Edition) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}}
		if err := write(access.Viewer{User: user}, ids[i]); !errors.Is(err, person.ErrAbsent) {
			t.Errorf("%d: %v", i, err)
		}
		page, err := stores.Timeline.Page(ctx, timeline.Query{Person: ids[i], User: user, Limit: 9})
		if err != nil || page.Total != 0 {
			t.Errorf("%d: %+v, %v", i, page, err)
		}
	}
}

// unkept are activities that are not kept.
type unkept struct {
	ports.Records[activity.Activity]
	because error
}

func (u unkept) Create(context.Context, activity.Activity) (int64, error) { return 0, u.because }

// breaking is an Atomic of whose stores something is broken. What the step fails with, the store may tell otherwise at its end.
type breaking struct {
	ports.Atomic
	breaks func(*ports.Stores)
	end    func(error) error
}

func (b breaking) Do(ctx context.Context, step func(ports.Stores) error) error {
	return b.end(b.Atomic.Do(ctx, func(stores ports.Stores) error {
		b.breaks(&stores)
		return step(stores)
	}))
}

// contract: club §4.4, §7
func TestAnActivityThatCannotBeKeptHasACodeOfItsOwn(t *testing.T) {
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
	ids, err := stores.People.Create(ctx, person.New(user, now))
	if err != nil {
		t.Fatal(err)
	}
	if err := stores.Directory.Refresh(ctx); err != nil {
		t.Fatal(err)
	}
	bug, down := errors.New("no such column"), fault.ErrUnreachable.Because(errors.New("connection lost"))
	as := func(end error) func(error) error { return func(error) error { return end } }
	for name, c := range map[string]struct {
		insert error
		end    func(error) error
		code   string
		kind   fault.Kind
	}{
		"a bug":                  {bug, func(err error) error { return err }, "create_failed", fault.Internal},
		"a dead store":           {down, func(err error) error { return err }, "database_unavailable", fault.Unavailable},
		"dead, told at the end":  {bug, as(down), "database_unavailable", fault.Unavailable},
		"what else fails, after": {nil, as(bug), "internal_error", fault.Internal},
	} {
		line := &timelines.Service{
			Directory: stores.Directory, Users: stores.Users, Markup: inmem.Markup{}, Now: func() time.Time { return now }, Zone: time.UTC,
			Atomic: breaking{database, func(s *ports.Stores) { s.Activities = unkept{s.Activities, c.insert} }, c.end},
		}
		content, kind := "Gebeld.", activity.Other
		_, err := line.Log(ctx, access.Viewer{User: user}, ids[0], timelines.ActivityChange{Content: &content, Type: &kind})
		got, kept := fault.As(err), errors.Is(err, bug) || errors.Is(err, fault.ErrUnreachable)
		if got.Code != c.code || got.Kind != c.kind || !kept {
			t.Errorf("%s: got %v", name, err)
		}
		if c.code == "create_failed" && (!errors.Is(err, activity.ErrNotKept) || !errors.Is(err, fault.ErrInternal)) {
			t.Errorf("%s: %v is not taken for a bug, as the log needs it", name, err)
		}
	}
}
