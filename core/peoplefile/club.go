package peoplefile

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
)

// Club is everybody in the club, as rows of a file are matched with them.
type Club struct {
	stored map[person.ID]person.Stored
	codes  map[string][]person.ID
	mails  map[string][]person.ID // e-mail address and name
	names  map[string][]person.ID
	born   map[person.ID]civil.Date
}

// NewClub takes everybody in. One that can't be read is nobody's match.
func NewClub(people []person.Stored) *Club {
	c := &Club{
		stored: make(map[person.ID]person.Stored, len(people)), codes: map[string][]person.ID{}, mails: map[string][]person.ID{},
		names: map[string][]person.ID{}, born: map[person.ID]civil.Date{},
	}
	for i := range people {
		p, err := people[i].Person()
		if err != nil {
			continue
		}
		c.stored[p.ID] = people[i]
		if code := fold.Key(p.Membership.Code); code != "" {
			c.codes[code] = append(c.codes[code], p.ID)
		}
		name := nameKey(p.Name)
		c.names[name] = append(c.names[name], p.ID)
		for _, address := range p.Emails() {
			if key := address + "\n" + name; !slices.Contains(c.mails[key], p.ID) {
				c.mails[key] = append(c.mails[key], p.ID)
			}
		}
		if !p.Birthdate.IsZero() {
			c.born[p.ID] = p.Birthdate
		}
	}
	return c
}

// Person returns somebody as the club knows them.
func (c *Club) Person(id person.ID) (person.Person, error) {
	stored, there := c.stored[id]
	if !there {
		return person.Person{}, person.ErrAbsent
	}
	return stored.Person()
}

// with returns the club with some people as they were. It changes nothing of c, which others use at the same time.
func (c *Club) with(past []person.Stored) *Club {
	stored := maps.Clone(c.stored)
	for i := range past {
		stored[past[i].ID] = past[i]
	}
	return NewClub(slices.Collect(maps.Values(stored)))
}

// nameKey is a name, however its infix was written.
func nameKey(n person.Name) string { return fold.Key(n.First) + "\t" + n.SortKey() }

// find returns whom a row is about: who has its member code, else its e-mail address and name, else its name and date of birth;
// 0 for nobody. reason is why that can't be told. Those in without are nobody's match.
func (c *Club) find(read *person.Person, without map[person.ID]bool) (found person.ID, reason string) {
	others := func(ids []person.ID) []person.ID {
		if len(without) == 0 {
			return ids
		}
		return slices.DeleteFunc(slices.Clone(ids), func(id person.ID) bool { return without[id] })
	}
	if code := fold.Key(read.Membership.Code); code != "" {
		switch holders := others(c.codes[code]); {
		case len(holders) > 1:
			return 0, ambiguous
		case len(holders) == 1 && !c.mayBe(holders[0], read, others):
			return 0, otherName
		case len(holders) == 1:
			return holders[0], ""
		}
	}
	if read.Name.First == "" {
		return 0, ""
	}
	name := nameKey(read.Name)
	var matches []person.ID
	for _, address := range read.Emails() {
		for _, id := range others(c.mails[address+"\n"+name]) {
			if c.bornAs(id, read, true) && !slices.Contains(matches, id) {
				matches = append(matches, id)
			}
		}
	}
	if len(matches) == 0 && !read.Birthdate.IsZero() {
		for _, id := range others(c.names[name]) {
			if c.bornAs(id, read, false) {
				matches = append(matches, id)
			}
		}
	}
	switch {
	case len(matches) > 1:
		return 0, ambiguous
	case len(matches) == 0:
		return 0, ""
	}
	if was, err := c.Person(matches[0]); err == nil && was.Membership.Code != "" && read.NewCode(&was) != "" {
		return 0, otherCode
	}
	return matches[0], ""
}

// bornAs reports whether somebody was born when a row says. unknown is what to say when one of both does not know.
func (c *Club) bornAs(id person.ID, read *person.Person, unknown bool) bool {
	born, known := c.born[id]
	if !known || read.Birthdate.IsZero() {
		return unknown
	}
	return born == read.Birthdate
}

// mayBe reports whether who has a member code can be whom the row with that code is about. What the row does not say is no
// objection. Another first name, as initials or a call name, needs the same last name, or is short for the known one where there
// is no last name to compare, or another one and the same date of birth. Then no other date of birth may stand there, and nobody
// else may have the row's name: in a file in which the codes of two children of a family were swapped each row is about the other
// one. Another last name alone needs no other date of birth, or without a first name the same one.
func (c *Club) mayBe(id person.ID, read *person.Person, others func([]person.ID) []person.ID) bool {
	holder, err := c.Person(id)
	if err != nil {
		return false
	}
	was, is := holder.Name, read.Name
	sameLast := is.Last != "" && was.SortKey() == is.SortKey()
	switch {
	case is.First == "" && is.Last == "", fold.Same(was.Full(), is.Full()):
		return true
	case is.First != "" && was.First != "" && !called(was, is):
		if !sameLast && (!short(was.First, is.First) || is.Last != "" && was.Last != "" && !c.bornAs(id, read, false)) {
			return false
		}
		return c.bornAs(id, read, true) && !slices.ContainsFunc(others(c.names[nameKey(is)]), func(other person.ID) bool {
			return other != id && c.bornAs(other, read, true)
		})
	case is.Last != "" && was.Last != "" && !sameLast:
		return c.bornAs(id, read, is.First != "")
	}
	return true
}

// called reports whether two names have one first name, which may be the nickname of the other.
func called(a, b person.Name) bool {
	return fold.Same(a.First, b.First) || a.Nick != "" && fold.Same(a.Nick, b.First) || b.Nick != "" && fold.Same(a.First, b.Nick)
}

// short reports whether one of two first names can be short for the other: initials that begin with the same letter, or that
// letter and others of the longer name in their order, as Jan for Johannes.
func short(a, b string) bool {
	letters := func(name string) (list []rune, initials bool) {
		initials = strings.Contains(name, ".")
		for _, letter := range fold.Key(name) {
			if unicode.IsLetter(letter) {
				list = append(list, letter)
			}
		}
		return list, initials || len(list) == 1
	}
	few, initials := letters(a)
	many, alsoInitials := letters(b)
	if len(few) > len(many) {
		few, many = many, few
	}
	switch {
	case len(few) == 0 || few[0] != many[0]:
		return false
	case initials || alsoInitials:
		return true
	}
	next := 0
	for _, letter := range many {
		if next < len(few) && few[next] == letter {
			next++
		}
	}
	return next == len(few)
}

// named reports whether there is somebody of the same name beside those in without.
func (c *Club) named(read *person.Person, without map[person.ID]bool) bool {
	return slices.ContainsFunc(c.names[nameKey(read.Name)], func(id person.ID) bool { return !without[id] })
}
