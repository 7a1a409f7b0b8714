package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Digest is the SHA-256 of a random token, in hexadecimal: all that is stored of it.
type Digest string

// DigestOf hashes a token. Tokens are random and long, so a fast hash is enough.
func DigestOf(token string) Digest {
	sum := sha256.Sum256([]byte(token))
	return Digest(hex.EncodeToString(sum[:]))
}

// SessionIdle is how long a session lives without a request.
const SessionIdle = 14 * 24 * time.Hour

// SessionLife is how long a session lives at most, however much it is used.
const SessionLife = 90 * 24 * time.Hour

// touchEvery is how much time must pass before a use is stored: one write a minute, not one a request.
const touchEvery = time.Minute

// Session is one signed-in browser.
type Session struct {
	ID        string // public: names the session in lists, opens nothing
	Digest    Digest // of the token in the cookie
	User      UserID
	Created   time.Time
	LastSeen  time.Time
	Confirmed time.Time // when the password was last given again, zero for never since the sign-in
	Address   string    // of the last request
	UserAgent string
}

// Left returns how long the session lives from this time on without another request; 0 or less when it has ended.
func (s *Session) Left(at time.Time) time.Duration {
	return min(s.LastSeen.Add(SessionIdle).Sub(at), s.Created.Add(SessionLife).Sub(at))
}

// LiveAt reports whether the session has not idled away, nor become too old.
func (s *Session) LiveAt(at time.Time) bool { return s.Left(at) > 0 }

// SeenAt reports whether a use at this time is worth storing.
func (s *Session) SeenAt(at time.Time) bool { return at.Sub(s.LastSeen) >= touchEvery }

// NonceLife is how long a nonce is good (contract §5.1).
const NonceLife = 24 * time.Hour

// Nonce returns the proof that a browser call comes from our page: the time of its end and a keyed hash over that and the
// session. Nothing is stored.
func (s *Session) Nonce(key []byte, at time.Time) (nonce string, expires time.Time) {
	expires = at.Add(NonceLife).Truncate(time.Second)
	return s.nonce(key, expires), expires
}

func (s *Session) nonce(key []byte, expires time.Time) string {
	var end [8]byte
	binary.BigEndian.PutUint64(end[:], uint64(expires.Unix())) //nolint:gosec // times after 1970
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("nonce\x00" + string(s.Digest) + "\x00"))
	mac.Write(end[:])
	return base64.RawURLEncoding.EncodeToString(append(end[:], mac.Sum(nil)...))
}

// NonceValid reports whether the nonce was made for this session and is still good. It takes the same time for every
// wrong one.
func (s *Session) NonceValid(key []byte, nonce string, at time.Time) bool {
	raw, err := base64.RawURLEncoding.DecodeString(nonce)
	if err != nil || len(raw) != 8+sha256.Size || len(key) == 0 {
		return false
	}
	expires := time.Unix(int64(binary.BigEndian.Uint64(raw[:8])), 0) //nolint:gosec // checked by the hash
	return hmac.Equal([]byte(nonce), []byte(s.nonce(key, expires))) && at.Before(expires)
}

// ApplicationPassword lets a program act as its user by HTTP Basic (contract §5.2). It can be revoked, and has no end unless its
// user chose one.
type ApplicationPassword struct {
	UUID     string
	User     UserID
	Name     string
	Until    civil.Date // the last day on which it works, in the club's zone; zero for no end
	ReadOnly bool       // it changes nothing
	Digest   Digest
	Created  time.Time
	LastUsed time.Time // zero: never
	LastIP   string
}

// EndedOn reports whether the password works no more on this day.
func (p *ApplicationPassword) EndedOn(day civil.Date) bool {
	return !p.Until.IsZero() && p.Until.Before(day)
}

// UsedAt reports whether a use at this time is worth storing.
func (p *ApplicationPassword) UsedAt(at time.Time) bool { return at.Sub(p.LastUsed) >= touchEvery }

// passwordLetters make an application password easy to read out: 24 of 62 letters are 142 bits.
const passwordLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// ApplicationPasswordLength is how many letters one has, without the blanks between its groups of four.
const ApplicationPasswordLength = 24

// SpellApplicationPassword turns random bytes into a password in groups of four. It skips the bytes that would favour some
// letters, so give it plenty (64); ok is false when they did not suffice.
func SpellApplicationPassword(random []byte) (spelled string, ok bool) {
	var b strings.Builder
	count := 0
	for _, r := range random {
		if int(r) >= 256-256%len(passwordLetters) {
			continue
		}
		if count > 0 && count%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(passwordLetters[int(r)%len(passwordLetters)])
		if count++; count == ApplicationPasswordLength {
			return b.String(), true
		}
	}
	return "", false
}

// DigestOfApplicationPassword hashes one as a program sends it: blanks are ignored.
func DigestOfApplicationPassword(typed string) Digest {
	return DigestOf(strings.Join(strings.Fields(typed), ""))
}
