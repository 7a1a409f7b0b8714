package account

import (
	"regexp"
	"time"
)

// Token lets a program in as a user, for one purpose, without a password. It is part of an address that the user gives to that
// program, and is shown to the user again.
type Token struct {
	User   UserID
	Kind   TokenKind
	Digest Digest // of the token
	Sealed string // the token, see seal.Seal
	Made   time.Time
}

// TokenKind is what a token is for.
type TokenKind string

// ForCalendars lets a calendar read feeds.
const ForCalendars TokenKind = "calendar"

// TokenSize is how many random bytes a token is made of; it is written with two characters a byte.
const TokenSize = 32

var tokenForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// IsToken reports whether a text may be a token.
func IsToken(text string) bool { return tokenForm.MatchString(text) }
