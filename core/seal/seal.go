// Package seal owns how a secret is kept in the database: encrypted with the key of the installation, so that who reads the
// database does not have it.
//
// It does not own the key, and what is only compared is not sealed but kept as a digest.
package seal

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
var errSeal = errors.New("a sealed secret can't be read with the key of this installation")

// Purpose says what a secret is for. One that was sealed for one purpose does not open for another.
type Purpose string

// The purposes. They stand in databases.
const (
	Mails    Purpose = "secrets of mails"
	Photos   Purpose = "links of photos"     // signatures
	Payments Purpose = "secrets of payments" // tokens of payment pages, keys of providers
	Factors  Purpose = "secrets of second factors"

	Unsubscribe Purpose = "ends of mails"       // signatures
	Calendars   Purpose = "tokens of calendars" // that are shown again
)

// errNoKey keeps a program that was not given the key of the installation from sealing what no other can open.
var errNoKey = errors.New("the key of this installation is not there")

// Seal encrypts a secret with the key of the installation. nonce are NonceSize random bytes.
func Seal(key []byte, purpose Purpose, nonce []byte, secret string) (string, error) {
	sealer, err := sealer(key, purpose)
	if err != nil || len(nonce) != NonceSize {
		return "", fmt.Errorf("seal a secret with a nonce of %d bytes: %w", len(nonce), err)
	}
	return base64.RawStdEncoding.EncodeToString(sealer.Seal(nonce, nonce, []byte(secret), nil)), nil
}

// Open returns the secret of a seal.
func Open(key []byte, purpose Purpose, sealed string) (string, error) {
	sealer, err := sealer(key, purpose)
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

// sealer derives a key for a purpose, which says nothing about the others.
func sealer(key []byte, purpose Purpose) (cipher.AEAD, error) {
	if len(key) == 0 {
		return nil, errNoKey
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose))
	block, err := aes.NewCipher(mac.Sum(nil))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
