package inmem

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

// PasskeyPage is where browsers make and use passkeys, as PasskeyDevice has it.
const PasskeyPage = "https://club.example"

// Passkeys speaks of passkeys in words of its own, which PasskeyDevice knows: no browser does.
type Passkeys struct{}

var _ ports.Passkeys = Passkeys{}

type passkeyOptions struct {
	Challenge []byte         `json:"challenge"`
	User      account.UserID `json:"user,omitempty"`
	Has       [][]byte       `json:"has,omitempty"`
}

type passkeyReply struct {
	Credential []byte         `json:"credential"`
	User       account.UserID `json:"user,omitempty"`
	Key        []byte         `json:"key,omitempty"`
	Signature  []byte         `json:"signature"`
	Signed     []byte         `json:"signed"` // a passkeySaying
}

type passkeySaying struct {
	Challenge []byte `json:"challenge"`
	Page      string `json:"page"`
	Verified  bool   `json:"verified"`
	Count     uint32 `json:"count"`
	New       bool   `json:"new"`
}

// Creation implements ports.Passkeys.
func (Passkeys) Creation(_ string, user *account.User, challenge []byte) ([]byte, error) {
	options := passkeyOptions{Challenge: challenge, User: user.ID}
	for _, k := range user.Factor.Passkeys {
		options.Has = append(options.Has, k.Credential)
	}
	return json.Marshal(options)
}

// Made implements ports.Passkeys.
func (Passkeys) Made(user account.UserID, challenge, reply []byte) (account.Passkey, error) {
	var r passkeyReply
	if json.Unmarshal(reply, &r) != nil || r.User != user {
		return account.Passkey{}, account.ErrPasskey
	}
	said, err := r.check(r.Key, challenge, true)
	return account.Passkey{Credential: r.Credential, Key: r.Key, Count: said.Count}, err
}

// Request implements ports.Passkeys.
func (Passkeys) Request(challenge []byte) ([]byte, error) {
	return json.Marshal(passkeyOptions{Challenge: challenge})
}

// Owner implements ports.Passkeys.
func (Passkeys) Owner(reply []byte) (account.UserID, error) {
	var r passkeyReply
	if json.Unmarshal(reply, &r) != nil || r.User == 0 {
		return 0, account.ErrPasskey
	}
	return r.User, nil
}

// Signed implements ports.Passkeys.
func (Passkeys) Signed(user *account.User, challenge, reply []byte) ([]byte, uint32, error) {
	var r passkeyReply
	if json.Unmarshal(reply, &r) != nil || r.User != user.ID {
		return nil, 0, account.ErrPasskey
	}
	i := slices.IndexFunc(user.Factor.Passkeys, func(k account.Passkey) bool { return bytes.Equal(k.Credential, r.Credential) })
	if i < 0 {
		return nil, 0, account.ErrPasskey
	}
	said, err := r.check(user.Factor.Passkeys[i].Key, challenge, false)
	return r.Credential, said.Count, err
}

func (r *passkeyReply) check(key, challenge []byte, isNew bool) (said passkeySaying, err error) {
	if len(key) != ed25519.PublicKeySize || len(r.Credential) == 0 || !ed25519.Verify(key, r.Signed, r.Signature) ||
		json.Unmarshal(r.Signed, &said) != nil || !bytes.Equal(said.Challenge, challenge) || said.Page != PasskeyPage ||
		!said.Verified || said.New != isNew {
		return passkeySaying{}, account.ErrPasskey
	}
	return said, nil
}

// PasskeyDevice is a phone with one passkey at most, for tests. Its zero value is new.
type PasskeyDevice struct {
	Page       string // that it believes to be on, "" for PasskeyPage
	Unverified bool   // it does not ask who is there
	Count      uint32 // how often it signed

	secret ed25519.PrivateKey
	user   account.UserID
}

// Make makes a passkey, by what Passkeys.Creation said.
func (d *PasskeyDevice) Make(options []byte) []byte {
	asked := readPasskeyOptions(options)
	public, secret, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err)
	}
	d.secret, d.user = secret, asked.User
	return d.reply(asked, public)
}

// Sign signs by what Passkeys.Request said.
func (d *PasskeyDevice) Sign(options []byte) []byte {
	d.Count++
	return d.reply(readPasskeyOptions(options), nil)
}

func (d *PasskeyDevice) reply(asked passkeyOptions, public ed25519.PublicKey) []byte {
	page := d.Page
	if page == "" {
		page = PasskeyPage
	}
	said := passkeyJSON(passkeySaying{asked.Challenge, page, !d.Unverified, d.Count, public != nil})
	own, _ := d.secret.Public().(ed25519.PublicKey)
	return passkeyJSON(passkeyReply{own[:16], d.user, public, ed25519.Sign(d.secret, said), said})
}

func readPasskeyOptions(text []byte) (options passkeyOptions) {
	if err := json.Unmarshal(text, &options); err != nil {
		panic(err)
	}
	return options
}

func passkeyJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
