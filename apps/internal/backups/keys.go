package backups

import (
	"errors"
	"fmt"
	"strings"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
)

// ErrPlain refuses a backup that everybody can read who sees it.
var ErrPlain = errors.New("a backup that leaves this machine is encrypted: name a --recipient, or say --plain")

// Recipients reads for whom backups are encrypted: age1…
func Recipients(texts []string) ([]age.Recipient, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	for _, text := range texts {
		if strings.HasPrefix(strings.ToUpper(text), "AGE-SECRET-KEY") {
			return nil, errors.New("this is the secret identity: name the recipient, age1…, and keep the identity elsewhere")
		}
	}
	recipients, err := age.ParseRecipients(strings.NewReader(strings.Join(texts, "\n")))
	if err != nil {
		return nil, errors.New("this is no recipient of age (age1…)")
	}
	return recipients, nil
}

// Identities reads the file with the secret identities of age; "" is none.
func Identities(file string) ([]age.Identity, error) {
	if file == "" {
		return nil, nil
	}
	text, err := secretfile.Read(file)
	if err != nil {
		return nil, err
	}
	identities, err := age.ParseIdentities(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("%s holds no identity of age (AGE-SECRET-KEY-…)", file)
	}
	return identities, nil
}

// Witness returns one more recipient, with whose identity this process reads back what it wrote. Nobody else ever has it.
func Witness(recipients []age.Recipient) (age.Recipient, age.Identity, error) {
	for _, r := range recipients {
		if _, hybrid := r.(*age.HybridRecipient); hybrid {
			identity, err := age.GenerateHybridIdentity()
			if err != nil {
				return nil, nil, err
			}
			return identity.Recipient(), identity, nil
		}
	}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, nil, err
	}
	return identity.Recipient(), identity, nil
}
