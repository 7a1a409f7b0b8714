package porttest

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Atomic is the contract of ports.Atomic.
func Atomic(t *testing.T, open Open) {
	ctx := context.Background()
	as := person.AsOf{Rules: work.DefaultRules()}

	t.Run("all or nothing", func(t *testing.T) {
		db := open(t)
		refusal := errors.New("no")
		both := func(answer error) error {
			return db.Do(ctx, func(s ports.Stores) error {
				must(s.People.Create(ctx, personNamed("Jan", "", "Kok")))(t)
				must(s.Users.Create(ctx, userNamed("jan")))(t)
				ok(t, s.Settings.SetVolunteerRules(ctx, work.Rules{PlayerRoles: []string{"x"}}))
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
			isFault(t, "absent", s.People.Remove(ctx, 7, at), fault.ErrNoSuchPerson)
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
					return s.People.Update(ctx, id, func(p *person.Person) error {
						p.Workspaces = append(p.Workspaces, int64(len(p.Workspaces)+1))
						return nil
					})
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		equal(t, "steps", len(mustPerson(t, must(db.People.Record(ctx, id, as))(t)).Workspaces), 8)
	})

	t.Run("a cancelled context stops", func(t *testing.T) {
		db := open(t)
		if err := db.Do(cancelled(), func(ports.Stores) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// Settings is the contract of ports.Settings.
func Settings(t *testing.T, open Open) {
	ctx := context.Background()
	db := open(t)
	if got := must(db.Settings.VolunteerRules(ctx))(t); !reflect.DeepEqual(got, work.DefaultRules()) {
		t.Errorf("at first: got %+v", got)
	}
	for _, want := range []work.Rules{
		{PlayerRoles: []string{"Speler"}, ExcludedRoles: []string{"Erelid"}, ExemptCommittees: []int64{3, 4}},
		{PlayerRoles: []string{}, ExcludedRoles: []string{}, ExemptCommittees: []int64{}},
	} {
		ok(t, db.Settings.SetVolunteerRules(ctx, want))
		if got := must(db.Settings.VolunteerRules(ctx))(t); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// JobRuns is the contract of ports.JobRuns.
func JobRuns(t *testing.T, open Open) {
	ctx := context.Background()
	db := open(t)
	sameTime(t, "never", must(db.JobRuns.Last(ctx, "a"))(t), time.Time{})
	equal(t, "first", must(db.JobRuns.Claim(ctx, "a", time.Time{}, at))(t), true)
	equal(t, "first again", must(db.JobRuns.Claim(ctx, "a", time.Time{}, at))(t), false)
	sameTime(t, "last", must(db.JobRuns.Last(ctx, "a"))(t), at)
	equal(t, "next", must(db.JobRuns.Claim(ctx, "a", at, at.Add(time.Hour)))(t), true)
	equal(t, "given back", must(db.JobRuns.Claim(ctx, "a", at.Add(time.Hour), time.Time{}))(t), true)
	sameTime(t, "another job", must(db.JobRuns.Last(ctx, "b"))(t), time.Time{})

	var all sync.WaitGroup
	won := make(chan bool, 8)
	for range cap(won) {
		all.Go(func() {
			claimed, err := db.JobRuns.Claim(ctx, "c", time.Time{}, at)
			if err != nil {
				t.Error(err)
			} else if claimed {
				won <- true
			}
		})
	}
	all.Wait()
	equal(t, "winners", len(won), 1)
}
