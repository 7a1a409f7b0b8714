package accounts_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"

// used notes that a user has been there, so that a sign-in is not the first of all.
func (c *club) used(login string) {
	c.t.Helper()
	c.session(login)
	c.pass(time.Hour)
	c.posted = nil
}

// kinds are those of the mails that were posted since the last time.
func (c *club) kinds() string {
	var kinds []string
	for _, draft := range c.posted {
		kinds = append(kinds, draft.Kind+" to "+draft.To[0].Email)
	}
	c.posted = nil
	return strings.Join(kinds, ", ")
}

func (c *club) from(origin accounts.Origin) accounts.SignedIn {
	c.t.Helper()
	in, _, err := c.SignIn(ctx, credentials("anna", password), origin)
	if err != nil {
		c.t.Fatal(err)
	}
	return in
}

func TestASignInFromANewDeviceIsMailedOnce(t *testing.T) {
	c := open(t)
	if err := c.signIn("anna", password); err != nil || c.kinds() != "" {
		t.Fatalf("the first sign-in of all is news: %v", err)
	}
	c.used("anna")
	abroad := accounts.Origin{Address: "198.51.100.7", UserAgent: firefox}
	first := c.from(abroad)
	if len(c.posted) != 1 {
		t.Fatalf("%d mails", len(c.posted))
	}
	golden(t, "new-sign-in", c.posted[0])
	if text := c.posted[0].Text + c.posted[0].HTML; strings.Contains(text, abroad.Address) {
		t.Error("the mail tells where somebody is")
	}
	c.posted = nil
	abroad.Browser = first.Browser
	c.from(abroad)
	c.from(accounts.Origin{Address: "203.0.113.9", UserAgent: "another", Browser: first.Browser}) // a laptop on the way
	c.from(accounts.Origin{Address: abroad.Address, UserAgent: firefox})                          // a private window beside it
	if got := c.kinds(); got != "" {
		t.Errorf("known devices are news: %s", got)
	}
	c.from(accounts.Origin{Address: abroad.Address, UserAgent: "another"})
	if got := c.kinds(); got != "new-sign-in to anna@club.example" {
		t.Errorf("got %q", got)
	}
}

func TestAWrongPasswordFromANewDeviceIsNoNews(t *testing.T) {
	c := open(t)
	c.used("anna")
	_, _, err := c.SignIn(ctx, credentials("anna", "mis"), accounts.Origin{Address: "198.51.100.7", UserAgent: firefox})
	wants(t, "a wrong password", err, account.ErrSignIn)
	if got := c.kinds(); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestManyNewDevicesAreFewMails(t *testing.T) {
	c := open(t)
	c.used("anna")
	c.used("beheer")
	for i := range 3 * accounts.MostNews {
		c.from(accounts.Origin{Address: "198.51.100.7", UserAgent: strings.Repeat("x", i+1)})
	}
	if len(c.posted) != accounts.MostNews {
		t.Errorf("%d mails", len(c.posted))
	}
	c.posted = nil
	there := accounts.Origin{Address: "198.51.100.7", UserAgent: "x"}
	if _, _, err := c.SignIn(ctx, credentials("beheer", password), there); err != nil {
		t.Fatal(err)
	}
	if got := c.kinds(); got != "new-sign-in to beheer@club.example" {
		t.Errorf("another user hears of %q", got)
	}
	c.pass(time.Hour)
	c.from(accounts.Origin{Address: "198.51.100.8", UserAgent: "x"})
	if len(c.posted) != 1 {
		t.Errorf("an hour later %d mails", len(c.posted))
	}
}

func TestAChangedCredentialIsMailed(t *testing.T) {
	c := open(t)
	if _, _, err := c.create(c.anna, "Website {at}"); err != nil {
		t.Fatal(err)
	}
	if len(c.posted) != 1 {
		t.Fatalf("%d mails", len(c.posted))
	}
	golden(t, "credential-changed", c.posted[0])
	if got := c.kinds(); got != "credential-changed to anna@club.example" {
		t.Errorf("an application password: %q", got)
	}
	const next = "een heel ander wachtwoord"
	if err := c.change(c.anna, password, next); err != nil || c.kinds() != "credential-changed to anna@club.example" {
		t.Errorf("a password: %v", err)
	}
	if _, _, err := c.SetPassword(ctx, "anna", password, false); err != nil ||
		c.kinds() != "credential-changed to anna@club.example" {
		t.Errorf("a password by the operator: %v", err)
	}
	token := c.link("een")
	c.posted = nil
	change := accounts.PasswordChange{New: next}
	if _, _, err := c.ResetPassword(ctx, token, change, home); err != nil || c.kinds() != "credential-changed to anna@club.example" {
		t.Errorf("a password by a link: %v", err)
	}
	if err := c.change(c.anna, "mis", next); err == nil || c.kinds() != "" {
		t.Errorf("a wrong password: %v", err)
	}
}

// Another password or app makes browsers strangers, but not the one in which the user chose it.
func TestWhoChangesThePasswordOrTheAppIsNoNewDevice(t *testing.T) {
	for name, change := range map[string]func(*club, accounts.Origin) (string, error){
		"the password": func(c *club, from accounts.Origin) (string, error) {
			from.Session = signedIn.Session
			left, err := c.ChangePassword(ctx, c.anna.Viewer(nil), accounts.PasswordChange{Current: password, New: another}, from)
			return left.Browser, err
		},
		"a link": func(c *club, from accounts.Origin) (string, error) {
			_, left, err := c.ResetPassword(ctx, c.link("een"), accounts.PasswordChange{New: another}, from)
			return left.Browser, err
		},
		"an app": func(c *club, from accounts.Origin) (string, error) {
			secret, _, err := c.BeginFactor(ctx, c.anna.Viewer(nil))
			wants(c.t, "begin", err, nil)
			here, leave := c.sits(c.anna)
			_, browser, err := c.ConfirmFactor(ctx, c.anna.Viewer(nil), here, c.code(secret), from)
			leave()
			return browser, err
		},
	} {
		for _, known := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, %v", name, known), func(t *testing.T) {
				c := open(t)
				c.used("anna")
				laptop := accounts.Origin{Address: "198.51.100.7", UserAgent: firefox}
				old := c.from(laptop).Browser
				if known {
					laptop.Browser = old
				}
				kept, err := change(c, laptop)
				wants(t, "the change", err, nil)
				if (kept != "") != known {
					t.Fatalf("known before: %v; the browser keeps %q", known, kept)
				}
				anna, err := c.Users.ByID(ctx, c.anna.ID)
				wants(t, "look", err, nil)
				knows := func(token string) bool {
					return account.ReadBrowser(c.Key, token, c.at).Knows(anna.Familiar(c.Key))
				}
				if knows(old) || knows(kept) != known {
					t.Errorf("knows by the token of before: %v, by that of now: %v", knows(old), knows(kept))
				}
				if name == "an app" || !known { // the code was used
					return
				}
				c.posted = nil
				laptop.Browser = kept
				_, _, err = c.SignIn(ctx, credentials("anna", another), laptop)
				wants(t, "signing in", err, nil)
				if got := c.kinds(); got != "" {
					t.Errorf("mails: %s", got)
				}
			})
		}
	}
}

// Without an app the browser is known in which it was turned off, and no other that came to know it with the app.
func TestWhoTurnsTheAppOffIsNoNewDevice(t *testing.T) {
	c := open(t)
	secret, _ := c.withFactor(c.anna)
	laptop := accounts.Origin{Address: "198.51.100.7", UserAgent: firefox}
	in, _, err := c.SignIn(ctx, accounts.Credentials{Login: "anna", Password: password, Code: c.code(secret)}, laptop)
	wants(t, "signing in", err, nil)
	c.pass(time.Hour)
	here, _ := c.sits(c.anna)
	laptop.Browser = in.Browser
	kept, err := c.DropFactor(ctx, c.anna.Viewer(nil), here, laptop)
	wants(t, "off", err, nil)
	anna, err := c.Users.ByID(ctx, c.anna.ID)
	wants(t, "look", err, nil)
	for token, want := range map[string]bool{in.Browser: false, kept: true} {
		if got := account.ReadBrowser(c.Key, token, c.at).Knows(anna.Familiar(c.Key)); got != want {
			t.Errorf("the browser with %q knows her: %v", token, got)
		}
	}
}

// Whichever way it is made, its user hears the same, and the log says by what.
func TestAnApplicationPasswordOfTheOperatorIsMailedAndLogged(t *testing.T) {
	c := open(t)
	wish := accounts.PasswordWish{Name: " Website {at} ", ReadOnly: true}
	spelled, err := c.AddApplicationPassword(ctx, "ANNA@club.example", wish)
	if err != nil {
		t.Fatal(err)
	}
	c.acts("anna", spelled, true)
	if len(c.posted) != 1 {
		t.Fatalf("%d mails", len(c.posted))
	}
	golden(t, "credential-changed", c.posted[0])
	c.posted = nil
	log, err := c.stores.Audit.Page(ctx, audit.Query{Kind: audit.ProgramPasswordCreated, Limit: 9})
	if err != nil || len(log.Records) != 1 || log.Records[0].Actor != audit.Command("app-password add") ||
		log.Records[0].Object.ID != c.anna.ID || log.Records[0].After["name"] != "Website {at}" ||
		log.Records[0].After["read_only"] != true {
		t.Errorf("got %+v, %v", log, err)
	}

	c.Post = func(context.Context, ports.Stores, mail.Draft) error { return errors.New("no room") }
	if spelled, err = c.AddApplicationPassword(ctx, "anna", wish); err == nil || spelled != "" {
		t.Errorf("without its mail: got %q, %v", spelled, err)
	}
	kept, err := c.Passwords.List(ctx, c.anna.ID)
	if err != nil || len(kept) != 1 || len(c.logged(audit.ProgramPasswordCreated)) != 1 {
		t.Errorf("a failed one leaves %+v, %v", kept, err)
	}
}

// Who takes an own one away knows; of another one's deed the user hears, once.
func TestWhatSomebodyElseTakesAwayIsMailed(t *testing.T) {
	c := open(t)
	revoke := func(viewer access.Viewer, name string) {
		t.Helper()
		created, _, err := c.create(c.anna, name)
		wants(t, "create", err, nil)
		c.posted = nil
		_, err = c.RevokeApplicationPassword(ctx, viewer, c.anna.ID, created.UUID)
		wants(t, "revoke", err, nil)
	}
	revoke(c.anna.Viewer(nil), "Eigen")
	if got := c.kinds(); got != "" {
		t.Errorf("by the user: %q", got)
	}
	revoke(c.admin.Viewer(nil), "Website {at}")
	if len(c.posted) != 1 {
		t.Fatalf("by an administrator %d mails", len(c.posted))
	}
	golden(t, "application-password-revoked", c.posted[0])
	if got := c.kinds(); got != "credential-changed to anna@club.example" {
		t.Errorf("by an administrator: %q", got)
	}
}

// The log tells of every sign-out by the operator, a mail of one that took more than sessions.
func TestASignOutByTheOperatorIsMailedAndLogged(t *testing.T) {
	c := open(t)
	out := func() {
		t.Helper()
		_, _, err := c.SignOutAll(ctx, "anna")
		wants(t, "sign out", err, nil)
	}
	c.session("anna")
	out()
	if got := c.kinds(); got != "" {
		t.Errorf("of sessions alone: %q", got)
	}
	c.program(c.anna)
	c.withPasskey(c.anna, "Telefoon")
	c.posted = nil
	out()
	if len(c.posted) != 1 {
		t.Fatalf("%d mails", len(c.posted))
	}
	golden(t, "access-revoked", c.posted[0])
	c.withPasskey(c.anna, "Telefoon")
	c.posted = nil
	out()
	if got := c.kinds(); got != "credential-changed to anna@club.example" {
		t.Errorf("of a passkey alone: %q", got)
	}
	log, err := c.stores.Audit.Page(ctx, audit.Query{Kind: audit.SessionsEnded, Limit: 9})
	if err != nil || len(log.Records) != 3 {
		t.Fatalf("got %+v, %v", log, err)
	}
	told := log.Records[1]
	if told.Actor != audit.Command("user sign-out") || told.Object.ID != c.anna.ID ||
		fmt.Sprint(told.After["programs"], told.After["passkeys"]) != "1 1" {
		t.Errorf("the log tells %+v", told)
	}

	c.program(c.anna)
	c.Post = func(context.Context, ports.Stores, mail.Draft) error { return errors.New("no room") }
	if _, _, err := c.SignOutAll(ctx, "anna"); err == nil {
		t.Error("without its mail it is done")
	}
	kept, err := c.Passwords.List(ctx, c.anna.ID)
	if err != nil || len(kept) != 1 {
		t.Errorf("a failed one leaves %+v, %v", kept, err)
	}
}

func TestAnAccountToTryOutAndABlockedOneHearNothing(t *testing.T) {
	c := open(t)
	demo := newUser("demo", access.Member)
	demo.Demo = true
	demo, err := c.Add(ctx, demo, password)
	if err != nil {
		t.Fatal(err)
	}
	c.used("demo")
	if _, _, err := c.SignIn(ctx, credentials("demo", password), accounts.Origin{Address: "198.51.100.7"}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.AddApplicationPassword(ctx, "demo", accounts.PasswordWish{Name: "x"}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Block(ctx, "anna", false); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.SetPassword(ctx, "anna", "een heel ander wachtwoord", false); err != nil {
		t.Fatal(err)
	}
	if got := c.kinds(); got != "" {
		t.Errorf("got %q", got)
	}
}
