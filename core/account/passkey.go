package account

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Passkey is the public half of a pair of keys that a phone, a computer or a security key keeps (WebAuthn). Its user signs in
// with it alone, for the device asks for a finger, a face or a PIN; or gives it in the place of a code after the password.
type Passkey struct {
	ID         string    `json:"id"` // names it in lists, opens nothing
	Name       string    `json:"name"`
	Credential []byte    `json:"credential"` // how the device calls it
	Key        []byte    `json:"key"`        // the public key, as COSE has it
	Count      uint32    `json:"count"`      // how often it signed, as it told last; stays 0 for those that do not count
	Synced     bool      `json:"synced"`     // it may be on several devices
	Made       time.Time `json:"made"`
	LastUsed   time.Time `json:"last_used"` // zero: never
}

// MostPasskeys is how many a user has at most.
const MostPasskeys = 10

// Spent is a challenge that was signed. It is known until it would be too old anyhow, so that none is good twice.
type Spent struct {
	Challenge Digest    `json:"challenge"`
	Until     time.Time `json:"until"`
}

// Spend notes that a challenge was signed, and reports whether it was not before.
func (f *Factor) Spend(challenge []byte, at time.Time) bool {
	f.Spent = slices.DeleteFunc(slices.Clone(f.Spent), func(s Spent) bool { return at.After(s.Until) })
	digest := DigestOf(string(challenge))
	if slices.ContainsFunc(f.Spent, func(s Spent) bool { return s.Challenge == digest }) {
		return false
	}
	f.Spent = append(f.Spent, Spent{digest, civil.Instant(at.Add(ChallengeLife))})
	return true
}

// AddPasskey adds one that was made just now. One that is there already is ErrPasskeyKnown.
func (f *Factor) AddPasskey(made Passkey) error {
	switch {
	case slices.ContainsFunc(f.Passkeys, func(k Passkey) bool { return bytes.Equal(k.Credential, made.Credential) }):
		return ErrPasskeyKnown
	case len(f.Passkeys) >= MostPasskeys:
		return ErrPasskeysFull
	}
	f.Passkeys = append(slices.Clone(f.Passkeys), made)
	return nil
}

// TakePasskey notes that a passkey signed, and returns it. One whose count went back was copied: ErrPasskeyCopied, and it stays
// as it was. One that is not there is ErrPasskey.
func (f *Factor) TakePasskey(credential []byte, count uint32, at time.Time) (Passkey, error) {
	i := slices.IndexFunc(f.Passkeys, func(k Passkey) bool { return bytes.Equal(k.Credential, credential) })
	if i < 0 {
		return Passkey{}, ErrPasskey
	}
	found := f.Passkeys[i]
	if (count > 0 || found.Count > 0) && count <= found.Count {
		return found, ErrPasskeyCopied
	}
	found.Count, found.LastUsed = count, civil.Instant(at)
	f.Passkeys = slices.Clone(f.Passkeys)
	f.Passkeys[i] = found
	return found, nil
}

// RemovePasskey removes one, and returns it. With the last of all factors the recovery codes go too. An unknown one is
// fault.ErrNotFound.
func (f *Factor) RemovePasskey(id string) (Passkey, error) {
	i := slices.IndexFunc(f.Passkeys, func(k Passkey) bool { return k.ID == id })
	if i < 0 {
		return Passkey{}, fault.ErrNotFound
	}
	gone := f.Passkeys[i]
	f.Passkeys = slices.Delete(slices.Clone(f.Passkeys), i, i+1)
	if !f.On() {
		f.Recovery = nil
	}
	return gone, nil
}

// DropPasskeys forgets them all, and returns how many there were. With the last of all factors the recovery codes go too.
func (f *Factor) DropPasskeys() int {
	n := len(f.Passkeys)
	if f.Passkeys = nil; !f.On() {
		f.Recovery = nil
	}
	return n
}

// CheckPasskeyName returns the name of a passkey as it is kept.
func CheckPasskeyName(typed string) (string, error) {
	var problems fault.Problems
	name := strings.TrimSpace(typed)
	acf.CheckText(name, "name", &problems)
	if name == "" {
		problems.Add("name", fault.Required)
	}
	return name, problems.Fault()
}

// ErrPasskeyCopied refuses a passkey whose count went back. Only the log tells.
var ErrPasskeyCopied = fmt.Errorf("the passkey counted less than before, so it was copied: %w", ErrPasskey)

// ChallengeLife is how long a challenge can be signed.
const ChallengeLife = 5 * time.Minute

// ChallengeSize is how many random bytes a challenge has.
const ChallengeSize = 32

// ChallengeToken is what a browser keeps while it asks a device to sign a challenge: the challenge and its end, with a keyed hash
// over them and over what it is bound to: the session for a new passkey, nothing for a sign-in. Nothing is stored.
func ChallengeToken(key, challenge []byte, bound Digest, at time.Time) string {
	raw := binary.BigEndian.AppendUint64(slices.Clone(challenge), uint64(at.Add(ChallengeLife).Unix())) //nolint:gosec // after 1970
	return base64.RawURLEncoding.EncodeToString(append(raw, challengeHash(key, raw, bound)...))
}

func challengeHash(key, raw []byte, bound Digest) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("passkey\x00" + string(bound) + "\x00"))
	mac.Write(raw)
	return mac.Sum(nil)
}

// ReadChallenge returns the challenge of a token. One that was not made so, or is too old, is ErrPasskeyExpired.
func ReadChallenge(key []byte, token string, bound Digest, at time.Time) ([]byte, error) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil || len(key) == 0 || len(raw) != ChallengeSize+8+sha256.Size {
		return nil, ErrPasskeyExpired
	}
	raw, hash := raw[:ChallengeSize+8], raw[ChallengeSize+8:]
	expires := time.Unix(int64(binary.BigEndian.Uint64(raw[ChallengeSize:])), 0) //nolint:gosec // checked by the hash
	if !hmac.Equal(hash, challengeHash(key, raw, bound)) || !at.Before(expires) {
		return nil, ErrPasskeyExpired
	}
	return raw[:ChallengeSize], nil
}
