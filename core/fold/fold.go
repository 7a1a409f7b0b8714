// Package fold owns how texts are compared in Clubhuis: folded to lower case without accents, so that order and search
// never depend on a database's collation.
//
// It does not know names or search syntax; core/person builds its sort and search keys with it.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// letters that compatibility decomposition leaves whole, in the form a Dutch keyboard types them.
var letters = strings.NewReplacer("ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ß", "ss", "ı", "i")

// Key returns s in lower case, without accents (Joël and joel are one), every run of white space one blank, none at the ends.
// Keys compare byte by byte.
func Key(s string) string {
	if key, plain := ascii(s); plain {
		return key
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range strings.ToLower(norm.NFKD.String(s)) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(letters.Replace(b.String())), " ")
}

// ascii is Key for the texts that need no Unicode tables: nearly all.
func ascii(s string) (key string, plain bool) {
	folded := true // already
	for i := range len(s) {
		c := s[i]
		if c >= 0x80 || c < ' ' {
			return "", false
		}
		if c >= 'A' && c <= 'Z' || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			folded = false
		}
	}
	if folded {
		return s, true
	}
	lower := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != ' ' || len(lower) > 0 && lower[len(lower)-1] != ' ' {
			lower = append(lower, c)
		}
	}
	if len(lower) > 0 && lower[len(lower)-1] == ' ' {
		lower = lower[:len(lower)-1]
	}
	return string(lower), true
}

// Words returns the words of Key(s), each as a search looks for it.
func Words(s string) []string { return strings.Fields(Key(s)) }

// Slug returns s as a part of an address: its letters a to z and digits, folded, with hyphens between its words, at most so many
// characters. It is "" when nothing is left.
func Slug(s string, longest int) string {
	words := strings.FieldsFunc(Key(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	slug := strings.Join(words, "-")
	if len(slug) > longest {
		slug = strings.TrimRight(slug[:longest], "-")
	}
	return slug
}

// Same reports whether two texts are the same as they are compared.
func Same(a, b string) bool { return Key(a) == Key(b) }
