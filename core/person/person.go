// Package person owns the people of the club (members, volunteers, contacts): their fields, their name, what a change may
// be, and how lists of them are filtered and sorted.
//
// It does not own who may see them (core/access), what makes a volunteer (core/work) or where they are kept (ports). A new
// field is its place in Person (and in Clone, when it is a list or a map), its line in fields.go, and a raised FormatVersion.
package person

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/work"
)

// ID is a person's number, from 1; unique and never used again.
type ID = int64

// Person is everything that is kept about somebody (contract §2.1).
type Person struct {
	ID       ID
	Author   int64 // the user who created the record, or to whom an administrator gave it
	Created  time.Time
	Modified time.Time
	Revision int64 // the store's: see record.Edition
	Editor   int64 // see record.Edition

	// Administered says that who administers members made the record or vouched for it: see access.Viewer.AdministersMembers.
	Administered bool

	Name      Name
	Gender    Gender
	Pronouns  string
	Birthdate civil.Date
	DiedOn    civil.Date

	Contacts  []Contact
	Addresses []Address
	Work      []work.Entry
	Relations []Relation

	Membership Membership
	Screening  Screening

	Photo  int64     // number of the picture, 0 for none
	Labels []term.ID // in the order in which they were given

	Visibility Visibility
	Workspaces []int64

	Extra acf.Extra // acf keys that Clubhuis does not know: kept and returned
	Meta  acf.Extra // likewise the members of the meta object
}

// Membership is what the federation's administration says about somebody; the synchronization fills it.
type Membership struct {
	Former         bool
	Code           string // assoc-id, the association's member code
	Since, Until   civil.Date
	AgeGroup       string
	Type           string
	Activity       string
	HelpdeskID     string
	CertificateOn  civil.Date // date of the certificate of conduct (VOG)
	PhotoOn        civil.Date // date of the photo at the federation
	FinancialBlock bool
	NoFee          bool // pays no contribution, although a fee can be computed
	Parent         bool // of a member: isparent
}

// Screening is how far a request for a certificate of conduct has come: the days of its steps. A new certificate ends it.
type Screening struct {
	MailedOn    civil.Date // the mail that asks to request it was sent
	SubmittedOn civil.Date // the request was submitted at the screening authority (Justis)
	RemindedOn  civil.Date
}

// Gender is one of the contract's values, or "".
type Gender string

// Genders are the values of the contract.
var Genders = []Gender{"male", "female", "non_binary", "other", "prefer_not_to_say"}

// Visibility says how far the record's author lets others see it.
type Visibility string

// Visibilities are the values of the contract; Private is the default.
var Visibilities = []Visibility{Private, InWorkspaces, "shared"}

// Private is the visibility of a new record. One that is InWorkspaces is read and edited by the members of the workspaces that it
// is assigned to.
const (
	Private      Visibility = "private"
	InWorkspaces Visibility = "workspace"
)

// Contact is one way to reach somebody (contract §2.2).
type Contact struct {
	Type  ContactType
	Label string
	Value string // e-mail addresses are kept in lower case
	Extra acf.Extra
}

// ContactType is one of the contract's values.
type ContactType string

// ContactTypes are the values for people.
var ContactTypes = []ContactType{
	Email, Email2, Phone, Mobile, Website, "linkedin", "twitter", "bluesky", "threads", "instagram", "facebook",
	"calendar", "other",
}

// The types whose value is an e-mail address, and those whose value is a telephone number.
const (
	Email  ContactType = "email"
	Email2 ContactType = "email2"
	Phone  ContactType = "phone"
	Mobile ContactType = "mobile"

	Website ContactType = "website"
)

// Same reports whether two contacts reach somebody in one way: an e-mail address whatever its case, a telephone number however it
// is written, anything else of the same type.
func (c Contact) Same(other Contact) bool {
	sort := func(t ContactType) ContactType {
		switch t {
		case Email2:
			return Email
		case Mobile:
			return Phone
		}
		return t
	}
	if sort(c.Type) != sort(other.Type) {
		return false
	}
	if sort(c.Type) == Phone && IsNumber(c.Value) && IsNumber(other.Value) {
		return national(c.Value) == national(other.Value)
	}
	return fold.Same(c.Value, other.Value)
}

// Address is a place where somebody lives or gets mail.
type Address struct {
	Label, Street, PostalCode, City, State, Country string
	Extra                                           acf.Extra
}

// Relation says what another person is to this one. There is one a person and type.
type Relation struct {
	To    ID
	Type  term.ID // of relationship
	Label string
	Extra acf.Extra
}

// New is an empty person as a program or a user registers it. Nobody vouched for it.
func New(author int64, at time.Time) Person {
	return Person{Author: author, Created: civil.Instant(at), Modified: civil.Instant(at), Editor: author, Visibility: Private}
}

// Keep gives an edited person back what no edit changes: number, times, edition, and whether it is administered.
func (p *Person) Keep(before *Person) {
	p.ID, p.Created, p.Modified = before.ID, before.Created, before.Modified
	p.Revision, p.Editor, p.Administered = before.Revision, before.Editor, before.Administered
}

// Touch notes who changes the person and when.
func (p *Person) Touch(editor int64, at time.Time) { p.Editor, p.Modified = editor, civil.Instant(at) }

// Edition says how often and by whom the person was changed.
func (p *Person) Edition() record.Edition {
	return record.Edition{Revision: p.Revision, Modified: p.Modified, Editor: p.Editor}
}

// Emails are the e-mail addresses, in lower case.
func (p *Person) Emails() (addresses []string) {
	for _, c := range p.Contacts {
		if address := strings.ToLower(strings.TrimSpace(c.Value)); (c.Type == Email || c.Type == Email2) && address != "" {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// Mailed are the addresses to which the club mails about somebody, in lower case: the Emails, and the one for invoices.
func (p *Person) Mailed() []string {
	addresses := p.Emails()
	if invoices := strings.ToLower(p.Invoicing().Email); invoices != "" && !slices.Contains(addresses, invoices) {
		addresses = append(addresses, invoices)
	}
	return addresses
}

// Reached reports whether an e-mail address is one of somebody's, whatever its case.
func (p *Person) Reached(address string) bool {
	return slices.Contains(p.Emails(), strings.ToLower(strings.TrimSpace(address)))
}

// Reach is the first contact of the first of the types that there is one of, "" for none.
func (p *Person) Reach(types ...ContactType) string {
	for _, wanted := range types {
		for _, contact := range p.Contacts {
			if contact.Type == wanted && contact.Value != "" {
				return contact.Value
			}
		}
	}
	return ""
}

// home is the first address.
func (p *Person) home() Address {
	if len(p.Addresses) == 0 {
		return Address{}
	}
	return p.Addresses[0]
}

// EndWork lets the work whose last day lies before a day be current no more, and reports whether there was some.
func (p *Person) EndWork(day civil.Date) (ended bool) {
	for i := range p.Work {
		if e := &p.Work[i]; e.Current && !e.End.IsZero() && e.End.Before(day) {
			e.Current, ended = false, true
		}
	}
	return ended
}

// Deceased reports whether the administration knows a day of death.
func (p *Person) Deceased() bool { return !p.DiedOn.IsZero() }

// childhood is how many years somebody is reached through the parents.
const childhood = 16

// Child reports whether somebody who was born on a day is reached through the parents on another one.
func Child(born, on civil.Date) bool {
	return !born.IsZero() && on.AddYears(-childhood).Before(born)
}

// Age is how many years old somebody who was born on a day is on another one, and whether that is known.
func Age(born, on civil.Date) (years int, known bool) {
	if born.IsZero() || on.Before(born) {
		return 0, false
	}
	years = on.Year - born.Year
	if on.Before(born.AddYears(years)) {
		years--
	}
	return years, true
}

// Clone is a copy that shares nothing with p.
func (p *Person) Clone() Person {
	c := *p
	c.Contacts = slices.Clone(p.Contacts)
	for i := range c.Contacts {
		c.Contacts[i].Extra = acf.CloneExtra(c.Contacts[i].Extra)
	}
	c.Addresses = slices.Clone(p.Addresses)
	for i := range c.Addresses {
		c.Addresses[i].Extra = acf.CloneExtra(c.Addresses[i].Extra)
	}
	c.Work = slices.Clone(p.Work)
	for i := range c.Work {
		c.Work[i].Extra = acf.CloneExtra(c.Work[i].Extra)
	}
	c.Relations = slices.Clone(p.Relations)
	for i := range c.Relations {
		c.Relations[i].Extra = acf.CloneExtra(c.Relations[i].Extra)
	}
	c.Labels, c.Workspaces = slices.Clone(p.Labels), slices.Clone(p.Workspaces)
	c.Extra, c.Meta = acf.CloneExtra(p.Extra), acf.CloneExtra(p.Meta)
	return c
}
