package inmem

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238 has it so
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/ports"
)

// OneTimeCodes makes and checks codes by the letter of RFC 6238, so that tests have what a phone shows.
type OneTimeCodes struct{}

var _ ports.OneTimeCodes = OneTimeCodes{}

const halfMinute = 30 // seconds

// Code returns what an app with the secret shows at a time, "" for a secret that cannot be read.
func (OneTimeCodes) Code(secret string, at time.Time) string {
	return oneTimeCode(secret, at.Unix()/halfMinute)
}

// Step implements ports.OneTimeCodes.
func (OneTimeCodes) Step(secret, code string, at time.Time) (int64, bool) {
	now := at.Unix() / halfMinute
	for step := now - 1; step <= now+1; step++ {
		if code != "" && oneTimeCode(secret, step) == code {
			return step, true
		}
	}
	return 0, false
}

func oneTimeCode(secret string, step int64) string {
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret)
	if err != nil || len(key) == 0 {
		return ""
	}
	mac := hmac.New(sha1.New, key)
	_ = binary.Write(mac, binary.BigEndian, step) // a hash takes everything
	sum := mac.Sum(nil)
	at := sum[len(sum)-1] & 0x0f
	return fmt.Sprintf("%06d", (binary.BigEndian.Uint32(sum[at:at+4])&0x7fffffff)%1_000_000)
}
