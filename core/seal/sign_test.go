package seal_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/seal"
)

func TestASignatureIsOfOneTextKeyAndPurpose(t *testing.T) {
	t.Parallel()
	key := []byte("0123456789abcdef0123456789abcdef")
	signed := seal.Sign(key, seal.Photos, "12-thumbnail")
	for name, got := range map[string]bool{
		"another text":    seal.Signed(key, seal.Photos, "13-thumbnail", signed),
		"another purpose": seal.Signed(key, seal.Mails, "12-thumbnail", signed),
		"another key":     seal.Signed(key[1:], seal.Photos, "12-thumbnail", signed),
		"a cut one":       seal.Signed(key, seal.Photos, "12-thumbnail", signed[1:]),
		"none":            seal.Signed(key, seal.Photos, "12-thumbnail", ""),
		"no base64":       seal.Signed(key, seal.Photos, "12-thumbnail", "!"),
	} {
		if got {
			t.Errorf("%s is signed", name)
		}
	}
	if !seal.Signed(key, seal.Photos, "12-thumbnail", signed) {
		t.Error("its own is not")
	}
}
