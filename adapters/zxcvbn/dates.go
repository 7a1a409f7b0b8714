package zxcvbn

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/ccojocar/zxcvbn-go/entropy"
	"github.com/ccojocar/zxcvbn-go/match"
)

// dateForms are how a password may have a date in it.
type dateForms struct {
	separated []*regexp.Regexp // with the year last, and first
	digits    *regexp.Regexp
}

// forms makes the expressions when the first password is weighed, not at the start of the program.
var forms = sync.OnceValue(func() dateForms {
	const year, one, other, separator = `(?P<year>19\d\d|20[01]\d|\d\d)`, `(?P<one>\d\d?)`, `(?P<other>\d\d?)`, `[\s/\\_.-]`
	return dateForms{
		separated: []*regexp.Regexp{
			regexp.MustCompile(one + separator + other + separator + year),
			regexp.MustCompile(year + separator + one + separator + other),
		},
		digits: regexp.MustCompile(`\d{6,8}`),
	}
})

// dateMatches returns dates, with and without separators.
func dateMatches(password string) (found []match.Match) {
	for _, form := range forms().separated {
		for _, parts := range form.FindAllStringSubmatch(password, -1) {
			part := func(name string) string { return parts[form.SubexpIndex(name)] }
			if year := number(part("year")); isDate(number(part("one")), number(part("other")), year) {
				found = append(found, dateMatch(password, parts[0], year, "-"))
			}
		}
	}
	for _, digits := range forms().digits.FindAllString(password, -1) {
		switch len(digits) {
		case 6:
			found = appendDigits(found, password, digits, digits[:2], digits[2:])
		case 8:
			found = appendDigits(found, password, digits, digits[:4], digits[4:])
			found = appendDigits(found, password, digits, digits[4:], digits[:4])
		}
	}
	return found
}

// appendDigits adds a date without separators, if its digits are a year, and a day and a month.
func appendDigits(found []match.Match, password, digits, year, rest string) []match.Match {
	if y := number(year); isDate(number(rest[:2]), number(rest[2:]), y) {
		found = append(found, dateMatch(password, digits, y, ""))
	}
	return found
}

// dateMatch returns a date at the place that the library gives it: where it first occurs, and one character further than it goes.
// So a date that ends the password is not counted. Scores stay what they were.
func dateMatch(password, date string, year int, separator string) match.Match {
	from := strings.Index(password, date)
	return match.Match{
		Pattern: "date", I: from, J: from + len(date), Token: date,
		Entropy: entropy.DateEntropy(match.DateMatch{Year: int64(year), Separator: separator}),
	}
}

// isDate reports whether two numbers may be a day and a month, in either order, in a year of four digits or two.
func isDate(one, other, year int) bool {
	return max(one, other) <= 31 && min(one, other) <= 12 && (year <= 99 || 1900 <= year && year <= 2025)
}

// number returns what up to four digits say.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
