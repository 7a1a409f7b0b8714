package fee

import (
	"strings"
	"unicode"

	"github.com/clubhuis/clubhuis/core/fold"
)

// ClassKey is what age classes are compared by: without the ending " Meiden" or " Vrouwen", and whatever the case.
func ClassKey(class string) string {
	key := fold.Key(class)
	for _, ending := range []string{" meiden", " vrouwen"} {
		if rest, has := strings.CutSuffix(key, ending); has {
			return rest
		}
	}
	return key
}

func functionKey(function string) string { return fold.Key(function) }

// Household is what people of one address have in common: the postal code and the number of the house with its addition,
// "1234AB-12A". It is "" for what is no Dutch address with a number. "12A", "12 a" and "12-a" are one.
func Household(street, postalCode string) string {
	code := squeeze(postalCode)
	if !dutch(code) {
		return ""
	}
	number := houseNumber(street)
	if number == "" {
		return ""
	}
	return code + "-" + number
}

// squeeze is a text in capitals without anything but letters and digits.
func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9', r >= 'A' && r <= 'Z':
			return r
		case r >= 'a' && r <= 'z':
			return unicode.ToUpper(r)
		}
		return -1
	}, text)
}

// dutch reports whether a code is four digits, the first not 0, and two letters.
func dutch(code string) bool {
	if len(code) != len("1234AB") || code[0] == '0' {
		return false
	}
	for i := range len(code) {
		if digit := code[i] >= '0' && code[i] <= '9'; digit != (i < 4) {
			return false
		}
	}
	return true
}

// mostAddition is how long the addition to a number may be: "BIS", "3HG", "BOVEN".
const mostAddition = 6

// houseNumber returns the number at the end of a street, with its addition: of "Dorpsstraat 12-a" it is "12A". Numbers that
// stand apart stay apart: of "Dorpsstraat 12 3" and "Dorpsstraat 12-3" it is "12-3", and of "Dorpsstraat 12 bis 3"
// "12BIS-3".
func houseNumber(street string) string {
	words := strings.FieldsFunc(street, func(r rune) bool {
		return unicode.IsSpace(r) || r == ',' || r == '-' || r == '/'
	})
	at := len(words) - 1
	for at > 0 && digits(words[at]) == "" {
		at--
	}
	if at <= 0 { // a street has a name before its number
		return ""
	}
	own := digits(words[at])
	number := strings.TrimLeft(own, "0")
	addition := squeeze(strings.Join(words[at:], "")[len(own):])
	if number == "" || len(addition) > mostAddition {
		return ""
	}
	for at > 1 {
		switch before := words[at-1]; {
		case digits(before) != "":
			at--
			number = squeeze(before) + "-" + number
		case at > 2 && digits(words[at-2]) == words[at-2] && len(squeeze(before)) <= mostAddition:
			at -= 2
			number = words[at] + squeeze(before) + "-" + number
		default:
			return number + addition
		}
	}
	return number + addition
}

// digits are those at the beginning of a word.
func digits(word string) string {
	return word[:len(word)-len(strings.TrimLeft(word, "0123456789"))]
}
