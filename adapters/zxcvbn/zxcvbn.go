// Package zxcvbn weighs passwords with the zxcvbn method (ccojocar/zxcvbn-go), which looks for words, names, keyboard
// patterns, sequences and dates.
//
// It says how hard a password is to guess. What is too easy is said by core/account.
package zxcvbn

import (
	"strings"

	"github.com/ccojocar/zxcvbn-go"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/ports"
)

// Strength implements ports.PasswordStrength.
type Strength struct{}

var _ ports.PasswordStrength = Strength{}

// weighed is how many characters are weighed: the method's time grows with the third power of the length.
const weighed = 64

// dutch are words that Dutch members choose first; the method's own lists are English.
var dutch = []string{
	"wachtwoord", "welkom", "geheim", "voetbal", "club", "clubhuis", "vereniging", "voetbalclub", "bestuur", "beheer", "beheerder",
	"secretaris", "penningmeester", "voorzitter", "trainer", "leden", "team", "kantine", "oranje", "nederland", "holland", "ajax",
	"feyenoord", "psv", "lente", "voorjaar", "zomer", "herfst", "najaar", "winter", "januari", "februari", "maart", "april", "juni",
	"juli", "augustus", "september", "oktober", "november", "december", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag",
	"zaterdag", "zondag", "amsterdam", "rotterdam", "utrecht", "liefje", "schatje", "hallo", "inloggen", "mijn", "nieuw",
}

// Score implements ports.PasswordStrength.
func (Strength) Score(password string, words []string) int {
	known := []string{}
	for _, word := range words {
		key := fold.Key(word)
		parts := strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune(" .@-_+", r) })
		known = append(known, key, strings.Join(parts, ""))
		known = append(known, parts...)
	}
	known = append(known, dutch...)
	if runes := []rune(password); len(runes) > weighed {
		password = string(runes[:weighed])
	}
	score := zxcvbn.PasswordStrength(plain(password), known).Score
	if unit := period(password); unit != password {
		score = min(score, zxcvbn.PasswordStrength(plain(unit), known).Score)
	}
	return score
}

// plain returns a password in ASCII: the method counts bytes, and would miss the repeated letter in éééé. Letters without
// accents stand for those with, case stays, and other characters become odd ones, each the same every time.
func plain(password string) string {
	return strings.Map(odd, withoutAccents(password))
}

func withoutAccents(password string) string {
	var b strings.Builder
	for _, r := range password {
		folded := fold.Key(string(r))
		if r < 0x80 || folded == "" {
			b.WriteRune(r)
			continue
		}
		b.WriteString(folded)
	}
	return b.String()
}

func odd(r rune) rune {
	if r < 0x80 {
		return r
	}
	return 1 + r%0x1f
}

// period returns what a password repeats from its first character on, the last time perhaps in part; the password itself when it
// repeats nothing.
func period(password string) string {
	for length := 1; length <= len(password)/2; length++ {
		if strings.HasPrefix(password, password[length:]) {
			return password[:length]
		}
	}
	return password
}
