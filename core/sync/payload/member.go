package payload

import (
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// The free fields that mean something to the application (contract §2.1).
const (
	remarkHelpdesk = 3
	remarkVOG      = 8
)

// FreeFieldTarget returns the application's field that a free field of the site fills, "" for none.
func FreeFieldTarget(number int) string {
	return map[int]string{remarkHelpdesk: keyHelpdesk, remarkVOG: keyVOG}[number]
}

// Member returns what the application is told about a member. Every field of the mapping is there, "" for what the site does not
// know, so that what was cleared on the site is cleared in the application.
//
// detail is what the member's pages told at the last reading (free fields, financial block, invoice), nil when they were never
// read. What was not read is left out, and so is a certificate's date that is no date.
//
// phone writes a telephone number in its international form (E.164), or returns it as it came when it cannot.
func Member(row federation.Member, detail *federation.Detail, phone func(string) string) Person {
	p := Person{
		Person: person.Person{
			Name: person.Name{
				First: firstName(&row),
				Infix: strings.ToLower(row.Infix), Last: row.Last,
			},
			Gender: genders[row.Gender], Birthdate: row.Birth, DiedOn: row.Died,
			Contacts: contactsOf(&row, phone), Addresses: addressesOf(row.Address),
			Membership: person.Membership{
				Code: row.Code, Since: row.Since, Until: row.Until, PhotoOn: row.PhotoOn,
				AgeGroup: row.AgeClass, Type: row.Type, Activity: row.Activity,
			},
			Meta: acf.Extra{keyTeam: acf.AppendText(nil, row.UnionTeams)},
		},
		Told: toldOfMembers, MetaTold: []string{keyTeam},
	}
	if detail != nil {
		p.Membership.FinancialBlock = detail.Header.Block
		p.tell(keyBlock)
		p.addFree(detail.Free)
		p.addInvoice(detail.Invoice)
	}
	return p
}

// FormerMember returns what the application is told about somebody whose membership was over before the application knew them.
func FormerMember(row federation.Member, phone func(string) string) Person {
	p := Member(row, nil, phone)
	p.Membership.Former = true
	return p
}

// toldOfMembers are the fields that are told of every member. Clubhuis itself derives birth_year from birthdate; the contract's
// mapping has it.
var toldOfMembers = []string{
	keyFirst, keyInfix, keyLast, keyCode, "gender", "birthdate", "birth_year", keyContacts, keyAddresses, "lid-sinds", "lid-tot",
	keyDied, "datum-foto", "leeftijdsgroep", "type-lid", "spelactiviteit", keyFormer,
}

// keyTeam is the key of meta that names the teams of the union.
const keyTeam = "team"

// genders maps the site's words to the application's; other genders are not told.
var genders = map[string]person.Gender{"Male": "male", "Female": "female", "Mannen": "male", "Vrouwen": "female"}

func contactsOf(row *federation.Member, phone func(string) string) (rows []person.Contact) {
	values := cells(row, nil)
	for _, c := range contacts {
		if value := c.tidy(*values[c.field], phone); value != "" {
			rows = append(rows, c.row(value))
		}
	}
	return rows
}

// addressesOf returns the row of an address; no row when nothing but the country is known.
func addressesOf(a federation.Address) []person.Address {
	if a.Street+a.Number+a.Appendix+a.Zip+a.City == "" {
		return nil
	}
	return []person.Address{{
		Street: joinStreet(a.Street, a.Number, a.Appendix), PostalCode: a.Zip, City: a.City, Country: a.Country,
	}}
}

func (p *Person) addFree(free *federation.FreeFields) {
	if free == nil {
		return
	}
	p.Membership.HelpdeskID = free[remarkHelpdesk]
	p.tell(keyHelpdesk)
	if day, ok := vogDate(free[remarkVOG]); ok {
		p.Membership.CertificateOn = day
		p.tell(keyVOG)
	}
}

// vogDate reads the free field in which clubs note the date of the certificate, as Y-m-d or d-m-Y; "" is the zero date.
func vogDate(remark string) (civil.Date, bool) {
	remark = strings.TrimSpace(remark)
	if remark == "" {
		return civil.Date{}, true
	}
	for _, layout := range []string{"2006-1-2", "2-1-2006"} {
		if t, err := time.Parse(layout, remark); err == nil && t.Year() > 0 {
			return civil.Of(t), true
		}
	}
	return civil.Date{}, false
}

// addInvoice adds where invoices go; the member's own address is not told twice.
func (p *Person) addInvoice(invoice *federation.Invoice) {
	if invoice == nil {
		return
	}
	address := ""
	if !invoice.Default {
		address = oneLine(invoice.Address)
	}
	p.Extra = acf.Extra{}
	for key, value := range map[string]string{
		"factuur-adres": address, "factuur-email": invoice.Email, "factuur-referentie": invoice.External,
	} {
		p.Extra[key] = acf.AppendText(nil, value)
	}
	p.tell("factuur-adres", "factuur-email", "factuur-referentie")
}

// oneLine returns an address in one line: Kade 12 B, 7097 AB Elzendam, and the country when it is abroad.
func oneLine(a federation.Address) string {
	var parts []string
	country := a.Country
	if country == "Nederland" {
		country = ""
	}
	for _, part := range []string{joinStreet(a.Street, a.Number, a.Appendix), strings.TrimSpace(a.Zip + " " + a.City), country} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}
