package settings

import (
	"fmt"
	"os"
	"strings"

	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
)

// masked is printed instead of a secret.
const masked = "xxxxx"

// Secret is kept in a file, which its flag names. It prints itself masked.
type Secret struct{ file, text string }

// NewSecret returns a secret that is known.
func NewSecret(text string) Secret { return Secret{text: text} }

// UnmarshalText takes the file's name.
func (s *Secret) UnmarshalText(file []byte) error { s.file = string(file); return nil }

// Given reports whether a file was named.
func (s *Secret) Given() bool { return s.file != "" }

// File returns the name of the file, "" for none.
func (s Secret) File() string { return s.file }

// Read reads the file.
func (s *Secret) Read() (err error) {
	if s.file == "" {
		return errRequired
	}
	if s.text, err = secretfile.Read(s.file); err == nil && s.text == "" {
		err = fmt.Errorf("%s is empty", s.file)
	}
	return err
}

// Text returns the secret, "" before Read.
func (s Secret) Text() string { return s.text }

// String masks the secret.
func (s Secret) String() string {
	if s.text == "" {
		return "(none)"
	}
	return masked
}

// GoString masks the secret, for %#v.
func (s Secret) GoString() string { return s.String() }

// LeastKey is the length of the shortest key that is good enough: nobody guesses it.
const LeastKey = 32

// KeyVariable is the name under which both programs know the key that they share.
const KeyVariable = "SYNC_API_KEY"

// SharedKey is the key that the application and the synchronization share: in a file that its flag names, else in the
// environment. It may be missing.
type SharedKey struct{ Secret }

// Read reads the key. A short one in the environment is accepted, see Warning.
func (k *SharedKey) Read() (err error) {
	k.text = strings.TrimSpace(os.Getenv(KeyVariable))
	if k.file != "" {
		if k.text, err = secretfile.Read(k.file); err != nil {
			return err
		}
	}
	switch {
	case !isWord(k.text):
		return fmt.Errorf("the key (or %s) must be one word of ASCII", KeyVariable)
	case k.file != "" && len(k.text) < LeastKey:
		return fmt.Errorf("the key in %s has fewer than %d characters; make one with: openssl rand -base64 32", k.file, LeastKey)
	}
	return nil
}

// Warning says what should be mended of a key that works, "" for nothing.
func (k *SharedKey) Warning() string {
	if k.text == "" || len(k.text) >= LeastKey {
		return ""
	}
	return fmt.Sprintf("%s has fewer than %d characters, which the next release refuses; make one with: openssl rand -base64 32",
		KeyVariable, LeastKey)
}

// Token is a secret that a program asks of its callers. It prints the name of its file.
type Token struct{ Secret }

// Read reads the token, which is one word as long as a key.
func (t *Token) Read() error {
	text, err := secretfile.Read(t.file)
	if err == nil && (len(text) < LeastKey || !isWord(text)) {
		err = fmt.Errorf("the token must be one word of at least %d characters", LeastKey)
	}
	t.text = text
	return err
}

// String returns the name of the file.
func (t Token) String() string { return t.file }

// isWord reports whether a text can be in a header.
func isWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}
