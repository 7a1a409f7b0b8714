package finance

import "strings"

// bare returns an account number as it is kept: capitals and digits without spaces.
func bare(iban string) string {
	return strings.ToUpper(strings.Join(strings.Fields(iban), ""))
}

// dutchLength is how long an account number of the Netherlands is.
const dutchLength = 18

// ValidIBAN reports whether a text is an international account number without spaces, of which the check digits are right
// (ISO 13616: the remainder by 97 is 1).
func ValidIBAN(iban string) bool {
	if len(iban) < 15 || len(iban) > 34 || strings.HasPrefix(iban, "NL") && len(iban) != dutchLength {
		return false
	}
	remainder := 0
	for i, c := range iban[4:] + iban[:4] {
		at := (i + 4) % len(iban)
		switch {
		case c >= '0' && c <= '9' && at > 1:
			remainder = (remainder*10 + int(c-'0')) % 97
		case c >= 'A' && c <= 'Z' && (at < 2 || at > 3):
			remainder = (remainder*100 + int(c-'A') + 10) % 97
		default:
			return false
		}
	}
	return remainder == 1
}

// SpacedIBAN returns an account number in groups of four, as people read it.
func SpacedIBAN(iban string) string {
	var b strings.Builder
	for i, c := range iban {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}
