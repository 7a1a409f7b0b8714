// Package leaver owns for how long the club keeps what it knows of people who left: the rules and what they begin with, whom
// they touch, and the proposal that is told before anything is destroyed.
//
// It does not own how a whole person is erased (core/erasure), who decides (core/usecase/leavers), nor where the data lies
// (ports.Leavers).
package leaver

import (
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

// Kind is a group of data that a rule is about. The words stand in databases.
type Kind string

// The kinds.
const (
	Photo       Kind = "photo"
	Certificate Kind = "certificate" // of conduct (VOG), and the steps towards it
	Timeline    Kind = "timeline"    // activities, notes, done tasks and mails about the person alone
	Contacts    Kind = "contacts"
	Addresses   Kind = "addresses"
	Personal    Kind = "personal" // date of birth, gender, pronouns, nickname
	Other       Kind = "other"    // fields that Clubhuis does not know
	Whole       Kind = "person"   // the record itself, by an erasure
)

// Kinds are all of them, in the order in which people read them.
func Kinds() []Kind {
	return []Kind{Photo, Certificate, Timeline, Contacts, Addresses, Personal, Other, Whole}
}

// Title returns what the kind is called, in Dutch.
func (k Kind) Title() string { return sentences[k].title }

// Why returns why it is kept for so long, in Dutch.
func (k Kind) Why() string { return sentences[k].why }

// LeftOn returns the day on which somebody left: the end of the membership, or of work in the club that went on after it. Who is
// no former member, and of whom no end is known, has not left.
func LeftOn(p *person.Person) (day civil.Date, left bool) {
	day = p.Membership.Until
	if !p.Membership.Former || day.IsZero() {
		return civil.Date{}, false
	}
	for i := range p.Work {
		if end := p.Work[i].End; day.Before(end) {
			day = end
		}
	}
	return day, true
}

// Facts are what decides about somebody's data beside the record.
type Facts struct {
	Parent   bool // of somebody who did not leave
	Account  bool // that lets in
	Owes     bool // an invoice is open
	Timeline int  // how much stands there about the person alone
}

// Spared is why nothing of somebody goes, whatever the rules say.
type Spared string

// The reasons, in the order in which they are looked for.
const (
	NotSpared Spared = ""
	Current   Spared = "current" // is no former member
	Kept      Spared = "kept"    // an administrator said so
	Undated   Spared = "undated" // nobody knows when the person left
	Works     Spared = "works"   // has work in the club
	IsParent  Spared = "parent"
	SignsIn   Spared = "account"
)

// Spare returns why nothing of somebody goes on a day.
func (s *Settings) Spare(p *person.Person, facts Facts, on civil.Date) Spared {
	_, left := LeftOn(p)
	switch {
	case !p.Membership.Former:
		return Current
	case s.Keeps(p.ID):
		return Kept
	case !left:
		return Undated
	case worksOn(p, on):
		return Works
	case facts.Parent:
		return IsParent
	case facts.Account:
		return SignsIn
	}
	return NotSpared
}

func worksOn(p *person.Person, on civil.Date) bool {
	for i := range p.Work {
		if p.Work[i].CurrentOn(on) {
			return true
		}
	}
	return false
}

// Due returns what of somebody the rules destroy on a day. With the whole person everything else goes, too, so it stands alone.
// Who owes or is owed money can still be reached, and is not erased.
func (s *Settings) Due(p *person.Person, facts Facts, on civil.Date) (kinds []Kind) {
	if s.Spare(p, facts, on) != NotSpared {
		return nil
	}
	left, _ := LeftOn(p)
	for _, kind := range Kinds() {
		rule := s.Rules[kind]
		if !rule.On || on.Before(addMonths(left, rule.Months)) || facts.Owes && needsMoney(kind) || !has(p, kind, facts) {
			continue
		}
		if kind == Whole {
			return []Kind{Whole}
		}
		kinds = append(kinds, kind)
	}
	return kinds
}

// needsMoney reports whether a kind is needed as long as an invoice is open.
func needsMoney(kind Kind) bool { return kind == Contacts || kind == Addresses || kind == Whole }

// addMonths returns the day so many months later. A day that its month does not have is the first of the next one.
func addMonths(day civil.Date, months int) civil.Date {
	first := time.Date(day.Year, day.Month+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return civil.Of(first.AddDate(0, 0, min(day.Day, last+1)-1))
}

func has(p *person.Person, kind Kind, facts Facts) bool {
	if kind == Whole {
		return true
	}
	if kind == Timeline {
		return facts.Timeline > 0
	}
	without := p.Clone()
	Clear(&without, kind)
	return !without.Same(p)
}

// Clear takes what kinds are about out of a record. The whole person and the timeline are no matter of the record.
func Clear(p *person.Person, kinds ...Kind) {
	for _, kind := range kinds {
		switch kind {
		case Photo:
			p.Photo, p.Membership.PhotoOn = 0, civil.Date{}
		case Certificate:
			p.Membership.CertificateOn, p.Screening = civil.Date{}, person.Screening{}
		case Contacts:
			p.Contacts = nil
			delete(p.Extra, keyInvoiceEmail)
		case Addresses:
			p.Addresses = nil
			delete(p.Extra, keyInvoiceAddress)
			delete(p.Extra, keyInvoiceReference)
		case Personal:
			p.Birthdate, p.Gender, p.Pronouns, p.Name.Nick = civil.Date{}, "", "", ""
		case Other:
			for key := range p.Extra {
				if unknown(key) {
					delete(p.Extra, key)
				}
			}
			clear(p.Meta)
		case Timeline, Whole:
		}
	}
	if len(p.Extra) == 0 {
		p.Extra = nil
	}
	if len(p.Meta) == 0 {
		p.Meta = nil
	}
}

// The members of acf that say where invoices go. They begin with prefixInvoice.
const (
	keyInvoiceEmail     = "factuur-email"
	keyInvoiceAddress   = "factuur-adres"
	keyInvoiceReference = "factuur-referentie"
	prefixInvoice       = "factuur-"
	prefixDues          = "_nikki_" // contributions of past years, which the books need
)

// unknown reports whether a member of acf that no field of Clubhuis is goes with the other fields.
func unknown(key string) bool {
	return !strings.HasPrefix(key, prefixInvoice) && !strings.HasPrefix(key, prefixDues)
}

// fields are the fields of a person.Change that tell of a kind.
var fields = map[Kind][]string{
	Photo:       {person.FieldPhoto, "datum-foto"},
	Certificate: {"datum-vog", "vog_email_sent_date", "vog_justis_submitted_date", "vog_reminder_sent_date"},
	Contacts:    {"contact_info", keyInvoiceEmail},
	Addresses:   {"addresses", keyInvoiceAddress, keyInvoiceReference},
	Personal:    {"birthdate", "gender", "pronouns", "nickname"},
}

// WithoutKinds returns what is left of a change when it tells nothing of kinds any more.
func WithoutKinds(list []person.FieldChange, kinds ...Kind) []person.FieldChange {
	return slices.DeleteFunc(slices.Clone(list), func(c person.FieldChange) bool {
		return slices.ContainsFunc(kinds, func(kind Kind) bool {
			if kind == Other {
				return !person.Describes(c.Field) && unknown(c.Field)
			}
			return slices.Contains(fields[kind], c.Field)
		})
	})
}
