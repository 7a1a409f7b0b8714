// Package diff owns how the synchronization finds out what changed: the hash of a record, the plan that makes one side like the
// other, and the guard that stops a plan which would take away too much.
//
// It is pure: what there is and what is wanted come in as values.
package diff

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Hash returns the hash of a value, which is that of its JSON. Hashes are remembered: one value has one hash in all builds.
func Hash(value any) string {
	text, err := json.Marshal(value)
	if err != nil { // a value that JSON cannot hold: a mistake of the caller's
		panic(fmt.Sprintf("diff: hash of %T: %v", value, err))
	}
	return HashText(text)
}

// HashText returns the SHA-256 of a text, in hexadecimal.
func HashText(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
