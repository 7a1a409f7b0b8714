package inmem

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/ports"
)

// PasswordStrength weighs passwords by how many different characters they have besides well-known words, for tests.
type PasswordStrength struct{}

var _ ports.PasswordStrength = PasswordStrength{}

// Score implements ports.PasswordStrength.
func (PasswordStrength) Score(password string, words []string) int {
	rest := fold.Key(password)
	known := append(fold.Words(strings.Join(words, " ")), "password", "1234567890", "1234")
	slices.SortFunc(known, func(a, b string) int { return len(b) - len(a) }) // no word takes a part of a longer one
	for _, word := range known {
		rest = strings.ReplaceAll(rest, word, "")
	}
	different := map[rune]bool{}
	for _, r := range rest {
		different[r] = true
	}
	return min(len(different)/2, 4)
}
