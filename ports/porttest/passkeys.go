package porttest

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

// PasskeyDevice replies as a phone or a security key does.
type PasskeyDevice interface {
	Make(options []byte) []byte
	Sign(options []byte) []byte
}

// PasskeyHabits are how a device differs from those that are right.
type PasskeyHabits struct {
	Page       string // where its browser is, "" for the club's page
	Unverified bool   // it does not ask who is there
}

// Passkeys is the contract of ports.Passkeys. device returns a new device.
func Passkeys(t *testing.T, passkeys ports.Passkeys, device func(PasskeyHabits) PasskeyDevice) {
	first, other := bytes.Repeat([]byte{1}, account.ChallengeSize), bytes.Repeat([]byte{2}, account.ChallengeSize)
	anna := account.User{ID: 7, Username: "anna", DisplayName: "Anna Kok"}
	piet := account.User{ID: 1<<40 + 1, Username: "piet", DisplayName: "Piet"}
	refused := func(t *testing.T, what string, err error) {
		t.Helper()
		if !errors.Is(err, account.ErrPasskey) {
			t.Errorf("%s: %v", what, err)
		}
	}
	give := func(t *testing.T, user *account.User, habits PasskeyHabits) PasskeyDevice {
		t.Helper()
		d := device(habits)
		made := must(passkeys.Made(user.ID, first, d.Make(must(passkeys.Creation("vv De Proef", user, first))(t))))(t)
		if len(made.Credential) == 0 || len(made.Key) == 0 || made.Name != "" {
			t.Fatalf("made %+v", made)
		}
		user.Factor.Passkeys = append(user.Factor.Passkeys, made)
		return d
	}
	t.Run("what was made signs", func(t *testing.T) {
		for _, user := range []account.User{anna, piet} {
			one, two := give(t, &user, PasskeyHabits{}), give(t, &user, PasskeyHabits{})
			for i, d := range []PasskeyDevice{one, two} {
				before := user.Factor.Passkeys[i].Count
				reply := d.Sign(must(passkeys.Request(other))(t))
				equal(t, "owner", must(passkeys.Owner(reply))(t), user.ID)
				credential, count, err := passkeys.Signed(&user, other, reply)
				equal(t, "error", err, nil)
				equal(t, "credential", string(credential), string(user.Factor.Passkeys[i].Credential))
				if count <= before {
					t.Errorf("counts %d after %d", count, before)
				}
			}
		}
	})
	t.Run("another challenge", func(t *testing.T) {
		user := anna
		d := give(t, &user, PasskeyHabits{})
		_, _, err := passkeys.Signed(&user, first, d.Sign(must(passkeys.Request(other))(t)))
		refused(t, "signed", err)
		_, err = passkeys.Made(user.ID, other, device(PasskeyHabits{}).Make(must(passkeys.Creation("vv De Proef", &user, first))(t)))
		refused(t, "made", err)
	})
	t.Run("another page", func(t *testing.T) {
		user := anna
		options := must(passkeys.Creation("vv De Proef", &user, first))(t)
		for _, page := range []string{
			"https://club.example.evil.example", "http://club.example", "https://club.example:8443", "https://leden.club.example",
		} {
			_, err := passkeys.Made(user.ID, first, device(PasskeyHabits{Page: page}).Make(options))
			refused(t, "made at "+page, err)
		}
	})
	t.Run("a device that does not ask who is there", func(t *testing.T) {
		user := anna
		options := must(passkeys.Creation("vv De Proef", &user, first))(t)
		_, err := passkeys.Made(user.ID, first, device(PasskeyHabits{Unverified: true}).Make(options))
		refused(t, "made", err)
	})
	t.Run("of another user", func(t *testing.T) {
		mine, theirs := anna, piet
		d, _ := give(t, &mine, PasskeyHabits{}), give(t, &theirs, PasskeyHabits{})
		reply := d.Sign(must(passkeys.Request(other))(t))
		_, _, err := passkeys.Signed(&theirs, other, reply)
		refused(t, "with own passkeys", err)
		theirs.Factor.Passkeys = mine.Factor.Passkeys
		_, _, err = passkeys.Signed(&theirs, other, reply)
		refused(t, "who has the same one", err)
		mine.Factor.Passkeys[0].Key = theirs.Factor.Clone().Passkeys[0].Key[:10]
		_, _, err = passkeys.Signed(&mine, other, reply)
		refused(t, "a damaged key", err)
		mine.Factor = account.Factor{}
		_, _, err = passkeys.Signed(&mine, other, reply)
		refused(t, "who has none", err)
	})
	t.Run("one kind of reply is not another", func(t *testing.T) {
		user := anna
		d := device(PasskeyHabits{})
		made := d.Make(must(passkeys.Creation("vv De Proef", &user, first))(t))
		user.Factor.Passkeys = append(user.Factor.Passkeys, must(passkeys.Made(user.ID, first, made))(t))
		_, _, err := passkeys.Signed(&user, first, made)
		refused(t, "a new one signs nothing", err)
		_, err = passkeys.Made(user.ID, first, d.Sign(must(passkeys.Request(first))(t)))
		refused(t, "who signs makes nothing", err)
	})
	t.Run("no reply", func(t *testing.T) {
		user := anna
		give(t, &user, PasskeyHabits{})
		for _, text := range []string{
			"", "null", "{}", "[]", `"x"`, `{"id":""}`, "\x00", strings.Repeat("[", 10_000), `{"id":"` + strings.Repeat("A", 100_000) + `"}`,
			`{"id":"AQ","rawId":"AQ","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","userHandle":"AA"}}`,
			`{"id":"AQ","rawId":"AQ","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}`,
		} {
			_, err := passkeys.Made(user.ID, first, []byte(text))
			refused(t, "made of "+text[:min(30, len(text))], err)
			_, err = passkeys.Owner([]byte(text))
			refused(t, "owner in "+text[:min(30, len(text))], err)
			_, _, err = passkeys.Signed(&user, first, []byte(text))
			refused(t, "signed by "+text[:min(30, len(text))], err)
		}
	})
}
