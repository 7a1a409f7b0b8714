package payload

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/parents"
)

// Parenthood ties a parent to people of the application.
type Parenthood struct {
	Type     int64   // the application's type of relationship "child"
	Children []int64 // the application's numbers
	// Written are the children whose relations the synchronization wrote before. Those that are not in Children any more go;
	// other relations of the type are somebody's own and stay.
	Written []int64
	// Gone are addresses under which the synchronization knew the parent before.
	Gone []string
	// ByHand says that somebody made the person by hand, and First that nothing was told about them yet.
	ByHand, First bool
	// KeepRows says that the site tells how the parent is reached as it did before: what stands there now, a volunteer's correction
	// too, stays.
	KeepRows bool
}

// Parent returns what the application is told about a parent. current is the person who is the parent there, nil for nobody yet.
//
// Relations of other types stay, and so do rows of contact_info and addresses that are not the synchronization's. Of a parent who
// is a member only the children are sent: the rest comes with the member. A name that stands there in parts stays in parts.
//
// A person made by hand keeps their name. Under another name than the parent's they keep everything else, too; under the same
// name, the first time, the rows in the place of the synchronization's are kept beside them. How a parent is reached is told when
// the site tells it anew, and not with every other change.
func Parent(p parents.Parent, tie Parenthood, current *Person) Person {
	sent := Person{
		Person: person.Person{
			Name: person.Name{First: p.Name}, Membership: person.Membership{Parent: true}, Relations: tie.relations(current),
		},
		Told: []string{keyFirst, keyLast, keyParent, keyRelations},
	}
	if current == nil {
		sent.tellRows(p, p.Addresses())
		return sent
	}
	sent.Revision = current.Revision
	member, same := current.Membership.Code != "", fold.Same(current.FullName(), p.Name)
	if member || same || tie.ByHand {
		sent.Name.First, sent.Name.Last = current.Name.First, current.Name.Last
	} else {
		sent.tell(keyInfix)
	}
	if member || tie.ByHand && !same || tie.KeepRows {
		return sent
	}
	own, emails := parentRows(p, tie, current)
	sent.tellRows(p, emails)
	there := *current
	if tie.ByHand && tie.First {
		there.Contacts = contactRows(own).beside(sent.Contacts, there.Contacts)
		there.Addresses = addressRows.beside(sent.Addresses, there.Addresses)
	}
	return sent.mergeRows(there, own)
}

// TellsRows reports whether a person is told how they are reached.
func (p Person) TellsRows() bool { return p.Tells(keyContacts) }

// tellRows tells how a parent is reached, at the addresses.
func (p *Person) tellRows(parent parents.Parent, emails []string) {
	p.Contacts, p.Addresses = parentContacts(parent, emails), addressesOf(parent.Address)
	p.tell(keyContacts, keyAddresses)
}

// ParentHash returns the hash of everything that the application is told about a parent. It covers the children, so that an
// unchanged parent costs no request. children are the application's numbers, sorted; member says that the parent is a member, of
// whom less is told.
func ParentHash(p parents.Parent, children []int64, member bool) string {
	return diff.Hash([]any{Parent(p, Parenthood{Children: children}, nil).Hash(), member})
}

// parentContacts returns the parent's rows: the addresses, then the numbers. From the second on, the label is the row's place.
func parentContacts(p parents.Parent, emails []string) (rows []person.Contact) {
	for _, list := range []struct {
		kind   person.ContactType
		values []string
	}{{person.Email, emails}, {telephone, p.Phones}} {
		for i, value := range list.values {
			label := ""
			if i > 0 {
				label = strconv.Itoa(i + 1)
			}
			rows = append(rows, person.Contact{Type: list.kind, Label: label, Value: value})
		}
	}
	return rows
}

// parentRows returns ownContact for this parent's rows of current, and the addresses that belong in such rows: those that stand
// in no row of somebody else. An address that stands there already comes first. When no address is left, the first row is
// somebody else's, too, unless it holds an address that is gone.
func parentRows(p parents.Parent, tie Parenthood, current *Person) (func(person.Contact) string, []string) {
	known := slices.Concat(p.Addresses(), tie.Gone)
	own := func(r person.Contact) string {
		switch {
		case strings.Trim(r.Label, "0123456789") != "":
			return ""
		case r.Type == telephone, r.Type == person.Email && (r.Label == "" || slices.Contains(known, parents.Key(r.Value))):
			return string(r.Type) + r.Label
		}
		return ""
	}
	emails := p.Addresses()
	for _, r := range current.Contacts {
		value := parents.Key(r.Value)
		at := slices.Index(emails, value)
		switch {
		case at < 0 || r.Type != person.Email && r.Type != person.Email2:
		case own(r) == "":
			emails = slices.Delete(emails, at, at+1)
		case own(r) == string(person.Email):
			emails = slices.Insert(slices.Delete(emails, at, at+1), 0, value)
		}
	}
	if len(emails) > 0 {
		return own, emails
	}
	return func(r person.Contact) string {
		if r.Type == person.Email && !slices.Contains(tie.Gone, parents.Key(r.Value)) {
			return ""
		}
		return own(r)
	}, nil
}

// relations returns the rows that stand there, without the synchronization's that are over, and one for each child.
func (t Parenthood) relations(current *Person) (rows []person.Relation) {
	self, stand := int64(0), map[int64]bool{}
	if current != nil {
		self = current.ID
		for _, r := range current.Relations {
			if r.Type == t.Type {
				if r.To == self || slices.Contains(t.Written, r.To) && !slices.Contains(t.Children, r.To) {
					continue
				}
				stand[r.To] = true
			}
			rows = append(rows, r)
		}
	}
	for _, child := range t.Children {
		if child != self && !stand[child] {
			rows = append(rows, person.Relation{To: child, Type: t.Type})
		}
	}
	return rows
}

// Unrelated returns what is sent about a person who is nobody's parent any more. The relations to children that the
// synchronization wrote go.
func Unrelated(current Person, childType int64, written []int64) Person {
	rows := Parenthood{Type: childType, Written: written}.relations(&current)
	parent := slices.ContainsFunc(rows, func(r person.Relation) bool { return r.Type == childType })
	return Person{
		Person: person.Person{
			Revision:   current.Revision,
			Name:       person.Name{First: current.Name.First, Last: current.Name.Last},
			Membership: person.Membership{Parent: parent}, Relations: rows,
		},
		Told: []string{keyFirst, keyLast, keyParent, keyRelations},
	}
}
