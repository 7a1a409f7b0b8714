package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"time"
)

// BrowserLife is how long a browser is known after its last sign-in.
const BrowserLife = 365 * 24 * time.Hour

// mostBrowserUsers is how many accounts one browser is known to: the latest ones.
const mostBrowserUsers = 8

// BrowserIDLength is how many random bytes name a browser.
const BrowserIDLength = 16

// Browser is a browser in which users signed in. It opens nothing: wrong passwords from it count by themselves, so that it is not
// held up by what strangers do.
type Browser struct {
	ID    string   // random bytes, in hexadecimal; "" for an unknown browser
	Users []UserID // who signed in, the latest last
}

// Knows reports whether the user has signed in there.
func (b Browser) Knows(user UserID) bool { return b.ID != "" && slices.Contains(b.Users, user) }

// With returns b after a sign-in of the user.
func (b Browser) With(user UserID) Browser {
	users := slices.DeleteFunc(slices.Clone(b.Users), func(u UserID) bool { return u == user })
	users = append(users, user)
	return Browser{ID: b.ID, Users: users[max(0, len(users)-mostBrowserUsers):]}
}

// Token returns what the browser keeps to be known until BrowserLife from now: its ID, the end and the users, with a keyed hash
// over them. Nothing is stored.
func (b Browser) Token(key []byte, at time.Time) string {
	raw, err := hex.DecodeString(b.ID)
	if err != nil || len(raw) != BrowserIDLength || len(key) == 0 {
		return ""
	}
	raw = binary.BigEndian.AppendUint64(raw, uint64(at.Add(BrowserLife).Unix())) //nolint:gosec // times after 1970
	for _, user := range b.Users {
		raw = binary.BigEndian.AppendUint64(raw, uint64(user)) //nolint:gosec // numbers from 1
	}
	return base64.RawURLEncoding.EncodeToString(append(raw, browserHash(key, raw)...))
}

func browserHash(key, raw []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("browser\x00"))
	mac.Write(raw)
	return mac.Sum(nil)
}

// ReadBrowser returns the browser that keeps the token, an unknown one when the token was not made with this key or is too old.
func ReadBrowser(key []byte, token string, at time.Time) Browser {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	users := len(raw) - BrowserIDLength - 8 - sha256.Size
	if err != nil || len(key) == 0 || users < 0 || users%8 != 0 || users/8 > mostBrowserUsers {
		return Browser{}
	}
	raw, hash := raw[:len(raw)-sha256.Size], raw[len(raw)-sha256.Size:]
	expires := time.Unix(int64(binary.BigEndian.Uint64(raw[BrowserIDLength:])), 0) //nolint:gosec // checked by the hash
	if !hmac.Equal(hash, browserHash(key, raw)) || !at.Before(expires) {
		return Browser{}
	}
	b := Browser{ID: hex.EncodeToString(raw[:BrowserIDLength])}
	for rest := raw[BrowserIDLength+8:]; len(rest) > 0; rest = rest[8:] {
		b.Users = append(b.Users, int64(binary.BigEndian.Uint64(rest))) //nolint:gosec // checked by the hash
	}
	return b
}
