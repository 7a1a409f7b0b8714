package invoice_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
)

func day(year int, month time.Month, of int) civil.Date {
	return civil.Date{Year: year, Month: month, Day: of}
}

// on is a moment of a day.
func on(d civil.Date) invoice.Moment {
	return invoice.At(time.Date(d.Year, d.Month, d.Day, 12, 0, 0, 0, time.UTC), time.UTC)
}

var (
	start = on(day(2025, 10, 1))
	terms = invoice.Terms{Quarterly: true, Monthly: true, AdminFee: 50}
)

func membership(t *testing.T, total money.Cents) *invoice.Invoice {
	t.Helper()
	v, err := invoice.New(record.NewHead(1, "Piet", start.At), invoice.Draw{
		Kind: invoice.Membership, Season: 2025, Person: 3, PersonName: "Jan", Lines: []invoice.Line{{Description: "x", Amount: total}},
	}, start)
	if err != nil {
		t.Fatal(err)
	}
	v.Number = "C2025-001"
	return &v
}

// ok ends a test whose step was refused.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

// told is values with a blank between them.
func told(values ...any) string { return strings.TrimSuffix(fmt.Sprintln(values...), "\n") }

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if told(got) != told(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// asks begins and opens a checkout.
func asks(t *testing.T, v *invoice.Invoice, ref string, now invoice.Moment) invoice.Checkout {
	t.Helper()
	c, fresh, err := v.Begin(ref, "key-"+ref, now)
	ok(t, err)
	same(t, "fresh", fresh, true)
	ok(t, v.Linked(ref, "pl_"+ref, "https://pay/"+ref, now))
	return c
}

func paid(id string, amount money.Cents) invoice.Observed {
	return invoice.Observed{ID: id, Amount: amount, PaidOn: start.On}
}

// contract: club §4.9-2; facts §1.11
func TestPaymentDates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from  civil.Date
		count int
		first string
	}{
		{day(2025, 7, 1), 10, "2025-07-23"}, {day(2025, 7, 23), 10, "2025-07-23"}, {day(2025, 7, 24), 9, "2025-08-23"},
		{day(2025, 12, 24), 4, "2026-01-23"}, {day(2026, 2, 1), 3, "2026-02-23"}, {day(2026, 3, 1), 2, "2026-03-23"},
		{day(2026, 4, 23), 1, "2026-04-23"}, {day(2026, 4, 24), 0, ""}, {day(2027, 1, 1), 0, ""},
	} {
		dates := invoice.PaymentDates(c.from, 2025)
		if len(dates) != c.count || c.count > 0 && (dates[0].String() != c.first || dates[c.count-1] != day(2026, 4, 23)) {
			t.Errorf("from %v: %v", c.from, dates)
		}
	}
}

// contract: club §4.9-2; facts §1.11
func TestPlansThatAreOffered(t *testing.T) {
	t.Parallel()
	months := func(numbers ...int) (text string) {
		for _, n := range numbers {
			text += fmt.Sprintf(" %02d", n)
		}
		return text
	}
	for _, c := range []struct {
		name  string
		on    civil.Date
		terms invoice.Terms
		want  string
	}{
		{"ten dates", day(2025, 7, 1), terms, "full 00|quarterly_3" + months(7, 11, 4) + "|monthly_8" + months(7, 8, 9, 10, 11, 12, 1, 2)},
		{"nine", day(2025, 8, 1), terms, "full 00|quarterly_3" + months(8, 12, 4) + "|monthly_8" + months(8, 9, 10, 11, 12, 1, 2, 3)},
		{"seven", day(2025, 10, 1), terms, "full 00|quarterly_3" + months(10, 1, 4) + "|monthly_8" + months(10, 11, 12, 1, 2, 3, 4)},
		{"four", day(2026, 1, 1), terms, "full 00|quarterly_3" + months(1, 2, 4) + "|monthly_8" + months(1, 2, 3, 4)},
		{"three: both are the same", day(2026, 2, 1), terms, "full 00|quarterly_3" + months(2, 3, 4)},
		{"three, without the plan of three", day(2026, 2, 1), invoice.Terms{Monthly: true}, "full 00|monthly_8" + months(2, 3, 4)},
		{"three, without the other", day(2026, 2, 1), invoice.Terms{Quarterly: true}, "full 00|quarterly_3" + months(2, 3, 4)},
		{"two", day(2026, 3, 1), terms, "full 00|monthly_8" + months(3, 4)},
		{"one", day(2026, 4, 1), terms, "full 00"},
		{"none", day(2026, 5, 1), terms, "full 00"},
		{"switched off", day(2025, 7, 1), invoice.Terms{}, "full 00"},
	} {
		v, got := membership(t, 10_000), ""
		for i, offer := range v.Offers(c.on, c.terms) {
			if i > 0 {
				got += "|"
			}
			got += string(offer.Plan)
			var total money.Cents
			for _, part := range offer.Installments {
				got += fmt.Sprintf(" %02d", int(part.DueOn.Month))
				total += part.Amount
				if fee := part.AdminFee; (fee == 0) != (offer.Plan == invoice.Full || c.terms.AdminFee == 0) {
					t.Errorf("%s: a fee of %v for %s", c.name, fee, offer.Plan)
				}
			}
			same(t, c.name+": the parts of "+string(offer.Plan), total, money.Cents(10_000))
		}
		same(t, c.name, got, c.want)
	}
}

func TestWhatIsTooLittleIsNotDivided(t *testing.T) {
	t.Parallel()
	for total, want := range map[money.Cents]int{1: 1, 2: 1, 3: 2, 4: 2, 7: 3, 8: 3} { // seven dates: three or seven parts
		v := membership(t, total)
		offers := v.Offers(start.On, terms)
		same(t, total.String(), len(offers), want)
		for _, offer := range offers {
			for _, part := range offer.Installments {
				if part.Amount < 1 {
					t.Errorf("%v: a part of %v", total, part.Amount)
				}
			}
		}
	}
}

// contract: club §2.7; facts §1.11
func TestAPlanIsChosen(t *testing.T) {
	t.Parallel()
	v := membership(t, 10_000)
	refused(t, v.Choose("yearly", terms, start), invoice.ErrPlan)
	refused(t, v.Choose("", terms, start), invoice.ErrPlan)
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	first := asks(t, v, "a", start)
	same(t, "the first instalment", first.Amount, money.Cents(3333+50))
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	same(t, "the same plan again", v.Live().State, invoice.CheckoutOpen)
	same(t, "its link", v.PaymentLink(), "https://pay/a")
	ok(t, v.Choose(invoice.Full, terms, start))
	same(t, "another plan", v.Live().State, invoice.CheckoutCancelling)
	same(t, "its link", v.PaymentLink(), "")
	c, fresh, err := v.Begin("b", "key-b", start)
	same(t, "before the first is cancelled", told(c.Ref, fresh, err), "a false <nil>")
	ok(t, v.Cancelled("a", start))
	same(t, "all of it", asks(t, v, "b", start).Amount, money.Cents(10_000))
	meta := v.Meta(start.On)
	same(t, "meta of full", told(meta["_installment_plan"], meta["_installment_count"], meta["_installment_1_amount"],
		meta["_installment_1_status"], meta["_installment_1_payment_id"], meta["_payment_pid_pl_b"], meta["_payment_pid_pl_a"]),
		"full 1 100.00 pending pl_b 1 <nil>")
	ok(t, v.Choose(invoice.Monthly, terms, start))
	ok(t, v.Cancelled("b", start))
	asks(t, v, "c", start)
	_, err = v.Observe("c", paid("tr_1", 1429+50), start)
	ok(t, err)
	refused(t, v.Choose(invoice.Full, terms, start), invoice.ErrBegun)
	same(t, "may change", v.MayChange(), false)
	meta = v.Meta(start.On)
	same(t, "meta", told(meta["_installment_plan"], meta["_installment_count"], meta["_installment_1_amount"],
		meta["_installment_1_admin_fee"], meta["_installment_1_status"], meta["_installment_7_amount"], meta["_installment_7_status"],
		meta["_installment_1_due_date"], meta["_installment_1_payment_link"]),
		"monthly_8 7 14.29 0.50 paid 14.26 pending 2025-10-23 https://pay/c")
	if meta["_installment_1_paid_at"] == nil || meta["_invoice_season"] != "2025-2026" {
		t.Errorf("meta %v", meta)
	}
	_, err = v.AddPayment(invoice.HandPayment{Amount: 20_000}, "Piet", start)
	ok(t, err)
	refused(t, v.Choose(invoice.Full, terms, start), invoice.ErrPaid)
	v.DisableInstallments(true, start)
	other := membership(t, 10_000)
	other.DisableInstallments(true, start)
	refused(t, other.Choose(invoice.Monthly, terms, start), invoice.ErrPlan)
	other.Kind, other.InstallmentsDisabled = invoice.Discipline, false
	refused(t, other.Choose(invoice.Monthly, terms, start), invoice.ErrPlan)
	ok(t, other.Choose(invoice.Full, terms, start))
}

// contract: club §4.9; facts §1.10
func TestMoneyThatNobodyAskedForIsBookedAndToBeLookedAt(t *testing.T) {
	t.Parallel()
	review := func(v *invoice.Invoice) string {
		text := ""
		for _, p := range v.Payments {
			text += fmt.Sprintf("%v %s|", p.Amount, p.Review)
		}
		return text
	}
	second := membership(t, 1000)
	ok(t, second.Choose(invoice.Full, terms, start))
	asks(t, second, "a", start)
	for _, id := range []string{"tr_1", "tr_2", "tr_1", "tr_2"} {
		_, err := second.Observe("a", paid(id, 1000), start)
		ok(t, err)
	}
	same(t, "a second payment", review(second), "10.00 |10.00 second|")
	same(t, "too much", second.Open(), money.Cents(-1000))
	same(t, "to look at", second.ToReview(), true)
	ok(t, second.Reviewed(2, "Piet", start))
	same(t, "looked at", told(second.ToReview(), second.Payments[1].ReviewedBy), "false Piet")
	ok(t, second.Reviewed(2, "Klaas", start))
	same(t, "looked at again", second.Payments[1].ReviewedBy, "Piet")
	refused(t, second.Reviewed(9, "Piet", start), invoice.ErrNoPayment)

	wrong := membership(t, 1000)
	asks(t, wrong, "a", start)
	_, err := wrong.Observe("a", paid("tr_1", 400), start)
	ok(t, err)
	same(t, "another amount", review(wrong)+wrong.Open().String(), "4.00 wrong_amount|6.00")
	same(t, "the rest is asked for anew", asks(t, wrong, "b", start).Amount, money.Cents(600))

	replaced := membership(t, 1000)
	ok(t, replaced.Choose(invoice.Quarterly, terms, start))
	asks(t, replaced, "a", start)
	ok(t, replaced.Choose(invoice.Full, terms, start))
	_, err = replaced.Observe("a", paid("tr_1", 333+50), start)
	ok(t, err)
	same(t, "for a plan that was given up", review(replaced), "3.83 replaced_plan|")
	same(t, "what is left", replaced.Open(), money.Cents(1000-383))

	late := membership(t, 1000)
	asks(t, late, "a", start)
	_, err = late.AddPayment(invoice.HandPayment{Amount: 1000}, "Piet", start)
	ok(t, err)
	_, err = late.Observe("a", paid("tr_1", 1000), start)
	ok(t, err)
	same(t, "after it was paid by hand", review(late), "10.00 |10.00 second|")
	for ref, id := range map[string]string{"forged": "tr_9", "a": ""} {
		_, err := late.Observe(ref, paid(id, 1000), start)
		refused(t, err, invoice.ErrNoCheckout)
	}
}

// contract: club §3.2, §3.3
func TestMoneyThatIsTakenBackReopens(t *testing.T) {
	t.Parallel()
	v := membership(t, 9000)
	ok(t, v.Send(start, 14))
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	for n, ref := range []string{"a", "b", "c"} {
		c := asks(t, v, ref, start)
		same(t, "instalment", c.Installment, n+1)
		_, err := v.Observe(ref, paid("tr_"+ref, c.Amount), start)
		ok(t, err)
	}
	same(t, "paid", v.Status, invoice.Paid)
	back := paid("tr_b", 3050)
	back.ChargedBack = 3050
	news, err := v.Observe("b", back, start)
	same(t, "charged back", told(news, err, v.Status, v.Open()), "true <nil> sent 30.50")
	same(t, "the last one is open", told(v.InstallmentStatusOn(2, start.On), v.InstallmentStatusOn(3, start.On)), "paid pending")
	back.ChargedBack = 0
	_, err = v.Observe("", back, start)
	same(t, "the bank gave in", told(err, v.Status), "<nil> paid")
	_, err = v.RemovePayment(2, start)
	refused(t, err, invoice.ErrProviders)

	early := membership(t, 9000)
	asks(t, early, "a", start)
	_, err = early.Observe("a", paid("tr_1", 4000), start)
	ok(t, err)
	ok(t, early.Choose(invoice.Quarterly, terms, start))
	same(t, "a plan for what is open", early.Installments[0].Amount, money.Cents(1667))
	gone := paid("tr_1", 4000)
	gone.Refunded = 4000
	_, err = early.Observe("a", gone, start)
	ok(t, err)
	next, _ := early.Next()
	same(t, "the first instalment asks for it", next.Open, money.Cents(1667+50+4000))
}

func TestCreditsTakeOffTheLastInstalments(t *testing.T) {
	t.Parallel()
	v := membership(t, 9000)
	refused(t, v.AddCredit("K", []invoice.Line{{Description: "x", Amount: 100}}, "x", "Piet", start), invoice.ErrDraft)
	ok(t, v.Send(start, 14))
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	ok(t, v.AddCredit("K1", []invoice.Line{{Description: "x", Amount: 4000}}, "x", "Piet", start))
	open := ""
	for _, part := range v.Parts() {
		open += fmt.Sprintf("%v+%v=%v ", part.Amount, part.AdminFee, part.Open)
	}
	same(t, "parts", open, "30.00+0.50=30.50 20.00+0.50=20.50 0.00+0.00=0.00 ")
	same(t, "open", v.Open(), money.Cents(5100))
	_, err := v.AddPayment(invoice.HandPayment{Amount: 4000}, "Piet", start)
	ok(t, err)
	next, _ := v.Next()
	same(t, "payments fill the earliest", told(next.Number, next.Open), "2 11.00")
	refused(t, v.AddCredit("K2", []invoice.Line{{Description: "x", Amount: 5001}}, "x", "Piet", start), invoice.ErrCredit)
	ok(t, v.AddCredit("K2", []invoice.Line{{Description: "x", Amount: 5000}}, "x", "Piet", start))
	same(t, "all credited", told(v.Status, v.Open()), "paid -40.00")

	before := membership(t, 9000)
	ok(t, before.Send(start, 14))
	_, err = before.AddPayment(invoice.HandPayment{Amount: 3000}, "Piet", start)
	ok(t, err)
	ok(t, before.Choose(invoice.Quarterly, terms, start))
	ok(t, before.AddCredit("K3", []invoice.Line{{Description: "x", Amount: 8000}}, "x", "Piet", start))
	same(t, "more than the plan", told(before.Open(), before.Parts()[0].Open), "-20.00 0.00")
	_, err = before.RemovePayment(1, start)
	ok(t, err)
	same(t, "and then the money is gone", told(before.Open(), before.Parts()[0].Open), "10.00 10.00")
}

// contract: club §3.2, §3.3; facts §1.15
func TestANewTermIsOneForInstalmentsToo(t *testing.T) {
	t.Parallel()
	lately := func() *invoice.Invoice {
		v := membership(t, 9000)
		ok(t, v.Send(start, 14))
		ok(t, v.Choose(invoice.Quarterly, terms, start)) // the first on 23 October
		for which := 1; which <= 2; which++ {
			same(t, "a reminder", v.Reminded(1, which, on(day(2025, 11, 13))), true)
		}
		return v
	}
	late := on(day(2025, 11, 21))
	v := lately()
	same(t, "late", v.StatusOn(late.On), invoice.Overdue)
	ok(t, v.SetDue(day(2025, 12, 31), late))
	same(t, "another day", told(v.Status, v.StatusOn(day(2025, 12, 31)), v.StatusOn(day(2026, 1, 1))), "sent sent overdue")
	same(t, "its first reminder may go again", v.Reminded(1, 1, on(day(2026, 1, 14))), true)

	v = lately()
	ok(t, v.SetDue(day(2025, 11, 20), late)) // has passed
	same(t, "a day that has passed", told(v.Status, v.Reminded(1, 2, late)), "overdue false")

	v = lately()
	ok(t, v.SetDue(day(2026, 6, 1), late)) // by mistake
	ok(t, v.SetDue(day(2025, 11, 20), late))
	same(t, "a new term that was given up", told(v.Status, v.Parts()[0].Term), told(invoice.Overdue, day(2025, 11, 20)))
	ok(t, v.SetDue(day(2025, 10, 2), late))
	same(t, "the earliest is its own day", v.Parts()[0].Term, day(2025, 10, 23))

	v = lately()
	ok(t, v.Override(invoice.Draft, "Piet", "", late, 14))
	ok(t, v.Send(late, 14))
	same(t, "sent again", told(v.Status, v.StatusOn(day(2025, 12, 5)), v.StatusOn(day(2025, 12, 6))), "sent sent overdue")
}

func TestWhatIsLateIsOverdue(t *testing.T) {
	t.Parallel()
	v := membership(t, 9000)
	same(t, "a draft is never late", v.StatusOn(day(2030, 1, 1)), invoice.Draft)
	ok(t, v.Send(start, 14))
	refused(t, v.Send(start, 14), invoice.ErrNotDraft)
	same(t, "on the day", v.StatusOn(day(2025, 10, 15)), invoice.Sent)
	same(t, "the day after", v.StatusOn(day(2025, 10, 16)), invoice.Overdue)
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	same(t, "in instalments its own day does not count", v.StatusOn(day(2025, 10, 23)), invoice.Sent)
	same(t, "the day after that of an instalment", told(v.StatusOn(day(2025, 10, 24)), v.InstallmentStatusOn(1, day(2025, 10, 24)),
		v.InstallmentStatusOn(2, day(2025, 10, 24))), "overdue overdue pending")
	late := on(day(2025, 10, 24))
	v.Age(late)
	same(t, "aged", v.Status, invoice.Overdue)
	same(t, "mailed", told(v.Mailed(2, late), v.Mailed(2, late), v.InstallmentStatusOn(2, late.On)), "true false sent")
	ok(t, v.Override(invoice.Sent, "Piet", "", late, 14))
	same(
		t,
		"by hand it gets a new term",
		told(v.Status, v.StatusOn(day(2025, 11, 7)), v.StatusOn(day(2025, 11, 8))),
		"sent sent overdue",
	)
	_, err := v.AddPayment(invoice.HandPayment{Amount: 3050}, "Piet", late)
	ok(t, err)
	same(t, "nothing is late any more", v.StatusOn(day(2026, 1, 23)), invoice.Sent)
	ok(t, v.Override(invoice.Overdue, "Piet", "", late, 14))
	v.Age(late)
	same(t, "by hand it stays", v.Status, invoice.Overdue)
	_, err = v.AddPayment(invoice.HandPayment{Amount: 10_000}, "Piet", late)
	ok(t, err)
	_, err = v.RemovePayment(2, late)
	ok(t, err)
	same(t, "until it is paid", v.Status, invoice.Sent)
	for _, c := range []struct{ number, which int }{{0, 1}, {0, 2}, {3, 1}, {3, 2}} {
		same(
			t,
			"a reminder goes out once",
			told(v.Reminded(c.number, c.which, late), v.Reminded(c.number, c.which, late)),
			"true false",
		)
	}
	same(t, "no such instalment", v.Reminded(4, 1, late) || v.Reminded(-1, 1, late) || v.Mailed(0, late), false)
}

func TestACheckoutThatFailsToComeIsCancelledAllTheSame(t *testing.T) {
	t.Parallel()
	v := membership(t, 1000)
	c, _, err := v.Begin("a", "key", start)
	ok(t, err)
	again, fresh, err := v.Begin("b", "other", start)
	same(t, "asked again with the same key", told(again.Key, fresh, err), c.Key+" false <nil>")
	ok(t, v.Cancelled("a", start))
	ok(t, v.Linked("a", "pl_a", "https://pay/a", start))
	same(t, "a link that comes after all is cancelled too", v.Live().State, invoice.CheckoutCancelling)
	ok(t, v.Cancelled("a", start))
	refused(t, v.Linked("x", "pl", "", start), invoice.ErrNoCheckout)
	refused(t, v.Cancel("x", start), invoice.ErrNoCheckout)
	refused(t, v.Cancelled("x", start), invoice.ErrNoCheckout)
	asks(t, v, "c", start)
	_, err = v.Observe("c", paid("tr", 1000), start)
	ok(t, err)
	ok(t, v.Cancel("c", start))
	ok(t, v.Cancelled("c", start))
	same(t, "what is paid stays paid", v.Checkout("c").State, invoice.CheckoutPaid)
	_, _, err = v.Begin("d", "key", start)
	refused(t, err, invoice.ErrPaid)
}

func TestKeysOfAnInvoice(t *testing.T) {
	t.Parallel()
	v := membership(t, 1000)
	v.Lines[0].Case, v.TokenDigest = 7, "d"
	asks(t, v, "a", start)
	_, err := v.Observe("a", paid("tr_1", 1000), start)
	ok(t, err)
	ok(t, v.AddCredit("K2025-001", []invoice.Line{{Description: "x", Amount: 1}}, "x", "Piet", start))
	var got []string
	for _, key := range v.Keys() {
		got = append(got, string(key.By)+"="+key.Value)
	}
	same(t, "keys", strings.Join(got, " "), "number=C2025-001 token=d number=K2025-001 checkout=a link=pl_a payment=tr_1 case=7 "+
		"season=2025-2026/3")
	same(t, "after 999", invoice.SeriesCredit.Number(2026, 1000), "K2026-1000")
	whole := v.Clone()
	ok(t, whole.AddCredit("K2025-002", []invoice.Line{{Description: "de rest", Amount: 999}}, "x", "Piet", start))
	for _, key := range []invoice.Key{invoice.SeasonKey(3, 2025), invoice.CaseKey(7)} {
		same(t, "credited in full, it holds", slices.Contains(whole.Keys(), key), false)
	}
	v.ResetPayments(start)
	same(t, "reset", told(len(v.Payments), len(v.Checkouts), v.Plan, v.Open()), "0 0  9.99")
}

// The example of docs/money.md.
func TestTheExampleOfTheBooks(t *testing.T) {
	t.Parallel()
	v := membership(t, 13_500)
	books := func() string { return told(v.Total(), v.Fees(), v.Credited(), v.Received(), v.Open()) }
	same(t, "made", books(), "135.00 0.00 0.00 0.00 135.00")
	ok(t, v.Send(start, 14))
	ok(t, v.Choose(invoice.Monthly, terms, start))
	same(t, "chosen", told(books(), len(v.Installments), v.Installments[0].Amount, v.Installments[6].Amount),
		"135.00 3.50 0.00 0.00 138.50 7 19.29 19.26")
	asks(t, v, "a", start)
	_, err := v.Observe("a", paid("tr_1", 1979), start)
	ok(t, err)
	same(t, "paid", books(), "135.00 3.50 0.00 19.79 118.71")
	_, err = v.AddPayment(invoice.HandPayment{Amount: 4000, Method: invoice.Cash}, "Piet", start)
	ok(t, err)
	parts := v.Parts()
	same(t, "at the bar", told(books(), parts[2].Open, parts[3].Open), "135.00 3.50 0.00 59.79 78.71 0.00 19.37")
	ok(t, v.AddCredit("K2026-001", []invoice.Line{{Description: "Verhuisd", Amount: 5000}}, "verhuisd", "Piet", start))
	same(t, "credited", books(), "135.00 2.50 50.00 59.79 27.71")
	back := paid("tr_1", 1979)
	back.ChargedBack = 1979
	_, err = v.Observe("a", back, start)
	ok(t, err)
	same(t, "taken back", books(), "135.00 2.50 50.00 40.00 47.50")
}
