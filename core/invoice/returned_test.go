package invoice_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
)

// Whoever is told nothing of a chargeback would find it by chance, and a reminder of before would stand in the way of the next.
func TestWhatTheBankTakesBackIsLookedAtAndDueAnew(t *testing.T) {
	t.Parallel()
	later := on(day(2025, 12, 20))
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		v := membership(t, 9000)
		ok(t, v.Send(start, 14))
		number := 0
		if plan != "" {
			ok(t, v.Choose(plan, terms, start))
		}
		if plan == invoice.Quarterly {
			number = 1
		}
		v.Mailed(number, start)
		v.Reminded(number, 1, start)
		c := asks(t, v, "a", start)
		_, err := v.Observe("a", paid("tr_1", c.Amount), start)
		ok(t, err)
		back := paid("tr_1", c.Amount)
		back.Refunded = 1
		_, err = v.Observe("a", back, later)
		ok(t, err)
		same(t, "what the club gives back itself", v.ToReview(), false)
		back.Refunded, back.ChargedBack = 0, c.Amount
		v.Payments[0].Refunded = 0
		v.Payments[0].Review, v.Payments[0].ReviewedBy, v.Payments[0].ReviewedAt = invoice.ReviewSecond, "Piet", start.At
		_, err = v.Observe("a", back, later)
		ok(t, err)
		same(t, "to look at", told(v.ToReview(), v.Payments[0].Review, v.Payments[0].ReviewedBy), "true charged_back ")
		first, due := v.Reminder1At, v.DueOn
		if number > 0 {
			first, due = v.Installments[0].Reminder1At, v.Parts()[0].Term
		}
		same(t, "reminders of "+string(plan), first, time.Time{})
		same(t, "due of "+string(plan), told(due, v.StatusOn(later.On)), told(later.On, invoice.Sent))
		ok(t, v.Reviewed(1, "Piet", later))
		_, err = v.Observe("a", back, later)
		ok(t, err)
		same(t, "told again", v.ToReview(), false)
	}

	twice := membership(t, 1000)
	ok(t, twice.Send(start, 14))
	for _, ref := range []string{"a", "b"} {
		asked := invoice.Observed{ID: "tr_" + ref, Amount: 500, PaidOn: start.On}
		asks(t, twice, ref, start)
		_, err := twice.Observe(ref, asked, start)
		ok(t, err)
	}
	twice.Reminded(0, 1, start)
	_, err := twice.Observe("a", invoice.Observed{ID: "tr_a", Amount: 500, ChargedBack: 500}, later)
	ok(t, err)
	twice.Reminded(0, 1, later)
	_, err = twice.Observe("b", invoice.Observed{ID: "tr_b", Amount: 500, ChargedBack: 500}, on(later.On.AddDays(9)))
	ok(t, err)
	same(t, "what was open stays as late", told(twice.DueOn, twice.Reminder1At.Equal(later.At)), told(later.On, true))

	unknown := membership(t, 1000)
	asks(t, unknown, "a", start)
	_, err = unknown.Observe("a", invoice.Observed{ID: "tr_1", Amount: 1000, ChargedBack: 1000, PaidOn: start.On}, start)
	ok(t, err)
	same(t, "heard of with its payment", unknown.Payments[0].Review, invoice.ReviewChargedBack)
}

func TestWhatWasPaidTooMuchIsGivenBack(t *testing.T) {
	t.Parallel()
	v := membership(t, 1000)
	ok(t, v.Send(start, 14))
	ok(t, v.Choose(invoice.Quarterly, terms, start))
	_, err := v.AddPayment(invoice.HandPayment{Amount: -1}, "Piet", start)
	same(t, "nothing is too much", fault.As(err).Params["amount"], invoice.NotPositive)
	_, err = v.AddPayment(invoice.HandPayment{Amount: 2000}, "Piet", start)
	ok(t, err)
	same(t, "open", v.Open(), money.Cents(1000+3*50-2000))
	for amount, want := range map[money.Cents]string{-851: invoice.MoreThanOver, 0: invoice.NotPositive} {
		_, err = v.AddPayment(invoice.HandPayment{Amount: amount}, "Piet", start)
		same(t, "giving back "+amount.String(), fault.As(err).Params["amount"], want)
	}
	back, err := v.AddPayment(invoice.HandPayment{Amount: -850, PaidOn: civil.Date{Year: 2025, Month: 9, Day: 30}}, "Piet", start)
	ok(t, err)
	const none, kept, got, gave = money.Cents(0), money.Cents(1150), money.Cents(2000), money.Cents(-850)
	same(t, "given back", told(v.Open(), v.Received(), v.Status, v.MayChange()), told(none, kept, invoice.Paid, false))
	for _, part := range v.Parts() {
		same(t, "part", part.Open, money.Cents(0))
	}
	months := invoice.Months([]invoice.Invoice{*v}, 2025, start, func(*invoice.Credit) civil.Date { return start.On })
	same(t, "by month", told(months[2].Received, months[3].Received, months[3].Open), told(gave, got, none))
	_, err = v.RemovePayment(back, start)
	ok(t, err)
	same(t, "taken back", v.Open(), money.Cents(-850))
}

func TestWhatAsksForNothingIsRemovable(t *testing.T) {
	t.Parallel()
	v := membership(t, 0)
	same(t, "paid", v.Status, invoice.Paid)
	ok(t, v.Removable(start.On))
	v.SentOn = start.On
	refused(t, v.Removable(start.On), invoice.ErrNotRemovable)
}

// The treasurer gives a new term after a chargeback: what was booked by hand has nothing to do with that.
func TestANewTermByHandKeepsWhatWasBooked(t *testing.T) {
	t.Parallel()
	later := on(day(2025, 12, 20))
	for _, status := range []invoice.Status{invoice.Sent, invoice.Overdue, invoice.Draft} {
		v := membership(t, 13500)
		ok(t, v.Send(start, 14))
		ok(t, v.Choose(invoice.Quarterly, invoice.Terms{Quarterly: true}, start))
		c := asks(t, v, "a", start)
		_, err := v.Observe("a", paid("tr_1", c.Amount), start)
		ok(t, err)
		ok(t, v.Override(invoice.Paid, "Piet", "", start, 14))
		whole := v.Clone()
		_, err = v.Observe("a", invoice.Observed{ID: "tr_1", Amount: c.Amount, ChargedBack: c.Amount}, start)
		ok(t, err)
		ok(t, v.Override(status, "Piet", "", later, 14))
		same(t, "open of "+string(status), told(v.Open(), len(v.Payments), v.StatusOn(later.On)), told(c.Amount, 2, status))
		ok(t, whole.Override(status, "Piet", "", later, 14))
		same(t, "of what was paid", told(whole.Open(), len(whole.Payments)), told(13500-c.Amount, 1))
	}
}

// Of what the club gives back long after its term nobody was reminded: the second reminder is not the first mail about it.
func TestWhatIsGivenBackIsDueAnewWithoutALook(t *testing.T) {
	t.Parallel()
	later := on(day(2026, 5, 1))
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		v := membership(t, 9000)
		ok(t, v.Send(start, 14))
		if plan != "" {
			ok(t, v.Choose(plan, invoice.Terms{Quarterly: true}, start))
		}
		c := asks(t, v, "a", start)
		_, err := v.Observe("a", paid("tr_1", c.Amount), start)
		ok(t, err)
		ok(t, v.Override(invoice.Paid, "Piet", "", start, 14))
		_, err = v.Observe("", invoice.Observed{ID: "tr_1", Amount: c.Amount, Refunded: c.Amount}, later)
		ok(t, err)
		next, _ := v.Next()
		same(t, "due with plan "+string(plan), told(next.Term, v.StatusOn(later.On), v.StatusOn(later.On.AddDays(1))),
			told(later.On, invoice.Sent, invoice.Overdue))
		same(t, "to look at", v.ToReview(), false)
		same(t, "due by", told(v.DueBy(later.On.AddDays(-1)), v.DueBy(later.On)), "false true")
		ok(t, v.Override(invoice.Paid, "Piet", "", later, 14))
		same(t, "nothing is due", v.DueBy(later.On.AddDays(99)), false)
	}
}

// What was late before stays late: the bank took back another instalment.
func TestOnlyWhatIsOpenAgainGetsANewTerm(t *testing.T) {
	t.Parallel()
	later := on(day(2025, 12, 20))
	v := membership(t, 9000)
	ok(t, v.Send(start, 14))
	ok(t, v.Choose(invoice.Monthly, terms, start)) // on the 23rd of each month
	c := asks(t, v, "a", start)
	_, err := v.Observe("a", paid("tr_1", 2*c.Amount), start)
	ok(t, err)
	v.Reminded(3, 1, later)
	late := on(day(2025, 12, 30))
	same(t, "the third is late", told(v.StatusOn(late.On), v.InstallmentStatusOn(3, late.On)), "overdue overdue")
	_, err = v.Observe("", invoice.Observed{ID: "tr_1", Amount: 2 * c.Amount, ChargedBack: 2 * c.Amount}, late)
	ok(t, err)
	statuses := func(day civil.Date) (all []invoice.InstallmentStatus) {
		for number := 1; number <= 4; number++ {
			all = append(all, v.InstallmentStatusOn(number, day))
		}
		return all
	}
	same(t, "that day", told(v.StatusOn(late.On), statuses(late.On)), "overdue [pending pending overdue pending]")
	same(t, "the next", statuses(late.On.AddDays(1)), "[overdue overdue overdue pending]")
	same(t, "terms", told(v.Parts()[0].Term, v.Parts()[2].Term, v.LateFrom()), told(late.On, day(2025, 12, 23), day(2025, 12, 24)))
	same(t, "reminded of", told(v.Reminded(1, 1, late), v.Reminded(3, 1, late)), "true false")

	ok(t, v.SetDue(day(2025, 12, 29), late))
	same(t, "a day by hand counts instead", v.Parts()[0].Term, day(2025, 12, 29))
	v.Installments[0].ReopenedOn, v.Installments[2].DueOn, v.Grace = late.On, civil.Date{}, civil.Date{}
	v.Installments[1].ReopenedOn = late.On
	same(t, "without a day nothing is late", v.LateFrom(), late.On.AddDays(1))
}

// In the first hours of a day, and of a year, it is the day before in UTC.
func TestDaysAndYearsAreThoseOfTheClub(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	at := time.Date(2025, 12, 31, 23, 30, 0, 0, time.UTC)
	v := membership(t, 9000)
	v.Created = at
	same(t, "the year of the books", told(v.BookYear(zone), v.BookYear(time.UTC)), "2026 2025")
	v.Created, v.Credits = start.At, []invoice.Credit{{CreatedAt: at}}
	same(t, "the year of a credit note", told(v.BookYear(zone), v.BookYear(time.UTC)), "2026 2025")
	asks(t, v, "a", start)
	ok(t, v.Cancelled("a", invoice.At(at, zone)))
	same(t, "watched", v.WatchedUntil(), day(2026, 1, 22))
	v.Checkouts[0].ClosedOn = civil.Date{} // as it was kept before
	same(t, "watched as before", v.WatchedUntil(), day(2026, 1, 21))
}
