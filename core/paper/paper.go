// Package paper owns what the paper of an invoice and of a credit note shows, and what stands in the codes on it.
//
// It does not own how a paper looks (ports.Papers), nor the invoice. A paper names nobody but the member: who else lives at an
// address and made for a discount stands in the trace of the fee, which is the treasurer's.
package paper

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
)

// Paper is one paper, in words that members read.
type Paper struct {
	Title  string
	Sender []string // the organisation and its address, a line each
	Member []string // whom it is for, likewise
	Accent string   // "#0d687d"
	Logo   []byte   // a picture; nil for none

	Facts [][2]string // what stands above the lines: a label and a value
	Heads [2]string   // above the lines and their amounts
	Lines []Line
	Sums  []Sum
	Parts []Part // of a plan, none without one
	Plan  string // the heading above them

	Notes []string // paragraphs
	Link  Code     // to the payment page
	EPC   Code     // a transfer
}

// Line is a line of an invoice.
type Line struct{ Description, Amount string }

// Sum is a line below the lines. What is Strong is what it is about.
type Sum struct {
	Label, Amount string
	Strong        bool
}

// Part is an instalment.
type Part struct{ Label, Due, Amount, State string }

// Code is something to scan, with what it is for; the zero Code is none.
type Code struct {
	Content string
	Label   string
	Address string // that whoever reads it on a screen can follow, "" for none
}

// House is who sends it, as it stands when the paper is made.
type House struct {
	finance.Settings
	Club       string // its name
	ClubColour string // "" for that of the page
	BaseURL    string
	Logo       []byte
}

// Member is whom a paper is for.
type Member struct {
	Name    string
	Address []string // lines
	Email   string

	Reference string // of who pays, "" for none
}

// Invoice returns the paper of an invoice as it stands on a day. token is that of its payment page, "" for none.
func Invoice(house *House, member Member, v *invoice.Invoice, token string, on civil.Date) Paper {
	p := begin(house, member, titleInvoice)
	sent := v.SentOn
	if sent.IsZero() {
		sent = on
	}
	p.Facts = [][2]string{{factNumber, v.Number}, {factDate, finance.Day(sent)}}
	due := v.DueOn
	next, open := v.Next() // of a plan one part is asked for at a time
	if open && !next.DueOn.IsZero() {
		due = next.Term
	}
	if due.IsZero() && v.Open() > 0 {
		p.Facts = append(p.Facts, [2]string{factDue, finance.Day(sent.AddDays(house.TermDays))})
	} else if !due.IsZero() {
		p.Facts = append(p.Facts, [2]string{factDue, finance.Day(due)})
	}
	if v.Season != 0 {
		p.Facts = append(p.Facts, [2]string{factSeason, v.Season.String()})
	}
	if member.Reference != "" {
		p.Facts = append(p.Facts, [2]string{factReference, member.Reference})
	}
	p.Lines = linesOf(v.Lines)
	p.sums(v)
	p.parts(v, on)
	if house.Clause != "" {
		p.Notes = append(p.Notes, strings.Split(house.Clause, "\n\n")...)
	}
	if !open {
		p.Notes = append(p.Notes, notePaid)
		return p.clean()
	}
	if house.IBAN != "" {
		p.Notes = append(p.Notes, strings.NewReplacer("{iban}", finance.SpacedIBAN(house.IBAN), "{naam}", house.Sender(house.Club),
			"{nummer}", v.Number, "{bedrag}", next.Open.Dutch()).Replace(noteTransfer))
	}
	if token != "" {
		page := finance.PageAddress(house.BaseURL, token)
		p.Link = Code{Content: page, Label: labelLink, Address: page}
	}
	if content := EPC(Transfer{Name: house.Sender(house.Club), IBAN: house.IBAN, Amount: next.Open, Text: v.Number}); content != "" {
		p.EPC = Code{Content: content, Label: labelEPC}
	}
	return p.clean()
}

// CreditNote returns the paper of a credit note of an invoice, by its place.
func CreditNote(house *House, member Member, v *invoice.Invoice, place int, on civil.Date) Paper {
	credit := &v.Credits[place]
	p := begin(house, member, titleCredit)
	p.Facts = [][2]string{{factCredit, credit.Number}, {factDate, finance.Day(on)}, {factOf, v.Number}}
	if member.Reference != "" {
		p.Facts = append(p.Facts, [2]string{factReference, member.Reference})
	}
	p.Lines = linesOf(credit.Lines)
	p.Sums = []Sum{{sumCredit, credit.Total().Dutch(), true}}
	if credit.Reason != "" {
		p.Notes = append(p.Notes, noteReason+credit.Reason)
	}
	if open := v.Open(); open > 0 {
		p.Notes = append(p.Notes, strings.NewReplacer("{nummer}", v.Number, "{bedrag}", open.Dutch()).Replace(noteLeft))
	}
	return p.clean()
}

func begin(house *House, member Member, title string) Paper {
	p := Paper{Title: title, Accent: house.Colour(house.ClubColour), Logo: house.Logo, Heads: [2]string{headLine, headAmount}}
	p.Sender = append(p.Sender, house.Sender(house.Club))
	if house.Address != "" {
		p.Sender = append(p.Sender, strings.Split(house.Address, "\n")...)
	}
	if house.Contact != "" {
		p.Sender = append(p.Sender, house.Contact)
	}
	p.Member = append([]string{member.Name}, member.Address...)
	if member.Email != "" {
		p.Member = append(p.Member, member.Email)
	}
	return p
}

func linesOf(all []invoice.Line) (lines []Line) {
	for _, line := range all {
		lines = append(lines, Line{line.Description, line.Amount.Dutch()})
	}
	return lines
}

func (p *Paper) sums(v *invoice.Invoice) {
	p.Sums = []Sum{{sumTotal, v.Total().Dutch(), false}}
	for _, other := range []struct {
		label  string
		amount money.Cents
	}{{sumFees, v.Fees()}, {sumCredited, -v.Credited()}, {sumReceived, -v.Received()}} {
		if other.amount != 0 {
			p.Sums = append(p.Sums, Sum{other.label, other.amount.Dutch(), false})
		}
	}
	if open := v.Open(); open < 0 {
		p.Sums = append(p.Sums, Sum{sumOver, (-open).Dutch(), true})
	} else {
		p.Sums = append(p.Sums, Sum{sumOpen, open.Dutch(), true})
	}
}

func (p *Paper) parts(v *invoice.Invoice, on civil.Date) {
	if v.Plan == "" || v.Plan == invoice.Full {
		return
	}
	p.Plan = headPlan
	for _, part := range v.Parts() {
		p.Parts = append(p.Parts, Part{
			Label: partLabel(part.Number), Due: finance.Day(part.DueOn), Amount: (part.Amount + part.AdminFee).Dutch(),
			State: partStates[v.InstallmentStatusOn(part.Number, on)],
		})
	}
}

// clean brings every text into the form in which fonts have their letters.
func (p Paper) clean() Paper {
	for _, list := range [][]string{p.Sender, p.Member, p.Notes} {
		for i := range list {
			list[i] = tidy(list[i])
		}
	}
	for i := range p.Lines {
		p.Lines[i].Description = tidy(p.Lines[i].Description)
	}
	return p
}

func tidy(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || r >= ' ' && r != 0x7f {
			return r
		}
		return ' '
	}, norm.NFC.String(text)))
}
