package seal_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/seal"
)

// The digits are those of: printf '%s' abc | sha256sum | cut -c 1-16
func TestAFingerprintIsTheBeginningOfTheHash(t *testing.T) {
	if got := seal.Fingerprint([]byte("abc")); got != "ba7816bf8f01cfea" {
		t.Errorf("got %s", got)
	}
	key := strings.Repeat("k", 32)
	if seal.Fingerprint([]byte(key)) == seal.Fingerprint([]byte(key[:31]+"l")) {
		t.Error("two keys have the same one")
	}
}
