package accounts_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

// watched is an Atomic that notes which users a step keeps before it hands over what they have.
type watched struct {
	ports.Atomic
	kept  *[]account.UserID
	first *[]account.UserID // those that were kept when it began to hand over
}

func (w watched) Do(ctx context.Context, step func(ports.Stores) error) error {
	return w.Atomic.Do(ctx, func(stores ports.Stores) error {
		stores.Users = keeping{stores.Users, w.kept}
		stores.Belongings = handing{stores.Belongings, func() { *w.first = slices.Clone(*w.kept) }}
		return step(stores)
	})
}

type keeping struct {
	ports.Users
	kept *[]account.UserID
}

func (k keeping) Update(ctx context.Context, id account.UserID, change func(*account.User) error) error {
	*k.kept = append(*k.kept, id)
	return k.Users.Update(ctx, id, change)
}

type handing struct {
	ports.Belongings
	begins func()
}

func (h handing) HandOver(ctx context.Context, from, to account.UserID) error {
	h.begins()
	return h.Belongings.HandOver(ctx, from, to)
}

// A step that gives the user something to do keeps the user: it is over before anything is handed over, or finds nobody.
func TestWhoIsRemovedIsKeptBeforeAnythingIsHandedOver(t *testing.T) {
	t.Parallel()
	ctx, store := t.Context(), inmem.Open()
	stores := store.Stores()
	add := func(name string, role access.Role) account.UserID {
		id, err := stores.Users.Create(ctx, account.User{Username: name, Email: name + "@club.example", Roles: []access.Role{role}})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	admin, jan := add("beheer", access.Administrator), add("jan", access.Member)
	var kept, first []account.UserID
	s := &accounts.Service{
		Users: stores.Users, Directory: stores.Directory, Functions: stores.MemberFunctions, Now: time.Now,
		Atomic: watched{store, &kept, &first},
	}
	if _, _, err := s.Delete(ctx, access.Viewer{User: admin, Roles: []access.Role{access.Administrator}}, jan, 0); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(first, admin) || !slices.Contains(first, jan) {
		t.Errorf("kept %v before anything was handed over, not %d and %d", first, admin, jan)
	}
}

// Who inherits a view of the same name sees whose it was, but not who was erased.
func TestInheritedViewsDoNotNameWhoIsErased(t *testing.T) {
	t.Parallel()
	for erased, want := range map[bool]string{false: "Trainers (Jan Jansen)", true: "Trainers (2)"} {
		ctx, store := t.Context(), inmem.Open()
		stores := store.Stores()
		add := func(name string, role access.Role) account.UserID {
			id, err := stores.Users.Create(ctx, account.User{
				Username: name, Email: name + "@club.example", DisplayName: "Jan Jansen", Roles: []access.Role{role},
			})
			if err != nil {
				t.Fatal(err)
			}
			_, err = stores.SavedViews.Change(ctx, id, func(list *savedview.List) error {
				_, err := list.Add(savedview.View{Name: "Trainers", Roles: []access.Role{access.Board}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		admin, jan := add("beheer", access.Administrator), add("jan", access.Member)
		s := &accounts.Service{
			Users: stores.Users, Directory: stores.Directory, Functions: stores.MemberFunctions, Now: time.Now, Atomic: store,
		}
		var err error
		if erased {
			err = store.Do(ctx, func(in ports.Stores) error { return s.Erase(ctx, in, jan, admin) })
		} else {
			_, _, err = s.Delete(ctx, access.Viewer{User: admin, Roles: []access.Role{access.Administrator}}, jan, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		views, err := stores.SavedViews.Of(ctx, admin)
		if err != nil || len(views.Views) == 0 || views.Views[len(views.Views)-1].Name != want {
			t.Errorf("got %+v, %v; want %q", views.Views, err, want)
		}
	}
}
