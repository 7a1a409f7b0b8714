// Package finance owns the club's financial settings: who sends invoices, where money goes to, when it has to be there, and the
// texts of the mails about it.
//
// It does not own invoices or fees, and it sends nothing. The key of the payment provider is in it as core/seal leaves it.
package finance

import (
	"cmp"
	"maps"
	"regexp"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/money"
)

// Settings are what the treasurer sets for the whole club.
type Settings struct {
	Name     string `json:"name"`    // of the organisation, "" for the club's
	Address  string `json:"address"` // lines
	Contact  string `json:"contact"` // e-mail address, where replies to mails go; "" for none
	IBAN     string `json:"iban"`    // without spaces, in capitals; "" for none
	TermDays int    `json:"term_days"`
	Clause   string `json:"clause"` // lines, printed on invoices
	BCC      string `json:"bcc"`    // who gets a copy of each mail about an invoice; "" for nobody
	Accent   string `json:"accent"` // "#0d687d", "" for the house's
	Logo     int64  `json:"logo"`   // a picture of the library, 0 for none

	InstallmentFee money.Cents `json:"installment_fee"` // on top of each instalment
	Unplanned      bool        `json:"unplanned"`       // whether invoices without instalments are reminded of

	Texts map[Template]string `json:"texts"` // that differ from the first ones

	ProviderKey string `json:"provider_key"` // sealed, "" for none
}

// Default is what a new club begins with.
func Default() Settings { return Settings{TermDays: 14, Unplanned: true} }

// Clone returns a copy that shares nothing with s.
func (s Settings) Clone() Settings {
	s.Texts = maps.Clone(s.Texts)
	return s
}

// Text returns what the mails of a template say.
func (s *Settings) Text(t Template) string {
	if text := s.Texts[t]; text != "" {
		return text
	}
	return firstTexts[t]
}

// SetText changes what the mails of a template say. An empty text brings the first one back.
func (s *Settings) SetText(t Template, text string) {
	if text = lines(text); text == firstTexts[t] {
		text = ""
	}
	if s.Texts = maps.Clone(s.Texts); s.Texts == nil {
		s.Texts = map[Template]string{}
	}
	if s.Texts[t] = text; text == "" {
		delete(s.Texts, t)
	}
	if len(s.Texts) == 0 {
		s.Texts = nil
	}
}

// Sender returns the name of the organisation.
func (s *Settings) Sender(club string) string {
	if s.Name != "" {
		return s.Name
	}
	return club
}

// Colour returns the colour of the organisation, that of the club when it has none.
func (s *Settings) Colour(club string) string { return cmp.Or(s.Accent, club, letter.DefaultColour) }

// The largest values.
const (
	mostTerm  = 365
	mostName  = 70 // as in a transfer of SEPA
	mostLines = 12
	mostText  = 10_000 // bytes of a template
)

var colour = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Validate brings edited settings into shape first, and then refuses what can't be used.
func (s *Settings) Validate() error {
	var problems fault.Problems
	s.Name, s.Contact, s.BCC = strings.TrimSpace(s.Name), strings.TrimSpace(s.Contact), strings.TrimSpace(s.BCC)
	s.Address, s.Clause = lines(s.Address), lines(s.Clause)
	s.IBAN, s.Accent = bare(s.IBAN), strings.ToLower(strings.TrimSpace(s.Accent))

	for _, text := range []struct{ field, value string }{
		{"org_name", s.Name}, {"org_address", s.Address}, {"payment_clause", s.Clause},
	} {
		acf.CheckText(text.value, text.field, &problems)
	}
	if mail.Line(s.Name) != s.Name || len([]rune(s.Name)) > mostName {
		problems.Add("org_name", notAName)
	}
	if strings.Count(s.Address, "\n") >= mostLines {
		problems.Add("org_address", tooManyLines)
	}
	if strings.Count(s.Clause, "\n") >= mostLines || len(s.Clause) > 2000 {
		problems.Add("payment_clause", tooManyLines)
	}
	for field, address := range map[string]string{"contact_email": s.Contact, "bcc_email": s.BCC} {
		if address != "" && !mail.ValidEmail(address) {
			problems.Add(field, notAnAddress)
		}
	}
	if s.IBAN != "" && !ValidIBAN(s.IBAN) {
		problems.Add("iban", notAnIBAN)
	}
	if s.TermDays < 1 || s.TermDays > mostTerm {
		problems.Add("payment_term_days", notATerm)
	}
	if s.Accent != "" && !colour.MatchString(s.Accent) {
		problems.Add("accent_color", notAColour)
	}
	if s.InstallmentFee < 0 || s.InstallmentFee > 10_000 {
		problems.Add("installment_admin_fee", notAFee)
	}
	for t, text := range s.Texts {
		acf.CheckText(text, string(t), &problems)
		if len(text) > mostText {
			problems.Add(string(t), fault.TooLong)
		}
	}
	return problems.Fault()
}

// lines returns a text of several lines without blanks around it and with one sort of line end.
func lines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}
