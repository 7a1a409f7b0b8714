package account_test

import (
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// FuzzReadBrowser lets a browser bring anything as what it keeps to be known: nothing is known but what was made with the key.
func FuzzReadBrowser(f *testing.F) {
	key, now := []byte("a key of this installation only!"), time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	user := account.Familiar{ID: 7, Mark: [16]byte{1, 2, 3}}
	made := account.Browser{ID: "00112233445566778899aabbccddeeff"}.With(user).Token(key, now)
	f.Add(made)
	f.Add(made[:len(made)-1])
	f.Add("")
	f.Fuzz(func(t *testing.T, token string) {
		b := account.ReadBrowser(key, token, now)
		if b.ID != "" && (b.ID != "00112233445566778899aabbccddeeff" || !slices.Equal(b.Users, []account.Familiar{user})) {
			t.Fatalf("forged: %+v", b)
		}
		_ = account.DeviceOf(token).String()
	})
}
