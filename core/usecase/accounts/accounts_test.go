package accounts_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx  = context.Background()
	home = accounts.Origin{Address: "192.0.2.1", UserAgent: "Browser"}

	// signedIn is home with a session: what a browser asks that is signed in.
	signedIn = accounts.Origin{Address: home.Address, UserAgent: home.UserAgent, Session: account.Session{Digest: "of a session"}}
)

const password = "een lang wachtwoord"

// club is the accounts of one club in memory, at a time of its own.
type club struct {
	*accounts.Service
	accounts.Operator
	t      *testing.T
	at     time.Time
	hasher *hasher
	stores ports.Stores
	store  *inmem.Store
	posted []mail.Draft
	sat    int // sessions that began by hand

	admin, anna account.User
}

// hasher counts its work, and lets others go first, so that tests about parallel tries can fail.
type hasher struct {
	inmem.FastHasher
	checks atomic.Int64
	hold   chan struct{} // where there is one, a check waits until it is closed
	held   int64         // but only the first so many that began, 0 for all
	begun  atomic.Int64
}

func (h *hasher) Matches(ctx context.Context, typed, hash string) (bool, error) {
	h.checks.Add(1)
	if h.hold != nil && (h.held == 0 || h.begun.Add(1) <= h.held) {
		<-h.hold
	}
	for range 20 {
		runtime.Gosched()
	}
	return h.FastHasher.Matches(ctx, typed, hash)
}

func open(t *testing.T) *club {
	t.Parallel()
	return openHere(t)
}

// openHere is open for tests that are not parallel, or need several clubs.
func openHere(t *testing.T) *club {
	store := inmem.Open()
	stores := store.Stores()
	c := &club{t: t, at: time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC), hasher: &hasher{}, stores: stores, store: store}
	c.Service = &accounts.Service{
		Users: stores.Users, Sessions: stores.Sessions, Passwords: stores.Passwords, Attempts: stores.Attempts,
		Directory: stores.Directory,
		Atomic:    store, Hasher: c.hasher, Strength: inmem.PasswordStrength{}, Codes: inmem.OneTimeCodes{}, Passkeys: inmem.Passkeys{},
		Now:  func() time.Time { return c.at },
		Zone: time.FixedZone("CEST", 2*60*60), Random: rand.Read, Key: []byte("key"),
		Links: stores.PasswordLinks, Audit: stores.Audit, Outbox: stores.Outbox,
		House: func() letter.House { return letter.House{Club: "vv De Proef", BaseURL: "https://club.example"} },
		Post: func(_ context.Context, _ ports.Stores, draft mail.Draft) error {
			c.posted = append(c.posted, draft)
			return nil
		},
	}
	c.Operator = accounts.Operator{Accounts: c.Service}
	c.admin, c.anna = c.add("beheer", access.Administrator), c.add("anna", access.Member)
	return c
}

func newUser(name string, roles ...access.Role) account.User {
	return account.User{Username: name, Email: name + "@club.example", DisplayName: name + " Kok", Roles: roles}
}

func (c *club) add(name string, roles ...access.Role) account.User {
	c.t.Helper()
	user, err := c.Add(ctx, newUser(name, roles...), password)
	if err != nil {
		c.t.Fatal(err)
	}
	return user
}

// Resume waits until the use is stored, so that tests can look at it. Program likewise.
func (c *club) Resume(ctx context.Context, token string, from accounts.Origin) (accounts.SignedIn, error) {
	defer c.settle()
	return c.Service.Resume(ctx, token, from)
}

func (c *club) Program(ctx context.Context, login, typed string, from accounts.Origin) (account.User, error) {
	defer c.settle()
	program, err := c.Service.Program(ctx, login, typed, from)
	return program.User, err
}

func (c *club) settle() {
	c.t.Helper()
	if err := c.Settle(ctx); err != nil {
		c.t.Fatal(err)
	}
}

// credentials are what somebody without a second factor types.
func credentials(login, password string) accounts.Credentials {
	return accounts.Credentials{Login: login, Password: password}
}

func (c *club) signIn(login, password string) error {
	_, _, err := c.SignIn(ctx, credentials(login, password), home)
	return err
}

// session signs in, and returns the token.
func (c *club) session(login string) string {
	c.t.Helper()
	_, token, err := c.SignIn(ctx, credentials(login, password), home)
	if err != nil {
		c.t.Fatal(err)
	}
	return token
}

func (c *club) live(token string) bool {
	_, err := c.Resume(ctx, token, home)
	return err == nil
}

// program makes an application password of one's own, as a browser does.
func (c *club) program(user account.User) string {
	c.t.Helper()
	_, spelled, err := c.create(user, "test")
	if err != nil {
		c.t.Fatal(err)
	}
	return spelled
}

func (c *club) create(user account.User, name string) (account.ApplicationPassword, string, error) {
	c.t.Helper()
	session := account.DigestOf(c.session(user.Username))
	return c.CreateApplicationPassword(ctx, user.Viewer(nil), session, user.ID, accounts.PasswordWish{Name: name})
}

func (c *club) change(user account.User, current, new string) error {
	_, err := c.ChangePassword(ctx, user.Viewer(nil), accounts.PasswordChange{Current: current, New: new}, signedIn)
	return err
}

func (c *club) pass(d time.Duration) { c.at = c.at.Add(d) }

// params returns the sentences about the fields of a refused input.
func params(err error) map[string]string {
	if fault.KindOf(err) != fault.Invalid {
		return nil
	}
	return fault.As(err).Params
}

func wants(t *testing.T, what string, err error, want *fault.Fault) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func TestAdd(t *testing.T) {
	c := open(t)
	user, err := c.Add(ctx, account.User{Username: "Bert", Email: " Bert@Club.EXAMPLE ", DisplayName: "Bert",
		Roles: []access.Role{access.Board}}, password)
	if err != nil || user.ID == 0 || user.Email != "bert@club.example" || user.PasswordHash == account.Hash(password) ||
		!user.Registered.Equal(c.at) {
		t.Errorf("got %+v, %v", user, err)
	}
	wants(t, "who was added signs in", c.signIn("bert", password), nil)
	edited := func(edit func(*account.User)) account.User {
		u := newUser("cor", access.Member)
		edit(&u)
		return u
	}
	for _, taken := range []struct {
		name string
		user account.User
		want *fault.Fault
	}{
		{"a taken name", edited(func(u *account.User) { u.Username = "ANNA" }), account.ErrUsernameTaken},
		{"a taken address", edited(func(u *account.User) { u.Email = "Anna@club.example" }), account.ErrEmailTaken},
	} {
		_, err := c.Add(ctx, taken.user, password)
		wants(t, taken.name, err, taken.want)
	}
	for _, refused := range []struct {
		name  string
		user  account.User
		typed string
		field string
	}{
		{"an unknown role", newUser("cor", "editor"), password, "role"},
		{"no role", newUser("cor"), password, "role"},
		{"a short password", newUser("cor", access.Member), "elf tekens!", "password"},
		{"an easy password", newUser("cor", access.Member), "password1234", "password"},
		{"the user's own name", newUser("cor", access.Member), "cor@club.example", "password"},
		{"the club's name", newUser("cor", access.Member), "vv De Proef vv De Proef", "password"},
	} {
		if _, err := c.Add(ctx, refused.user, refused.typed); params(err)[refused.field] == "" {
			t.Errorf("%s: got %v", refused.name, err)
		}
	}
	if users, err := c.AllUsers(ctx, c.admin.Viewer(nil)); err != nil || len(users) != 3 {
		t.Errorf("%d users, %v", len(users), err)
	}
}

func TestWithoutRandomBytesNothingStarts(t *testing.T) {
	c := open(t)
	broken := errors.New("no entropy")
	c.Random = func([]byte) (int, error) { return 0, broken }
	if err := c.signIn("anna", password); !errors.Is(err, broken) || fault.KindOf(err) != fault.Internal {
		t.Errorf("signing in: %v", err)
	}
	wish := accounts.PasswordWish{Name: "x"}
	if _, _, err := c.CreateApplicationPassword(ctx, c.anna.Viewer(nil), "x", c.anna.ID, wish); !errors.Is(err, broken) {
		t.Errorf("an application password: %v", err)
	}
	if list, err := c.OwnSessions(ctx, c.anna.Viewer(nil)); err != nil || len(list) != 0 {
		t.Errorf("sessions %v, %v", list, err)
	}
}

// A store that fails is never a wrong password or an unknown user.
func TestABrokenStoreIsNobodysFault(t *testing.T) {
	c := open(t)
	token := c.session("anna")
	spelled := c.program(c.anna)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	v := c.anna.Viewer(nil)
	for name, call := range map[string]func() error{
		"SignIn": func() error {
			_, _, err := c.SignIn(cancelled, credentials("anna", password), home)
			return err
		},
		"Resume":  func() error { _, err := c.Resume(cancelled, token, home); return err },
		"Program": func() error { _, err := c.Program(cancelled, "anna", spelled, home); return err },
		"ChangePassword": func() error {
			_, err := c.ChangePassword(cancelled, v, accounts.PasswordChange{Current: password, New: "een nieuw wachtwoord"}, signedIn)
			return err
		},
		"Confirm": func() error { _, err := c.Confirm(cancelled, v, account.DigestOf(token), password, home); return err },
		"CreateApplicationPassword": func() error {
			_, _, err := c.CreateApplicationPassword(cancelled, v, account.DigestOf(token), c.anna.ID, accounts.PasswordWish{Name: "x"})
			return err
		},
		"Block":       func() error { _, _, err := c.Block(cancelled, "anna", false); return err },
		"Unblock":     func() error { _, err := c.Unblock(cancelled, "anna"); return err },
		"SetRoles":    func() error { _, err := c.SetRoles(cancelled, "anna", c.anna.Roles, false); return err },
		"SetPassword": func() error { _, _, err := c.SetPassword(cancelled, "anna", "een nieuw wachtwoord", true); return err },
		"SignOutAll":  func() error { _, _, err := c.SignOutAll(cancelled, "anna"); return err },
		"Me":          func() error { _, err := c.Me(cancelled, v); return err },
		"Search":      func() error { _, err := c.Search(cancelled, v, "be"); return err },
		"Sessions":    func() error { _, err := c.OwnSessions(cancelled, v); return err },
		"Add":         func() error { _, err := c.Add(cancelled, newUser("cor", access.Member), password); return err },
		"Purge":       func() error { _, err := c.Purge(cancelled); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v", name, err)
		}
	}
	wants(t, "afterwards all is as it was", c.signIn("anna", password), nil)
}

func TestNobodyHasAnAccount(t *testing.T) {
	c := open(t)
	var nobody access.Viewer
	for name, call := range map[string]func() error{
		"Me":                    func() error { _, err := c.Me(ctx, nobody); return err },
		"Users":                 func() error { _, err := c.AllUsers(ctx, nobody); return err },
		"Search":                func() error { _, err := c.Search(ctx, nobody, "an"); return err },
		"Search for too little": func() error { _, err := c.Search(ctx, nobody, ""); return err },
		"Sessions":              func() error { _, err := c.OwnSessions(ctx, nobody); return err },
		"EndSession":            func() error { return c.EndSession(ctx, nobody, "x") },
		"EndOtherSessions":      func() error { _, err := c.EndOtherSessions(ctx, nobody, ""); return err },
		"ChangePassword": func() error {
			_, err := c.ChangePassword(ctx, nobody, accounts.PasswordChange{}, home)
			return err
		},
		"Confirm":                   func() error { _, err := c.Confirm(ctx, nobody, "x", "x", home); return err },
		"ApplicationPasswords":      func() error { _, err := c.ApplicationPasswords(ctx, nobody, c.anna.ID); return err },
		"ApplicationPasswords of 0": func() error { _, err := c.ApplicationPasswords(ctx, nobody, 0); return err },
		"CreateApplicationPassword": func() error {
			_, _, err := c.CreateApplicationPassword(ctx, nobody, "x", c.anna.ID, accounts.PasswordWish{Name: "x"})
			return err
		},
		"RevokeApplicationPassword": func() error { _, err := c.RevokeApplicationPassword(ctx, nobody, c.anna.ID, "x"); return err },
	} {
		wants(t, name, call(), fault.ErrNotSignedIn)
	}
}

func TestUsersAreForAdministrators(t *testing.T) {
	c := open(t)
	_, err := c.AllUsers(ctx, c.anna.Viewer(nil))
	wants(t, "a plain user", err, fault.ErrForbidden)
	bert := c.add("bert", access.Board)
	_, err = c.AllUsers(ctx, bert.Viewer(nil))
	wants(t, "the board", err, fault.ErrForbidden)
	users, err := c.AllUsers(ctx, c.admin.Viewer(nil))
	if err != nil || len(users) != 3 || users[0].Username != "anna" || users[1].Username != "beheer" {
		t.Errorf("got %v, %v", users, err)
	}
}

func TestSearch(t *testing.T) {
	c := open(t)
	var zegers []account.User
	for i := range 12 {
		zegers = append(zegers, c.add(fmt.Sprintf("zeger%02d", i), access.Member))
	}
	c.add("joël", access.Member)
	viewer := c.anna.Viewer(nil)
	names := func(query string) string {
		t.Helper()
		hits, err := c.Search(ctx, viewer, query)
		if err != nil {
			t.Fatalf("%q: %v", query, err)
		}
		names := ""
		for _, hit := range hits {
			names += hit.Username + " "
		}
		return names
	}
	for query, want := range map[string]string{
		"anna": "", "be": "beheer ", "JOEL": "joël ", "kok joel": "joël ", "joel zeger": "", "zeger03 ": "zeger03 ",
		"beheer@club": "", "@club.example": "", "club": "", "Beheer@Club.Example ": "beheer ", "anna@club.example": "",
	} {
		if got := names(query); got != want {
			t.Errorf("%q: got %q, want %q", query, got, want)
		}
	}
	if hits, err := c.Search(ctx, viewer, "zeger"); err != nil || len(hits) != accounts.MostHits || hits[0].Username != "zeger00" {
		t.Errorf("%d hits, %v", len(hits), err)
	}
	viewer = c.admin.Viewer(nil)
	for query, want := range map[string]string{"anna@club": "anna ", "a@club kok": "anna ", "beheer": ""} {
		if got := names(query); got != want {
			t.Errorf("an administrator, %q: got %q, want %q", query, got, want)
		}
	}
	synchronization := c.add("sync", access.Synchronizer)
	_, err := c.Search(ctx, synchronization.Viewer(nil), "anna")
	wants(t, "the synchronization", err, fault.ErrForbidden)
	// The caller is left out before the list is cut, wherever the caller stands.
	viewer = zegers[2].Viewer(nil)
	if hits, err := c.Search(ctx, viewer, "zeger"); err != nil || len(hits) != accounts.MostHits || hits[2].Username != "zeger03" {
		t.Errorf("%d hits, %v", len(hits), err)
	}
	for _, query := range []string{"", "a", " a ", "\t\n", "e\u0301"} {
		_, err := c.Search(ctx, viewer, query)
		if params(err)["q"] != fault.TooShortQuery {
			t.Errorf("%q: got %v", query, err)
		}
	}
	if _, err := c.Search(ctx, viewer, "an\x00na"); params(err)["q"] != fault.BadCharacter {
		t.Errorf("a NUL: got %v", err)
	}
}
