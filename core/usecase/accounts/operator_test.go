package accounts_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
)

func (c *club) block(login string, force bool) error {
	_, _, err := c.Block(ctx, login, force)
	return err
}

func TestABlockedUserIsOutAtOnceAndWhoeverTriesLearnsNothing(t *testing.T) {
	c := open(t)
	token, spelled, others := c.session("anna"), c.program(c.anna), c.session("beheer")
	user, left, err := c.Block(ctx, "ANNA@club.example", false)
	if err != nil || user.ID != c.anna.ID || left.Ended != 2 || left.Revoked != 0 || len(left.Passwords) != 1 {
		t.Fatalf("got %+v, %+v, %v", user, left, err)
	}
	if c.live(token) || !c.live(others) {
		t.Error("the wrong sessions ended")
	}
	c.acts("anna", spelled, false)
	wants(t, "the right password", c.signIn("anna", password), account.ErrSignIn)
	wants(t, "a wrong one", c.signIn("anna", "fout"), account.ErrSignIn)
	for range account.AttemptsPerAccount - 2 {
		wants(t, "the right password again", c.signIn("anna", password), account.ErrSignIn)
	}
	refused(t, "the right one counts as a wrong one", c.signIn("anna", password), account.AttemptWindow)
	hits, err := c.Search(ctx, c.admin.Viewer(nil), "anna")
	if err != nil || len(hits) != 0 {
		t.Errorf("a search finds %v, %v", hits, err)
	}

	c.pass(time.Hour)
	if _, err := c.Unblock(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	wants(t, "signing in once more", c.signIn("anna", password), nil)
	if c.live(token) {
		t.Error("a session came back")
	}
	c.acts("anna", spelled, true)
}

// Whatever kept a session alive by mistake, the user behind it is blocked.
func TestASessionOfABlockedUserIsNone(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	if err := c.Users.Update(ctx, c.anna.ID, func(u *account.User) error { u.Blocked = c.at; return nil }); err != nil {
		t.Fatal(err)
	}
	_, err := c.Resume(ctx, token, home)
	wants(t, "resuming", err, fault.ErrNotSignedIn)
}

func TestABlockDuringASignInLeavesNoSession(t *testing.T) {
	c := open(t)
	fill := c.Random
	c.Random = func(b []byte) (int, error) { // drawn between the check and the session
		c.Random = fill
		wants(t, "blocking", c.block("anna", false), nil)
		return fill(b)
	}
	wants(t, "signing in", c.signIn("anna", password), account.ErrSignIn)
	if list, err := c.Sessions.List(ctx, c.anna.ID); err != nil || len(list) != 0 {
		t.Errorf("sessions %v, %v", list, err)
	}
}

func TestABlockIsNotedOnce(t *testing.T) {
	c := open(t)
	first := c.at
	for range 2 {
		user, _, err := c.Block(ctx, "anna", false)
		if err != nil || !user.Blocked.Equal(first) {
			t.Errorf("got %v, %v", user.Blocked, err)
		}
		c.pass(time.Hour)
	}
	wants(t, "nobody", c.block("nobody", false), account.ErrAbsent)
	users, err := c.List(ctx)
	if err != nil || len(users) != 2 || !users[0].Blocked.Equal(first) || !users[1].MaySignIn() {
		t.Errorf("got %+v, %v", users, err)
	}
}

func TestTheLastAdministratorStays(t *testing.T) {
	c := open(t)
	roles := func(login string, force bool, roles ...access.Role) error {
		_, err := c.SetRoles(ctx, login, roles, force)
		return err
	}
	wants(t, "blocking the only one", c.block("beheer", false), account.ErrLastAdministrator)
	wants(t, "another role for the only one", roles("beheer", false, access.Board), account.ErrLastAdministrator)
	wants(t, "a role more", roles("beheer", false, access.Board, access.Administrator), nil)
	c.add("cor", access.Administrator)
	wants(t, "blocking one of two", c.block("cor", false), nil)
	wants(t, "blocking that one again", c.block("cor", false), nil)
	wants(t, "a blocked one does not count", c.block("beheer", false), account.ErrLastAdministrator)
	wants(t, "nor for roles", roles("beheer", false, access.Member), account.ErrLastAdministrator)
	wants(t, "a blocked one may lose the role", roles("cor", false, access.Member), nil)
	token := c.session("beheer")
	wants(t, "by force", c.block("beheer", true), nil)
	if c.live(token) {
		t.Error("a session lives")
	}
	wants(t, "back again", func() error { _, err := c.Unblock(ctx, "beheer"); return err }(), nil)
	wants(t, "roles by force", roles("beheer", true, access.Member), nil)
}

func TestOfTwoAdministratorsWhoAreBlockedAtOnceOneStays(t *testing.T) {
	c := open(t)
	c.add("cor", access.Administrator)
	var all sync.WaitGroup
	results := make([]error, 2)
	for i, login := range []string{"beheer", "cor"} {
		all.Go(func() { results[i] = c.block(login, false) })
	}
	all.Wait()
	if (results[0] == nil) == (results[1] == nil) || !errors.Is(errors.Join(results...), account.ErrLastAdministrator) {
		t.Errorf("got %v", results)
	}
}

func TestRolesAreCheckedAndCountAtTheNextRequest(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	user, err := c.SetRoles(ctx, "anna", []access.Role{access.Board, "club_teams"}, false)
	if err != nil || !slices.Equal(user.Roles, []access.Role{access.Board, "club_teams"}) {
		t.Fatalf("got %+v, %v", user, err)
	}
	signedIn, err := c.Resume(ctx, token, home)
	if err != nil || !signedIn.User.Viewer(nil).Has(access.Board) {
		t.Errorf("got %+v, %v", signedIn.User, err)
	}
	for _, refused := range [][]access.Role{nil, {"editor"}, {access.Member, ""}} {
		if _, err := c.SetRoles(ctx, "anna", refused, true); params(err)["role"] == "" {
			t.Errorf("%v: got %v", refused, err)
		}
	}
	_, err = c.SetRoles(ctx, "nobody", []access.Role{access.Board}, false)
	wants(t, "nobody", err, account.ErrAbsent)
	if kept, err := c.Users.ByID(ctx, c.anna.ID); err != nil || !slices.Equal(kept.Roles, user.Roles) {
		t.Errorf("a refusal changed the roles to %v, %v", kept.Roles, err)
	}
}

func TestTheOperatorGivesAPassword(t *testing.T) {
	c := open(t)
	token, spelled := c.session("anna"), c.program(c.anna)
	if _, _, err := c.SetPassword(ctx, "anna", "elf tekens!", true); params(err)["password"] == "" {
		t.Errorf("a short one: got %v", err)
	}
	_, _, err := c.SetPassword(ctx, "nobody", renewed, true)
	wants(t, "nobody", err, account.ErrAbsent)
	if !c.live(token) {
		t.Error("a refusal ended a session")
	}
	user, left, err := c.SetPassword(ctx, "anna", renewed, false)
	if err != nil || user.ID != c.anna.ID || left.Ended != 2 || left.Revoked != 0 || len(left.Passwords) != 1 || c.live(token) {
		t.Errorf("got %+v, %+v, %v", user, left, err)
	}
	wants(t, "the old one", c.signIn("anna", password), account.ErrSignIn)
	wants(t, "the new one", c.signIn("anna", renewed), nil)
	c.acts("anna", spelled, true)
	if _, left, err = c.SetPassword(ctx, "anna", password, true); err != nil || left.Revoked != 1 || len(left.Passwords) != 0 {
		t.Errorf("with application passwords: got %+v, %v", left, err)
	}
	c.acts("anna", spelled, false)
}

func TestSigningAUserOutEndsEverything(t *testing.T) {
	c := open(t)
	token, spelled, others := c.session("anna"), c.program(c.anna), c.session("beheer")
	user, left, err := c.SignOutAll(ctx, "anna")
	if err != nil || user.ID != c.anna.ID || left.Ended != 2 || left.Revoked != 1 || len(left.Passwords) != 0 {
		t.Errorf("got %+v, %+v, %v", user, left, err)
	}
	if c.live(token) || !c.live(others) {
		t.Error("the wrong sessions ended")
	}
	c.acts("anna", spelled, false)
	wants(t, "the password still works", c.signIn("anna", password), nil)
	_, _, err = c.SignOutAll(ctx, "nobody")
	wants(t, "nobody", err, account.ErrAbsent)
}

// A command lets nobody in whose person is to be erased, and its block outlives the erasure that is taken back.
func TestWhomAnErasureKeepsOutNoCommandLetsIn(t *testing.T) {
	c := open(t)
	planned := erasure.New(7, "Anna", erasure.Asked, c.admin.ID, c.at)
	planned.User = c.anna.ID
	_, err := c.stores.Erasures.Create(ctx, planned)
	wants(t, "plan", err, nil)
	_, err = c.Unblock(ctx, "beheer")
	wants(t, "somebody else", err, nil)
	_, _, err = c.Block(ctx, "anna", false)
	wants(t, "block", err, nil)
	_, err = c.Unblock(ctx, "anna")
	wants(t, "unblock", err, account.ErrErasing)
	wants(t, "sign in", c.signIn("anna", password), account.ErrSignIn)
	page, err := c.stores.Erasures.Page(ctx, erasure.Query{Limit: 1})
	if err != nil || !page.Records[0].Blocked {
		t.Errorf("the erasure: %+v, %v", page, err)
	}
}
