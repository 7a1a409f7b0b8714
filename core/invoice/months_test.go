package invoice_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

func creditDay(c *invoice.Credit) civil.Date { return civil.On(c.CreatedAt, time.UTC) }

func dated(month time.Month, day int) civil.Date {
	year := 2025
	if month < time.July {
		year = 2026
	}
	return civil.Date{Year: year, Month: month, Day: day}
}

func TestInvoicesByMonth(t *testing.T) {
	t.Parallel()
	of := season.On(dated(time.September, 1))
	bill := func(sent civil.Date, amount money.Cents) invoice.Invoice {
		return invoice.Invoice{
			Kind: invoice.Membership, Season: of, Status: invoice.Sent, SentOn: sent, Lines: []invoice.Line{{Amount: amount}},
		}
	}
	first, second := bill(dated(time.September, 30), 10_000), bill(dated(time.November, 1), 5_000)
	first.Payments = []invoice.Payment{
		{Amount: 4_000, PaidOn: dated(time.September, 30)}, {Amount: 6_000, PaidOn: dated(time.November, 2), Refunded: 1_000},
	}
	second.Credits = []invoice.Credit{{
		Lines: []invoice.Line{{Amount: 2_000}}, CreatedAt: time.Date(2025, time.December, 3, 12, 0, 0, 0, time.UTC),
	}}
	draft, other := bill(civil.Date{}, 900), bill(dated(time.September, 1), 700)
	other.Season = season.On(dated(time.September, 1).AddDays(400))
	fine := bill(dated(time.October, 5), 300)
	fine.Kind, fine.Season = invoice.Discipline, 0
	late := fine
	late.SentOn = dated(time.October, 5).AddDays(365)
	today := invoice.Moment{On: dated(time.December, 24)}
	var lines []string
	for _, m := range invoice.Months([]invoice.Invoice{first, second, draft, other, fine, late}, of, today, creditDay) {
		lines = append(lines, fmt.Sprint(m.First.String()[:7], " ", int64(m.Billed), " ", int64(m.Received), " ", int64(m.Open)))
	}
	want := "2025-07 0 0 0|2025-08 0 0 0|2025-09 10000 4000 6000|2025-10 300 0 6300|2025-11 5000 5000 6300|2025-12 -2000 0 4300"
	if got := strings.Join(lines, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// At the end of the last month what is open is what the invoices say, whatever happened when.
func TestMonthsAddUpToWhatIsOpen(t *testing.T) {
	t.Parallel()
	of := season.On(dated(time.September, 1))
	rapid.Check(t, func(t *rapid.T) {
		day := rapid.Custom(func(t *rapid.T) civil.Date { return of.First().AddDays(rapid.IntRange(-60, 600).Draw(t, "day")) })
		amount := rapid.Int64Range(1, 100_000)
		var list []invoice.Invoice
		var open money.Cents
		for range rapid.IntRange(0, 6).Draw(t, "invoices") {
			v := invoice.Invoice{Kind: invoice.Membership, Season: of, SentOn: day.Draw(t, "sent"), Lines: []invoice.Line{
				{Amount: money.Cents(amount.Draw(t, "line"))},
			}}
			for range rapid.IntRange(0, 2).Draw(t, "payments") {
				paid := money.Cents(amount.Draw(t, "paid"))
				v.Payments = append(v.Payments, invoice.Payment{Amount: paid, PaidOn: day.Draw(t, "paid on"), ChargedBack: paid / 3})
			}
			if rapid.Bool().Draw(t, "credited") {
				at := day.Draw(t, "credited on")
				v.Credits = []invoice.Credit{
					{Lines: []invoice.Line{{Amount: 5}}, CreatedAt: time.Date(at.Year, at.Month, at.Day, 9, 0, 0, 0, time.UTC)},
				}
			}
			open += v.Open()
			list = append(list, v)
		}
		months := invoice.Months(list, of, invoice.Moment{On: day.Draw(t, "today")}, creditDay)
		if last := months[len(months)-1]; last.Open != open {
			t.Fatalf("%d open at the end, want %d", last.Open, open)
		}
		for n, m := range months[1:] {
			if m.First != civil.On(time.Date(months[n].First.Year, months[n].First.Month+1, 1, 9, 0, 0, 0, time.UTC), time.UTC) {
				t.Fatalf("%s follows %s", m.First, months[n].First)
			}
		}
	})
}

// Who paid something for what is a draft again is in the books of the season.
func TestMoneyForADraftCountsForItsSeason(t *testing.T) {
	t.Parallel()
	v := membership(t, 9000)
	ok(t, v.Send(start, 14))
	_, err := v.AddPayment(invoice.HandPayment{Amount: 4000}, "Piet", start)
	ok(t, err)
	ok(t, v.Override(invoice.Draft, "Piet", "", start, 14))
	months := func() string {
		list := invoice.Months([]invoice.Invoice{*v}, 2025, start, func(*invoice.Credit) civil.Date { return start.On })
		return told(v.Status, v.InSeason(2025), list[3].Billed, list[3].Received, list[3].Open)
	}
	same(t, "paid in part", months(), "draft true 90.00 40.00 50.00")
	_, err = v.RemovePayment(1, start)
	ok(t, err)
	same(t, "a draft", months(), "draft false 0.00 0.00 0.00")
	_, err = v.AddPayment(invoice.HandPayment{Amount: 9000}, "Piet", start)
	ok(t, err)
	same(t, "paid before it was sent", months(), "paid true 90.00 90.00 0.00")
}
