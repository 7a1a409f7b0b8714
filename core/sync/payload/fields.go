package payload

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Fields returns the values of a person that can be written back to the site: telephone numbers as phone writes them, e-mail
// addresses in lower case, a flag as "true" or "false", a street cut into name, number and appendix. Fields that are not told are
// left out.
func (p Person) Fields(phone func(string) string) map[federation.Field]string {
	values := map[federation.Field]string{}
	if p.Tells(keyContacts) {
		for _, c := range contacts {
			values[c.field] = ""
			if i := slices.IndexFunc(p.Contacts, c.is); i >= 0 {
				values[c.field] = c.tidy(p.Contacts[i].Value, phone)
			}
		}
	}
	if p.Tells(keyAddresses) {
		home := p.home()
		for field, cell := range addressCells(&home) {
			if field != federation.FieldCountry || *cell != "" { // none is no opinion
				values[field] = *cell
			}
		}
	}
	if p.Tells(keyHelpdesk) {
		values[federation.FieldHelpdesk] = p.Membership.HelpdeskID
	}
	if p.Tells(keyVOG) {
		values[federation.FieldVOG] = p.Membership.CertificateOn.String()
	}
	if p.Tells(keyBlock) {
		values[federation.FieldBlock] = strconv.FormatBool(p.Membership.FinancialBlock)
	}
	return values
}

// OtherRows returns the values in rows of others, by the field of their kind. A row to which somebody gave another label still
// holds the value.
func (p Person) OtherRows(phone func(string) string) map[federation.Field][]string {
	found := map[federation.Field][]string{}
	for _, row := range p.Contacts {
		for _, c := range contacts {
			if row.Type == c.kind && !c.is(row) {
				found[c.field] = append(found[c.field], c.tidy(row.Value, phone))
			}
		}
	}
	for _, row := range p.Addresses {
		if ownAddress(row) != "" {
			continue
		}
		a := onSite(row)
		a.Country = ""
		for field, cell := range addressCells(&a) {
			found[field] = append(found[field], *cell)
		}
	}
	return found
}

// home returns the address that the synchronization owns, the zero one for none.
func (p Person) home() federation.Address {
	for _, row := range p.Addresses {
		if ownAddress(row) != "" {
			return onSite(row)
		}
	}
	return federation.Address{}
}

// onSite returns an address as the site keeps it.
func onSite(row person.Address) (a federation.Address) {
	a.Street, a.Number, a.Appendix = cutStreet(row.Street)
	a.Zip, a.City, a.Country = row.PostalCode, row.City, row.Country
	return a
}

// WithValues returns p, which Member made, with other values in place of some of the site's. The values come from Fields with the
// same phone, and Fields returns them again. The three parts of a street are one value to people: give all of them or none.
func (p Person) WithValues(values map[federation.Field]string) Person {
	p.withContacts(values)
	p.withAddress(values)
	if value, given := values[federation.FieldHelpdesk]; given {
		p.Membership.HelpdeskID = value
		p.tell(keyHelpdesk)
	}
	if value, given := values[federation.FieldVOG]; given {
		if day, valid := civil.Parse(value); valid {
			p.Membership.CertificateOn = day
			p.tell(keyVOG)
		}
	}
	if value, given := values[federation.FieldBlock]; given {
		p.Membership.FinancialBlock = value == "true"
		p.tell(keyBlock)
	}
	return p
}

func (p *Person) withContacts(values map[federation.Field]string) {
	var after []person.Contact
	given := false
	for _, contact := range contacts {
		if value, replaced := values[contact.field]; replaced {
			given = true
			if value != "" {
				after = append(after, contact.row(value))
			}
		} else if i := slices.IndexFunc(p.Contacts, contact.is); i >= 0 {
			after = append(after, p.Contacts[i])
		}
	}
	if given {
		p.Contacts = after
		p.tell(keyContacts)
	}
}

func (p *Person) withAddress(values map[federation.Field]string) {
	home, given := p.home(), false
	for field, cell := range addressCells(&home) {
		if value, replaced := values[field]; replaced {
			*cell, given = value, true
		}
	}
	if given {
		p.Addresses = addressesOf(home)
		p.tell(keyAddresses)
	}
}

// WholeAddress returns the edits with all three parts of the street, taken from values, when one of them is edited. The site
// keeps three parts and people one line: a part written alone would be read together with the old others. A line that begins with
// the street as the site has it, before, is cut behind that: its name may end in a number.
func WholeAddress(edits federation.Edits, values map[federation.Field]string, before string) federation.Edits {
	all := maps.Clone(edits)
	parts := []federation.Field{federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix}
	for _, field := range parts {
		if _, edited := edits[field]; edited {
			for _, part := range parts {
				all[part] = values[part]
			}
			line := joinStreet(values[parts[0]], values[parts[1]], values[parts[2]])
			street := joinStreet(before, "", "")
			rest, same := strings.CutPrefix(line, street+" ")
			if number := leadingDigits(rest); same && street != "" && number != "" {
				all[parts[0]], all[parts[1]], all[parts[2]] = before, number, strings.TrimSpace(strings.TrimPrefix(rest, number))
			}
		}
	}
	return all
}

// joinStreet returns a street as people read it: name, number and appendix in one line.
func joinStreet(street, number, appendix string) string {
	return strings.Join(strings.Fields(street+" "+number+" "+appendix), " ")
}

// cutStreet cuts a line into the site's three parts: Meidoornlaan 12 B. The number is the last one behind the name. Numbers
// before it belong to it when at most two characters stand between (Kade 12 B 3 is number 12). A year with a number behind it is
// part of the name (Plein 1944 3). Letters that touch the number are appendix (12a). A line without a number is the name.
func cutStreet(line string) (street, number, appendix string) {
	words := strings.Fields(line)
	at := 0
	for i := len(words) - 1; i > 0; i-- {
		digits := leadingDigits(words[i])
		if at == 0 {
			if digits != "" {
				at = i
			}
			continue
		}
		if digits == "" && len([]rune(words[i])) > 2 || isYear(digits) {
			break
		}
		if digits != "" {
			at = i
		}
	}
	if at == 0 {
		return strings.Join(words, " "), "", ""
	}
	number = leadingDigits(words[at])
	appendix = joinStreet(strings.TrimPrefix(words[at], number), strings.Join(words[at+1:], " "), "")
	return strings.Join(words[:at], " "), number, appendix
}

func leadingDigits(word string) string {
	return word[:len(word)-len(strings.TrimLeft(word, "0123456789"))]
}

// isYear reports whether digits are a year that a street may be named after.
func isYear(digits string) bool { return len(digits) == 4 && digits >= "1500" && digits < "2100" }
