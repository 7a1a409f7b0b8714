package porttest

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Atomic is the contract of ports.Atomic.
func Atomic(t *testing.T, open Open) {
	ctx := context.Background()
	as := person.AsOf{Reader: access.Scope{All: true}}

	t.Run("all or nothing", func(t *testing.T) {
		db := open(t)
		refusal := errors.New("no")
		both := func(answer error) error {
			return db.Do(ctx, func(s ports.Stores) error {
				must(s.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
				must(s.Users.Create(ctx, userNamed("jan")))(t)
				must(s.VolunteerRules.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = []string{"x"}; return nil }))(t)
				return answer
			})
		}
		if err := both(refusal); !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		equal(t, "people after a refusal", must(db.People.List(ctx, everybody(as)))(t).Total, 0)
		equal(t, "users after a refusal", len(must(db.Users.List(ctx, nil, 0))(t)), 0)
		ok(t, both(nil))
		equal(t, "people", must(db.People.List(ctx, everybody(as)))(t).Total, 1)
		equal(t, "users", len(must(db.Users.List(ctx, nil, 0))(t)), 1)
	})

	t.Run("a step sees its own changes, and survives a failed one", func(t *testing.T) {
		db := open(t)
		ok(t, db.Do(ctx, func(s ports.Stores) error {
			id := must(s.Users.Create(ctx, userNamed("jan")))(t)
			_, err := s.Users.Create(ctx, userNamed("jan"))
			isFault(t, "twice", err, account.ErrUsernameTaken)
			isFault(t, "absent", s.People.Remove(ctx, 7, at, anybody), person.ErrAbsent)
			equal(t, "found inside", must(s.Users.ByID(ctx, id))(t).Username, "jan")
			return nil
		}))
		equal(t, "users", len(must(db.Users.List(ctx, nil, 0))(t)), 1)
	})

	t.Run("parallel steps lose nothing", func(t *testing.T) {
		db := open(t)
		id := must(db.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if err := db.Do(ctx, func(s ports.Stores) error {
					return update(ctx, s.People, id, func(p *person.Person) error {
						p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
						return nil
					})
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "steps", len(kept(t, db, id).Workspaces), 8)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		if err := db.Do(cancelled(), func(ports.Stores) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// Setting is the contract of ports.Setting, on the volunteer rules.
func Setting(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("the default, then what was set", func(t *testing.T) {
		setting := open(t).VolunteerRules
		if got := must(setting.Get(ctx))(t); !reflect.DeepEqual(got, work.DefaultRules()) {
			t.Errorf("at first: got %+v", got)
		}
		for _, want := range []work.Rules{
			{PlayerRoles: []string{"Speler"}, ExcludedRoles: []string{"Erelid"}, ExemptCommittees: []int64{3, 4}},
			{PlayerRoles: []string{}, ExcludedRoles: []string{}, ExemptCommittees: []int64{}},
		} {
			answered := must(setting.Change(ctx, func(r *work.Rules) error { *r = want.Clone(); return nil }))(t)
			for _, got := range []work.Rules{answered, must(setting.Get(ctx))(t)} {
				if !reflect.DeepEqual(got, want) {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		}
	})

	t.Run("what searches look in, likewise", func(t *testing.T) {
		db := open(t)
		if got := must(db.SearchSettings.Get(ctx))(t); !reflect.DeepEqual(got, search.Settings{}) {
			t.Errorf("at first: got %+v", got)
		}
		for _, want := range []search.Settings{{Fields: []string{"b", "a"}}, {Fields: []string{}}} {
			answered := must(db.SearchSettings.Change(ctx, func(s *search.Settings) error { s.Fields = slices.Clone(want.Fields); return nil }))(t)
			for _, got := range []search.Settings{answered, must(db.SearchSettings.Get(ctx))(t)} {
				if !reflect.DeepEqual(got, want) {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		}
		if got := must(db.VolunteerRules.Get(ctx))(t); !reflect.DeepEqual(got, work.DefaultRules()) {
			t.Errorf("the other setting became %+v", got)
		}
	})

	t.Run("a refused change leaves no trace", func(t *testing.T) {
		setting := open(t).VolunteerRules
		refusal := errors.New("no")
		_, err := setting.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = nil; return refusal })
		if !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		if got := must(setting.Get(ctx))(t); !reflect.DeepEqual(got, work.DefaultRules()) {
			t.Errorf("got %+v", got)
		}
	})

	t.Run("a changed returned value does not reach the store", func(t *testing.T) {
		setting := open(t).VolunteerRules
		got := must(setting.Change(ctx, func(r *work.Rules) error { r.PlayerRoles = []string{"Speler"}; return nil }))(t)
		got.PlayerRoles[0] = "x"
		equal(t, "role", must(setting.Get(ctx))(t).PlayerRoles[0], "Speler")
	})

	t.Run("parallel changes lose nothing", func(t *testing.T) {
		setting := open(t).VolunteerRules
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if _, err := setting.Change(ctx, func(r *work.Rules) error {
					r.ExemptCommittees = append(r.ExemptCommittees, int64(len(r.ExemptCommittees)))
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "changes", len(must(setting.Get(ctx))(t).ExemptCommittees), 8)
	})
}

// JobRuns is the contract of ports.JobRuns.
func JobRuns(t *testing.T, open Open) {
	ctx := context.Background()
	last := func(t *testing.T, runs ports.JobRuns, job string) ports.JobRun {
		t.Helper()
		return must(runs.Last(ctx, job))(t)
	}

	t.Run("a job starts and finishes", func(t *testing.T) {
		runs := open(t).JobRuns
		equal(t, "never", last(t, runs, "a"), ports.JobRun{})
		equal(t, "started", must(runs.Start(ctx, "a", ports.JobRun{}, at))(t), true)
		sameTime(t, "start", last(t, runs, "a").Started, at)
		sameTime(t, "not finished", last(t, runs, "a").Finished, time.Time{})
		ok(t, runs.Finish(ctx, "a", at.Add(time.Minute)))
		sameTime(t, "finish", last(t, runs, "a").Finished, at.Add(time.Minute))
		equal(t, "another job", last(t, runs, "b"), ports.JobRun{})
	})

	t.Run("who saw an older run does not start", func(t *testing.T) {
		runs := open(t).JobRuns
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		equal(t, "late", must(runs.Start(ctx, "a", ports.JobRun{}, at.Add(time.Second)))(t), false)
		equal(t, "informed", must(runs.Start(ctx, "a", last(t, runs, "a"), at.Add(time.Second)))(t), true)
	})

	t.Run("an abandoned run leaves the last finished one", func(t *testing.T) {
		runs := open(t).JobRuns
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		ok(t, runs.Abandon(ctx, "a"))
		equal(t, "never finished", last(t, runs, "a"), ports.JobRun{})
		must(runs.Start(ctx, "a", ports.JobRun{}, at))(t)
		ok(t, runs.Finish(ctx, "a", at.Add(time.Minute)))
		must(runs.Start(ctx, "a", last(t, runs, "a"), at.Add(time.Hour)))(t)
		ok(t, runs.Abandon(ctx, "a"))
		sameTime(t, "finished before", last(t, runs, "a").Finished, at.Add(time.Minute))
		sameTime(t, "started then", last(t, runs, "a").Started, at.Add(time.Minute))
	})

	t.Run("of many who start at once, one does", func(t *testing.T) {
		runs := open(t).JobRuns
		var all sync.WaitGroup
		won := make(chan bool, 8)
		for range cap(won) {
			all.Go(func() {
				started, err := runs.Start(ctx, "c", ports.JobRun{}, at)
				if err != nil {
					t.Error(err)
				} else if started {
					won <- true
				}
			})
		}
		all.Wait()
		equal(t, "winners", len(won), 1)
	})
}
