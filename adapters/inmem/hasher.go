package inmem

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"strings"

	"github.com/clubhuis/clubhuis/ports"
)

// FastHasher hashes passwords quickly, for tests: never give it a real password.
type FastHasher struct{}

var _ ports.PasswordHasher = FastHasher{}

// Hash implements ports.PasswordHasher.
func (FastHasher) Hash(ctx context.Context, password string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	salt := rand.Text()
	return "fast:" + salt + ":" + hashed(salt, password), nil
}

// Matches implements ports.PasswordHasher.
func (FastHasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	parts := strings.Split(hash, ":")
	if len(parts) != 3 || parts[0] != "fast" {
		return false, nil
	}
	return subtle.ConstantTimeCompare([]byte(parts[2]), []byte(hashed(parts[1], password))) == 1, nil
}

func hashed(salt, password string) string {
	sum := sha256.Sum256([]byte(salt + password))
	return hex.EncodeToString(sum[:])
}
