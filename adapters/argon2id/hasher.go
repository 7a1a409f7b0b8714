// Package argon2id hashes passwords with Argon2id (RFC 9106), at the cost that OWASP's password storage guidance asks for.
package argon2id

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"

	"github.com/clubhuis/clubhuis/ports"
)

// cost is what one hash takes.
type cost struct {
	memory  uint32 // KiB
	passes  uint32
	threads uint8
}

// today is the cost of new hashes: 19 MiB and two passes, some tens of milliseconds.
var today = cost{memory: 19 * 1024, passes: 2, threads: 1}

const (
	saltLength = 16
	keyLength  = 32
)

// Hasher implements ports.PasswordHasher.
type Hasher struct{}

var _ ports.PasswordHasher = Hasher{}

// Hash makes a hash in the PHC string format: $argon2id$v=19$m=…,t=…,p=…$salt$key.
func (Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	salt := make([]byte, saltLength)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	key := argon2.IDKey([]byte(password), salt, today.passes, today.memory, today.threads, keyLength)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, today.memory, today.passes, today.threads, encode(salt), encode(key)), nil
}

// Matches works as long on a hash that is none as on a real one, so that nobody learns from the time who exists.
func (Hasher) Matches(ctx context.Context, password, hash string) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	c, salt, key, ok := parse(hash)
	if !ok {
		c, salt, key = today, make([]byte, saltLength), make([]byte, keyLength)
	}
	computed := argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.threads, keyLength)
	return subtle.ConstantTimeCompare(computed, key) == 1 && ok, nil
}

func parse(hash string) (c cost, salt, key []byte, ok bool) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil || c.passes == 0 ||
		c.threads == 0 {
		return c, nil, nil, false
	}
	var errSalt, errKey error
	salt, errSalt = base64.RawStdEncoding.Strict().DecodeString(parts[4])
	key, errKey = base64.RawStdEncoding.Strict().DecodeString(parts[5])
	return c, salt, key, errSalt == nil && errKey == nil && len(key) == keyLength
}
