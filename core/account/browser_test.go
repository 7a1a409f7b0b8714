package account_test

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

func TestABrowserIsKnownForAYearAfterItsLastSignIn(t *testing.T) {
	t.Parallel()
	b := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(7).With(9)
	token := b.Token(key, now)
	for after, known := range map[time.Duration]bool{0: true, account.BrowserLife - time.Second: true, account.BrowserLife: false} {
		got := account.ReadBrowser(key, token, now.Add(after))
		if got.Knows(7) != known || got.Knows(9) != known || got.Knows(8) || got.Knows(0) || known && got.ID != b.ID {
			t.Errorf("after %v: got %+v", after, got)
		}
	}
}

func TestAForgedBrowserIsUnknown(t *testing.T) {
	t.Parallel()
	token := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(7).Token(key, now)
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		changed := slices.Clone(raw)
		changed[i] ^= 1
		if b := account.ReadBrowser(key, base64.RawURLEncoding.EncodeToString(changed), now); b.ID != "" || b.Knows(7) {
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
	nobodys := account.Browser{ID: strings.Repeat("0f", account.BrowserIDLength)}.With(7).Token(nil, now)
	if b := account.ReadBrowser(nil, nobodys, now); nobodys != "" || b.ID != "" {
		t.Errorf("without a key: %q, %+v", nobodys, b)
	}
	if (account.Browser{Users: []account.UserID{7}}).Knows(7) {
		t.Error("a browser without an ID knows somebody")
	}
}

func TestABrowserKnowsTheLatestUsers(t *testing.T) {
	t.Parallel()
	var b account.Browser
	for user := range account.UserID(12) {
		before := slices.Clone(b.Users)
		next := b.With(user + 1).With(1)
		if !slices.Equal(b.Users, before) {
			t.Fatal("With changed what it was given")
		}
		b = next
	}
	if got := b.Users; !slices.Equal(got, []account.UserID{6, 7, 8, 9, 10, 11, 12, 1}) {
		t.Errorf("got %v", got)
	}
}
