package accounts_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// confirmed asks whether a session may do what needs the password once more.
func (c *club) confirmed(token string) error {
	c.t.Helper()
	signedIn, err := c.Resume(ctx, token, home)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.CheckConfirmed(signedIn.Session)
}

func TestAPasswordGivenOnceMoreCountsForTenMinutes(t *testing.T) {
	c := open(t)
	token, other := c.session("anna"), c.session("anna")
	wants(t, "a sign-in counts", c.confirmed(token), nil)
	c.pass(10 * time.Minute)
	wants(t, "ten minutes later", c.confirmed(token), account.ErrUnconfirmed)
	until, err := c.Confirm(ctx, c.anna.Viewer(nil), account.DigestOf(token), password, home)
	if err != nil || !until.Equal(c.at.Add(10*time.Minute)) {
		t.Errorf("got %v, %v", until, err)
	}
	wants(t, "confirmed", c.confirmed(token), nil)
	wants(t, "the other session", c.confirmed(other), account.ErrUnconfirmed)
	c.pass(10*time.Minute - time.Microsecond)
	wants(t, "within ten minutes", c.confirmed(token), nil)
	c.pass(time.Microsecond)
	wants(t, "after that", c.confirmed(token), account.ErrUnconfirmed)
}

func TestAWrongConfirmationCountsAsAWrongSignIn(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	c.pass(time.Hour)
	confirm := func(typed string) error {
		_, err := c.Confirm(ctx, c.anna.Viewer(nil), account.DigestOf(token), typed, home)
		return err
	}
	for range account.AttemptsPerAccount {
		wants(t, "a wrong one", confirm("fout"), account.ErrWrongPassword)
	}
	refused(t, "the right one", confirm(password), account.AttemptWindow)
	refused(t, "signing in", c.signIn("anna", password), account.AttemptWindow)
	wants(t, "the session", c.confirmed(token), account.ErrUnconfirmed)
}

func TestAConfirmationNeedsALiveSession(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	_, err := c.Confirm(ctx, c.anna.Viewer(nil), "", password, home)
	wants(t, "a program", err, account.ErrBrowserOnly)
	if _, _, err := c.SignOutAll(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	_, err = c.Confirm(ctx, c.anna.Viewer(nil), account.DigestOf(token), password, home)
	wants(t, "an ended session", err, fault.ErrNotSignedIn)
}

func TestAPasswordChangeTellsAndRevokesApplicationPasswords(t *testing.T) {
	c := open(t)
	first := c.program(c.anna)
	c.pass(time.Hour)
	second, admins := c.program(c.anna), c.program(c.admin)
	change := func(current, new string, revoke bool) accounts.Left {
		t.Helper()
		left, err := c.ChangePassword(ctx, c.anna.Viewer(nil), accounts.PasswordChange{Current: current, New: new, Revoke: revoke},
			signedIn)
		if err != nil {
			t.Fatal(err)
		}
		return left
	}
	calendars := account.Token{User: c.anna.ID, Kind: account.ForCalendars, Digest: "x"}
	if _, err := c.stores.UserTokens.Keep(ctx, calendars, false); err != nil {
		t.Fatal(err)
	}
	left := change(password, renewed, false)
	if left.Ended != 2 || left.Revoked != 0 || len(left.Passwords) != 2 ||
		!left.Passwords[0].Created.Before(left.Passwords[1].Created) {
		t.Errorf("not asked to revoke: got %+v", left)
	}
	c.acts("anna", first, true)
	if _, err := c.stores.UserTokens.Find(ctx, account.ForCalendars, "x"); err != nil {
		t.Errorf("not asked to revoke: %v", err)
	}
	left = change(renewed, password, true)
	if left.Ended != 0 || left.Revoked != 2 || len(left.Passwords) != 0 {
		t.Errorf("asked to revoke: got %+v", left)
	}
	if _, err := c.stores.UserTokens.Find(ctx, account.ForCalendars, "x"); !errors.Is(err, account.ErrNoLink) {
		t.Errorf("the address of the calendars: %v", err)
	}
	c.acts("anna", first, false)
	c.acts("anna", second, false)
	c.acts("beheer", admins, true)
}

// acts checks whether a program may act as a user.
func (c *club) acts(login, spelled string, want bool) {
	c.t.Helper()
	_, err := c.Program(ctx, login, spelled, home)
	if want {
		wants(c.t, login, err, nil)
	} else {
		wants(c.t, login, err, fault.ErrNotSignedIn)
	}
}

func TestWhoMakesAnApplicationPassword(t *testing.T) {
	c := open(t)
	synchronizer := c.add("sync", access.Synchronizer)
	both := c.add("both", access.Synchronizer, access.Administrator)
	old := account.DigestOf(c.session("beheer"))
	c.pass(account.ConfirmationLife)
	ended := account.DigestOf(c.session("anna"))
	if _, _, err := c.SignOutAll(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	digest := func(login string) account.Digest { return account.DigestOf(c.session(login)) }
	for _, try := range []struct {
		name    string
		user    account.User
		session account.Digest
		of      account.UserID
		want    *fault.Fault
	}{
		{"one's own", c.anna, digest("anna"), c.anna.ID, nil},
		{"one's own, by a program", c.anna, "", c.anna.ID, account.ErrBrowserOnly},
		{"an administrator for another user", c.admin, digest("beheer"), c.anna.ID, fault.ErrForbidden},
		{"an administrator's program for another user", c.admin, "", c.anna.ID, account.ErrBrowserOnly},
		{"an administrator for nobody", c.admin, digest("beheer"), 99, fault.ErrForbidden},
		{"a user for another", c.anna, digest("anna"), c.admin.ID, fault.ErrForbidden},
		{"the synchronization", synchronizer, digest("sync"), synchronizer.ID, fault.ErrForbidden},
		{"an administrator who synchronizes", both, digest("both"), both.ID, nil},
		{"without giving the password again", c.admin, old, c.admin.ID, account.ErrUnconfirmed},
		{"on a session that ended meanwhile", c.anna, ended, c.anna.ID, fault.ErrNotSignedIn},
	} {
		before, err := c.Passwords.List(ctx, try.of)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = c.CreateApplicationPassword(ctx, try.user.Viewer(nil), try.session, try.of, accounts.PasswordWish{Name: "x"})
		wants(t, try.name, err, try.want)
		after, err := c.Passwords.List(ctx, try.of)
		if made := len(after) - len(before); err != nil || (made == 1) != (try.want == nil) {
			t.Errorf("%s: made %d, %v", try.name, made, err)
		}
	}
}

func TestTheSynchronizationKeepsOffItsOwnAccount(t *testing.T) {
	c := open(t)
	synchronizer := c.add("sync", access.Synchronizer)
	spelled, err := c.AddApplicationPassword(ctx, "sync", accounts.PasswordWish{Name: "clubsync"})
	if err != nil {
		t.Fatal(err)
	}
	wants(t, "the password", c.change(synchronizer, password, renewed), fault.ErrForbidden)
	_, err = c.ApplicationPasswords(ctx, synchronizer.Viewer(nil), synchronizer.ID)
	wants(t, "listing", err, fault.ErrForbidden)
	_, err = c.RevokeApplicationPassword(ctx, synchronizer.Viewer(nil), synchronizer.ID, "x")
	wants(t, "revoking", err, fault.ErrForbidden)
	c.acts("sync", spelled, true)
	list, err := c.ApplicationPasswords(ctx, c.admin.Viewer(nil), synchronizer.ID)
	if err != nil || len(list) != 1 {
		t.Errorf("an administrator sees it: got %v, %v", list, err)
	}
}
