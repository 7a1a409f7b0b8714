package feedback

import (
	"net/url"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
)

// branches is what the name of the branch of an item begins with, before its number and the words of its title.
const branches = "feedback/"

// Forget takes somebody out of all that the item says, and reports whether somebody was named in it. words are what they are
// called; erased takes these words out of a text. The address of a page may have them behind a question mark, a branch as part of
// the title: both are cut off there.
func (i *Item) Forget(words []string, erased func(text string) (string, bool)) bool {
	_, titled := erased(i.Title)
	named := false
	for _, text := range []*string{
		&i.Title, &i.Content, &i.Steps, &i.Expected, &i.Actual, &i.UseCase, &i.Errors, &i.Plan,
	} {
		after, so := erased(*text)
		*text, named = after, named || so
	}
	if address, so := forgetAddress(i.Address, erased); so {
		i.Address, named = address, true
	}
	number, slug, has := strings.Cut(i.Branch, "-")
	if has && strings.HasPrefix(number, branches) && (titled || holds(slug, words)) {
		i.Branch, named = number, true
	}
	return named
}

// forgetAddress returns the address of a page without somebody, and reports whether it named them.
func forgetAddress(address string, erased func(text string) (string, bool)) (string, bool) {
	if _, named := erased(legible(address)); !named {
		return address, false
	}
	if end := strings.IndexAny(address, "?#"); end >= 0 {
		address = address[:end]
	}
	if after, named := erased(legible(address)); named {
		return after, true
	}
	return address, true
}

// legible returns an address as somebody reads it who typed it.
func legible(address string) string {
	if text, err := url.QueryUnescape(address); err == nil {
		return text
	}
	return strings.ReplaceAll(address, "+", " ")
}

// holds reports whether one of the words is in a part of the name of a branch, for itself.
func holds(slug string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		word = fold.Slug(word, len(word))
		return word != "" && strings.Contains("-"+slug+"-", "-"+word+"-")
	})
}
