package payload

import (
	"cmp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// The free fields that mean something to the application (contract §2.1).
const (
	remarkHelpdesk = 3
	remarkVOG      = 8
)

// Member returns what the application is told about a member. Every field of the mapping is there, "" for what the site does not
// know, so that what was cleared on the site is cleared in the application.
//
// detail is what the member's pages told at the last reading (free fields, financial block, invoice), nil when they were never
// read. What was not read is left out, and so is a certificate's date that is no date.
//
// phone writes a telephone number in its international form (E.164), or returns it as it came when it cannot.
func Member(row federation.Member, detail *federation.Detail, phone func(string) string) Payload {
	acf := map[string]any{
		keyFirst:         cmp.Or(row.First, row.Last, row.Code), // the application needs one
		keyInfix:         strings.ToLower(row.Infix),
		keyLast:          row.Last,
		keyCode:          row.Code,
		"gender":         genders[row.Gender],
		"birthdate":      row.Birth.String(),
		"birth_year":     birthYear(row.Birth),
		keyContacts:      contactsOf(&row, phone),
		keyAddresses:     addressesOf(row.Address),
		"lid-sinds":      row.Since.String(),
		"lid-tot":        row.Until.String(),
		keyDied:          row.Died.String(),
		"datum-foto":     row.PhotoOn.String(),
		"leeftijdsgroep": row.AgeClass,
		"type-lid":       row.Type,
		"spelactiviteit": row.Activity,
		"former_member":  false,
	}
	if detail != nil {
		acf[keyBlock] = detail.Header.Block
		addFree(acf, detail.Free)
		addInvoice(acf, detail.Invoice)
	}
	return Payload{ACF: acf, Meta: map[string]any{"team": row.UnionTeams}}
}

// genders maps the site's words to the application's; other genders are not told.
var genders = map[string]string{"Male": "male", "Female": "female", "Mannen": "male", "Vrouwen": "female"}

// birthYear is sent as the contract's mapping has it; Clubhuis itself derives it from birthdate.
func birthYear(birth civil.Date) any {
	if birth.IsZero() {
		return ""
	}
	return birth.Year
}

func contactsOf(row *federation.Member, phone func(string) string) []entry {
	rows := []entry{}
	values := cells(row, nil)
	for _, c := range contacts {
		if value := tidy(c, *values[c.field], phone); value != "" {
			rows = append(rows, c.row(value))
		}
	}
	return rows
}

// tidy returns a value of a contact row in the form in which it is compared: the application keeps e-mail addresses in lower
// case.
func tidy(c contact, value string, phone func(string) string) string {
	value = strings.TrimSpace(value)
	switch {
	case value == "":
		return ""
	case c.telephone():
		return phone(value)
	}
	return strings.ToLower(value)
}

// addressesOf returns the row of an address; no row when nothing but the country is known.
func addressesOf(a federation.Address) []entry {
	if a.Street+a.Number+a.Appendix+a.Zip+a.City == "" {
		return []entry{}
	}
	return []entry{{
		keyAddressLabel: "", "street": joinStreet(a.Street, a.Number, a.Appendix), "postal_code": a.Zip, "city": a.City,
		"country": a.Country,
	}}
}

func addFree(acf map[string]any, free *federation.FreeFields) {
	if free == nil {
		return
	}
	acf[keyHelpdesk] = free[remarkHelpdesk]
	if day, ok := vogDate(free[remarkVOG]); ok {
		acf[keyVOG] = day.String()
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
func addInvoice(acf map[string]any, invoice *federation.Invoice) {
	if invoice == nil {
		return
	}
	address := ""
	if !invoice.Default {
		address = oneLine(invoice.Address)
	}
	acf["factuur-adres"], acf["factuur-email"], acf["factuur-referentie"] = address, invoice.Email, invoice.External
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
