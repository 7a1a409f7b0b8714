// Package customer owns what the helpdesk is told about people of the club, who of several people with one e-mail address is its
// customer there, and what is logged of a conversation (contract §2.5).
//
// It asks and tells nobody (ports.Helpdesk).
package customer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/dues"
)

// Customer is somebody as the helpdesk has them. What is empty is cleared there.
type Customer struct {
	First, Last string
	Emails      []string
	Phones      []string
	Websites    []string
	Photo       string // an address from which the helpdesk fetches it
}

// Kept is a customer who is there.
type Kept struct {
	ID int64
	Customer
	Fields map[int]string // of the club's own, by number; nil when the helpdesk does not tell them in lists
}

// Field is a field of the club's own that customers have.
type Field string

// The fields (contract §2.5).
const (
	UnionTeams     Field = "union_teams"
	PublicPersonID Field = "public_person_id"
	MemberSince    Field = "member_since"
	NikkiBalance   Field = "nikki_saldo"
	NikkiStatus    Field = "nikki_status"
	RelationEnd    Field = "relation_end"
)

// Numbers are the numbers that the fields have at the helpdesk. A field without one is not told.
type Numbers map[Field]int

// Person is somebody of the club who may be a customer.
type Person struct {
	Number      int64  // in the application
	Code        string // the member code, "" for a parent
	First, Last string // Last with its infix
	Emails      []string
	Phones      []string
	Websites    []string
	Born, Since civil.Date
	Left        bool
	Deceased    bool
	Teams       []string
	RelationEnd civil.Date // the zero Date while a function is open, or without any
	Dues        []dues.Year
	Picture     int64 // the number of the photo, 0 for none
	Customer    int64 // the number that stands in the application, 0 for none
}

// Fields returns the values of the fields of the club's own, by number.
func (p *Person) Fields(numbers Numbers) map[int]string {
	values := map[Field]string{PublicPersonID: p.Code, MemberSince: p.Since.String(), RelationEnd: p.RelationEnd.String()}
	values[UnionTeams] = strings.Join(p.Teams, ", ")
	newest, known := dues.Newest(p.Dues)
	values[NikkiBalance], values[NikkiStatus] = "", newest.Status
	if known {
		values[NikkiBalance] = newest.Balance.String()
	}
	fields := map[int]string{}
	for field, number := range numbers {
		if number > 0 {
			fields[number] = values[field]
		}
	}
	return fields
}

// AsCustomer returns what is told of a person who has the addresses to themselves. The photo is not in it.
func (p *Person) AsCustomer(emails []string) Customer {
	return Customer{First: cmp.Or(p.First, p.Last), Last: p.Last, Emails: emails, Phones: p.Phones, Websites: p.Websites}
}

// Hash returns the hash of all that is told of a person. Of the photo it is the picture, not the address.
func (p *Person) Hash(emails []string, numbers Numbers) string {
	return diff.Hash([]any{p.AsCustomer(emails), p.Fields(numbers), p.Picture})
}

// rank says who comes first for an address: a member before a parent before who has left, and the dead last.
func (p *Person) rank() int {
	switch {
	case p.Deceased:
		return 3
	case p.Left:
		return 2
	case p.Code == "":
		return 1
	}
	return 0
}

// Key returns an e-mail address in the form in which addresses are compared.
func Key(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// Shared is an address that two people have.
type Shared struct{ Holder, Other int64 } // by number

// Claims says who has which address to themselves, by the number of the person.
type Claims struct {
	Of     map[int64][]string // the addresses of each person
	Holder map[string]int64   // by Key
	Shared []Shared           // in the order of the people
}

// Claim divides addresses among people: each address is one customer's. Who had it before keeps it as long as they are alive and
// have it, so that it is never swapped to and fro; else it is a member's before a parent's, and the older one's before the
// younger one's. held says who had an address before, by Key.
func Claim(people []Person, held map[string]int64) Claims {
	order := slices.Clone(people)
	Sort(order)
	c := Claims{Of: map[int64][]string{}, Holder: map[string]int64{}}
	for i := range order {
		p := &order[i]
		for _, email := range p.Emails {
			if held[Key(email)] == p.Number && !p.Deceased {
				c.Holder[Key(email)] = p.Number
			}
		}
	}
	for i := range order {
		p := &order[i]
		for _, email := range p.Emails {
			key := Key(email)
			holder, taken := c.Holder[key]
			switch {
			case !taken:
				c.Holder[key], holder = p.Number, p.Number
			case holder != p.Number:
				c.Shared = append(c.Shared, Shared{holder, p.Number})
			}
			if holder == p.Number && !slices.ContainsFunc(c.Of[p.Number], func(own string) bool { return Key(own) == key }) {
				c.Of[p.Number] = append(c.Of[p.Number], email)
			}
		}
	}
	return c
}

// Sort puts people in the order in which they come first for what only one can have.
func Sort(people []Person) {
	slices.SortFunc(people, func(a, b Person) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), older(a.Born, b.Born), cmp.Compare(a.Number, b.Number))
	})
}

// older compares days of birth, an unknown one last.
func older(a, b civil.Date) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return a.Compare(b)
}

// Conversation is what a customer asked.
type Conversation struct {
	ID       int64
	Number   int64 // as the helpdesk shows it
	Subject  string
	Created  time.Time
	Customer int64  // who asked
	Email    string // the address from which it came
	Link     string // where the helpdesk shows it
}
