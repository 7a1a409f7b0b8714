package account

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// FirstStart is what is kept of the address at which the first administrator is made, while there is none.
type FirstStart struct {
	// Nonce is drawn for a new installation, and "" once there was an administrator. It opens nothing without the key of the
	// installation, so that all servers on one database print one address, before and after they start anew.
	Nonce string `json:"nonce"`
}

// FirstStartPath is where the page makes the first administrator; the token follows.
const FirstStartPath = "/eerste-start/"

// NewFirstStart returns the one of 32 random bytes.
func NewFirstStart(random []byte) FirstStart { return FirstStart{hex.EncodeToString(random)} }

// Token returns what opens it, "" when nothing does.
func (f FirstStart) Token(key []byte) string {
	if f.Nonce == "" || len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("first start " + f.Nonce))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Check returns ErrNoFirstStart for a token that does not open it.
func (f FirstStart) Check(key []byte, token string) error {
	if want := f.Token(key); want == "" || !hmac.Equal([]byte(want), []byte(token)) {
		return ErrNoFirstStart
	}
	return nil
}
