// Package onetime checks the codes of authenticator apps (TOTP, RFC 6238).
//
// It does not keep which codes were used: that is core/account's.
package onetime

import (
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"github.com/clubhuis/clubhuis/ports"
)

// period is how long a code is shown, in seconds.
const period = 30

// Codes implements ports.OneTimeCodes.
type Codes struct{}

var _ ports.OneTimeCodes = Codes{}

// Step implements ports.OneTimeCodes.
func (Codes) Step(secret, code string, at time.Time) (int64, bool) {
	now := at.Unix() / period
	for _, step := range []int64{now, now - 1, now + 1} { // clocks of phones are a bit off
		good, err := hotp.ValidateCustom(code, uint64(max(0, step)), secret,
			hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && good {
			return step, true
		}
	}
	return 0, false
}
