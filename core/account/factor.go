package account

import (
	"bytes"
	"encoding/base32"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/seal"
)

// Factor is the second thing by which a user is known, beside the password: an app that shows another code every half minute
// (TOTP, RFC 6238), passkeys, and recovery codes on paper for when the phone is lost.
type Factor struct {
	Secret   string    `json:"secret"`         // that the app has too, sealed for seal.Factors; "" for none
	Next     string    `json:"next,omitempty"` // that of another app, which is being set up while one is on
	Since    time.Time `json:"since"`          // when the user proved to have the app; zero while it is being set up
	Step     int64     `json:"step"`           // of the last code that was good: no code is good twice
	Recovery []Digest  `json:"recovery"`       // of the recovery codes that were not used yet
	Passkeys []Passkey `json:"passkeys,omitempty"`
	Spent    []Spent   `json:"spent,omitempty"` // challenges that passkeys signed a short while ago
}

// On reports whether a password alone does not sign in.
func (f *Factor) On() bool { return f.AppOn() || len(f.Passkeys) > 0 }

// AppOn reports whether an app shows codes that are good.
func (f *Factor) AppOn() bool { return f.Secret != "" && !f.Since.IsZero() }

// BeginApp keeps the sealed secret of an app that is being set up. One that is on stays good until ConfirmApp.
func (f *Factor) BeginApp(sealed string) {
	if f.AppOn() {
		f.Next = sealed
	} else {
		f.Secret, f.Since, f.Step = sealed, time.Time{}, 0
	}
}

// Begun returns the sealed secret of the app that is being set up, "" for none.
func (f *Factor) Begun() string {
	if f.AppOn() {
		return f.Next
	}
	return f.Secret
}

// ConfirmApp turns the app on that was begun, of which the code of a half minute was good. The one before is none any more.
func (f *Factor) ConfirmApp(step int64, at time.Time) {
	f.Secret, f.Next, f.Since, f.Step = f.Begun(), "", civil.Instant(at), step
}

// DropApp forgets the app. With the last of all factors the recovery codes go too.
func (f *Factor) DropApp() {
	f.Secret, f.Next, f.Since, f.Step = "", "", time.Time{}, 0
	if !f.On() {
		f.Recovery = nil
	}
}

// IsZero reports whether there is none, nor one that was begun.
func (f *Factor) IsZero() bool {
	return f.Secret == "" && f.Next == "" && f.Since.IsZero() && f.Step == 0 && len(f.Recovery) == 0 && len(f.Passkeys) == 0 &&
		len(f.Spent) == 0
}

// Clone returns a copy that shares nothing.
func (f *Factor) Clone() Factor {
	c := *f
	c.Recovery, c.Passkeys, c.Spent = slices.Clone(f.Recovery), slices.Clone(f.Passkeys), slices.Clone(f.Spent)
	for i, k := range c.Passkeys {
		c.Passkeys[i].Credential, c.Passkeys[i].Key = bytes.Clone(k.Credential), bytes.Clone(k.Key)
	}
	return c
}

// Kept returns a copy as stores keep it: times in UTC, to the microsecond.
func (f *Factor) Kept() Factor {
	c := f.Clone()
	c.Since = civil.Instant(c.Since)
	for i, k := range c.Passkeys {
		c.Passkeys[i].Made, c.Passkeys[i].LastUsed = civil.Instant(k.Made), civil.Instant(k.LastUsed)
	}
	for i, s := range c.Spent {
		c.Spent[i].Until = civil.Instant(s.Until)
	}
	return c
}

// TakeStep uses the code of a half minute, and reports whether it was not used before.
func (f *Factor) TakeStep(step int64) bool {
	fresh := step > f.Step
	f.Step = max(f.Step, step)
	return fresh
}

// TakeRecovery uses a recovery code, however it is spelled, and reports whether it was one that was left.
func (f *Factor) TakeRecovery(typed string) bool {
	at := slices.Index(f.Recovery, digestOfRecovery(typed))
	if at >= 0 {
		f.Recovery = slices.Delete(slices.Clone(f.Recovery), at, at+1)
	}
	return at >= 0
}

// The sizes of what is drawn for a factor, in bytes.
const (
	FactorSecretSize = 20 // RFC 4226 §4 R6
	RecoverySize     = 10
	RecoveryCodes    = 10 // how many
)

var base = base32.StdEncoding.WithPadding(base32.NoPadding)

// SpellFactorSecret returns a secret as apps take it.
func SpellFactorSecret(raw []byte) string { return base.EncodeToString(raw) }

// SpellRecovery returns a recovery code as it is written down: abcd-efgh-ijkl-mnop.
func SpellRecovery(raw []byte) string {
	text := strings.ToLower(base.EncodeToString(raw))
	var parts []string
	for part := range slices.Chunk([]byte(text), 4) {
		parts = append(parts, string(part))
	}
	return strings.Join(parts, "-")
}

// DigestsOfRecovery returns what is kept of recovery codes.
func DigestsOfRecovery(codes []string) []Digest {
	digests := make([]Digest, len(codes))
	for i, code := range codes {
		digests[i] = digestOfRecovery(code)
	}
	return digests
}

func digestOfRecovery(typed string) Digest {
	return DigestOf(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '2' && r <= '7' {
			return r
		}
		return -1
	}, strings.ToLower(typed)))
}

// IsOneTimeCode reports whether a text has the form of an app's code, spaces left out: six digits.
func IsOneTimeCode(typed string) (code string, is bool) {
	code = strings.Join(strings.Fields(typed), "")
	if len(code) != 6 {
		return code, false
	}
	for _, r := range code {
		if r < '0' || r > '9' {
			return code, false
		}
	}
	return code, true
}

// FactorURL returns the address by which an app takes a secret: the key URI format of authenticator apps.
func (u *User) FactorURL(club, secret string) string {
	issuer := strings.ReplaceAll(club, ":", " ")
	address := url.URL{
		Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + u.Username,
		RawQuery: "secret=" + url.QueryEscape(secret) + "&issuer=" + strings.ReplaceAll(url.QueryEscape(issuer), "+", "%20"),
	}
	return address.String()
}

// OpenFactor returns a secret of an app, by the key of the installation. One that was sealed with a key that is lost is
// ErrFactorLost.
func OpenFactor(key []byte, sealed string) (string, error) {
	secret, err := seal.Open(key, seal.Factors, sealed)
	if err != nil {
		return "", ErrFactorLost.Because(err)
	}
	return secret, nil
}

// FactorRule says whose sign-in takes a second factor, whether they like it or not.
type FactorRule struct {
	Roles []access.Role `json:"roles"`
}

// Clone returns a copy that shares nothing.
func (r FactorRule) Clone() FactorRule { return FactorRule{slices.Clone(r.Roles)} }

// Binds reports whether the user has a role of which a second factor is asked.
func (r FactorRule) Binds(u *User) bool {
	return slices.ContainsFunc(u.Held(), func(role access.Role) bool { return slices.Contains(r.Roles, role) })
}

// Lacking reports whether the user has to set up a second factor before anything else. Users of a demo can't.
func (r FactorRule) Lacking(u *User) bool {
	return len(r.Roles) > 0 && !u.Factor.On() && !u.Demo && r.Binds(u)
}

// Validate checks what an administrator chose.
func (r FactorRule) Validate() error {
	var problems fault.Problems
	checkKnown(r.Roles, "roles", &problems)
	return problems.Fault()
}
