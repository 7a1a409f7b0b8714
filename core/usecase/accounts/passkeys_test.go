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
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// add makes a passkey for a user on a device, and returns the recovery codes.
func (c *club) addPasskey(user account.User, device *inmem.PasskeyDevice, name string) ([]string, error) {
	here, leave := c.sits(user)
	defer leave()
	question, err := c.BeginPasskey(ctx, user.Viewer(nil), here)
	if err != nil {
		return nil, err
	}
	reply := accounts.PasskeyReply{Token: question.Token, Reply: device.Make(question.Options)}
	return c.AddPasskey(ctx, user.Viewer(nil), here, name, reply)
}

// withPasskey is addPasskey that must succeed.
func (c *club) withPasskey(user account.User, name string) (device *inmem.PasskeyDevice, recovery []string) {
	c.t.Helper()
	device = &inmem.PasskeyDevice{}
	recovery, err := c.addPasskey(user, device, name)
	if err != nil {
		c.t.Fatal(err)
	}
	return device, recovery
}

// signs asks for a challenge and has a device sign it.
func (c *club) signs(device *inmem.PasskeyDevice) accounts.PasskeyReply {
	c.t.Helper()
	question, err := c.AskPasskey()
	if err != nil {
		c.t.Fatal(err)
	}
	return accounts.PasskeyReply{Token: question.Token, Reply: device.Sign(question.Options)}
}

func (c *club) signInBy(reply accounts.PasskeyReply) error {
	_, _, err := c.SignIn(ctx, accounts.Credentials{Passkey: reply}, home)
	return err
}

// kinds are what the log tells, of some kinds.
func (c *club) logged(kinds ...audit.Kind) (told []string) {
	c.t.Helper()
	all, err := c.stores.Audit.Page(ctx, audit.Query{Limit: 100})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, entry := range all.Records {
		if slices.Contains(kinds, entry.Kind) {
			told = append(told, fmt.Sprintf("%s %s", entry.Kind, entry.After))
		}
	}
	return told
}

func TestAPasskeySignsInAlone(t *testing.T) {
	c := open(t)
	phone, recovery := c.withPasskey(c.anna, " Telefoon ")
	if len(recovery) != account.RecoveryCodes {
		t.Errorf("recovery codes: %v", recovery)
	}
	laptop, again := c.withPasskey(c.anna, "Laptop")
	if again != nil {
		t.Errorf("a second one gives other recovery codes: %v", again)
	}
	for range 2 {
		for _, device := range []*inmem.PasskeyDevice{phone, laptop} {
			c.pass(time.Second)
			in, token, err := c.SignIn(ctx, accounts.Credentials{Passkey: c.signs(device)}, home)
			if err != nil || token == "" || in.User.ID != c.anna.ID || in.Browser == "" {
				t.Fatalf("got %+v, %v", in.User, err)
			}
		}
	}
	state, err := c.Factor(ctx, c.anna.Viewer(nil))
	if err != nil || !state.On || state.App || !state.Offered || !state.Since.IsZero() || state.Recovery != account.RecoveryCodes ||
		len(state.Passkeys) != 2 || state.Passkeys[0].Name != "Laptop" || state.Passkeys[1].Name != "Telefoon" ||
		!state.Passkeys[0].LastUsed.Equal(c.at) || !state.Passkeys[1].LastUsed.Equal(c.at.Add(-time.Second)) ||
		state.Passkeys[0].ID == state.Passkeys[1].ID || state.Passkeys[0].ID == "" {
		t.Errorf("got %+v, %v", state, err)
	}
	if len(c.posted) != 2 || c.posted[0].Kind != account.MailCredential || !strings.Contains(c.posted[0].Text, "Telefoon") {
		t.Errorf("mails: %+v", c.posted)
	}
}

func TestAPasskeyIsASecondFactor(t *testing.T) {
	c := open(t)
	phone, recovery := c.withPasskey(c.anna, "Telefoon")
	with := func(login, password string, reply accounts.PasskeyReply) error {
		_, _, err := c.SignIn(ctx, accounts.Credentials{Login: login, Password: password, Passkey: reply}, home)
		return err
	}
	wants(t, "the password alone", c.signInWith("anna", ""), account.ErrCodeNeeded)
	wants(t, "a code of no app", c.signInWith("anna", "123456"), account.ErrWrongCode)
	wants(t, "the passkey beside a wrong password", with("anna", "fout", c.signs(phone)), account.ErrSignIn)
	wants(t, "the passkey beside the password", with("anna", password, c.signs(phone)), nil)
	reply := c.signs(phone)
	wants(t, "another one", with("anna", password, reply), nil)
	wants(t, "the same again", with("anna", password, reply), account.ErrPasskey)
	wants(t, "a recovery code", c.signInWith("anna", recovery[0]), nil)

	bas := c.add("bas", access.Member)
	theirs, _ := c.withPasskey(bas, "Telefoon")
	wants(t, "another user's", with("anna", password, c.signs(theirs)), account.ErrPasskey)

	// An app beside it, and without it.
	secret, _ := c.withFactor(c.anna)
	wants(t, "the code of the app", c.signInWith("anna", c.code(secret)), nil)
	wants(t, "the passkey, too", c.signInBy(c.signs(phone)), nil)
	wants(t, "the app goes", c.dropFactor(c.anna.Viewer(nil)), nil)
	if last := c.posted[len(c.posted)-1]; !strings.Contains(last.Text, "De app die codes laat zien") {
		t.Errorf("the mail says %s", last.Text)
	}
	wants(t, "again", c.dropFactor(c.anna.Viewer(nil)), account.ErrNoFactor)
	wants(t, "the password alone still does not", c.signInWith("anna", ""), account.ErrCodeNeeded)
	wants(t, "the passkey still does", c.signInBy(c.signs(phone)), nil)
}

func TestWhatIsNoPasskey(t *testing.T) {
	c := open(t)
	phone, _ := c.withPasskey(c.anna, "Telefoon")
	refused := func(what string, reply accounts.PasskeyReply, want *fault.Fault) {
		t.Helper()
		wants(t, what, c.signInBy(reply), want)
	}
	good := c.signs(phone)
	refused("good", good, nil)
	refused("replayed", good, account.ErrPasskey)
	first, second := c.signs(phone), c.signs(phone)
	refused("signed for another challenge", accounts.PasskeyReply{Token: second.Token, Reply: first.Reply}, account.ErrPasskey)
	refused("nonsense", accounts.PasskeyReply{Token: second.Token, Reply: []byte("{}")}, account.ErrPasskey)
	refused("huge", accounts.PasskeyReply{Token: second.Token, Reply: []byte(strings.Repeat("[", 1<<20))}, account.ErrPasskey)
	for _, token := range []string{"x", strings.Repeat("A", 96), second.Token + "A", second.Token[1:]} {
		refused("a token of nobody", accounts.PasskeyReply{Token: token, Reply: second.Reply}, account.ErrPasskeyExpired)
	}
	phone.Page = "https://club.example.evil.example"
	refused("of another page", c.signs(phone), account.ErrPasskey)
	phone.Page, phone.Unverified = "", true
	refused("without a look at who it is", c.signs(phone), account.ErrPasskey)
	phone.Unverified = false
	late := c.signs(phone)
	c.pass(account.ChallengeLife)
	refused("too late", late, account.ErrPasskeyExpired)
	refused("in time", c.signs(phone), nil)

	// A challenge for making one is none for signing in.
	here, _ := c.sits(c.anna)
	question, err := c.BeginPasskey(ctx, c.anna.Viewer(nil), here)
	wants(t, "begin", err, nil)
	kind := accounts.PasskeyReply{Token: question.Token, Reply: phone.Sign(question.Options)}
	refused("another kind", kind, account.ErrPasskeyExpired)
	made := (&inmem.PasskeyDevice{}).Make(question.Options)
	add := func(session account.Digest, name string, reply accounts.PasskeyReply) error {
		_, err := c.AddPasskey(ctx, c.anna.Viewer(nil), session, name, reply)
		return err
	}
	new := accounts.PasskeyReply{Token: question.Token, Reply: made}
	wants(t, "on another session", add("another", "x", new), account.ErrPasskeyExpired)
	wants(t, "of a program", add("", "x", new), account.ErrBrowserOnly)
	if err := add(here, " ", new); fault.KindOf(err) != fault.Invalid {
		t.Errorf("without a name: %v", err)
	}
	asked, err := c.AskPasskey()
	wants(t, "ask", err, nil)
	wants(t, "for signing in", add(here, "x", accounts.PasskeyReply{Token: asked.Token, Reply: made}), account.ErrPasskeyExpired)
	_, err = c.AddPasskey(ctx, c.admin.Viewer(nil), here, "x", new)
	wants(t, "for another user", err, account.ErrPasskey)
	wants(t, "good", add(here, "x", new), nil)
	wants(t, "the same again", add(here, "x", new), account.ErrPasskey)
}

// A passkey that counts less than before was copied: it signs in no more, and the log tells.
func TestACopiedPasskeyIsRefused(t *testing.T) {
	c := open(t)
	phone, _ := c.withPasskey(c.anna, "Telefoon")
	for range 3 {
		wants(t, "signs", c.signInBy(c.signs(phone)), nil)
	}
	copied := *phone
	wants(t, "the device itself goes on", c.signInBy(c.signs(phone)), nil)
	wants(t, "the copy", c.signInBy(c.signs(&copied)), account.ErrPasskey)
	want := "passkey-copied map[name:Telefoon]"
	if told := c.logged(audit.PasskeyCopied); len(told) != 1 || told[0] != want {
		t.Errorf("the log tells %q", told)
	}
	if told := c.logged(audit.SignInFailed); len(told) != 1 {
		t.Errorf("the log tells %q", told)
	}
	wants(t, "the device itself", c.signInBy(c.signs(phone)), nil)
	state, err := c.Factor(ctx, c.anna.Viewer(nil))
	if err != nil || state.Passkeys[0].Count != phone.Count {
		t.Errorf("it counts %+v, %v", state.Passkeys, err)
	}
	// Those that never count are known by their challenges alone.
	still := &inmem.PasskeyDevice{}
	_, err = c.addPasskey(c.anna, still, "Telt niet")
	wants(t, "add", err, nil)
	for range 2 {
		question, err := c.AskPasskey()
		wants(t, "ask", err, nil)
		still.Count = ^uint32(0) // it signs with 0
		wants(t, "does not count", c.signInBy(accounts.PasskeyReply{Token: question.Token, Reply: still.Sign(question.Options)}), nil)
	}
}

func TestWhoIsGoneSignsInWithNoPasskey(t *testing.T) {
	c := open(t)
	bas := c.add("bas", access.Member)
	phone, _ := c.withPasskey(bas, "Telefoon")
	block := func(at time.Time) {
		t.Helper()
		wants(t, "block", c.Users.Update(ctx, bas.ID, func(u *account.User) error { u.Blocked = at; return nil }), nil)
	}
	block(c.at)
	wants(t, "blocked", c.signInBy(c.signs(phone)), account.ErrPasskey)
	block(time.Time{})
	wants(t, "free again", c.signInBy(c.signs(phone)), nil)
	wants(t, "remove", c.Users.Remove(ctx, bas.ID, func(*account.User) error { return nil }), nil)
	wants(t, "deleted", c.signInBy(c.signs(phone)), account.ErrPasskey)
	_, err := c.addPasskey(bas, &inmem.PasskeyDevice{}, "x")
	wants(t, "adds none", err, account.ErrAbsent)
}

func TestOneSignatureSignsInOnceInParallel(t *testing.T) {
	c := open(t)
	phone, _ := c.withPasskey(c.anna, "Telefoon")
	replies := []accounts.PasskeyReply{c.signs(phone), c.signs(phone)}
	replies = replies[1:] // the first of two that count on is not used
	in := make(chan error, 8)
	var all sync.WaitGroup
	for range cap(in) {
		all.Go(func() { in <- c.signInBy(replies[0]) })
	}
	all.Wait()
	close(in)
	good := 0
	for err := range in {
		if err == nil {
			good++
		} else if !errors.Is(err, account.ErrPasskey) {
			t.Error(err)
		}
	}
	if good != 1 {
		t.Errorf("%d sign-ins with one signature", good)
	}
}

func TestRefusedPasskeysCount(t *testing.T) {
	c := open(t)
	phone, _ := c.withPasskey(c.anna, "Telefoon")
	phone.Page = "https://evil.example"
	for range account.AttemptsPerAccount {
		wants(t, "a wrong one", c.signInBy(c.signs(phone)), account.ErrPasskey)
	}
	wants(t, "one more", c.signInBy(c.signs(phone)), account.ErrTooMany)
}

func TestPasskeysComeAndGo(t *testing.T) {
	c := open(t)
	viewer := c.anna.Viewer(nil)
	ids := func() (ids []string) {
		t.Helper()
		state, err := c.Factor(ctx, viewer)
		wants(t, "state", err, nil)
		for _, k := range state.Passkeys {
			ids = append(ids, k.ID)
		}
		return ids
	}
	devices := []*inmem.PasskeyDevice{}
	for range account.MostPasskeys {
		device, _ := c.withPasskey(c.anna, "Sleutel")
		devices = append(devices, device)
	}
	here, _ := c.sits(c.anna)
	_, err := c.addPasskey(c.anna, &inmem.PasskeyDevice{}, "x")
	wants(t, "one too many", err, account.ErrPasskeysFull)
	wants(t, "another user's", c.RemovePasskey(ctx, c.admin.Viewer(nil), here, ids()[0]), fault.ErrNotFound)
	wants(t, "unknown", c.RemovePasskey(ctx, viewer, here, "x"), fault.ErrNotFound)
	wants(t, "the one that was added last", c.RemovePasskey(ctx, viewer, here, ids()[0]), nil)
	wants(t, "which signs no more", c.signInBy(c.signs(devices[9])), account.ErrPasskey)
	wants(t, "the others do", c.signInBy(c.signs(devices[8])), nil)
	_, err = c.SetFactorRule(ctx, c.admin.Viewer(nil), account.FactorRule{Roles: []access.Role{access.Member}})
	wants(t, "a role asks for it", err, nil)
	all := ids()
	for _, id := range all[1:] {
		wants(t, "remove", c.RemovePasskey(ctx, viewer, here, id), nil)
	}
	user, err := c.Users.ByID(ctx, c.anna.ID)
	if err != nil || c.MustEnroll(&user) {
		t.Errorf("a passkey is a second factor: %v", err)
	}
	wants(t, "the last", c.RemovePasskey(ctx, viewer, here, all[0]), account.ErrFactorKept)
	secret, _ := c.withFactor(c.anna)
	here, _ = c.sits(c.anna)
	wants(t, "the last, beside an app", c.RemovePasskey(ctx, viewer, here, all[0]), nil)
	wants(t, "the app then stays", c.dropFactor(viewer), account.ErrFactorKept)
	wants(t, "it signs in", c.signInWith("anna", c.code(secret)), nil)
	if told := c.logged(audit.PasskeyAdded, audit.PasskeyRemoved); len(told) != 20 || !strings.Contains(told[0], "Sleutel") {
		t.Errorf("the log tells %d: %q", len(told), told)
	}
}

// An app beside a passkey is another way in: the codes on paper stay good. An app in the place of another one ends them.
func TestAnAppBesideAPasskeyLeavesTheCodesOnPaper(t *testing.T) {
	c := open(t)
	_, paper := c.withPasskey(c.anna, "Telefoon")
	if _, none := c.withFactor(c.anna); len(none) > 0 {
		t.Errorf("%d other codes", len(none))
	}
	wants(t, "a code on paper", c.signInWith("anna", paper[0]), nil)
	_, other := c.withFactor(c.anna)
	wants(t, "one of before another phone", c.signInWith("anna", paper[1]), account.ErrWrongCode)
	wants(t, "one of that phone", c.signInWith("anna", other[0]), nil)
}

func TestAResetTakesPasskeysToo(t *testing.T) {
	c := open(t)
	phone, recovery := c.withPasskey(c.anna, "Telefoon")
	wants(t, "reset", c.Service.ResetFactor(ctx, c.admin.Viewer(nil), c.anna.ID), nil)
	wants(t, "the passkey", c.signInBy(c.signs(phone)), account.ErrPasskey)
	wants(t, "the password alone", c.signInWith("anna", recovery[0]), nil)
	c.withPasskey(c.anna, "Telefoon")
	_, err := c.Operator.ResetFactor(ctx, "anna")
	wants(t, "on the machine", err, nil)
	wants(t, "the password alone", c.signInWith("anna", ""), nil)
	phone, _ = c.withPasskey(c.anna, "Telefoon")
	state, _ := c.Factor(ctx, c.anna.Viewer(nil))
	here, _ := c.sits(c.anna)
	wants(t, "remove the last", c.RemovePasskey(ctx, c.anna.Viewer(nil), here, state.Passkeys[0].ID), nil)
	user, err := c.Users.ByID(ctx, c.anna.ID)
	if err != nil || user.Factor.On() || len(user.Factor.Recovery) > 0 {
		t.Errorf("left %+v, %v", user.Factor, err)
	}
	wants(t, "which signs no more", c.signInBy(c.signs(phone)), account.ErrPasskey)
}

// A passkey signs in without the password: who throws somebody out by taking away what lets them in takes it, too.
func TestWhatLetsSomebodyInWithoutThePasswordGoesTogether(t *testing.T) {
	const other = "een heel ander wachtwoord 7"
	for name, way := range map[string]struct {
		does func(c *club, revoke bool) (accounts.Left, error)
		keep bool // it can be asked to leave them
	}{
		"the user changes the password": {func(c *club, revoke bool) (accounts.Left, error) {
			change := accounts.PasswordChange{Current: password, New: other, Revoke: revoke}
			return c.ChangePassword(ctx, c.anna.Viewer(nil), change, signedIn)
		}, true},
		"the user sets one by a link": {func(c *club, revoke bool) (accounts.Left, error) {
			token := c.link("een")
			_, left, err := c.ResetPassword(ctx, token, accounts.PasswordChange{New: other, Revoke: revoke}, home)
			return left, err
		}, true},
		"an administrator resets it": {func(c *club, revoke bool) (accounts.Left, error) {
			return c.Reset(ctx, c.admin.Viewer(nil), c.anna.ID, revoke)
		}, true},
		"a command sets it": {func(c *club, revoke bool) (accounts.Left, error) {
			_, left, err := c.SetPassword(ctx, "anna", other, revoke)
			return left, err
		}, true},
		"a command signs out": {func(c *club, _ bool) (accounts.Left, error) {
			_, left, err := c.SignOutAll(ctx, "anna")
			return left, err
		}, false},
	} {
		for _, revoke := range []bool{true, false} {
			if !revoke && !way.keep {
				continue
			}
			t.Run(fmt.Sprintf("%s, %v", name, revoke), func(t *testing.T) {
				c := open(t)
				phone, _ := c.withPasskey(c.anna, "Telefoon")
				left, err := way.does(c, revoke)
				wants(t, name, err, nil)
				want, gone := (*fault.Fault)(nil), 0
				if revoke {
					want, gone = account.ErrPasskey, 1
				}
				if left.Passkeys != gone {
					t.Errorf("told: %+v", left)
				}
				wants(t, "the passkey", c.signInBy(c.signs(phone)), want)
			})
		}
	}
}

func TestWhereThereAreNoPasskeys(t *testing.T) {
	c := open(t)
	c.Passkeys = nil
	_, err := c.AskPasskey()
	wants(t, "ask", err, account.ErrNoPasskeys)
	const here = account.Digest("here")
	_, err = c.BeginPasskey(ctx, c.anna.Viewer(nil), here)
	wants(t, "begin", err, account.ErrNoPasskeys)
	_, err = c.AddPasskey(ctx, c.anna.Viewer(nil), here, "x", accounts.PasskeyReply{Token: "x"})
	wants(t, "add", err, account.ErrNoPasskeys)
	wants(t, "sign in", c.signInBy(accounts.PasskeyReply{Token: "x"}), account.ErrNoPasskeys)
	state, err := c.Factor(ctx, c.anna.Viewer(nil))
	if err != nil || state.Offered {
		t.Errorf("got %+v, %v", state, err)
	}
	demo := newUser("demo", access.Member)
	demo.Demo = true
	user, err := c.Add(ctx, demo, password)
	wants(t, "add", err, nil)
	_, err = c.BeginPasskey(ctx, user.Viewer(nil), here)
	wants(t, "the demo's", err, account.ErrDemoAccess)
}
