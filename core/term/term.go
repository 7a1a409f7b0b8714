// Package term owns the words that a club describes its records with: a name, and a slug for programs. Labels of people are
// terms; types of relationships (core/relation) are terms with a rule.
//
// It does not know what is described.
package term

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
)

// ID is a term's number, from 1; unique among terms of its sort and never used again.
type ID = int64

// Term is a name and its slug.
type Term struct {
	ID   ID
	Name string
	Slug string // lower-case letters, digits and hyphens; unique among terms of its sort
}

// Names returns the names of terms, in their order.
func Names(terms []Term) []string {
	names := make([]string, len(terms))
	for i, t := range terms {
		names[i] = t.Name
	}
	return names
}

// IDs returns the numbers of terms, in their order.
func IDs(terms []Term) []ID {
	ids := make([]ID, len(terms))
	for i, t := range terms {
		ids[i] = t.ID
	}
	return ids
}

// What can be wrong with terms.
var (
	ErrAbsent = fault.New(fault.NotFound, "rest_term_invalid", "Deze term bestaat niet.")
	ErrTaken  = fault.New(fault.Conflict, "term_taken", "Er is al een term met dit nummer of deze korte naam.")
	ErrExists = fault.New(fault.Invalid, "term_exists", "Er is al een term met deze naam.")
)

// longest is the length of a name, in characters.
const longest = 200

// Validate trims an edited term first, and then checks it against the others of its sort. It keeps the term's own
// slug as far as it can, and else derives one from the name. A name that another term has is ErrExists.
func (t *Term) Validate(others []Term) error {
	t.Name = strings.TrimSpace(t.Name)
	var problems fault.Problems
	acf.CheckText(t.Name, "name", &problems)
	if t.Name == "" {
		problems.Add("name", fault.Required)
	}
	if len([]rune(t.Name)) > longest {
		problems.Add("name", TooLong)
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	others = slices.DeleteFunc(slices.Clone(others), func(other Term) bool { return other.ID == t.ID })
	if slices.ContainsFunc(others, func(other Term) bool { return fold.Same(other.Name, t.Name) }) {
		return ErrExists
	}
	t.Slug = free(firstOf(fold.Slug(t.Slug, longest), fold.Slug(t.Name, longest), "term"), others)
	return nil
}

// TooLong is said of a name.
const TooLong = "Deze naam is te lang (hooguit 200 tekens)."

func firstOf(texts ...string) string {
	i := slices.IndexFunc(texts, func(text string) bool { return text != "" })
	return texts[i]
}

// free returns the slug, or the first of slug-2, slug-3 … that no other term has.
func free(slug string, others []Term) string {
	found := slug
	taken := func(other Term) bool { return other.Slug == found }
	for n := 2; slices.ContainsFunc(others, taken); n++ {
		found = slug + "-" + strconv.Itoa(n)
	}
	return found
}
