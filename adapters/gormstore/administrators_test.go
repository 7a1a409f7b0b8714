package gormstore_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// Three administrators take each other's account or role away at once, in every way that there is: one is left.
func TestOfAdministratorsWhoRemoveEachOtherInParallelOneStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store := loaded(t, location)
		stores, ctx := store.Stores(), t.Context()
		s := &accounts.Service{
			Users: stores.Users, Directory: stores.Directory, Functions: stores.MemberFunctions, Atomic: store, Now: time.Now,
		}
		brought := access.FunctionMap{"Voorzitter": {access.Administrator}}
		_, err := stores.FunctionMap.Change(ctx, func(m *access.FunctionMap) error { *m = brought; return nil })
		ok(t, err)
		for round := range 3 {
			var viewers []access.Viewer
			for i := range 3 {
				name := fmt.Sprintf("a%d%d", round, i)
				made, err := stores.People.Create(ctx, person.Person{
					Administered: true, Membership: person.Membership{Code: name + "xx"}, Name: person.Name{First: name},
				})
				ok(t, err)
				u := account.User{Username: name, Email: name + "@club.example", Person: made[0], Code: name + "xx"}
				if i == 2 {
					u.ByFunction = []access.Role{access.Administrator}
				} else {
					u.Roles = []access.Role{access.Administrator}
				}
				u.ID, err = stores.Users.Create(ctx, u)
				ok(t, err)
				viewers = append(viewers, u.Viewer(nil))
			}
			var all sync.WaitGroup
			for _, attack := range []func(){
				func() { _, _, _ = s.Delete(ctx, viewers[0], viewers[1].User, 0) },
				func() { _, _, _ = s.Delete(ctx, viewers[1], viewers[0].User, 0) },
				func() { _, _ = s.SetRolesByHand(ctx, viewers[1], viewers[0].User, nil) },
				func() { _, _ = s.SyncFunctions(ctx, viewers[0], fmt.Sprintf("a%d2xx", round), nil) },
				func() { _, _ = s.SetFunctionMap(ctx, viewers[2], access.FunctionMap{}) },
			} {
				all.Go(attack)
			}
			all.Wait()
			left := administering(ctx, t, s)
			if len(left) == 0 {
				t.Fatal("nobody administers the club any more")
			}
			// Whoever is left removes the others; nothing removes the last one.
			for _, id := range left[1:] {
				_, _, err := s.Delete(ctx, access.Viewer{User: left[0], Roles: []access.Role{access.Administrator}}, id, 0)
				ok(t, err)
			}
			last := access.Viewer{User: left[0], Roles: []access.Role{access.Administrator}}
			if _, err := s.SetRolesByHand(ctx, last, last.User, nil); err == nil {
				user, err := s.Users.ByID(ctx, last.User)
				if ok(t, err); !user.Administers() {
					t.Error("the last administrator lost the role")
				}
			}
			_, err := s.SetFunctionMap(ctx, last, access.FunctionMap{})
			ok(t, err)
			if got := administering(ctx, t, s); len(got) != 1 {
				t.Fatalf("administrators %v", got)
			}
		}
	})
}

func administering(ctx context.Context, t *testing.T, s *accounts.Service) (ids []account.UserID) {
	t.Helper()
	all, err := s.Users.List(ctx, nil, 0)
	ok(t, err)
	for _, u := range all {
		if u.Administers() {
			ids = append(ids, u.ID)
		}
	}
	return ids
}
