package ports

import "time"

// OneTimeCodes checks the codes that an app makes of a secret (TOTP, RFC 6238: six digits, SHA-1, half minutes).
type OneTimeCodes interface {
	// Step returns to which half minute since 1970 a code belongs, and whether it is a code of the secret: of the half minute of
	// at, the one before or the one after. The secret is base32 without padding. A secret that cannot be read has no codes.
	Step(secret, code string, at time.Time) (step int64, good bool)
}
