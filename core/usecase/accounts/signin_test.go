package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

func TestSignInByNameOrAddress(t *testing.T) {
	c := open(t)
	for _, login := range []string{"anna", " ANNA ", "anna@club.example", "Anna@Club.Example"} {
		in, token, err := c.SignIn(ctx, credentials(login, password), home)
		if err != nil || in.User.ID != c.anna.ID || in.Session.User != c.anna.ID || len(token) < 43 {
			t.Fatalf("%q: got %+v, %v", login, in, err)
		}
		if in.Session.Digest != account.DigestOf(token) || strings.Contains(fmt.Sprint(in.Session), token) ||
			in.Session.Address != home.Address {
			t.Errorf("%q: the session is %+v", login, in.Session)
		}
		resumed, err := c.Resume(ctx, token, home)
		if err != nil || resumed.User.ID != c.anna.ID || resumed.Session.ID != in.Session.ID {
			t.Errorf("%q: resumed as %+v, %v", login, resumed, err)
		}
	}
	first, second := c.session("anna"), c.session("anna")
	if first == second {
		t.Error("a token came twice")
	}
	_, token, err := c.SignIn(ctx, credentials("anna", password), accounts.Origin{UserAgent: strings.Repeat("ë", 1000)})
	if err != nil {
		t.Fatal(err)
	}
	if in, _ := c.Resume(ctx, token, home); len([]rune(in.Session.UserAgent)) != 300 {
		t.Errorf("a browser may say %d characters of itself", len([]rune(in.Session.UserAgent)))
	}
}

func TestWrongSignInsGetOneAnswer(t *testing.T) {
	c := open(t)
	answers := map[string]bool{}
	for _, try := range [][2]string{{"anna", "fout"}, {"anna", ""}, {"nobody", password}, {"nobody", ""}, {"", ""},
		{"anna@club", password}} {
		before := c.hasher.checks.Load()
		err := c.signIn(try[0], try[1])
		wants(t, fmt.Sprint(try), err, account.ErrSignIn)
		answers[fmt.Sprint(err)] = true
		if c.hasher.checks.Load() != before+1 {
			t.Errorf("%v: answered without the work of a check", try)
		}
	}
	if len(answers) != 1 {
		t.Errorf("got the answers %v", answers)
	}
}

// refused reports whether an answer is too many, and that it says how long to wait.
func refused(t *testing.T, what string, err error, wait time.Duration) {
	t.Helper()
	if !errors.Is(err, account.ErrTooMany) || fault.As(err).RetryAfter != wait {
		t.Errorf("%s: got %v with %v, want %v", what, err, fault.As(err).RetryAfter, wait)
	}
	if account.ErrTooMany.RetryAfter != 0 {
		t.Fatal("the shared fault was changed")
	}
}

func TestTenWrongTriesCloseAnAccountForAWhile(t *testing.T) {
	c := open(t)
	for i := range account.AttemptsPerAccount {
		login := []string{"anna", "Anna@club.example"}[i%2] // name and address are one account
		wants(t, "a wrong try", c.signIn(login, "fout"), account.ErrSignIn)
		c.pass(time.Minute)
	}
	checks := c.hasher.checks.Load()
	refused(t, "the right password", c.signIn("anna", password), 5*time.Minute)
	refused(t, "by address", c.signIn("anna@club.example", password), 5*time.Minute)
	if c.hasher.checks.Load() != checks {
		t.Error("a refused try was checked all the same")
	}
	wants(t, "another account", c.signIn("beheer", password), nil)
	c.pass(5*time.Minute - time.Second)
	refused(t, "just before the first no longer counts", c.signIn("anna", password), time.Second)
	c.pass(time.Second)
	wants(t, "after the wait", c.signIn("anna", password), nil)
	wants(t, "one more wrong", c.signIn("anna", "fout"), account.ErrSignIn)
	refused(t, "and the window is full again", c.signIn("anna", password), time.Minute)
}

func TestAnUnknownAccountClosesTheSame(t *testing.T) {
	c := open(t)
	for range account.AttemptsPerAccount {
		wants(t, "a wrong try", c.signIn("Nobody ", "fout"), account.ErrSignIn)
	}
	refused(t, "the eleventh", c.signIn("nobody", "fout"), account.AttemptWindow)
}

func TestFiftyWrongTriesCloseAnAddress(t *testing.T) {
	c := open(t)
	for i := range account.AttemptsPerAddress {
		wants(t, "a wrong try", c.signIn(fmt.Sprintf("user%d", i), "fout"), account.ErrSignIn)
	}
	refused(t, "anybody from there", c.signIn("anna", password), account.AttemptWindow)
	if _, _, err := c.SignIn(ctx, credentials("anna", password), accounts.Origin{Address: "192.0.2.2"}); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
}

func TestAClientHasAWholeNetworkOfIPv6(t *testing.T) {
	c := open(t)
	for i := range account.AttemptsPerAddress {
		_, _, err := c.SignIn(ctx, credentials(fmt.Sprintf("user%d", i), "fout"),
			accounts.Origin{Address: fmt.Sprintf("2001:db8:1:2::%x", i)})
		wants(t, "a wrong try", err, account.ErrSignIn)
	}
	_, _, err := c.SignIn(ctx, credentials("anna", password), accounts.Origin{Address: "2001:db8:1:2:ffff::1"})
	refused(t, "another address of the network", err, account.AttemptWindow)
	_, _, err = c.SignIn(ctx, credentials("anna", password), accounts.Origin{Address: "2001:db8:1:3::1"})
	wants(t, "another network", err, nil)
	let := account.AttemptsPerAddress
	for i := range 59 {
		_, _, err := c.SignIn(ctx, credentials(fmt.Sprintf("other%d", i), "fout"),
			accounts.Origin{Address: fmt.Sprintf("2001:db8:1:%x00::1", i)})
		if errors.Is(err, account.ErrSignIn) {
			let++
		}
	}
	if let != account.AttemptsPerSite {
		t.Errorf("%d tries from the networks of one site", let)
	}
	_, _, err = c.SignIn(ctx, credentials("anna", password), accounts.Origin{Address: "2001:db8:2::1"})
	wants(t, "another site", err, nil)
}

// No store can look up such a name, and nobody has it: it is no fault of ours, and counts against nobody.
func TestAnImpossibleNameIsAWrongSignIn(t *testing.T) {
	c := open(t)
	for range account.AttemptsPerAddress + 1 {
		for _, login := range []string{"anna\x00", "\x00", "anna\xff", "\xc3("} {
			if err := c.signIn(login, password); !errors.Is(err, account.ErrSignIn) {
				t.Fatalf("%q: got %v", login, err)
			}
		}
	}
	wants(t, "a possible name", c.signIn("anna", password), nil)
	wants(t, "a NUL in the password", c.signIn("anna", "fout\x00"), account.ErrSignIn)
}

// A new password ends all sessions: one that was still being made with the old password must not survive it.
func TestAPasswordThatChangesDuringSignInStartsNoSession(t *testing.T) {
	c := open(t)
	fill := c.Random
	c.Random = func(b []byte) (int, error) { // drawn between the check and the session
		c.Random = fill
		wants(t, "changing the password", c.change(c.anna, password, renewed), nil)
		return fill(b)
	}
	in, token, err := c.SignIn(ctx, credentials("anna", password), home)
	if !errors.Is(err, account.ErrSignIn) || token != "" || in.User.ID != 0 {
		t.Errorf("got %+v, %v", in, err)
	}
	if list, err := c.OwnSessions(ctx, c.anna.Viewer(nil)); err != nil || len(list) != 0 {
		t.Errorf("sessions %v, %v", list, err)
	}
	wants(t, "the new password", c.signIn("anna", renewed), nil)
}

func TestOnlyFailuresCount(t *testing.T) {
	c := open(t)
	for range account.AttemptsPerAddress + 1 {
		wants(t, "a right sign-in", c.signIn("anna", password), nil)
	}
	for range account.AttemptsPerAccount - 1 {
		wants(t, "a wrong try", c.signIn("anna", "fout"), account.ErrSignIn)
	}
	for range 3 {
		wants(t, "nine are allowed", c.signIn("anna", password), nil)
	}
	wants(t, "the tenth is answered", c.signIn("anna", "fout"), account.ErrSignIn)
	for range 30 {
		refused(t, "refused tries do not lengthen the wait", c.signIn("anna", "fout"), account.AttemptWindow)
	}
}

func TestParallelTriesDoNotGetPastTheLimit(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	var wrong, closed atomic.Int64
	for range 60 {
		all.Go(func() {
			switch err := c.signIn("anna", "fout"); {
			case errors.Is(err, account.ErrSignIn):
				wrong.Add(1)
			case errors.Is(err, account.ErrTooMany):
				closed.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	all.Wait()
	if wrong.Load() != account.AttemptsPerAccount || closed.Load() != 50 {
		t.Errorf("%d passwords were checked, %d tries refused", wrong.Load(), closed.Load())
	}
}

func TestASessionLivesWhileItIsUsed(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	for range 5 {
		c.pass(account.SessionIdle - time.Second)
		if !c.live(token) {
			t.Fatal("ended while it was used")
		}
	}
	c.pass(account.SessionIdle)
	_, err := c.Resume(ctx, token, home)
	wants(t, "after 14 idle days", err, fault.ErrNotSignedIn)
	if c.live(token) {
		t.Error("the refused use brought it back")
	}
	for _, unknown := range []string{"", "x", token + "x"} {
		_, err := c.Resume(ctx, unknown, home)
		wants(t, "an unknown token", err, fault.ErrNotSignedIn)
	}
}

func TestASessionEndsAfterNinetyDaysHoweverMuchItIsUsed(t *testing.T) {
	c := open(t)
	started, token := c.at, c.session("anna")
	for range 89 {
		c.pass(24 * time.Hour)
		if !c.live(token) {
			t.Fatalf("ended after %v", c.at.Sub(started))
		}
	}
	c.at = started.Add(account.SessionLife - time.Second)
	if !c.live(token) {
		t.Error("ended a second too early")
	}
	c.pass(time.Second)
	_, err := c.Resume(ctx, token, home)
	wants(t, "after ninety days", err, fault.ErrNotSignedIn)
	if list, err := c.OwnSessions(ctx, c.anna.Viewer(nil)); err != nil || len(list) != 0 {
		t.Errorf("listed %v, %v", list, err)
	}
	if count, err := c.Purge(ctx); err != nil || count != 0 {
		t.Errorf("purged %d, %v", count, err)
	}
	c.pass(time.Second)
	if count, err := c.Purge(ctx); err != nil || count != 1 {
		t.Errorf("purged %d, %v", count, err)
	}
}

func TestSigningInAgainEndsTheSessionThatWasSentAlong(t *testing.T) {
	c := open(t)
	first, token, err := c.SignIn(ctx, credentials("anna", password), home)
	wants(t, "signing in", err, nil)
	other := c.session("anna")
	again := home
	again.Session = first.Session
	_, _, err = c.SignIn(ctx, credentials("anna", "fout"), again)
	wants(t, "a wrong password", err, account.ErrSignIn)
	if !c.live(token) {
		t.Error("a wrong password ended the session")
	}
	_, second, err := c.SignIn(ctx, credentials("beheer", password), again) // whoever uses the browser next
	wants(t, "signing in again", err, nil)
	if c.live(token) || !c.live(other) || !c.live(second) {
		t.Error("the wrong sessions ended")
	}
	_, _, err = c.SignIn(ctx, credentials("anna", password), again)
	wants(t, "when that session has ended already", err, nil)
}

func TestAUseIsStoredOnceAMinute(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	started := c.at
	if profile, err := c.Me(ctx, c.anna.Viewer(nil)); err != nil || !profile.LastActive.Equal(started) {
		t.Errorf("after the sign-in the user was last active at %v, %v", profile.LastActive, err)
	}
	seen := func() (time.Time, string) {
		t.Helper()
		sessions, err := c.OwnSessions(ctx, c.anna.Viewer(nil))
		if err != nil || len(sessions) != 1 {
			t.Fatalf("got %v, %v", sessions, err)
		}
		return sessions[0].LastSeen, sessions[0].Address
	}
	elsewhere := accounts.Origin{Address: "192.0.2.9"}
	for _, step := range []struct {
		after   time.Duration
		seen    time.Duration
		address string
	}{{59 * time.Second, 0, home.Address}, {time.Minute, time.Minute, "192.0.2.9"}, {119 * time.Second, time.Minute, "192.0.2.9"},
		{2 * time.Minute, 2 * time.Minute, "192.0.2.9"}} {
		c.at = started.Add(step.after)
		in, err := c.Resume(ctx, token, elsewhere)
		if err != nil || in.Session.LastSeen.Sub(started) != step.seen {
			t.Errorf("after %v: %+v, %v", step.after, in.Session, err)
		}
		if at, address := seen(); at.Sub(started) != step.seen || address != step.address {
			t.Errorf("after %v: stored %v from %s", step.after, at.Sub(started), address)
		}
	}
	if profile, err := c.Me(ctx, c.anna.Viewer(nil)); err != nil || !profile.LastActive.Equal(started.Add(2*time.Minute)) {
		t.Errorf("the user was last active at %v, %v", profile.LastActive, err)
	}
}

func TestNonces(t *testing.T) {
	c := open(t)
	in, _, err := c.SignIn(ctx, credentials("anna", password), home)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := c.SignIn(ctx, credentials("anna", password), home)
	if err != nil {
		t.Fatal(err)
	}
	nonce, expires := c.Nonce(in.Session)
	wants(t, "one's own", c.CheckNonce(in.Session, nonce), nil)
	wants(t, "another session's", c.CheckNonce(other.Session, nonce), account.ErrBadNonce)
	wants(t, "none", c.CheckNonce(in.Session, ""), account.ErrBadNonce)
	c.at = expires
	wants(t, "an old one", c.CheckNonce(in.Session, nonce), account.ErrBadNonce)
	nonce, _ = c.Nonce(in.Session)
	wants(t, "a renewed one", c.CheckNonce(in.Session, nonce), nil)
	c.Key = []byte("another installation")
	wants(t, "of another installation", c.CheckNonce(in.Session, nonce), account.ErrBadNonce)
	c.Key = nil
	nonce, _ = c.Nonce(in.Session)
	wants(t, "of an installation without a key", c.CheckNonce(in.Session, nonce), account.ErrBadNonce)
}

func TestSigningOutEndsOneSession(t *testing.T) {
	c := open(t)
	in, token, err := c.SignIn(ctx, credentials("anna", password), home)
	if err != nil {
		t.Fatal(err)
	}
	other := c.session("anna")
	wants(t, "signing out", c.SignOut(ctx, c.anna.Viewer(nil), in.Session), nil)
	wants(t, "signing out once more", c.SignOut(ctx, c.anna.Viewer(nil), in.Session), nil)
	if c.live(token) || !c.live(other) {
		t.Error("the wrong session ended")
	}
}

func TestPurgeForgetsWhatNoLongerCounts(t *testing.T) {
	c := open(t)
	c.session("anna")
	wants(t, "a wrong try", c.signIn("anna", "fout"), account.ErrSignIn)
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{account.AttemptWindow, 0}, {account.AttemptWindow + 1000, 1}, {account.SessionIdle, 0}, {account.SessionIdle + 1000, 1}} {
		started := c.at
		c.pass(step.after)
		if got, err := c.Purge(ctx); err != nil || got != step.want {
			t.Errorf("after %v: %d, %v", step.after, got, err)
		}
		c.at = started
	}
}
