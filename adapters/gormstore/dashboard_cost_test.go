package gormstore_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase/backups"
	"github.com/clubhuis/clubhuis/core/usecase/dashboards"
	"github.com/clubhuis/clubhuis/core/usecase/matchdays"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
)

// mostAsked is how many statements a dashboard may take (issue: the day, §2).
const mostAsked = 6

// A dashboard asks as few questions of a club with much to tell as of an empty one.
func TestADashboardAsksFewQuestions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		s, ctx := store.Stores(), t.Context()
		now := func() time.Time { return at }
		feed := &matchdays.Service{Directory: s.Directory, Fetched: s.FetchedMatches, Now: now}
		service := &dashboards.Service{
			Directory: s.Directory, Users: s.Users, Tasks: s.TaskLists, Timeline: s.Timeline, Mails: s.MailQueue, Shifts: s.ShiftLists,
			Kept: feed.Kept, Refresh: feed.Refresh, Now: now, Zone: time.UTC,
			Backup: (&backups.Service{Runs: s.JobRuns, Now: time.Now}).Verified, WatchBackups: true,
			// A list of feedback is one statement; it has tests of its own.
			Feedback: func(context.Context, access.Viewer) (int, error) { return 0, nil },
		}
		user, err := s.Users.Create(ctx, userOf(0))
		ok(t, err)
		viewer := access.Viewer{User: user, Roles: []access.Role{access.Administrator, access.Board}}
		var asks atomic.Int64
		ok(t, store.OnQuery(func() { asks.Add(1) }))
		measure := func(when string) {
			t.Helper()
			for what, ask := range map[string]func() error{
				"workspace": func() error { _, err := service.Workspace(ctx, viewer); return err },
				"club":      func() error { _, err := service.Club(ctx, viewer); return err },
				"matches":   func() error { _, err := service.ClubMatches(ctx, viewer); return err },
			} {
				before := asks.Load()
				ok(t, ask())
				if got := asks.Load() - before; got > mostAsked {
					t.Errorf("%s, %s: %d statements", what, when, got)
				}
			}
		}
		measure("empty")

		teams := make([]group.ID, 10)
		for i := range teams {
			teams[i], err = s.Groups.Create(ctx, group.New(work.Team, 1, at))
			ok(t, err)
		}
		ok(t, s.Users.Update(ctx, user, func(u *account.User) error {
			u.Given = access.Given{Teams: teams}
			return nil
		}))
		people := make([]person.Person, 200)
		for i := range people {
			people[i] = jan()
			people[i].Work = []work.Entry{{Group: teams[i%len(teams)], Kind: work.Team, Title: "Speler", Current: true}}
		}
		ids, err := s.People.Create(ctx, people...)
		ok(t, err)
		for i := range 30 {
			_, err := s.Tasks.Create(ctx, task.Task{
				Head: record.NewHead(user, "U", at), Content: fmt.Sprint(i), Status: task.Open, People: ids[i : i+2],
			})
			ok(t, err)
			_, err = s.Shifts.Create(ctx, volunteer.Shift{
				Title: fmt.Sprint(i), Date: civil.Of(at).AddDays(1 + i%20), Start: "09:00", End: "12:00", Capacity: 3, Published: true,
				Head: record.NewHead(user, "U", at), State: volunteer.Planned,
			})
			ok(t, err)
		}
		ok(t, s.Directory.Refresh(ctx))
		if w, err := service.Workspace(ctx, viewer); err != nil || len(w.Squads) != len(teams) || len(w.Tasks) != 10 ||
			w.Volunteers == nil || w.Volunteers.OpenShifts == 0 {
			t.Fatalf("got %+v, %v", w, err)
		}
		measure("full")
	})
}
