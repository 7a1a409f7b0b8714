package seal

import (
	"crypto/sha256"
	"encoding/hex"
)

// Fingerprint names a key, so that people can tell two keys apart: the first eight bytes of the SHA-256 of all its bytes, in hex.
// A key is random and long, so its fingerprint tells nothing about what it opens.
func Fingerprint(key []byte) string {
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:8])
}
