// Package passkeys speaks with browsers about passkeys, by WebAuthn.
//
// It does not draw challenges, nor know which were used: that is core/usecase/accounts'.
package passkeys

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/ports"
)

// Passkeys implements ports.Passkeys for one address.
type Passkeys struct {
	site *webauthn.WebAuthn
}

var _ ports.Passkeys = (*Passkeys)(nil)

// New returns passkeys for the club at an address, of which the host is what devices keep them for. Browsers make none for a
// number in the place of a name, nor without https other than on the machine itself: that is an error.
func New(address string) (*Passkeys, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("passkeys for %s: %w", address, err)
	}
	host := base.Hostname()
	if host == "" || net.ParseIP(host) != nil || base.Scheme != "https" && host != "localhost" {
		return nil, fmt.Errorf("there are no passkeys for %s: they need https and a name", address)
	}
	required := true
	site, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Clubhuis", RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: &required,
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys for %s: %w", address, err)
	}
	return &Passkeys{site}, nil
}

// owner is a user as the library sees one.
type owner struct{ *account.User }

// handle is how devices know a user: by the number, which says nothing about whom it is.
func handle(id account.UserID) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(id)) //nolint:gosec // numbers from 1
}

func (o owner) WebAuthnID() []byte          { return handle(o.ID) }
func (o owner) WebAuthnName() string        { return o.Username }
func (o owner) WebAuthnDisplayName() string { return o.DisplayName }

func (o owner) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(o.Factor.Passkeys))
	for i, k := range o.Factor.Passkeys {
		all[i] = webauthn.Credential{
			ID: k.Credential, PublicKey: k.Key, Flags: webauthn.CredentialFlags{BackupEligible: k.Synced},
			Authenticator: webauthn.Authenticator{SignCount: k.Count},
		}
	}
	return all
}

// Creation implements ports.Passkeys.
func (p *Passkeys) Creation(club string, user *account.User, challenge []byte) ([]byte, error) {
	has := webauthn.Credentials(owner{user}.WebAuthnCredentials()).CredentialDescriptors()
	creation, _, err := p.site.BeginRegistration(owner{user}, webauthn.WithExclusions(has),
		func(o *protocol.PublicKeyCredentialCreationOptions) error {
			o.Challenge, o.RelyingParty.Name = challenge, club
			return nil
		})
	if err != nil {
		return nil, err
	}
	return json.Marshal(creation.Response)
}

// Made implements ports.Passkeys.
func (p *Passkeys) Made(user account.UserID, challenge, reply []byte) (account.Passkey, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(reply)
	if err != nil {
		return account.Passkey{}, refused(err)
	}
	session := p.session(challenge)
	session.UserID, session.CredParams = handle(user), webauthn.CredentialParametersDefault()
	made, err := p.site.CreateCredential(owner{&account.User{ID: user}}, session, parsed)
	if err != nil {
		return account.Passkey{}, refused(err)
	}
	return account.Passkey{
		Credential: made.ID, Key: made.PublicKey, Count: made.Authenticator.SignCount, Synced: made.Flags.BackupEligible,
	}, nil
}

// Request implements ports.Passkeys.
func (p *Passkeys) Request(challenge []byte) ([]byte, error) {
	request, _, err := p.site.BeginDiscoverableLogin(webauthn.WithChallenge(challenge))
	if err != nil {
		return nil, err
	}
	return json.Marshal(request.Response)
}

// Owner implements ports.Passkeys.
func (p *Passkeys) Owner(reply []byte) (account.UserID, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(reply)
	if err != nil {
		return 0, refused(err)
	}
	if len(parsed.Response.UserHandle) != 8 {
		return 0, account.ErrPasskey
	}
	id := int64(binary.BigEndian.Uint64(parsed.Response.UserHandle)) //nolint:gosec // one below 1 is nobody's
	if id < 1 {
		return 0, account.ErrPasskey
	}
	return id, nil
}

// Signed implements ports.Passkeys.
func (p *Passkeys) Signed(user *account.User, challenge, reply []byte) ([]byte, uint32, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(reply)
	if err != nil {
		return nil, 0, refused(err)
	}
	_, _, err = p.site.ValidatePasskeyLogin(func(_, whose []byte) (webauthn.User, error) {
		if !bytes.Equal(whose, handle(user.ID)) {
			return nil, account.ErrPasskey
		}
		return owner{user}, nil
	}, p.session(challenge), parsed)
	if err != nil {
		return nil, 0, refused(err)
	}
	return parsed.RawID, parsed.Response.AuthenticatorData.Counter, nil
}

// session is what a reply is held against. When the challenge ends is told by its token.
func (p *Passkeys) session(challenge []byte) webauthn.SessionData {
	return webauthn.SessionData{
		Challenge: base64.RawURLEncoding.EncodeToString(challenge), RelyingPartyID: p.site.Config.RPID,
		UserVerification: protocol.VerificationRequired,
	}
}

// refused says why a reply does not hold, to the log alone.
func refused(err error) error { return fmt.Errorf("%w: %v", account.ErrPasskey, err) } //nolint:errorlint // of the library
