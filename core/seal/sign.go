package seal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Sign returns a signature of a text, which nobody can make without the key of the installation. One for one purpose is none for
// another.
func Sign(key []byte, purpose Purpose, text string) string {
	return base64.RawURLEncoding.EncodeToString(signature(key, purpose, text))
}

// Signed reports whether Sign returned the signature of the text.
func Signed(key []byte, purpose Purpose, text, signed string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(signed)
	return err == nil && hmac.Equal(raw, signature(key, purpose, text))
}

func signature(key []byte, purpose Purpose, text string) []byte {
	own := hmac.New(sha256.New, key)
	own.Write([]byte(purpose))
	mac := hmac.New(sha256.New, own.Sum(nil))
	mac.Write([]byte("signature of " + text))
	return mac.Sum(nil)
}
