package finance

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Kinds of the mails. What begins with MailKinds shows only to who may see the club's money.
const (
	MailKinds      = "invoice"
	MailInvoice    = "invoice"
	MailDue        = "invoice-installment"
	MailReminder   = "invoice-reminder"
	MailCreditNote = "invoice-credit"
	MailTest       = "invoice-test"
	MailCopy       = "invoice-copy" // for the treasurer
)

// PagePath is where the payment page of an invoice is, before its token; QRPath comes behind it.
const (
	PagePath = "/betaling/"
	QRPath   = "/qr.png"
)

// PageAddress returns the address of the payment page with a token.
func PageAddress(baseURL, token string) string { return baseURL + PagePath + token }

// Facts are what the placeholders of a mail stand for.
type Facts struct {
	Name, First  string // of the member
	Number       string // of the invoice
	Season       season.Season
	Lines        []Line // the discipline cases
	Total        money.Cents
	Installment  int // its number, from 1
	Installments int
	Amount       money.Cents // of the instalment, with the fee
	Due          civil.Date
	DaysLate     int
	CreditNote   string // its number
	Reason       string
}

// Line is one line of an invoice in a mail.
type Line struct {
	Description string
	Amount      money.Cents
}

// Letter writes a mail about an invoice. token is that of its payment page; it does not stand in the draft but as a secret.
func (s *Settings) Letter(house letter.House, t Template, facts *Facts, token string) mail.Draft {
	sender := s.Sender(house.Club)
	house.Club = sender
	fill := filler(sender, house.BaseURL, facts)
	draft := mail.Draft{Kind: kindOf(t), Secret: token, Subject: mail.Line(fill.Replace(subjects[t]))}
	if s.Contact != "" {
		draft.ReplyTo = mail.Address{Name: sender, Email: s.Contact}
	}
	parts := letter.Paragraphs(s.Text(t))
	for i, part := range parts {
		switch part.Text {
		case PlaceLink:
			parts[i] = letter.Part{Text: payButton, Link: PagePath + letter.Secret}
		case PlaceQR:
			parts[i] = letter.Part{Text: qrDescription, Image: PagePath + letter.Secret + QRPath}
		case PlaceCases:
			parts[i] = letter.Part{Text: listed(facts.Lines), Safe: table(facts.Lines)}
		default:
			parts[i].Text = fill.Replace(part.Text)
		}
	}
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: draft.Subject, Parts: parts, Colour: s.Accent})
	return draft
}

// Test turns a draft into one that is tried on somebody.
func Test(draft mail.Draft, recipient string) mail.Draft {
	draft.Kind, draft.Person, draft.To = MailTest, 0, []mail.Address{{Email: recipient}}
	draft.Subject = testSubject + draft.Subject
	return draft
}

func kindOf(t Template) string {
	switch t {
	case InstallmentDue:
		return MailDue
	case InstallmentFirst, InstallmentSecond, UnplannedReminder, UnplannedReminder2:
		return MailReminder
	case CreditNote:
		return MailCreditNote
	}
	return MailInvoice
}

// filler replaces placeholders by what they stand for; what stands for one is never looked through for others.
func filler(sender, baseURL string, facts *Facts) *strings.Replacer {
	return strings.NewReplacer(
		PlaceName, mail.Line(facts.Name), PlaceFirst, mail.Line(facts.First), PlaceNumber, facts.Number,
		PlaceSeason, facts.Season.String(), PlaceCases, listed(facts.Lines), PlaceTotal, facts.Total.Dutch(),
		PlaceLink, PageAddress(baseURL, letter.Secret), PlaceQR, "", PlaceOrganisation, sender,
		PlaceInstallment, strconv.Itoa(facts.Installment), PlaceInstallments, strconv.Itoa(facts.Installments),
		PlaceAmount, facts.Amount.Dutch(), PlaceDue, Day(facts.Due), PlaceDaysLate, strconv.Itoa(facts.DaysLate),
		PlaceCredit, facts.CreditNote, PlaceReason, facts.Reason,
	)
}

// Day writes a day as members read it: "25 november 2025", "" for none.
func Day(d civil.Date) string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%d %s %d", d.Day, months[d.Month-1], d.Year)
}

func listed(all []Line) string {
	var b strings.Builder
	for _, line := range all {
		b.WriteString("- " + line.Description + ": " + line.Amount.Dutch() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

var tableOf = template.Must(template.New("lines").Parse(
	`<table cellpadding="6" cellspacing="0" style="width:100%;border-collapse:collapse">` +
		`<tr style="text-align:left;border-bottom:1px solid #e5e1da"><th>{{.Case}}</th>` +
		`<th style="text-align:right">{{.Fee}}</th></tr>` +
		`{{range .Lines}}<tr style="border-bottom:1px solid #e5e1da"><td>{{.Description}}</td>` +
		`<td style="text-align:right;white-space:nowrap">{{.Amount.Dutch}}</td></tr>{{end}}` +
		`<tr style="font-weight:bold"><td>{{.Whole}}</td>` +
		`<td style="text-align:right;white-space:nowrap">{{.Sum.Dutch}}</td></tr></table>`))

func table(all []Line) string {
	var sum money.Cents
	for _, line := range all {
		sum += line.Amount
	}
	var b strings.Builder
	if err := tableOf.Execute(&b, struct {
		Case, Fee, Whole string
		Lines            []Line
		Sum              money.Cents
	}{caseHeading, feeHeading, totalHeading, all, sum}); err != nil {
		panic(err) // a builder takes everything, and the template fits its data
	}
	return b.String()
}
