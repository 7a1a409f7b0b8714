// Package search owns what a volunteer finds by typing: which words find which people and teams, and in which order
// (contract §4.2).
//
// It does not own what of a record is searched in: those are the keys of its noun.
package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// MostHits is the largest number of hits of each kind that a search returns.
const MostHits = 10

// mostWords keeps a pasted page of text from becoming a query.
const mostWords = 12

// Query is what somebody typed, in folded words: all of them must be found, each anywhere.
type Query struct{ words []string }

// Parse reads what was typed: at least 2 characters (contract §8), else rest_invalid_param about q.
func Parse(text string) (Query, error) {
	var problems fault.Problems
	acf.CheckText(text, "q", &problems)
	if utf8.RuneCountInString(fold.Key(text)) < 2 {
		problems.Add("q", fault.TooShortQuery)
	}
	words := fold.Words(text)
	return Query{words[:min(len(words), mostWords)]}, problems.Fault()
}

// People returns the tests for people: every word occurs in one of the things that are searched in.
func (q Query) People() []listing.Test { return listing.ContainsAll(person.KeySearch, q.words) }

// Teams returns the tests for groups.
func (q Query) Teams() []listing.Test { return listing.ContainsAll(group.KeySearch, q.words) }

// PeopleFirst says how well people fit. A word that is a first name is worth 100, one that begins a first name 80, one inside
// it 60, in the infix 50, in the last name 40, elsewhere 30; several words together count as a first name when they are a whole
// name or begin one. Of all, the best counts. Former members get 50 less.
func (q Query) PeopleFirst() []listing.Score {
	scores := []listing.Score{{Test: listing.Test{Key: person.KeyFormer, Value: listing.Flag(true)}, Points: -50}}
	anyWord := func(points int, key string, is listing.Operator) {
		anyOf := []listing.Test{}
		for _, word := range q.words {
			anyOf = append(anyOf, listing.Test{Key: key, Is: is, Value: word})
		}
		if phrase := strings.Join(q.words, " "); points >= 80 && len(q.words) > 1 {
			anyOf = append(anyOf, listing.Test{Key: person.KeyTitle, Is: is, Value: phrase})
		}
		scores = append(scores, listing.Score{Test: listing.Test{AnyOf: anyOf}, Points: points})
	}
	anyWord(100, person.KeyFirst, listing.Equal)
	anyWord(80, person.KeyFirst, listing.Begins)
	anyWord(60, person.KeyFirst, listing.Contains)
	anyWord(50, person.KeyInfix, listing.Contains)
	anyWord(40, person.KeyLast, listing.Contains)
	return append(scores, listing.Score{Points: 30, Test: listing.Test{AllOf: []listing.Test{}}})
}

// TeamsFirst says how well groups fit: a word in the title is worth 60, elsewhere 20.
func (q Query) TeamsFirst() []listing.Score {
	inTitle := []listing.Test{}
	for _, word := range q.words {
		inTitle = append(inTitle, listing.Test{Key: group.KeyTitle, Is: listing.Contains, Value: word})
	}
	return []listing.Score{
		{Test: listing.Test{AnyOf: inTitle}, Points: 60}, {Points: 20, Test: listing.Test{AllOf: []listing.Test{}}},
	}
}

// Settings are what an administrator sets for searches.
type Settings struct {
	Fields []string `json:"searchable_fields"` // keys of acf, besides those that are always searched in
}

// mostFields is how many keys may be set.
const mostFields = 50

// TooManyFields is said of the list of keys.
const TooManyFields = "Dit zijn te veel velden (hooguit 50)."

// Validate removes duplicate keys from edited settings first, and then checks them. The keys stay in the given order.
func (s *Settings) Validate() error {
	var problems fault.Problems
	clean := []string{}
	for _, key := range s.Fields {
		acf.CheckText(key, "searchable_fields", &problems)
		if key = strings.TrimSpace(key); key != "" && !slices.Contains(clean, key) {
			clean = append(clean, key)
		}
	}
	if len(clean) > mostFields {
		problems.Add("searchable_fields", TooManyFields)
	}
	s.Fields = clean
	return problems.Fault()
}
