package seal_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/seal"
)

func TestASealOpensWithItsKeyAlone(t *testing.T) {
	t.Parallel()
	key, nonce := []byte(strings.Repeat("k", 32)), []byte(strings.Repeat("n", seal.NonceSize))
	sealed, err := seal.Seal(key, seal.Mails, nonce, "geheim")
	if err != nil || strings.Contains(sealed, "geheim") {
		t.Fatalf("%q, %v", sealed, err)
	}
	if secret, err := seal.Open(key, seal.Mails, sealed); err != nil || secret != "geheim" {
		t.Errorf("%q, %v", secret, err)
	}
	for _, wrong := range []string{"", "x", "!", sealed[1:], sealed + "AAAA", strings.ToUpper(sealed)} {
		if _, err := seal.Open(key, seal.Mails, wrong); err == nil {
			t.Errorf("%q opens", wrong)
		}
	}
	if _, err := seal.Open([]byte(strings.Repeat("x", 32)), seal.Mails, sealed); err == nil {
		t.Error("another key opens it")
	}
	if got, err := seal.Seal(nil, seal.Mails, nonce, "geheim"); err == nil {
		t.Errorf("without a key it is sealed as %q", got)
	}
	if _, err := seal.Seal(key, seal.Mails, nonce[1:], "geheim"); err == nil {
		t.Error("a short nonce seals")
	}
	if _, err := seal.Open(key, seal.Payments, sealed); err == nil {
		t.Error("a secret opens for another purpose")
	}
}
