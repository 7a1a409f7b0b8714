package mail

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// NonceSize is how many random bytes a seal takes.
const NonceSize = 12

// errSeal is the error of a secret that another installation sealed, or of which something is lost.
var errSeal = errors.New("a secret of a mail can't be read with the key of this installation")

// Seal encrypts a secret of a mail with the key of the installation, so that who reads the database does not have it.
// nonce are NonceSize random bytes.
func Seal(key, nonce []byte, secret string) (string, error) {
	sealer, err := sealer(key)
	if err != nil || len(nonce) != NonceSize {
		return "", fmt.Errorf("seal a secret with a nonce of %d bytes: %w", len(nonce), err)
	}
	return base64.RawStdEncoding.EncodeToString(sealer.Seal(nonce, nonce, []byte(secret), nil)), nil
}

// Open returns the secret of a seal.
func Open(key []byte, sealed string) (string, error) {
	sealer, err := sealer(key)
	if err != nil {
		return "", err
	}
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(raw) < NonceSize {
		return "", errSeal
	}
	secret, err := sealer.Open(nil, raw[:NonceSize], raw[NonceSize:], nil)
	if err != nil {
		return "", errSeal
	}
	return string(secret), nil
}

// sealer derives its own key, so that this use of the installation's says nothing about the others.
func sealer(key []byte) (cipher.AEAD, error) {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("secrets of mails"))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
