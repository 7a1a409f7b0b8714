package person

import (
	"encoding/json"
	"strings"
)

// Invoicing is where somebody's invoices go when it is elsewhere than usual, as the synchronization tells it. What is empty is as
// usual.
type Invoicing struct {
	Email     string
	Address   string // in one line: "Kade 12 B, 7097 AB Elzendam"
	Reference string // a word of the payer's own
}

// The keys of acf that tell it.
const (
	invoiceEmail     = "factuur-email"
	invoiceAddress   = "factuur-adres"
	invoiceReference = "factuur-referentie"
)

// Invoiced reports whether invoices may go to an address of their own. It decodes nothing, so that everybody can be asked.
func (s *Stored) Invoiced() bool { return strings.Contains(s.Document, `"`+invoiceEmail+`"`) }

// Invoicing returns where somebody's invoices go when it is elsewhere than usual.
func (p *Person) Invoicing() Invoicing {
	text := func(key string) string {
		var value string
		if json.Unmarshal(p.Extra[key], &value) != nil { // absent, or no text
			return ""
		}
		return strings.Join(strings.Fields(value), " ")
	}
	return Invoicing{Email: text(invoiceEmail), Address: text(invoiceAddress), Reference: text(invoiceReference)}
}

// Lines returns the address as it stands on a paper.
func (i Invoicing) Lines() (lines []string) {
	for line := range strings.SplitSeq(i.Address, ", ") {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// BilledAt returns the lines of the address that stands on somebody's invoices: that for invoices, else the first one.
func (p *Person) BilledAt() (lines []string) {
	own := p.Invoicing()
	if lines = own.Lines(); len(lines) > 0 || len(p.Addresses) == 0 {
		return lines
	}
	first := p.Addresses[0]
	for _, line := range []string{first.Street, first.PostalCode + " " + first.City} {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
