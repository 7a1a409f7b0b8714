package accounts_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

const another = "een heel ander wachtwoord"

// link lets anna be mailed a link, and returns its token.
func (c *club) link(request string) string {
	c.t.Helper()
	before := len(c.posted)
	if err := c.SendResetLink(ctx, accounts.ResetRequest{Request: request, User: c.anna.ID}); err != nil {
		c.t.Fatal(err)
	}
	if len(c.posted) != before+1 {
		c.t.Fatalf("%d mails", len(c.posted)-before)
	}
	return c.posted[before].Secret
}

func TestALinkIsMadeOnceForARequest(t *testing.T) {
	c := open(t)
	c.link("een")
	for range 2 { // a job may run again
		if err := c.SendResetLink(ctx, accounts.ResetRequest{Request: "een", User: c.anna.ID}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.posted) != 1 {
		t.Errorf("%d mails", len(c.posted))
	}
	if d := c.posted[0]; strings.Contains(d.Text+d.HTML, d.Secret) || !strings.Contains(d.Text, "https://club.example/wachtwoord/"+letter.Secret) {
		t.Errorf("the mail is %s", d.Text)
	}
}

func TestOfManyWhoAskAtOnceFewAreMailed(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if err := c.SendResetLink(ctx, accounts.ResetRequest{Request: strconv.Itoa(i), User: c.anna.ID}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if len(c.posted) != account.MostLinks {
		t.Errorf("%d mails", len(c.posted))
	}
}

func TestAMailThatCannotBeKeptLeavesNoLink(t *testing.T) {
	c := open(t)
	full := errors.New("full")
	post := c.Post
	c.Post = func(context.Context, ports.Stores, mail.Draft) error { return full }
	if err := c.SendResetLink(ctx, accounts.ResetRequest{Request: "een", User: c.anna.ID}); !errors.Is(err, full) {
		t.Fatalf("got %v", err)
	}
	c.Post = post
	c.link("een")
}

func TestOfManyWhoSetAPasswordAtOnceOneDoes(t *testing.T) {
	c := open(t)
	tokens := []string{c.link("een"), c.link("twee")}
	var won atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			_, _, err := c.ResetPassword(ctx, tokens[i%2], accounts.PasswordChange{New: another}, home)
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, account.ErrLinkUsed) {
				t.Errorf("got %v", err)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d passwords were set", won.Load())
	}
}

func TestALinkOfSomebodyWhoIsKeptOutSetsNothing(t *testing.T) {
	c := open(t)
	token := c.link("een")
	if _, _, err := c.Block(ctx, "anna", false); err != nil {
		t.Fatal(err)
	}
	_, _, err := c.ResetPassword(ctx, token, accounts.PasswordChange{New: another}, home)
	wants(t, "a blocked user", err, account.ErrLinkExpired)
	wants(t, "its link", c.CheckLink(ctx, token), account.ErrLinkExpired)
	if _, err := c.Unblock(ctx, "anna"); err != nil {
		t.Fatal(err)
	}
	wants(t, "the old password", c.signIn("anna", password), nil)
	wants(t, "an unknown link", c.CheckLink(ctx, "x"), account.ErrNoLink)
}

func TestALinkFromBeforeIsVoid(t *testing.T) {
	t.Parallel()
	for name, done := range map[string]func(*club) error{
		"one's own change of the password": func(c *club) error {
			return c.change(c.anna, password, another)
		},
		"the operator's": func(c *club) error {
			_, _, err := c.SetPassword(ctx, "anna", another, false)
			return err
		},
		"signing out everywhere": func(c *club) error {
			_, _, err := c.SignOutAll(ctx, "anna")
			return err
		},
	} {
		c := openHere(t)
		token := c.link("een")
		wants(t, name, done(c), nil)
		_, _, err := c.ResetPassword(ctx, token, accounts.PasswordChange{New: "nog een ander wachtwoord"}, home)
		wants(t, "a link from before "+name, err, account.ErrLinkUsed)
		wants(t, "a new link after "+name, c.CheckLink(ctx, c.link("twee")), nil)
	}
}

func TestATokenIsNoPasswordHash(t *testing.T) {
	c := open(t)
	token := c.link("een")
	link, err := c.stores.PasswordLinks.Find(ctx, account.DigestOf(token))
	if err != nil || strings.Contains(string(link.Digest)+link.Request, token) || len(token) != 43 {
		t.Errorf("%+v, %v", link, err)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, d mail.Draft) {
	t.Helper()
	for ending, got := range map[string]string{".txt": d.Subject + "\n\n" + d.Text, ".html": d.HTML} {
		path := "testdata/" + name + ending
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || got != string(want) {
			t.Errorf("%s: %v\n%s", path, err, got)
		}
	}
}

func TestTheMailAboutAForgottenPassword(t *testing.T) {
	c := open(t)
	c.link("een")
	golden(t, "password-reset", c.posted[0])
}
