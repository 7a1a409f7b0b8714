package paper_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/paper"
)

// contract: facts §1.8
func TestWhatTheCodeOfATransferHolds(t *testing.T) {
	t.Parallel()
	good := paper.Transfer{Name: "Stichting Café  Ü", IBAN: "NL91ABNA0417164300", Amount: 10125, Text: "C2026-001"}
	if got, want := paper.EPC(
		good,
	), "BCD\n002\n1\nSCT\n\nStichting Café Ü\nNL91ABNA0417164300\nEUR101.25\n\n\nC2026-001"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for name, spoil := range map[string]func(*paper.Transfer){
		"nothing open": func(t *paper.Transfer) { t.Amount = 0 }, "too much paid": func(t *paper.Transfer) { t.Amount = -1 },
		"no account":      func(t *paper.Transfer) { t.IBAN = "" },
		"a wrong account": func(t *paper.Transfer) { t.IBAN = "NL91ABNA0417164301" },
		"nobody":          func(t *paper.Transfer) { t.Name = " \n" }, "more than a transfer": func(t *paper.Transfer) { t.Amount = 100_000_000_000 },
	} {
		spoiled := good
		if spoil(&spoiled); paper.EPC(spoiled) != "" {
			t.Errorf("%s: %q", name, paper.EPC(spoiled))
		}
	}
}

func TestTheCodeOfATransferIsNeverTooLongAndHasItsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got := paper.EPC(paper.Transfer{
			Name: "x" + rapid.String().Draw(t, "name"), IBAN: "NL91ABNA0417164300", Text: rapid.String().Draw(t, "text"),
			Amount: money.Cents(rapid.Int64Range(1, 99_999_999_999).Draw(t, "amount")),
		})
		if lines := strings.Split(got, "\n"); len(got) > 331 || len(lines) != 11 || lines[5] == "" {
			t.Errorf("%d bytes, %d lines: %q", len(got), len(lines), got)
		}
	})
	long := paper.EPC(
		paper.Transfer{Name: strings.Repeat("中", 90), IBAN: "NL91ABNA0417164300", Text: strings.Repeat("€", 200), Amount: 1},
	)
	if len(long) > 331 || strings.Contains(long, "\ufffd") {
		t.Errorf("%d bytes: %q", len(long), long)
	}
}

var (
	house = &paper.House{
		Settings: finance.Settings{
			Name: "Stichting De Proef", Address: "Laan 1\n1234 AB Proefstad", Contact: "geld@club.example", IBAN: "NL91ABNA0417164300",
			TermDays: 14, Clause: "Betaal op tijd.\n\nLukt dat niet? Bel ons.",
		},
		Club: "vv De Proef", BaseURL: "https://club.example",
	}
	member = paper.Member{
		Name:    "Joe\u0308l de Vries",
		Address: []string{"Straat 2", "1234 AB Proefstad"},
		Email:   "joel@club.example",
	}
	day = civil.Date{Year: 2026, Month: 11, Day: 23}
)

func sample() *invoice.Invoice {
	return &invoice.Invoice{
		Number: "C2026-001",
		Kind:   invoice.Membership,
		Season: 2026,
		Status: invoice.Sent,
		SentOn: day,
		DueOn:  day.AddDays(14),
		Lines: []invoice.Line{
			{Description: "Contributie Pupil 2026-2027", Amount: 18000},
			{Description: "Gezinskorting", Amount: -4500},
		},
	}
}

// contract: facts §1.7
func TestThePaperOfAnInvoice(t *testing.T) {
	t.Parallel()
	v := sample()
	v.Payments = []invoice.Payment{{ID: 1, Amount: 3500, PaidOn: day, Method: invoice.Bank}}
	v.Credits = []invoice.Credit{
		{Number: "K2026-001", Lines: []invoice.Line{{Description: "Te veel", Amount: 1000}}, Reason: "Verhuisd"},
	}
	with := member
	with.Reference = "PO-7"
	p := paper.Invoice(house, with, v, "abc", day)
	if last := p.Facts[len(p.Facts)-1]; last != [2]string{"Je referentie", "PO-7"} {
		t.Errorf("the reference is %q", last)
	}
	if want := []paper.Sum{
		{"Totaal", "€\u00a0135,00", false}, {"Gecrediteerd", "-€\u00a010,00", false}, {"Betaald", "-€\u00a035,00", false},
		{"Nog te betalen", "€\u00a090,00", true},
	}; !reflect.DeepEqual(p.Sums, want) {
		t.Errorf("sums %v", p.Sums)
	}
	if p.Member[0] != "Jo\u00ebl de Vries" || p.Link.Content != "https://club.example/betaling/abc" ||
		!strings.Contains(p.EPC.Content, "EUR90.00") || p.Accent != "#0d687d" || len(p.Notes) != 3 {
		t.Errorf("%+v", p)
	}
	c := paper.CreditNote(house, member, v, 0, day)
	if c.Title != "Creditnota" || c.Sums[0].Amount != "€\u00a010,00" || c.Link.Content != "" || c.EPC.Content != "" ||
		!strings.Contains(fmt.Sprint(c.Notes), "Verhuisd") {
		t.Errorf("credit note %+v", c)
	}
}

func TestNothingIsScannedWhenNothingIsOpen(t *testing.T) {
	t.Parallel()
	v := sample()
	v.Payments = []invoice.Payment{{ID: 1, Amount: 14000}}
	p := paper.Invoice(house, member, v, "abc", day)
	if p.Link.Content != "" || p.EPC.Content != "" || p.Sums[len(p.Sums)-1] != (paper.Sum{
		Label: "Te veel betaald", Amount: "€\u00a05,00", Strong: true,
	}) ||
		p.Notes[len(p.Notes)-1] != "Deze factuur is betaald." {
		t.Errorf("%+v", p)
	}
	without := *house
	without.IBAN = ""
	if p = paper.Invoice(&without, member, sample(), "abc", day); p.EPC.Content != "" || p.Link.Content == "" {
		t.Errorf("without an account: %+v", p)
	}
}

// contract: facts §1.11
func TestThePaperShowsThePlan(t *testing.T) {
	t.Parallel()
	v := sample()
	if err := v.Choose(invoice.Quarterly, invoice.Terms{Quarterly: true, AdminFee: 150}, invoice.Moment{On: day}); err != nil {
		t.Fatal(err)
	}
	p := paper.Invoice(house, member, v, "", day.AddDays(1))
	if len(p.Parts) != 3 ||
		p.Parts[0] != (paper.Part{Label: "Termijn 1", Due: "23 november 2026", Amount: "€\u00a046,50", State: "te laat"}) {
		t.Errorf("%+v", p.Parts)
	}
	if due := p.Facts[2]; due != [2]string{"Betalen vóór of op", "23 november 2026"} { // not that of the whole
		t.Errorf("%q", due)
	}
	if !strings.Contains(p.EPC.Content, "EUR46.50") || !strings.Contains(fmt.Sprint(p.Notes), "Zet €\u00a046,50 op") {
		t.Errorf("the next part is not what is asked for: %+v %q", p.EPC, p.Notes)
	}
}
