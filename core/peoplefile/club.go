package peoplefile

import (
	"slices"

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
		case len(holders) == 1 && !c.mayBe(holders[0], read):
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

// mayBe reports whether who has a member code can be whom the row with that code is about: the first name, the last name or the
// date of birth is the same, or the row does not say.
func (c *Club) mayBe(id person.ID, read *person.Person) bool {
	was, err := c.Person(id)
	return err == nil && (read.Name.First == "" || read.Name.Last == "" || fold.Same(was.Name.First, read.Name.First) ||
		was.Name.SortKey() == read.Name.SortKey() || c.bornAs(id, read, false))
}

// named reports whether there is somebody of the same name.
func (c *Club) named(read *person.Person) bool { return len(c.names[nameKey(read.Name)]) > 0 }
