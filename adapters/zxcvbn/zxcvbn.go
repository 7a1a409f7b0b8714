// Package zxcvbn weighs passwords with the zxcvbn method (Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX
// Security 2016), which looks for words, names, l33t, keyboard patterns, repetitions, sequences and dates.
//
// It owns how these are found. The lists of words, the keyboards and the scoring are those of ccojocar/zxcvbn-go, whose own
// search reads the lists at every start of a program (docs/decisions/0003-dependencies.md). What is too easy is said by
// core/account.
package zxcvbn

import (
	"slices"
	"sort"
	"strings"

	"github.com/ccojocar/zxcvbn-go/match"
	"github.com/ccojocar/zxcvbn-go/scoring"

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
	own := listed(known(words))
	if runes := []rune(password); len(runes) > weighed {
		password = string(runes[:weighed])
	}
	score := weigh(plain(password), own).Score
	if unit := period(password); unit != password {
		score = min(score, weigh(plain(unit), own).Score)
	}
	return score
}

// known returns what an attacker tries first: the words given, whole and in parts, and the Dutch ones.
func known(words []string) (all []string) {
	for _, word := range words {
		key := fold.Key(word)
		parts := strings.FieldsFunc(key, func(r rune) bool { return strings.ContainsRune(" .@-_+", r) })
		all = append(all, key, strings.Join(parts, ""))
		all = append(all, parts...)
	}
	return append(all, dutch...)
}

// weigh returns the easiest way to guess a password in ASCII. Own words are looked for as they stand, common ones in l33t too.
func weigh(password string, own *wordList) scoring.MinEntropyMatch {
	found := slices.Concat(
		own.matches([]string{password}), common().matches(readings(password)), keyboardMatches(password),
		repeatMatches(password), sequenceMatches(password), dateMatches(password),
	)
	sort.Sort(match.Matches(found))
	return scoring.MinimumEntropyMatchSequence(password, found)
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
