package paymentpage

import (
	"html/template"
	"strings"

	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/paper"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// shown is what the templates fill in.
type shown struct {
	Title, Nonce, Text string
	Accent, OnAccent   string // the former "" for that of the club
	Logo               template.URL

	Payee, Number, Person, Season, Total, Extra, Got, Open, Fee, Contact, Error string

	Note            *note
	Parts           []part
	Pay             *choice
	Transfer        *transfer
	Choices, Others []choice
	Nowhere         bool
}

type part struct {
	Name, Amount, State, Class string
	Next                       bool
}

type choice struct {
	Title, Price, Fee, Action, Token, Button string
	Plan                                     invoice.Plan
	Installment                              int         // that is paid by it
	Amount                                   money.Cents // likewise
	Terms                                    []part
}

type transfer struct {
	Amount, IBAN, Name, Reference string
	Code                          string
}

func plain(title, text string) *shown {
	return &shown{Title: title, Text: text}
}

// shape is what a view looks like.
func shape(view *payments.View, token string, back bool, wrong string) *shown {
	s := &shown{
		Title: "Factuur " + view.Number + " - " + view.Name, Accent: view.Accent,
		Payee:  view.Name,
		Number: view.Number, Person: view.Person, Total: view.Total.Dutch(), Contact: view.Contact, Error: wrong,
	}
	if view.Season != 0 {
		s.Season = view.Season.String()
	}
	if view.Fees > 0 {
		s.Extra = view.Fees.Dutch()
	}
	if view.Got != 0 {
		s.Got = view.Got.Dutch()
	}
	if view.Open > 0 {
		s.Open = view.Open.Dutch()
	}
	s.Note = noteOf(view, back)
	if view.Plan != "" && view.Plan != invoice.Full {
		s.Parts, s.Fee = partsOf(view)
	}
	if view.Paid() {
		return s
	}
	action := finance.PagePath + token
	if view.Plan != "" && view.Online {
		number := view.Next.Number
		if view.Plan == invoice.Full {
			number = 0
		}
		s.Pay = &choice{Action: action, Token: token, Plan: view.Plan, Button: payPart(number, view.Next.Open),
			Installment: view.Next.Number, Amount: view.Next.Open}
	}
	if t := view.Transfer; t != nil && (view.Plan != "" || len(view.Offers) == 1) {
		s.Transfer = &transfer{Amount: t.Amount.Dutch(), IBAN: spaced(t.IBAN), Name: t.Name, Reference: t.Text}
		if paper.EPC(*t) != "" {
			s.Transfer.Code = action + transferCode
		}
	}
	for n := range view.Offers {
		if o := &view.Offers[n]; o.Plan != view.Plan && (s.Transfer == nil || view.Plan != "") {
			c := choiceOf(o, view.Online)
			c.Action, c.Token = action, token
			s.Choices = append(s.Choices, c)
		}
	}
	if view.Plan != "" {
		s.Choices, s.Others = nil, s.Choices
	}
	if s.Nowhere = !view.Online && view.Transfer == nil; s.Nowhere {
		s.Choices, s.Others = nil, nil
	}
	return s
}

func noteOf(view *payments.View, back bool) *note {
	told := paidNote
	switch {
	case view.Open < 0:
		told = overpaid(-view.Open)
	case view.Paid() && back:
		told = thanksPaid
	case view.Paid():
	case back:
		told = thanksNote
	default:
		return nil
	}
	return &told
}

// partsOf returns the instalments, and what is said of their fee.
func partsOf(view *payments.View) (parts []part, extra string) {
	for _, p := range view.Parts {
		state := states[p.Status]
		parts = append(parts, part{
			Name: partName(p.Number, p.DueOn), Amount: (p.Amount + p.Fee).Dutch(), State: state[0], Class: state[1],
			Next: p.Number == view.Next.Number,
		})
		if p.Fee > 0 {
			extra = fee(p.Fee)
		}
	}
	return parts, extra
}

func choiceOf(offer *invoice.Offer, online bool) choice {
	first := offer.Installments[0].Amount + offer.Installments[0].AdminFee
	c := choice{Title: planTitle(offer.Plan, len(offer.Installments)), Plan: offer.Plan, Price: first.Dutch(),
		Button: button(offer.Plan, first, online), Installment: 1, Amount: first}
	if offer.Plan == invoice.Full {
		return c
	}
	var all money.Cents
	for n, one := range offer.Installments {
		all += one.Amount + one.AdminFee
		c.Terms = append(c.Terms, part{Name: partName(n+1, one.DueOn), Amount: (one.Amount + one.AdminFee).Dutch()})
	}
	c.Price = all.Dutch()
	if each := offer.Installments[0].AdminFee; each > 0 {
		c.Fee = fee(each)
	}
	return c
}

// spaced returns an account number in groups of four, as people read it.
func spaced(iban string) string {
	var groups []string
	for len(iban) > 4 {
		groups, iban = append(groups, iban[:4]), iban[4:]
	}
	return strings.Join(append(groups, iban), " ")
}
