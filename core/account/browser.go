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
	ID    string     // random bytes, in hexadecimal; "" for an unknown browser
	Users []Familiar // who signed in, the latest last
}

// Familiar is a user as a browser knows one: with a mark of the password and the app by which the user signed in there.
type Familiar struct {
	ID   UserID
	Mark [markSize]byte
}

const (
	markSize     = 16
	familiarSize = 8 + markSize
)

// Familiar returns how a browser knows the user after a sign-in of now. With another password or app all browsers are strangers:
// whoever collected some before may guess no more than others. A passkey changes nothing, for nobody guesses one.
func (u *User) Familiar(key []byte) Familiar {
	since := int64(0)
	if u.Factor.AppOn() {
		since = u.Factor.Since.UnixMicro()
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("familiar\x00"))
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(u.ID)))  //nolint:gosec // numbers from 1
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(since))) //nolint:gosec // times after 1970
	mac.Write([]byte(u.PasswordHash))
	return Familiar{u.ID, [markSize]byte(mac.Sum(nil))}
}

// Knows reports whether the user has signed in there, with the password and the app that there are.
func (b Browser) Knows(user Familiar) bool { return b.ID != "" && slices.Contains(b.Users, user) }

// With returns b after a sign-in of the user.
func (b Browser) With(user Familiar) Browser {
	users := slices.DeleteFunc(slices.Clone(b.Users), func(u Familiar) bool { return u.ID == user.ID })
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
		raw = binary.BigEndian.AppendUint64(raw, uint64(user.ID)) //nolint:gosec // numbers from 1
		raw = append(raw, user.Mark[:]...)
	}
	return base64.RawURLEncoding.EncodeToString(append(raw, browserHash(key, raw)...))
}

func browserHash(key, raw []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("browser with marks\x00")) // the tokens of before had no marks
	mac.Write(raw)
	return mac.Sum(nil)
}

// ReadBrowser returns the browser that keeps the token, an unknown one when the token was not made with this key or is too old.
func ReadBrowser(key []byte, token string, at time.Time) Browser {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	users := len(raw) - BrowserIDLength - 8 - sha256.Size
	if err != nil || len(key) == 0 || users < 0 || users%familiarSize != 0 || users/familiarSize > mostBrowserUsers {
		return Browser{}
	}
	raw, hash := raw[:len(raw)-sha256.Size], raw[len(raw)-sha256.Size:]
	expires := time.Unix(int64(binary.BigEndian.Uint64(raw[BrowserIDLength:])), 0) //nolint:gosec // checked by the hash
	if !hmac.Equal(hash, browserHash(key, raw)) || !at.Before(expires) {
		return Browser{}
	}
	b := Browser{ID: hex.EncodeToString(raw[:BrowserIDLength])}
	for user := range slices.Chunk(raw[BrowserIDLength+8:], familiarSize) {
		id := int64(binary.BigEndian.Uint64(user)) //nolint:gosec // checked by the hash
		b.Users = append(b.Users, Familiar{id, [markSize]byte(user[8:])})
	}
	return b
}
