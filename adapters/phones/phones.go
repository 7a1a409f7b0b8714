// Package phones reads and writes telephone numbers with the numbering plans of the world (nyaruka/phonenumbers).
//
// It decides what is one number and what is not. Which numbers are kept, and in which form, is its callers'.
package phones

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/nyaruka/phonenumbers"

	"github.com/clubhuis/clubhuis/ports"
)

// Numbers implements ports.PhoneNumbers.
type Numbers struct{}

var _ ports.PhoneNumbers = Numbers{}

// home is where numbers without a country are dialled.
const (
	home     = "NL"
	homeCode = 31
)

// one is a text that may be one number. The library would take a number out of a longer text, and read letters as digits.
var one = regexp.MustCompile(`^\+?[0-9(][0-9() .-]*$`)

// homeLength is the length of a number at home without its 0, save for services.
const homeLength = 9

// International implements ports.PhoneNumbers.
func (Numbers) International(text string) (string, bool) {
	number := parse(text)
	if number == nil {
		return "", false
	}
	return phonenumbers.Format(number, phonenumbers.E164), true
}

// National implements ports.PhoneNumbers.
func (Numbers) National(text string) string {
	number := parse(text)
	if number == nil || number.GetCountryCode() != homeCode {
		return text
	}
	return strings.Map(digit, phonenumbers.Format(number, phonenumbers.NATIONAL))
}

func digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

// parse returns the number that a text is, nil for none.
func parse(text string) *phonenumbers.PhoneNumber {
	text = strings.TrimSpace(strings.Map(visible, text))
	if !one.MatchString(text) {
		return nil
	}
	number, err := phonenumbers.Parse(text, home)
	if err != nil || !phonenumbers.IsValidNumber(number) && !looksLikeHome(number) {
		return nil
	}
	return number
}

// looksLikeHome reports whether a number could be given out at home: the plan knows only the series that are.
func looksLikeHome(number *phonenumbers.PhoneNumber) bool {
	digits := phonenumbers.GetNationalSignificantNumber(number)
	return number.GetCountryCode() == homeCode && len(digits) == homeLength && digits[0] != '0'
}

// visible makes plain blanks and hyphens of odd ones, and leaves out what one can't see.
func visible(r rune) rune {
	switch {
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	case unicode.Is(unicode.Cf, r):
		return -1
	}
	return r
}
