package passkeys_test

import (
	"testing"

	"github.com/descope/virtualwebauthn"

	"github.com/clubhuis/clubhuis/adapters/passkeys"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

const page = "https://club.example"

func open(t *testing.T) *passkeys.Passkeys {
	t.Helper()
	p, err := passkeys.New(page)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// device is one that virtualwebauthn plays.
type device struct {
	t      *testing.T
	place  virtualwebauthn.RelyingParty
	inside virtualwebauthn.Authenticator
	key    virtualwebauthn.Credential
}

func newDevice(t *testing.T, kind virtualwebauthn.KeyType, habits porttest.PasskeyHabits) *device {
	place := virtualwebauthn.RelyingParty{ID: "club.example", Origin: page}
	if habits.Page != "" {
		place.Origin = habits.Page
	}
	return &device{t, place,
		virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserNotVerified: habits.Unverified}),
		newKey(kind)}
}

// newKey draws until a key is one that devices make. virtualwebauthn leaves out the zeros that a number of an elliptic key begins
// with, as one in 128 does; RFC 9053 §7.1.1 has them.
func newKey(kind virtualwebauthn.KeyType) virtualwebauthn.Credential {
	const whole = 77 // bytes of a key on P-256 in CBOR
	for {
		key := virtualwebauthn.NewCredential(kind)
		if kind != virtualwebauthn.KeyTypeEC2 || len(key.Key.AttestationData()) == whole {
			return key
		}
	}
}

func (d *device) Make(options []byte) []byte {
	asked, err := virtualwebauthn.ParseAttestationOptions(string(options))
	if err != nil {
		d.t.Fatal(err)
	}
	if asked.RelyingPartyID != "club.example" || asked.RelyingPartyName != "vv De Proef" || d.key.IsExcludedForAttestation(*asked) {
		d.t.Errorf("asked %s", options)
	}
	d.inside.Options.UserHandle = []byte(asked.UserID)
	return []byte(virtualwebauthn.CreateAttestationResponse(d.place, d.inside, d.key, *asked))
}

func (d *device) Sign(options []byte) []byte {
	asked, err := virtualwebauthn.ParseAssertionOptions(string(options))
	if err != nil || len(asked.AllowCredentials) > 0 {
		d.t.Fatalf("asked %s, %v", options, err)
	}
	d.key.Counter++
	return []byte(virtualwebauthn.CreateAssertionResponse(d.place, d.inside, d.key, *asked))
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]virtualwebauthn.KeyType{
		"elliptic": virtualwebauthn.KeyTypeEC2, "RSA": virtualwebauthn.KeyTypeRSA,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			porttest.Passkeys(t, open(t), func(h porttest.PasskeyHabits) porttest.PasskeyDevice { return newDevice(t, kind, h) })
		})
	}
}

func TestWhichAddressesHavePasskeys(t *testing.T) {
	t.Parallel()
	for address, has := range map[string]bool{
		"https://club.example": true, "https://club.example:8443": true, "http://localhost:8080": true, "https://localhost": true,
		"http://club.example": false, "http://127.0.0.1:8080": false, "https://[::1]": false, "https://192.0.2.1": false,
		"": false, "://": false, "https://": false,
	} {
		if p, err := passkeys.New(address); (err == nil) != has || (p != nil) != has {
			t.Errorf("%q: %v", address, err)
		}
	}
}
