package erasure

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Without returns a text in which nobody is named any more, and whether that changed it. See Eraser.
func (s *Subject) Without(text string) (string, bool) { return s.Eraser()(text) }

// Eraser returns what takes the words out of texts, in any case, and reports whether that changed one. A word stands for itself:
// Jan Smits is not Jan Smit, and jan@club.example is not an@club.example. Who is named in Others stays.
func (s *Subject) Eraser() func(text string) (string, bool) {
	if len(s.Words) == 0 {
		return func(text string) (string, bool) { return text, false }
	}
	words := slices.Clone(s.Words)
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) }) // the longest first
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	named := regexp.MustCompile("(?i)" + strings.Join(words, "|"))
	return func(text string) (string, bool) {
		var after strings.Builder
		kept := 0
		for at := 0; ; {
			found := named.FindStringIndex(text[at:])
			if found == nil {
				break
			}
			from, to := at+found[0], at+found[1]
			if _, letter := utf8.DecodeRuneInString(text[from:]); !stands(text, from, to) || s.another(text, from, to) {
				at = from + letter
				continue
			}
			after.WriteString(text[kept:from])
			after.WriteString(Gone)
			at, kept = to, to
		}
		if kept == 0 {
			return text, false
		}
		after.WriteString(text[kept:])
		return after.String(), true
	}
}

// Signs reports whether the name beside the number of a user is the person's: as that user, or as one who is no more (0, too), of
// whom the name alone is left.
func (s *Subject) Signs(user int64, name string, lives func(user int64) bool) bool {
	if name == Gone {
		return false
	}
	return s.User != 0 && user == s.User || s.Name != "" && name == s.Name && !lives(user)
}

// another reports whether a part of a text belongs to the name of somebody who stays.
func (s *Subject) another(text string, from, to int) bool {
	word := strings.ToLower(text[from:to])
	return slices.ContainsFunc(s.Others, func(other string) bool {
		for at := range other {
			begin := from - at
			end := begin + len(other)
			if strings.HasPrefix(strings.ToLower(other[at:]), word) && begin >= 0 && end <= len(text) &&
				strings.EqualFold(text[begin:end], other) {
				return true
			}
		}
		return false
	})
}

// stands reports whether a part of a text is a word of its own, and not a piece of a longer name or address.
func stands(text string, from, to int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:from])
	after, width := utf8.DecodeRuneInString(text[to:])
	next, _ := utf8.DecodeRuneInString(text[to+width:])
	if strings.Contains(text[from:to], "@") {
		begins := !belongs(before) && !strings.ContainsRune("._%+-", before) || escaped.MatchString(text[:from])
		return begins && !belongs(after) && after != '_' && (after != '-' && after != '.' || !belongs(next))
	}
	last, _ := utf8.DecodeLastRuneInString(text[:from-size])
	begins := !belongs(before) && (before != '-' || !belongs(last)) || escaped.MatchString(text[:from])
	return begins && !belongs(after) && (after != '-' || !belongs(next))
}

// belongs reports whether a letter is one of a word.
func belongs(letter rune) bool { return unicode.IsLetter(letter) || unicode.IsDigit(letter) }

// escaped is what a text ends with whose last letter is a sign of JSON.
var escaped = regexp.MustCompile(`\\(?:[nrtbf]|u[0-9a-fA-F]{4})$`)
