// Package payload owns what the synchronization tells the club application about people, teams and committees, and how
// it reads what stands there: the mapping of contract §2.1 to §2.4, from the federation's words to the application's.
//
// Every pipeline builds what is sent about a member with the same function, so that an unchanged record hashes the same
// everywhere. The package sends nothing (ports.ApplicationPeople).
package payload

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/work"
)

// Person is a person of the application, as far as something is told about them: what is sent to make or change one, and what
// was read of one.
//
// What is sent to change one is meant for its Revision alone, 0 for any; it is that of the person whom it was made from. An older
// application tells no revisions.
//
// Of a person who was read, Administered says that a members' administrator made the record or vouched for it. Every other record
// is a stranger's: whoever made it may read it and change it, whatever stands in it.
type Person struct {
	person.Person
	// Told are the keys of acf that are told, and MetaTold those of meta. All other fields stay as they are, and say nothing.
	Told, MetaTold []string
	// Account is the user of the application who is the person, 0 for nobody. It is read, as the labels are, and never sent.
	Account int64
}

// The keys of the acf object that rules of this package are about.
const (
	keyFirst     = "first_name"
	keyInfix     = "infix"
	keyLast      = "last_name"
	keyCode      = "assoc-id"
	keyContacts  = "contact_info"
	keyAddresses = "addresses"
	keyRelations = "relationships"
	keyParent    = "isparent"
	keyFormer    = "former_member"
	keyWork      = "work_history"
	keyDied      = "datum-overlijden"
	keyHelpdesk  = "helpdesk-id"
	keyVOG       = "datum-vog"
	keyBlock     = "financiele-blokkade"
)

// ListedOfPeople are the fields of acf that are read from lists of people. To change rows, read the whole record.
var ListedOfPeople = []string{
	keyFirst, keyInfix, keyLast, keyCode, keyContacts, keyAddresses, keyHelpdesk, keyVOG, keyBlock, keyDied, keyFormer, "birthdate",
	"lid-sinds",
}

// Read reads the acf and the meta object of a record. Fields that cannot be read are not told, and stand in Extra.
func (p *Person) Read(fields, meta []byte) {
	p.Told = person.Fields.Read(&p.Person, fields)
	p.MetaTold = person.MetaFields.Read(&p.Person, meta)
}

// Encode returns the acf and the meta object of what is told, nil for nothing.
func (p Person) Encode() (fields, meta json.RawMessage) {
	if len(p.Told) > 0 {
		fields = person.Fields.AppendOnly(nil, &p.Person, p.Told)
	}
	if len(p.MetaTold) > 0 {
		meta = person.MetaFields.AppendOnly(nil, &p.Person, p.MetaTold)
	}
	return fields, meta
}

// Hash returns the hash of everything that is told.
func (p Person) Hash() string {
	fields, meta := p.Encode()
	return diff.HashText(slices.Concat(fields, meta))
}

// Short returns the person with the fields that are read from lists.
func (p Person) Short() Person {
	short := Person{Person: person.Person{
		ID: p.ID, Modified: p.Modified, Revision: p.Revision, Administered: p.Administered, Photo: p.Photo,
	}}
	for _, key := range p.Told {
		if slices.Contains(ListedOfPeople, key) {
			person.Fields.Restore(&short.Person, &p.Person, key)
			short.Told = append(short.Told, key)
		}
	}
	return short
}

// Tells reports whether a field is told.
func (p Person) Tells(key string) bool { return slices.Contains(p.Told, key) }

// tell adds fields to those that are told.
func (p *Person) tell(keys ...string) {
	p.Told = slices.Clip(p.Told) // which other values may share
	for _, key := range keys {
		if !p.Tells(key) {
			p.Told = append(p.Told, key)
		}
	}
}

// Emails returns the e-mail addresses of a person, in lower case.
func (p Person) Emails() (list []string) {
	for _, c := range p.Contacts {
		if c.Type == person.Email || c.Type == person.Email2 {
			list = append(list, strings.ToLower(strings.TrimSpace(c.Value)))
		}
	}
	return list
}

// FullName returns the name of a person, "" for none.
func (p Person) FullName() string {
	return strings.Join(strings.Fields(p.Name.First+" "+p.Name.Infix+" "+p.Name.Last), " ")
}

// Involved reports whether somebody is more in the club than what the synchronization told, without work there: has an account,
// labels, or a certificate of conduct that stands there or is asked for.
func (p Person) Involved() bool {
	return p.Account != 0 || len(p.Labels) > 0 || !p.Membership.CertificateOn.IsZero() || p.Screening != person.Screening{}
}

// WorkUnreadable reports whether the work history cannot be read: then nothing may be written in its place.
func (p Person) WorkUnreadable() bool {
	return slices.Contains(person.Fields.Unread(&p.Person), keyWork)
}

// MergeInto returns p as it is sent to change a record that stands there. It always has the names, without which the application
// refuses every change. In contact_info and addresses the rows of others follow the synchronization's own.
//
// Its own rows are those that Member makes: of the types email and email2, mobile and phone without a label and with label 2, and
// the address without a label. A second row of the same kind with another value is somebody else's, and gets a label that says
// so. Members of an own row that p does not have stay as they are.
func (p Person) MergeInto(current Person) Person {
	p = p.mergeRows(current, ownContact)
	p.Revision = current.Revision
	if !p.Tells(keyFirst) {
		p.Name.First = current.Name.First
	}
	if !p.Tells(keyLast) {
		p.Name.Last = current.Name.Last
	}
	p.tell(keyFirst, keyLast)
	return p
}

func (p Person) mergeRows(current Person, own func(person.Contact) string) Person {
	if p.Tells(keyContacts) {
		p.Contacts = contactRows(own).merge(p.Contacts, current.Contacts)
	}
	if p.Tells(keyAddresses) {
		p.Addresses = addressRows.merge(p.Addresses, current.Addresses)
	}
	return p
}

// Difference is a field that does not stand in a record as it was told.
type Difference struct{ Field, Told, Stands string }

// Differing returns the fields that do not stand in a record as p tells them, of those that belong to the site alone and that
// both tell: a field that can be edited in the application is compared by Fields.
func (p Person) Differing(current Person) (list []Difference) {
	for _, key := range p.Told {
		if !current.Tells(key) || slices.Contains(editable, key) {
			continue
		}
		told, stands := p.text(key), current.text(key)
		if told != stands {
			list = append(list, Difference{key, told, stands})
		}
	}
	return list
}

// editable are the fields that Fields returns, and those of which more is said than that they differ.
var editable = []string{keyContacts, keyAddresses, keyHelpdesk, keyVOG, keyBlock, keyCode, keyFormer}

// text returns the value of a field as it is written, without quotation marks.
func (p Person) text(key string) string {
	fields := map[string]any{}
	if json.Unmarshal(person.Fields.AppendOnly(nil, &p.Person, []string{key}), &fields) != nil || fields[key] == nil {
		return ""
	}
	return fmt.Sprint(fields[key])
}

// Former returns what marks a person as a former member.
func Former(current Person) Person {
	return Person{
		Person: person.Person{
			Revision:   current.Revision,
			Name:       person.Name{First: current.Name.First, Last: current.Name.Last},
			Membership: person.Membership{Former: true},
		},
		Told: []string{keyFirst, keyLast, keyFormer},
	}
}

// WorkHistory returns what replaces a person's work history.
func WorkHistory(rows []work.Entry) Person {
	return Person{Person: person.Person{Work: rows}, Told: []string{keyWork}}
}
