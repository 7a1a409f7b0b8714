// Package change owns how the synchronization finds out what changed: the hash of a record, the plan that makes one side
// like the other, the guard that stops a plan which would take away too much, and who wins when both sides changed.
//
// It is pure: what there is and what is wanted come in as values.
package change

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Hash is the SHA-256, in hexadecimal, of a value as JSON with sorted keys, in which an absent member and a null are the
// same: equal content has one hash, however it was put together.
func Hash(value any) string {
	encoded, err := json.Marshal(value)
	if err == nil {
		encoded, err = Canonical(encoded)
	}
	if err != nil { // a value that JSON cannot hold: a mistake of the caller's
		panic(fmt.Sprintf("change: hash of %T: %v", value, err))
	}
	sum := sha256.Sum256(encoded)
	return hex.EncodeToString(sum[:])
}

// Canonical is a JSON text with sorted keys and without members that are null.
func Canonical(text []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	return json.Marshal(withoutNull(value))
}

func withoutNull(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, member := range v {
			if member == nil {
				delete(v, key)
				continue
			}
			v[key] = withoutNull(member)
		}
	case []any:
		for i := range v {
			v[i] = withoutNull(v[i])
		}
	}
	return value
}
