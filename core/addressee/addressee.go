// Package addressee owns who is written to or called about somebody: a child through the parents, everybody else themselves.
//
// It does not own how a message goes there, nor who may read the addresses.
package addressee

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
)

// To says who is reached about a child (person.Child).
type To string

// The choices. A child whose parents cannot be reached is reached itself.
const (
	Parents To = "parents"
	Self    To = "self"
	Both    To = "both"
)

// By is how people are reached.
type By string

// The ways.
const (
	Email By = "email"
	Phone By = "phone"
)

// List is how to reach several people.
type List struct {
	Values  []string // each address or number once
	Parents int      // how many of them reach a child through a parent
	People  int      // how many people it is about
	Without []person.ID
}

// ParentsOf are the numbers of somebody's parents.
func ParentsOf(p *person.Person) (ids []person.ID) {
	for _, row := range p.Relations {
		if row.Type == relation.Parent {
			ids = append(ids, row.To)
		}
	}
	return ids
}

// About returns who is reached about somebody: nobody about who has died. It is given their parents, as far as the reader may see
// them.
func About(p *person.Person, parents []person.Person, to To, by By, on civil.Date) (reached []*person.Person) {
	if p.Deceased() {
		return nil
	}
	if person.Child(p.Birthdate, on) && to != Self {
		for i := range parents {
			if Value(&parents[i], by) != "" {
				reached = append(reached, &parents[i])
			}
		}
	}
	if (len(reached) == 0 || to == Both) && Value(p, by) != "" {
		reached = append(reached, p)
	}
	return reached
}

// Mail returns where the club's own mails about somebody go: of a child to the parents.
func Mail(p *person.Person, parents []person.Person, on civil.Date) (to []mail.Address) {
	for _, reached := range About(p, parents, Parents, Email, on) {
		to = append(to, mail.Address{Name: mail.Line(reached.Name.Full()), Email: Value(reached, Email)})
	}
	return to
}

// Value is somebody's first address or number, "" for who has none or has died.
func Value(p *person.Person, by By) string {
	if p.Deceased() {
		return ""
	}
	if by == Phone {
		return p.Reach(person.Mobile, person.Phone)
	}
	if address := p.Reach(person.Email, person.Email2); mail.ValidEmail(address) {
		return address
	}
	return ""
}

// Reached is who has one of the addresses.
type Reached struct {
	Value string
	Name  string      // of whom it is first
	About []person.ID // of those whom no address before reaches, so that everybody is in one of them
}

// Audience is who is reached about several people, each address once.
type Audience struct {
	Reached []Reached
	Parents int // how many of them are parents'
	People  int // how many people it is about
	Without []person.ID
}

// Gatherer puts the addresses of one person after another on a list.
type Gatherer struct {
	List
	To   To
	By   By
	On   civil.Date
	seen map[string]*known

	reached []Reached
}

// known is an address on the list.
type known struct {
	place  int
	parent bool // it is a parent's
}

// Audience returns who is reached.
func (g *Gatherer) Audience() Audience { return Audience{g.reached, g.Parents, g.People, g.Without} }

// Add puts somebody on the list. It returns who is reached about them, whether the address was there already or not.
func (g *Gatherer) Add(p *person.Person, parents []person.Person) []*person.Person {
	g.People++
	reached := About(p, parents, g.To, g.By, g.On)
	if len(reached) == 0 {
		g.Without = append(g.Without, p.ID)
	}
	if g.seen == nil {
		g.seen = map[string]*known{}
	}
	for i, who := range reached {
		value := Value(who, g.By)
		there := g.seen[same(value, g.By)]
		if there == nil {
			there = &known{place: len(g.Values)}
			g.seen[same(value, g.By)] = there
			g.Values = append(g.Values, value)
			g.reached = append(g.reached, Reached{Value: value, Name: who.Name.Full()})
		}
		if i == 0 {
			g.reached[there.place].About = append(g.reached[there.place].About, p.ID)
		}
		if who != p && !there.parent {
			there.parent = true
			g.Parents++
		}
	}
	return reached
}

// same is what two spellings of one address or number have in common.
func same(value string, by By) string {
	if by == Email {
		return strings.ToLower(value)
	}
	digits := strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, value)
	for _, abroad := range []string{"+31", "0031"} {
		if rest, dutch := strings.CutPrefix(digits, abroad); dutch {
			return "0" + strings.TrimPrefix(rest, "0")
		}
	}
	return digits
}
