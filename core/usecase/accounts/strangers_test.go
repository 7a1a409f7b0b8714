package accounts_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// try signs in from an origin, and returns how long the answer says to wait.
func (c *club) try(login, typed string, from accounts.Origin) (time.Duration, error) {
	_, _, err := c.SignIn(ctx, credentials(login, typed), from)
	if errors.Is(err, account.ErrTooMany) {
		return fault.As(err).RetryAfter, err
	}
	return 0, err
}

// enter signs in as often as it is told to come back, and returns after how long it got in.
func (c *club) enter(login string, from accounts.Origin) time.Duration {
	c.t.Helper()
	started := c.at
	for range 10 {
		wait, err := c.try(login, password, from)
		if wait == 0 {
			wants(c.t, "the owner", err, nil)
			break
		}
		c.pass(wait)
	}
	return c.at.Sub(started)
}

// The owner gets in while the attack goes on, however many addresses it has.
func TestTenThousandWrongTriesFromAThousandAddressesLockNobodyOut(t *testing.T) {
	c := open(t)
	in, _, err := c.SignIn(ctx, credentials("anna", password), home)
	wants(t, "signing in", err, nil)
	known, elsewhere := home, accounts.Origin{Address: "203.0.113.7"}
	known.Browser = in.Browser
	checked := 0
	for range 10 {
		for n := range 1000 {
			if _, err := c.try("anna", "fout", from(n)); errors.Is(err, account.ErrSignIn) {
				checked++
			}
		}
		c.pass(10 * time.Second)
	}
	if checked < 3000 {
		t.Fatalf("only %d tries of the attack were checked: it tests nothing", checked)
	}
	if took := c.enter("anna", known); took > 5*time.Second {
		t.Errorf("the owner got in after %v from a known browser", took)
	}
	if took := c.enter("anna", elsewhere); took == 0 || took > time.Minute {
		t.Errorf("the owner got in after %v from a new browser", took)
	}
}

// Strangers wait the longer the more wrong tries there are, wherever those came from.
func TestWrongTriesFromManyAddressesDelayTheNext(t *testing.T) {
	c := open(t)
	for n := range 60 {
		c.pass(time.Second)
		wait, err := c.try("anna", "fout", from(n))
		if want := account.SoftDelay(n); wait != want {
			t.Errorf("after %d wrong tries: waits %v, want %v", n, wait, want)
		}
		if wait > 0 {
			checks := c.hasher.checks.Load()
			again, _ := c.try("anna", "fout", from(n))
			if again != wait || c.hasher.checks.Load() != checks {
				t.Errorf("after %d wrong tries: an early try waits %v and was checked %v", n, again, c.hasher.checks.Load() > checks)
			}
			c.pass(wait)
			_, err = c.try("anna", "fout", from(n))
		}
		wants(t, fmt.Sprint("try ", n), err, account.ErrSignIn)
	}
	wants(t, "another account", c.signIn("beheer", password), nil)
}

// Nobody learns from the answers, the waits or the work whether somebody has an account.
func TestAnAttackLearnsNothingAboutWhoExists(t *testing.T) {
	type outcome struct {
		wait   time.Duration
		err    string
		checks int64
	}
	play := func(login string) (outcomes []outcome) {
		c := openHere(t)
		in, _, err := c.SignIn(ctx, credentials("beheer", password), home)
		wants(t, "another user of the browser", err, nil)
		for n := range 400 {
			origin := from(n % 90)
			if n%7 == 0 {
				origin = home
				origin.Browser = in.Browser // knows somebody else
			}
			before := c.hasher.checks.Load()
			wait, err := c.try(login, "fout", origin)
			outcomes = append(outcomes, outcome{wait, fmt.Sprint(err), c.hasher.checks.Load() - before})
			c.pass(time.Duration(n%5) * time.Second)
		}
		return outcomes
	}
	existing, unknown := play("anna"), play("nobody")
	kinds := map[string]bool{}
	for i := range existing {
		kinds[existing[i].err] = true
		if existing[i] != unknown[i] {
			t.Fatalf("try %d: %+v for a user, %+v for nobody", i, existing[i], unknown[i])
		}
	}
	if len(kinds) != 2 {
		t.Errorf("the attack got the answers %v", kinds)
	}
}

func TestAKnownBrowserHasACountOfItsOwn(t *testing.T) {
	c := open(t)
	in, _, err := c.SignIn(ctx, credentials("anna", password), home)
	wants(t, "signing in", err, nil)
	if in.Browser == "" {
		t.Fatal("nothing to be known by")
	}
	known := home
	known.Browser = in.Browser
	for n := range account.AttemptsPerAddress { // strangers behind the same address
		wants(t, "a stranger", c.signIn(fmt.Sprint("nobody", n), "fout"), account.ErrSignIn)
	}
	refused(t, "a new browser behind that address", c.signIn("anna", password), account.AttemptWindow)
	for range account.AttemptsPerAccount {
		_, err := c.try("anna@club.example", "fout", known)
		wants(t, "a wrong try from the known browser", err, account.ErrSignIn)
	}
	_, err = c.try("anna", password, known)
	refused(t, "the eleventh from there", err, account.AttemptWindow)
	_, err = c.try("anna", password, accounts.Origin{Address: "203.0.113.7"})
	wants(t, "they hold up nobody else", err, nil)
	_, err = c.try("beheer", password, known)
	refused(t, "somebody who never signed in there is a stranger", err, account.AttemptWindow)
	c.pass(account.AttemptWindow)
	second, _, err := c.SignIn(ctx, credentials("beheer", password), known)
	wants(t, "after the window", err, nil)
	c.pass(time.Minute)
	shared := home
	shared.Browser = second.Browser
	for n := range account.AttemptsPerAddress {
		wants(t, "a stranger", c.signIn(fmt.Sprint("nobody", n), "fout"), account.ErrSignIn)
	}
	for _, login := range []string{"anna", "beheer"} {
		_, err := c.try(login, password, shared)
		wants(t, login+" on the browser that both use", err, nil)
	}
}

// Who had the old password has no more tries at the new one than others.
func TestABrowserIsNoLongerKnownAfterAnotherPassword(t *testing.T) {
	c := open(t)
	in, _, err := c.SignIn(ctx, credentials("anna", password), home)
	wants(t, "signing in", err, nil)
	wants(t, "another password", c.change(c.anna, password, another), nil)
	known := home
	known.Browser = in.Browser
	for range account.AttemptsPerAccount {
		wants(t, "a stranger", c.signIn("anna", "fout"), account.ErrSignIn)
	}
	_, err = c.try("anna", another, known)
	refused(t, "the browser of before", err, account.AttemptWindow)
}

func TestABrowserIsNoLongerKnownAfterAYear(t *testing.T) {
	c := open(t)
	in, _, err := c.SignIn(ctx, credentials("anna", password), home)
	wants(t, "signing in", err, nil)
	known := home
	known.Browser = in.Browser
	c.pass(account.BrowserLife)
	for range account.AttemptsPerAccount {
		wants(t, "a stranger", c.signIn("anna", "fout"), account.ErrSignIn)
	}
	_, err = c.try("anna", password, known)
	refused(t, "the browser of a year ago", err, account.AttemptWindow)
}

// Codes, links and the first start are counted by names of their own. If somebody could sign in by such a name, strangers would
// make others wait there, and a mail would tell users that their password is known.
func TestNobodySignsInByTheNameOfAnotherCount(t *testing.T) {
	c := open(t)
	c.withFactor(c.anna)
	for _, name := range []string{"code of anna", "code in known browsers of anna", "password-reset anna", "first start"} {
		for n := range account.AttemptsPerAccount {
			_, err := c.try([]string{name, " " + name, "\t" + name}[n%3], "fout", from(n))
			wants(t, name, err, account.ErrSignIn)
		}
	}
	c.posted = nil
	wants(t, "a wrong code", c.signInWith("anna", "000000"), account.ErrWrongCode)
	_, err := c.RequestReset(ctx, "anna", home)
	wants(t, "a link", err, nil)
	wants(t, "the first start", c.CheckFirstStart(ctx, "x", home), account.ErrNoFirstStart)
	if got := c.kinds(); got != "" {
		t.Errorf("mails: %s", got)
	}
}
