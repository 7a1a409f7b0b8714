package payload

import (
	"maps"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// Fields returns the values of a person that can be written back to the site: telephone numbers as phone writes them, e-mail
// addresses in lower case, a flag as "true" or "false", a street cut into name, number and appendix. Fields that the record
// lacks are left out.
func (r Record) Fields(phone func(string) string) map[federation.Field]string {
	return readFields(func(key string) (any, bool) { value, there := r.ACF[key]; return value, there }, phone)
}

// Fields returns the same of what Member made. Fields that are not sent are left out.
func (c Payload) Fields(phone func(string) string) map[federation.Field]string {
	return readFields(func(key string) (any, bool) { value, there := c.ACF[key]; return value, there }, phone)
}

func readFields(get func(key string) (any, bool), phone func(string) string) map[federation.Field]string {
	values := map[federation.Field]string{}
	if list, told := get(keyContacts); told {
		rows := rowsOf(list)
		for _, c := range contacts {
			values[c.field] = ""
			if i := slices.IndexFunc(rows, c.is); i >= 0 {
				values[c.field] = tidy(c, text(rows[i][keyContactValue]), phone)
			}
		}
	}
	if list, told := get(keyAddresses); told {
		home := homeOf(rowsOf(list))
		street, number, appendix := cutStreet(text(home["street"]))
		values[federation.FieldStreet], values[federation.FieldNumber], values[federation.FieldAppendix] = street, number, appendix
		values[federation.FieldZip], values[federation.FieldCity] = text(home["postal_code"]), text(home["city"])
		if country := text(home["country"]); country != "" { // none is no opinion
			values[federation.FieldCountry] = country
		}
	}
	for field, key := range map[federation.Field]string{federation.FieldHelpdesk: keyHelpdesk, federation.FieldVOG: keyVOG} {
		if value, told := get(key); told {
			values[field] = text(value)
		}
	}
	if value, told := get(keyBlock); told {
		values[federation.FieldBlock] = flag(value)
	}
	return values
}

// OtherRows returns the values in rows that are not the synchronization's, by the field of their kind: a row to which somebody
// gave another label still holds the value.
func (r Record) OtherRows(phone func(string) string) map[federation.Field][]string {
	found := map[federation.Field][]string{}
	for _, row := range rowsOf(r.ACF[keyContacts]) {
		for _, c := range contacts {
			if text(row[keyContactType]) == c.kind && !c.is(row) {
				found[c.field] = append(found[c.field], tidy(c, text(row[keyContactValue]), phone))
			}
		}
	}
	for _, row := range rowsOf(r.ACF[keyAddresses]) {
		if ownAddress(row) != "" {
			continue
		}
		var a federation.Address
		a.Street, a.Number, a.Appendix = cutStreet(text(row["street"]))
		a.Zip, a.City = text(row["postal_code"]), text(row["city"])
		for field, cell := range addressCells(&a) {
			found[field] = append(found[field], *cell)
		}
	}
	return found
}

// homeOf returns the address that the synchronization owns, nil for none.
func homeOf(rows []entry) entry {
	if i := slices.IndexFunc(rows, func(r entry) bool { return ownAddress(r) != "" }); i >= 0 {
		return rows[i]
	}
	return nil
}

// WithValues returns c, which Member made, with other values in place of some of the site's. The values come from Record.Fields
// with the same phone, and Payload.Fields returns them again. The three parts of a street are one value to people: give all of
// them or none.
func (c Payload) WithValues(values map[federation.Field]string) Payload {
	c.ACF = maps.Clone(c.ACF)
	c.withContacts(values)
	c.withAddress(values)
	for field, key := range map[federation.Field]string{federation.FieldHelpdesk: keyHelpdesk, federation.FieldVOG: keyVOG} {
		if value, given := values[field]; given {
			c.ACF[key] = value
		}
	}
	if value, given := values[federation.FieldBlock]; given {
		c.ACF[keyBlock] = value == "true"
	}
	return c
}

func (c Payload) withContacts(values map[federation.Field]string) {
	before := rowsOf(c.ACF[keyContacts])
	after, given := []entry{}, false
	for _, contact := range contacts {
		if value, replaced := values[contact.field]; replaced {
			given = true
			if value != "" {
				after = append(after, contact.row(value))
			}
		} else if i := slices.IndexFunc(before, contact.is); i >= 0 {
			after = append(after, before[i])
		}
	}
	if given {
		c.ACF[keyContacts] = after
	}
}

func (c Payload) withAddress(values map[federation.Field]string) {
	home := homeOf(rowsOf(c.ACF[keyAddresses]))
	var a federation.Address
	a.Street, a.Number, a.Appendix = cutStreet(text(home["street"]))
	a.Zip, a.City, a.Country = text(home["postal_code"]), text(home["city"]), text(home["country"])
	given := false
	for field, cell := range addressCells(&a) {
		if value, replaced := values[field]; replaced {
			*cell, given = value, true
		}
	}
	if !given {
		return
	}
	rows := addressesOf(a)
	c.ACF[keyAddresses] = rows
}

// WholeAddress returns the edits with all three parts of the street, taken from values, when one of them is edited. The site
// keeps three parts and people one line: a part written alone would be read together with the old others.
func WholeAddress(edits federation.Edits, values map[federation.Field]string) federation.Edits {
	all := maps.Clone(edits)
	parts := []federation.Field{federation.FieldStreet, federation.FieldNumber, federation.FieldAppendix}
	for _, field := range parts {
		if _, edited := edits[field]; edited {
			for _, part := range parts {
				all[part] = values[part]
			}
		}
	}
	return all
}

// joinStreet returns a street as people read it: name, number and appendix in one line.
func joinStreet(street, number, appendix string) string {
	return strings.Join(strings.Fields(street+" "+number+" "+appendix), " ")
}

// cutStreet cuts a line into the site's three parts: Meidoornlaan 12 B. The number is the last one behind the name; numbers
// before it belong to it when nothing longer than two characters stands between (Kade 12 B 3 is number 12), but a year with a
// number behind it is part of the name (Plein 1944 3). Letters that touch the number are appendix (12a). A line without a number
// is the name.
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
