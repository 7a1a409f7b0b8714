// Package search owns what a volunteer finds by typing: which words find which people and teams, in which order,
// and why (contract §4.2).
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

// Query is what somebody typed, in parts: all of them must be found, each anywhere.
type Query struct {
	words []string // of all parts, folded
	parts []part
	wide  bool // one of the words is long enough for addresses to be looked in
}

// part is a word, or the words of a telephone number.
type part struct {
	words  []string
	digits string // of the number, "" for none; see person.Digits
}

// shortestInAddress is how long one of the words is at least for addresses to be looked in: shorter ones are in half of them.
const shortestInAddress = 3

// Parse reads what was typed: at least 2 characters (contract §8), else rest_invalid_param about q.
func Parse(text string) (Query, error) {
	var problems fault.Problems
	acf.CheckText(text, "q", &problems)
	if utf8.RuneCountInString(fold.Key(text)) < 2 {
		problems.Add("q", fault.TooShortQuery)
	}
	return Read(text), problems.Fault()
}

// Read is Parse for a list that a search narrows: it may be as short as one likes. Nothing asks nothing.
func Read(text string) Query {
	words := fold.Words(text)
	q := Query{words: words[:min(len(words), mostWords)]}
	for rest := q.words; len(rest) > 0; {
		n := 0
		for n < len(rest) && person.IsNumber(rest[n]) {
			n++
		}
		one := part{words: rest[:max(n, 1)]}
		if numbers := person.Digits(strings.Join(rest[:n], " ")); len(numbers) == 1 {
			one.digits = numbers[0]
		}
		q.parts, rest = append(q.parts, one), rest[max(n, 1):]
		for _, word := range one.words {
			q.wide = q.wide || utf8.RuneCountInString(word) >= shortestInAddress
		}
	}
	return q
}

// People returns the tests for people: every part occurs in one of the things that are searched in. A single letter is looked for
// in names alone.
func (q Query) People() (tests []listing.Test) {
	if len(q.words) == 1 && utf8.RuneCountInString(q.words[0]) == 1 {
		return person.Named(q.words)
	}
	for _, part := range q.parts {
		words := []listing.Test{}
		for _, word := range part.words {
			words = append(words, q.word(word))
		}
		if part.digits == "" {
			tests = append(tests, words...)
			continue
		}
		isNumber := listing.Test{Key: person.KeyReach, Is: listing.Contains, Value: part.digits}
		tests = append(tests, listing.Test{AnyOf: []listing.Test{isNumber, {AllOf: words}}})
	}
	return tests
}

// word is the test for one word: it occurs in a detail, or a word of an address begins so.
func (q Query) word(word string) listing.Test {
	test := listing.Test{Key: person.KeySearch, Is: listing.Contains, Value: word}
	if !q.wide {
		return test
	}
	return listing.Test{AnyOf: []listing.Test{test, {Key: person.KeyReach, Is: listing.Contains, Value: " " + word}}}
}

// Teams returns the tests for groups.
func (q Query) Teams() []listing.Test { return listing.ContainsAll(group.KeySearch, q.words) }

// PeopleFirst says how well people fit. A word that is a first name is worth 100, a last name 90, one that begins a first name
// 80, a last name 70, one inside a first name 60, in the infix 50, inside a last name 40. When all words are elsewhere, but for
// telephone numbers and addresses, it is 30, else 20. Several words together count as a first name when they are a whole name
// or begin one. Of all, the best counts.
func (q Query) PeopleFirst() (scores []listing.Score) {
	anyWord := func(points int, key string, is listing.Operator) {
		anyOf := []listing.Test{}
		for _, word := range q.words {
			anyOf = append(anyOf, listing.Test{Key: key, Is: is, Value: word})
		}
		if len(q.words) > 1 && key == person.KeyFirst && is != listing.Contains {
			anyOf = append(anyOf, listing.Test{Key: person.KeyTitle, Is: is, Value: strings.Join(q.words, " ")})
		}
		scores = append(scores, listing.Score{Test: listing.Test{AnyOf: anyOf}, Points: points})
	}
	anyWord(100, person.KeyFirst, listing.Equal)
	anyWord(90, person.KeyLast, listing.Equal)
	anyWord(80, person.KeyFirst, listing.Begins)
	anyWord(70, person.KeyLast, listing.Begins)
	anyWord(60, person.KeyFirst, listing.Contains)
	anyWord(50, person.KeyInfix, listing.Contains)
	anyWord(40, person.KeyLast, listing.Contains)
	return append(scores,
		listing.Score{Points: 30, Test: listing.Test{AllOf: listing.ContainsAll(person.KeySearch, q.words)}},
		listing.Score{Points: 20, Test: listing.Test{AllOf: []listing.Test{}}})
}

// TeamsFirst says how well groups fit: a word that is the title is worth 100, one that begins it 80, one in it 60, elsewhere 20.
func (q Query) TeamsFirst() (scores []listing.Score) {
	for _, one := range []struct {
		is     listing.Operator
		points int
	}{{listing.Equal, 100}, {listing.Begins, 80}, {listing.Contains, 60}} {
		inTitle := []listing.Test{}
		for _, word := range q.words {
			inTitle = append(inTitle, listing.Test{Key: group.KeyTitle, Is: one.is, Value: word})
		}
		scores = append(scores, listing.Score{Test: listing.Test{AnyOf: inTitle}, Points: one.points})
	}
	return append(scores, listing.Score{Points: 20, Test: listing.Test{AllOf: []listing.Test{}}})
}

// Settings are what an administrator sets for searches.
type Settings struct {
	Fields []string `json:"searchable_fields"` // keys of acf, besides those that are always searched in
}

// mostFields is how many keys may be set.
const mostFields = 50

// TooManyFields is said of the list of keys.
const TooManyFields = "Dit zijn te veel velden (hooguit 50)."

// EntrustedField is said of a key of what not everybody reads: everybody would find people by it.
const EntrustedField = "Contributies en gegevens voor facturen mag niet iedereen zien. Daarin kan niet gezocht worden."

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
	if slices.ContainsFunc(clean, person.Entrusted) {
		problems.Add("searchable_fields", EntrustedField)
	}
	if len(clean) > mostFields {
		problems.Add("searchable_fields", TooManyFields)
	}
	s.Fields = clean
	return problems.Fault()
}
