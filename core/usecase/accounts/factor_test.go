package accounts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// withFactor turns a second factor on for a user, and returns its secret and the recovery codes.
func (c *club) withFactor(user account.User) (secret string, recovery []string) {
	c.t.Helper()
	secret, address, err := c.BeginFactor(ctx, user.Viewer(nil))
	if err != nil || !strings.Contains(address, "secret="+secret) {
		c.t.Fatalf("begin: %q, %v", address, err)
	}
	here, leave := c.sits(user)
	defer leave()
	recovery, _, err = c.ConfirmFactor(ctx, user.Viewer(nil), here, c.code(secret), home)
	if err != nil {
		c.t.Fatal(err)
	}
	c.pass(30 * time.Second)
	return secret, recovery
}

// sits begins a session of a user, who gave the password just now, and returns how it ends.
func (c *club) sits(user account.User) (here account.Digest, leave func()) {
	c.t.Helper()
	c.sat++
	id := fmt.Sprint("session ", c.sat)
	session := account.Session{ID: id, Digest: account.Digest(id), User: user.ID, Created: c.at, LastSeen: c.at, UserAgent: id}
	if err := c.stores.Sessions.Create(ctx, session); err != nil { // the user is gone
		return session.Digest, func() {}
	}
	return session.Digest, func() { wants(c.t, "the end", c.stores.Sessions.End(ctx, user.ID, id), nil) }
}

// dropFactor turns the viewer's app off, in a session of their own.
func (c *club) dropFactor(viewer access.Viewer) error {
	here, leave := c.sits(account.User{ID: viewer.User})
	defer leave()
	_, err := c.DropFactor(ctx, viewer, here, home)
	return err
}

func (c *club) code(secret string) string { return inmem.OneTimeCodes{}.Code(secret, c.at) }

func (c *club) signInWith(login, code string) error {
	_, _, err := c.SignIn(ctx, accounts.Credentials{Login: login, Password: password, Code: code}, home)
	return err
}

func TestASecondFactorIsAskedFor(t *testing.T) {
	c := open(t)
	wants(t, "without one", c.signInWith("anna", ""), nil)
	wants(t, "a code that nobody asked for", c.signInWith("anna", "123456"), nil)
	secret, recovery := c.withFactor(c.anna)
	wants(t, "the password alone", c.signInWith("anna", ""), account.ErrCodeNeeded)
	wants(t, "a wrong code", c.signInWith("anna", "000000"), account.ErrWrongCode)
	wants(t, "nonsense", c.signInWith("anna", "é\x00"), account.ErrWrongCode)
	wants(t, "a wrong password", c.signIn("anna", "fout"), account.ErrSignIn)
	code := c.code(secret)
	wants(t, "the code, with a blank", c.signInWith("anna", code[:3]+" "+code[3:]), nil)
	wants(t, "the same code", c.signInWith("anna", code), account.ErrWrongCode)
	c.pass(-30 * time.Second)
	wants(t, "an older code", c.signInWith("anna", c.code(secret)), account.ErrWrongCode)
	c.pass(time.Minute)
	wants(t, "the next code", c.signInWith("anna", c.code(secret)), nil)
	c.pass(time.Minute)

	wants(t, "a recovery code, spelled otherwise",
		c.signInWith("anna", " "+strings.ToUpper(strings.ReplaceAll(recovery[3], "-", " "))), nil)
	wants(t, "the same again", c.signInWith("anna", recovery[3]), account.ErrWrongCode)
	state, err := c.Factor(ctx, c.anna.Viewer(nil))
	if err != nil || !state.On || state.Recovery != account.RecoveryCodes-1 || state.Required {
		t.Errorf("got %+v, %v", state, err)
	}
	wants(t, "somebody else", c.signInWith("beheer", ""), nil)
	for _, draft := range c.posted {
		if strings.Contains(draft.Text, secret) || strings.Contains(draft.Text, recovery[0]) {
			t.Error("a mail tells a secret")
		}
	}
	// Turning it on ended the session of the device, which told nothing else by which it is known.
	if got := c.kinds(); got != account.MailFactor+" to anna@club.example, new-sign-in to anna@club.example" {
		t.Errorf("mails: %s", got)
	}
}

func TestAFactorOfALostKeyLetsARecoveryCodeIn(t *testing.T) {
	c := open(t)
	secret, recovery := c.withFactor(c.anna)
	c.Key = make([]byte, len(c.Key))
	wants(t, "the code", c.signInWith("anna", c.code(secret)), account.ErrFactorLost)
	wants(t, "a wrong one", c.signInWith("anna", "fout"), account.ErrWrongCode)
	wants(t, "a recovery code", c.signInWith("anna", recovery[0]), nil)
}

// A code of six digits is guessed in a million tries: wrong ones count as wrong passwords.
func TestWrongCodesCount(t *testing.T) {
	c := open(t)
	c.withFactor(c.anna)
	for range account.AttemptsPerAccount {
		wants(t, "the password without a code does not count", c.signInWith("anna", ""), account.ErrCodeNeeded)
		wants(t, "a wrong code", c.signInWith("anna", "000000"), account.ErrWrongCode)
	}
	wants(t, "one more", c.signInWith("anna", "000000"), account.ErrTooMany)
}

// The old phone signs in until the new one does, and never again. Whoever must have a factor has one all the time.
func TestAnAppMovesToAnotherPhone(t *testing.T) {
	c := open(t)
	wants(t, "the rule", func() error {
		_, err := c.SetFactorRule(ctx, c.admin.Viewer(nil), account.FactorRule{Roles: []access.Role{access.Administrator}})
		return err
	}(), nil)
	old, recovery := c.withFactor(c.admin)
	fresh, _, err := c.BeginFactor(ctx, c.admin.Viewer(nil))
	wants(t, "begin", err, nil)
	wants(t, "the new one is not asked yet", c.signInWith("beheer", c.code(fresh)), account.ErrWrongCode)
	wants(t, "the old one", c.signInWith("beheer", c.code(old)), nil)
	c.pass(time.Minute)
	c.posted = nil
	here, _ := c.sits(c.admin)
	codes, _, err := c.ConfirmFactor(ctx, c.admin.Viewer(nil), here, c.code(old), home)
	if params(err)["code"] == "" {
		t.Errorf("by a code of the old one: %v, %v", codes, err)
	}
	codes, _, err = c.ConfirmFactor(ctx, c.admin.Viewer(nil), here, c.code(fresh), home)
	wants(t, "by a code of the new one", err, nil)
	if last := c.posted[len(c.posted)-1]; !strings.Contains(last.Text, "door een andere vervangen") {
		t.Errorf("the mail says %s", last.Text)
	}
	c.pass(time.Minute)
	wants(t, "the old one", c.signInWith("beheer", c.code(old)), account.ErrWrongCode)
	wants(t, "an old recovery code", c.signInWith("beheer", recovery[0]), account.ErrWrongCode)
	wants(t, "the new one", c.signInWith("beheer", c.code(fresh)), nil)
	wants(t, "a new recovery code", c.signInWith("beheer", codes[0]), nil)
	wants(t, "off", c.dropFactor(c.admin.Viewer(nil)), account.ErrFactorKept)
}

// Whoever tries codes knows the password: from many addresses they get no more tries than from one, and the user hears of it.
// What can't be guessed is good all the same, and so is a code on a browser that signed in before.
func TestCodesAreGuessedFromNowhere(t *testing.T) {
	c := open(t)
	secret, recovery := c.withFactor(c.anna)
	typed := func(code string) accounts.Credentials {
		return accounts.Credentials{Login: "anna", Password: password, Code: code}
	}
	known, _, err := c.SignIn(ctx, typed(c.code(secret)), home)
	wants(t, "at home", err, nil)
	c.pass(time.Minute)
	c.posted = nil
	from := func(n int, code string) error {
		_, _, err := c.SignIn(ctx, typed(code), accounts.Origin{Address: fmt.Sprintf("198.51.100.%d", n)})
		return err
	}
	for n := range account.AttemptsPerAccount {
		wants(t, "a guess", from(n, "000000"), account.ErrWrongCode)
	}
	patient := func(n int, code func() string) error { // strangers wait after so many wrong ones
		wants(t, "at once", from(n, code()), account.ErrTooMany)
		c.pass(account.SoftDelay(account.AttemptsPerAccount))
		return from(n, code())
	}
	right := func() string { return c.code(secret) }
	for n := range 3 {
		wants(t, "one more", patient(100+n, func() string { return "000000" }), account.ErrTooMany)
		wants(t, "the right one, from elsewhere", patient(110+n, right), account.ErrTooMany)
	}
	if got := c.kinds(); got != account.MailCredential+" to anna@club.example" {
		t.Errorf("mails: %s", got)
	}
	wants(t, "a recovery code", patient(200, func() string { return recovery[0] }), nil)
	_, _, err = c.SignIn(ctx, typed(c.code(secret)), accounts.Origin{Address: "198.51.100.7", Browser: known.Browser})
	wants(t, "on a known browser", err, nil)
	c.pass(account.AttemptWindow)
	wants(t, "afterwards", from(201, c.code(secret)), nil)
}

// Who has the password and signed in often, before there was an app, has many browsers that were known: none of them is any more.
// Nor do browsers that got past the app bring tries of their own.
func TestManyKnownBrowsersGuessNoMoreCodes(t *testing.T) {
	c := open(t)
	secret := ""
	collect := func(n int, code func() string) (known []accounts.Origin) {
		for i := range n {
			in, _, err := c.SignIn(ctx, accounts.Credentials{Login: "anna", Password: password, Code: code()}, home)
			wants(t, "signing in", err, nil)
			known = append(known, accounts.Origin{Address: fmt.Sprintf("198.51.100.%d", i), Browser: in.Browser})
			c.pass(time.Minute)
		}
		return known
	}
	guess := func(known []accounts.Origin) (checked int) {
		for _, browser := range known {
			for range account.AttemptsPerAccount {
				c.pass(account.SoftDelay(account.AttemptsPerAccount)) // as strangers have to
				_, _, err := c.SignIn(ctx, accounts.Credentials{Login: "anna", Password: password, Code: "000000"}, browser)
				if errors.Is(err, account.ErrWrongCode) {
					checked++
				}
			}
		}
		return checked
	}
	before := collect(5, func() string { return "" })
	secret, _ = c.withFactor(c.anna)
	c.posted = nil
	if got := guess(before); got != account.AttemptsPerAccount {
		t.Errorf("browsers from before the app: %d guesses", got)
	}
	if got := c.kinds(); got != account.MailCredential+" to anna@club.example" {
		t.Errorf("mails: %s", got)
	}
	c.pass(time.Hour)
	since := collect(5, func() string { return c.code(secret) })
	c.pass(time.Hour)
	c.posted = nil
	if got := guess(since); got != account.AttemptsPerAccount {
		t.Errorf("browsers since then: %d guesses", got)
	}
	if got := c.kinds(); got != account.MailCredential+" to anna@club.example" {
		t.Errorf("mails: %s", got)
	}
	_, _, err := c.SignIn(ctx, accounts.Credentials{Login: "anna", Password: password, Code: c.code(secret)},
		accounts.Origin{Address: "203.0.113.7"})
	wants(t, "a stranger is held up by none of it", err, nil)
}

// A request may have begun before all sessions were ended. What it adds would let somebody in who was thrown out,
// and what it removes would be missed by who threw them out.
func TestWhoWasThrownOutChangesNoFactor(t *testing.T) {
	c := open(t)
	secret, _, err := c.BeginFactor(ctx, c.anna.Viewer(nil))
	wants(t, "begin", err, nil)
	here, leave := c.sits(c.anna)
	device := &inmem.PasskeyDevice{}
	question, err := c.BeginPasskey(ctx, c.anna.Viewer(nil), here)
	wants(t, "begin a passkey", err, nil)
	leave()
	_, _, err = c.ConfirmFactor(ctx, c.anna.Viewer(nil), here, c.code(secret), home)
	wants(t, "an app", err, fault.ErrNotSignedIn)
	reply := accounts.PasskeyReply{Token: question.Token, Reply: device.Make(question.Options)}
	_, err = c.AddPasskey(ctx, c.anna.Viewer(nil), here, "x", reply)
	wants(t, "a passkey", err, fault.ErrNotSignedIn)
	wants(t, "the password alone", c.signInWith("anna", ""), nil)

	_, recovery := c.withFactor(c.anna)
	ended, leave := c.sits(c.anna)
	leave()
	codes, err := c.RenewRecovery(ctx, c.anna.Viewer(nil), ended)
	wants(t, "recovery codes", err, fault.ErrNotSignedIn)
	if codes != nil {
		t.Errorf("got %v", codes)
	}
	wants(t, "an old one", c.signInWith("anna", recovery[0]), nil)

	_, err = c.DropFactor(ctx, c.anna.Viewer(nil), ended, home)
	wants(t, "the app", err, fault.ErrNotSignedIn)
	wants(t, "it is still asked for", c.signInWith("anna", ""), account.ErrCodeNeeded)
	c.withPasskey(c.anna, "Telefoon")
	state, err := c.Factor(ctx, c.anna.Viewer(nil))
	wants(t, "look", err, nil)
	wants(t, "a passkey", c.RemovePasskey(ctx, c.anna.Viewer(nil), ended, state.Passkeys[0].ID), fault.ErrNotSignedIn)
	after, err := c.Factor(ctx, c.anna.Viewer(nil))
	if err != nil || len(after.Passkeys) != 1 {
		t.Errorf("left %+v, %v", after, err)
	}
}

func TestACodeSignsInOnceInParallel(t *testing.T) {
	c := open(t)
	secret, _ := c.withFactor(c.anna)
	code := c.code(secret)
	in := make(chan error, 8)
	var all sync.WaitGroup
	for range cap(in) {
		all.Go(func() { in <- c.signInWith("anna", code) })
	}
	all.Wait()
	close(in)
	good := 0
	for err := range in {
		if err == nil {
			good++
		} else if !errors.Is(err, account.ErrWrongCode) {
			t.Error(err)
		}
	}
	if good != 1 {
		t.Errorf("%d sign-ins with one code", good)
	}
}

func TestASecondFactorIsSetUp(t *testing.T) {
	c := open(t)
	viewer := c.anna.Viewer(nil)
	here, _ := c.sits(c.anna)
	confirm := func(code string) error {
		_, _, err := c.ConfirmFactor(ctx, viewer, here, code, home)
		return err
	}
	wants(t, "not begun", confirm("123456"), account.ErrNotBegun)
	first, _, err := c.BeginFactor(ctx, viewer)
	wants(t, "begin", err, nil)
	wants(t, "nothing is asked for yet", c.signInWith("anna", ""), nil)
	second, _, err := c.BeginFactor(ctx, viewer)
	wants(t, "begin anew", err, nil)
	for _, wrong := range []string{c.code(first), "", "12345", "abcdef", "\x00"} {
		if err := confirm(wrong); params(err)["code"] == "" {
			t.Errorf("%q: got %v", wrong, err)
		}
	}
	token := c.session("anna")
	wants(t, "the code", confirm(c.code(second)), nil)
	if c.live(token) {
		t.Error("another session goes on")
	}
	wants(t, "twice", confirm(c.code(second)), account.ErrNotBegun)
	wants(t, "the code that set it up", c.signInWith("anna", c.code(second)), account.ErrWrongCode)

	old, err := c.RenewRecovery(ctx, viewer, here)
	wants(t, "renew", err, nil)
	fresh, err := c.RenewRecovery(ctx, viewer, here)
	wants(t, "renew again", err, nil)
	if len(fresh) != account.RecoveryCodes || slices.Contains(old, fresh[0]) {
		t.Errorf("got %v and %v", old, fresh)
	}
	wants(t, "an old code", c.signInWith("anna", old[0]), account.ErrWrongCode)
	wants(t, "a new one", c.signInWith("anna", fresh[0]), nil)
	wants(t, "drop", c.dropFactor(viewer), nil)
	wants(t, "drop again", c.dropFactor(viewer), account.ErrNoFactor)
	_, err = c.RenewRecovery(ctx, viewer, here)
	wants(t, "renew none", err, account.ErrNoFactor)
	wants(t, "the password is enough", c.signInWith("anna", ""), nil)
	_, err = c.Factor(ctx, access.Viewer{})
	wants(t, "nobody", err, fault.ErrNotSignedIn)
}

func TestARoleAsksForASecondFactor(t *testing.T) {
	c := open(t)
	admin := c.admin.Viewer(nil)
	_, err := c.SetFactorRule(ctx, c.anna.Viewer(nil), account.FactorRule{Roles: []access.Role{access.Member}})
	wants(t, "no administrator", err, fault.ErrForbidden)
	_, err = c.SetFactorRule(ctx, admin, account.FactorRule{Roles: []access.Role{"baas"}})
	if params(err)["roles"] == "" {
		t.Errorf("an unknown role: %v", err)
	}
	if c.MustEnroll(&c.anna) {
		t.Error("asked at first")
	}
	_, err = c.SetFactorRule(ctx, admin, account.FactorRule{Roles: []access.Role{access.Member}})
	wants(t, "the rule", err, nil)
	if !c.MustEnroll(&c.anna) || c.MustEnroll(&c.admin) {
		t.Error("asked of another role")
	}
	c.withFactor(c.anna)
	anna, err := c.stores.Users.ByID(ctx, c.anna.ID)
	wants(t, "look", err, nil)
	if c.MustEnroll(&anna) {
		t.Error("asked of who has one")
	}
	wants(t, "it stays", c.dropFactor(c.anna.Viewer(nil)), account.ErrFactorKept)

	wants(t, "one's own", c.Service.ResetFactor(ctx, admin, c.admin.ID), account.ErrFactorSelf)
	wants(t, "no administrator", c.Service.ResetFactor(ctx, c.anna.Viewer(nil), c.admin.ID), fault.ErrForbidden)
	wants(t, "who has none", c.Service.ResetFactor(ctx, admin, c.add("bert", access.Member).ID), account.ErrNoFactor)
	wants(t, "nobody", c.Service.ResetFactor(ctx, admin, 99999), account.ErrAbsent)
	wants(t, "an administrator", c.Service.ResetFactor(ctx, admin, c.anna.ID), nil)
	wants(t, "the password is enough to set up another", c.signInWith("anna", ""), nil)
	c.withFactor(c.anna)
	_, err = c.Operator.ResetFactor(ctx, "anna")
	wants(t, "the operator", err, nil)
	wants(t, "then the password is enough", c.signInWith("anna", ""), nil)
}
