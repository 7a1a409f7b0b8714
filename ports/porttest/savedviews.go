package porttest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/savedview"
)

// SavedViews is the contract of ports.SavedViews.
func SavedViews(t *testing.T, open Open) {
	suite{
		{"every field comes back, each user's own", savedViews},
		{"a refused change leaves no trace, and nobody has views", refusedViews},
		{"a changed returned value does not reach the store", copiedViews},
		{"parallel changes lose nothing", viewsAtOnce},
		{"those who hold a role find what is shared with it", sharedViews},
	}.run(t, open)
}

func viewNamed(name string) savedview.View {
	return savedview.View{
		Name: name, Filter: json.RawMessage(`{"label":[1,2],"x":"é"}`), OrderBy: "last_name", Order: "desc",
		Columns: []string{"email", "x"},
	}
}

// addView returns a change that adds one.
func addView(name string) func(*savedview.List) error {
	return func(list *savedview.List) error {
		_, err := list.Add(viewNamed(name))
		return err
	}
}

func savedViews(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	alike(t, "at first", must(db.SavedViews.Of(ctx, jan))(t), savedview.List{})
	first := viewNamed("Eén")
	first.ID = 1
	want := savedview.List{Last: 1, Views: []savedview.View{first}}
	alike(t, "returned", must(db.SavedViews.Change(ctx, jan, addView("Eén")))(t), want)
	alike(t, "jan's", must(db.SavedViews.Of(ctx, jan))(t), want)
	alike(t, "piet's", must(db.SavedViews.Of(ctx, piet))(t), savedview.List{})
	bare := savedview.View{ID: 2, Name: "Kaal", Filter: json.RawMessage(`{}`)}
	want = savedview.List{Last: 9, Views: []savedview.View{bare}}
	must(db.SavedViews.Change(ctx, jan, func(list *savedview.List) error { *list = want.Clone(); return nil }))(t)
	alike(t, "replaced", must(db.SavedViews.Of(ctx, jan))(t), want)
}

func refusedViews(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	refuses(t, db, func(refusal error) error {
		_, err := db.SavedViews.Change(ctx, jan, func(list *savedview.List) error {
			ok(t, addView("x")(list))
			return refusal
		})
		return err
	})
	alike(t, "after a refusal", must(db.SavedViews.Of(ctx, jan))(t), savedview.List{})
	alike(t, "nobody's", must(db.SavedViews.Of(ctx, jan+99))(t), savedview.List{})
	_, err := db.SavedViews.Change(ctx, jan+99, addView("x"))
	isFault(t, "of nobody", err, account.ErrAbsent)
}

func copiedViews(t *testing.T, db Database) {
	ctx := t.Context()
	jan := must(db.Users.Create(ctx, userNamed("jan")))(t)
	var inside savedview.List
	returned := must(db.SavedViews.Change(ctx, jan, func(list *savedview.List) error {
		err := addView("x")(list)
		inside = *list
		return err
	}))(t)
	want := returned.Clone()
	for _, list := range []savedview.List{inside, returned, must(db.SavedViews.Of(ctx, jan))(t)} {
		list.Views[0].Name, list.Views[0].Columns[0], list.Views[0].Filter[2] = "changed", "changed", 'X'
	}
	alike(t, "afterwards", must(db.SavedViews.Of(ctx, jan))(t), want)
}

func viewsAtOnce(t *testing.T, db Database) {
	jan := must(db.Users.Create(t.Context(), userNamed("jan")))(t)
	inParallel(t, 8, func(i int) error {
		_, err := db.SavedViews.Change(t.Context(), jan, addView(fmt.Sprint(i)))
		return err
	})
	list := must(db.SavedViews.Of(t.Context(), jan))(t)
	equal(t, "views", len(list.Views), 8)
	equal(t, "the last number", list.Last, 8)
}

func sharedViews(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	share := func(user account.UserID, name string, roles ...access.Role) {
		t.Helper()
		must(db.SavedViews.Change(ctx, user, func(list *savedview.List) error {
			v := viewNamed(name)
			v.Roles = roles
			_, err := list.Add(v)
			return err
		}))(t)
	}
	names := func(user account.UserID, roles ...access.Role) (names []string) {
		t.Helper()
		for _, v := range must(db.SavedViews.Shared(ctx, user, roles))(t) {
			names = append(names, fmt.Sprint(v.Owner, " ", v.OwnerName, " ", v.ID, " ", v.Name))
		}
		return names
	}
	name := must(db.Users.ByID(ctx, jan))(t).DisplayName
	share(jan, "z", access.Board, access.Member)
	share(jan, "A", access.Board)
	share(jan, "alone")
	share(piet, "own", access.Board)
	both := []string{fmt.Sprint(jan, " ", name, " 2 A"), fmt.Sprint(jan, " ", name, " 1 z")}
	alike(t, "of a role", names(piet, access.Board), both)
	alike(t, "of two roles", names(piet, access.Member, access.Board), both)
	alike(t, "of another role", names(piet, access.Member), both[1:])
	alike(t, "of a role that nothing is shared with", names(piet, access.Synchronizer), []string(nil))
	alike(t, "of no role", names(piet), []string(nil))

	must(db.SavedViews.Change(ctx, jan, func(list *savedview.List) error {
		_, err := list.Change(1, func(v *savedview.View) { v.Roles = nil })
		return err
	}))(t)
	alike(t, "no longer shared", names(piet, access.Member, access.Board), both[:1])
	ok(t, db.Users.Update(ctx, jan, func(u *account.User) error { u.Blocked = at; return nil }))
	alike(t, "of somebody who is blocked", names(piet, access.Board), []string(nil))
	ok(t, db.Users.Remove(ctx, piet, func(*account.User) error { return nil }))
	alike(t, "of somebody who is gone", names(jan, access.Board), []string(nil))
}
