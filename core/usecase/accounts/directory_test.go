package accounts_test

import (
	"context"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

// ways returns how somebody comes to be known, by name. The club must be the accounts of one program alone.
func (c *club) ways(token, spelled string) map[string]func() (account.User, error) {
	return map[string]func() (account.User, error){
		"Resume": func() (account.User, error) {
			signedIn, err := c.Resume(ctx, token, home)
			return signedIn.User, err
		},
		"Program": func() (account.User, error) { return c.Program(ctx, "anna", spelled, home) },
		"SignIn": func() (account.User, error) {
			signedIn, _, err := c.SignIn(ctx, credentials("anna", password), home)
			return signedIn.User, err
		},
	}
}

func TestWhoeverComesSeesWhatAnotherProgramWroteRightBefore(t *testing.T) {
	c := open(t)
	token, spelled := c.session("anna"), c.program(c.anna)
	other := c.Atomic.(*inmem.Store).Another()
	here := c.stores.People
	stores := other.Stores()
	c.Service.Users, c.Service.Sessions, c.Passwords, c.Attempts = stores.Users, stores.Sessions, stores.Passwords, stores.Attempts
	c.Directory, c.Atomic = stores.Directory, other
	wants(t, "load", c.Directory.Load(ctx), nil)
	for name, come := range c.ways(token, spelled) {
		ids, err := here.Create(ctx, person.New(1, c.at))
		wants(t, name, err, nil)
		if _, err := c.Directory.View().Person(ids[0], record.View{}); !errors.Is(err, person.ErrAbsent) {
			t.Errorf("%s: known before: %v", name, err)
		}
		_, err = come()
		wants(t, name, err, nil)
		_, err = c.Directory.View().Person(ids[0], record.View{})
		wants(t, name+" afterwards", err, nil)
	}
}

// behind is a directory that can't be brought up to date.
type behind struct{ ports.Directory }

func (behind) CatchUp(context.Context, int64) error { return fault.ErrUnreachable }

func (behind) Refresh(context.Context) error { return fault.ErrUnreachable }

func TestNobodyIsAnsweredFromADirectoryThatStaysBehind(t *testing.T) {
	c := open(t)
	token, spelled := c.session("anna"), c.program(c.anna)
	c.Directory = behind{c.Directory}
	for name, come := range c.ways(token, spelled) {
		user, err := come()
		if wants(t, name, err, fault.ErrUnreachable); user.ID != 0 {
			t.Errorf("%s: answered %+v", name, user)
		}
	}
	wants(t, "block", c.block("anna", false), nil)
	for name, come := range c.ways(token, spelled) {
		if _, err := come(); !errors.Is(err, fault.ErrNotSignedIn) && !errors.Is(err, account.ErrSignIn) {
			t.Errorf("%s of who may not: got %v", name, err)
		}
	}
	if _, err := c.Resume(ctx, "x", accounts.Origin{}); !errors.Is(err, fault.ErrNotSignedIn) {
		t.Errorf("nobody: got %v", err)
	}
}
