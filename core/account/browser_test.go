package account_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// numbered is how browsers know the user with a number, a password and an app.
func numbered(id account.UserID) account.Familiar {
	u := account.User{ID: id, PasswordHash: "hash", Factor: account.Factor{Secret: "sealed", Since: now}}
	return u.Familiar(key)
}

func TestABrowserIsKnownForAYearAfterItsLastSignIn(t *testing.T) {
	t.Parallel()
	b := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(numbered(7)).With(numbered(9))
	token := b.Token(key, now)
	for after, known := range map[time.Duration]bool{0: true, account.BrowserLife - time.Second: true, account.BrowserLife: false} {
		got := account.ReadBrowser(key, token, now.Add(after))
		if got.Knows(numbered(7)) != known || got.Knows(numbered(9)) != known || got.Knows(numbered(8)) ||
			got.Knows(account.Familiar{}) || known && got.ID != b.ID {
			t.Errorf("after %v: got %+v", after, got)
		}
	}
}

func TestAForgedBrowserIsUnknown(t *testing.T) {
	t.Parallel()
	token := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(numbered(7)).Token(key, now)
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := slices.Clone(raw)
		changed[i] ^= 1
		if b := account.ReadBrowser(key, base64.RawURLEncoding.EncodeToString(changed), now); b.ID != "" || b.Knows(numbered(7)) {
			t.Errorf("byte %d: got %+v", i, b)
		}
	}
	for _, forged := range []string{"", "x", token + "A", token[:len(token)-1], strings.Repeat("A", len(token)),
		strings.Repeat("A", 4000)} {
		if b := account.ReadBrowser(key, forged, now); b.ID != "" || len(b.Users) > 0 {
			t.Errorf("%q: got %+v", forged, b)
		}
	}
	if b := account.ReadBrowser([]byte("another"), token, now); b.ID != "" {
		t.Errorf("another installation's: got %+v", b)
	}
	nobodys := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(numbered(7)).Token(nil, now)
	if b := account.ReadBrowser(nil, nobodys, now); nobodys != "" || b.ID != "" {
		t.Errorf("without a key: %q, %+v", nobodys, b)
	}
	if (account.Browser{Users: []account.Familiar{numbered(7)}}).Knows(numbered(7)) {
		t.Error("a browser without an ID knows somebody")
	}
}

func TestABrowserKnowsTheLatestUsers(t *testing.T) {
	t.Parallel()
	var b account.Browser
	for user := range account.UserID(12) {
		before := slices.Clone(b.Users)
		next := b.With(numbered(user + 1)).With(numbered(1))
		if !slices.Equal(b.Users, before) {
			t.Fatal("With changed what it was given")
		}
		b = next
	}
	var got []account.UserID
	for _, user := range b.Users {
		got = append(got, user.ID)
	}
	if !slices.Equal(got, []account.UserID{6, 7, 8, 9, 10, 11, 12, 1}) {
		t.Errorf("got %v", got)
	}
}

// Whoever signed in often under another password, or before there was an app, kept what makes browsers known.
func TestABrowserKnowsAUserByTheirPasswordAndApp(t *testing.T) {
	t.Parallel()
	u := account.User{ID: 7, PasswordHash: "hash", Factor: account.Factor{Secret: "sealed", Since: now}}
	b := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(u.Familiar(key))
	b = account.ReadBrowser(key, b.Token(key, now), now)
	if !b.Knows(u.Familiar(key)) {
		t.Error("unknown at once")
	}
	for name, c := range map[string]struct {
		change func(*account.User)
		knows  bool
	}{
		"another number":      {func(u *account.User) { u.ID = 8 }, false},
		"another password":    {func(u *account.User) { u.PasswordHash = "other" }, false},
		"no password":         {func(u *account.User) { u.PasswordHash = "" }, false},
		"no app":              {func(u *account.User) { u.Factor.DropApp() }, false},
		"another app":         {func(u *account.User) { u.Factor.Since = now.Add(time.Microsecond) }, false},
		"one that is begun":   {func(u *account.User) { u.Factor.BeginApp("another") }, true},
		"the app was used":    {func(u *account.User) { u.Factor.TakeStep(5) }, true},
		"a passkey":           {func(u *account.User) { u.Factor.Passkeys = []account.Passkey{{ID: "x"}} }, true},
		"another address":     {func(u *account.User) { u.Email = "x@club.example" }, true},
		"the zone of the app": {func(u *account.User) { u.Factor.Since = now.In(time.FixedZone("x", 3600)) }, true},
	} {
		changed := u
		c.change(&changed)
		if got := b.Knows(changed.Familiar(key)); got != c.knows {
			t.Errorf("%s: knows %v", name, got)
		}
	}
	if u.Familiar(key) == u.Familiar([]byte("another")) {
		t.Error("the mark is made without the key: it tells of the password")
	}
	again := b.With(account.Familiar{ID: 7})
	if len(again.Users) != 1 || again.Knows(u.Familiar(key)) {
		t.Errorf("a user stands there twice: %+v", again)
	}
}

// What browsers kept before there were marks makes nobody known: the users stood there by number alone.
func TestABrowserWithoutMarksIsUnknown(t *testing.T) {
	t.Parallel()
	for users := range 9 {
		raw := make([]byte, account.BrowserIDLength)
		raw = binary.BigEndian.AppendUint64(raw, uint64(now.Add(account.BrowserLife).Unix()))
		for n := range users {
			raw = binary.BigEndian.AppendUint64(raw, uint64(n+7))
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte("browser\x00"))
		mac.Write(raw)
		if b := account.ReadBrowser(key, base64.RawURLEncoding.EncodeToString(mac.Sum(raw)), now); b.ID != "" || len(b.Users) > 0 {
			t.Errorf("%d users: got %+v", users, b)
		}
	}
}
