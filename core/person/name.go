package person

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
)

// Name is what somebody is called.
type Name struct {
	First string
	Infix string // tussenvoegsel: "van der"
	Last  string
	Nick  string
}

// Full is the non-empty parts with one blank between them: the title of a person's record.
func (n Name) Full() string {
	parts := []string{}
	for _, part := range []string{n.First, n.Infix, n.Last} {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return "Naamloos"
	}
	return strings.Join(parts, " ")
}

// infixes are the words that Dutch names put before the part they are sorted by. Only in lower case: De Smet, with its
// capital, is a Belgian name and sorts under D.
var infixes = map[string]bool{
	"van": true, "de": true, "den": true, "der": true, "het": true, "'t": true, "’t": true, "ten": true, "ter": true,
	"te": true, "in": true, "op": true, "aan": true, "bij": true, "onder": true, "over": true, "uit": true, "voor": true,
	"von": true, "du": true, "la": true, "le": true, "el": true, "al": true, "d'": true, "'s": true,
}

// SortKey is the folded last name without its infix, also when somebody typed the infix into the last name. Who has no
// last name is sorted by the first: the federation's parents often have their whole name there.
func (n Name) SortKey() string {
	words := strings.Fields(n.Last)
	if len(words) == 0 {
		return fold.Key(n.First)
	}
	for len(words) > 1 && infixes[words[0]] {
		words = words[1:]
	}
	return fold.Key(strings.Join(words, " "))
}

// Slug is the name in lower-case letters and digits with the number behind it: jan-de-vries-12.
func Slug(name Name, id ID) string { return listing.Slug(name.slug(), id) }

// longestSlug is the length of the part before the number.
const longestSlug = 200

// slug is the part before the number.
func (n Name) slug() string {
	if slug := fold.Slug(n.Full(), longestSlug); slug != "" {
		return slug
	}
	return "persoon"
}

// ParseName reads a name that was written in one: "Jan de Vries", "Vries, Jan de" or "de Vries, Jan".
func ParseName(text string) (n Name) {
	before, after, turned := strings.Cut(text, ",")
	words := strings.Fields(text)
	if turned {
		words = nil
		given := strings.Fields(after)
		end := len(given)
		for end > 1 && infixes[given[end-1]] {
			end--
		}
		if end > 0 {
			words = append([]string{strings.Join(given[:end], " ")}, given[end:]...)
		}
		words = append(words, strings.Fields(before)...)
		if end == 0 {
			return Name{First: strings.Join(words, " ")}
		}
	}
	if len(words) == 0 {
		return n
	}
	n.First = words[0]
	n.Infix, n.Last = SplitInfix(strings.Join(words[1:], " "))
	return n
}

// SplitInfix takes the infix off a last name that was written with it.
func SplitInfix(last string) (infix, rest string) {
	words := strings.Fields(last)
	at := 0
	for at < len(words)-1 && infixes[words[at]] {
		at++
	}
	return strings.Join(words[:at], " "), strings.Join(words[at:], " ")
}
