package inmem

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/clubhuis/clubhuis/ports"
)

// PhoneNumbers knows the telephone numbers of the Netherlands and of a few countries by their length, for tests.
type PhoneNumbers struct{}

var _ ports.PhoneNumbers = PhoneNumbers{}

var (
	written  = regexp.MustCompile(`^\+?[0-9(][0-9() .-]*$`)
	zeroToo  = regexp.MustCompile(`^\+31\(0\)`) // as many write it for readers at home
	accepted = regexp.MustCompile(`^\+(31[1-9][0-9]{8}|32[0-9]{8,9}|49[0-9]{6,11}|1[2-9][0-9]{9})$`)
)

// International implements ports.PhoneNumbers.
func (PhoneNumbers) International(text string) (string, bool) {
	text = strings.TrimSpace(strings.Map(visible, text))
	if !written.MatchString(text) {
		return "", false
	}
	text = strings.NewReplacer(" ", "", ".", "", "-", "").Replace(text)
	if rest, foreign := strings.CutPrefix(text, "00"); foreign {
		text = "+" + rest
	}
	text = zeroToo.ReplaceAllString(text, "+31")
	text = strings.NewReplacer("(", "", ")", "").Replace(text)
	if rest, home := strings.CutPrefix(text, "0"); home {
		text = "+31" + rest
	}
	if !accepted.MatchString(text) {
		return "", false
	}
	return text, true
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

// National implements ports.PhoneNumbers.
func (n PhoneNumbers) National(text string) string {
	number, is := n.International(text)
	if rest, home := strings.CutPrefix(number, "+31"); is && home {
		return "0" + rest
	}
	return text
}
