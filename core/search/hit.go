package search

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
)

// Hit is somebody who was found, with what tells people of one name apart.
type Hit struct {
	person.Summary
	Age     int      // in years, -1 when it is not known
	Groups  []string // the teams and then the committees they are in today, of those that the reader may see
	City    string
	Matches []person.Detail // what holds the parts of the query that are not in the name
}

// Hits are the first of the people who were found, and how many there are in all.
type Hits struct {
	List            []Hit // present members and then former ones, of both the best first
	Current, Former int
}

// formerPlaces is how many of the hits are kept for former members, who are never pushed out (contract §2.9 rule 2).
const formerPlaces = 3

// FirstHits is the order of people who fit alike.
var FirstHits = []listing.Sort{{By: person.KeyLast}, {By: person.KeyFirst}}

// Shares divides the hits that are shown between present and former members.
func Shares(current, former int) (shownCurrent, shownFormer int) {
	shownFormer = min(former, max(formerPlaces, MostHits-current))
	return min(current, MostHits-shownFormer), min(shownFormer, MostHits)
}

// Why returns what of somebody holds the parts of the query that are not in the name: each part is found in the first of their
// details that has it.
func (q Query) Why(p *person.Indexed) (matches []person.Detail) {
	details := p.Details()
	add := func(found person.Detail) {
		if found.Field != person.DetailName && !slices.Contains(matches, found) {
			matches = append(matches, found)
		}
	}
	places := p.Places()
	for _, part := range q.parts {
		if number, is := part.number(p.Numbers()); is {
			add(number)
			continue
		}
		for _, word := range part.words {
			if found, is := q.holds(details, places, word); is {
				add(found)
			}
		}
	}
	return matches
}

// InName reports whether all that was asked for stands in a name, so that there is nothing to explain.
func (q Query) InName(folded string) bool {
	return !slices.ContainsFunc(q.words, func(word string) bool { return !strings.Contains(folded, word) })
}

func (q Query) holds(details, places []person.Detail, word string) (person.Detail, bool) {
	for _, detail := range details {
		if strings.Contains(fold.Key(detail.Value), word) {
			return detail, true
		}
	}
	for _, place := range places {
		if q.wide && strings.Contains(person.AddressLine(place.Value), " "+word) {
			return place, true
		}
	}
	return person.Detail{}, false
}

func (p *part) number(numbers []person.Detail) (person.Detail, bool) {
	for _, number := range numbers {
		for _, digits := range person.Digits(number.Value) {
			if p.digits != "" && strings.Contains(digits, p.digits) {
				return number, true
			}
		}
	}
	return person.Detail{}, false
}
