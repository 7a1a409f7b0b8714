package invoice_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
)

// booked is an invoice of a plan whose first part was reminded of and then paid by hand, long before later.
func booked(t *testing.T, plan invoice.Plan, pay func(*invoice.Invoice, money.Cents)) (v *invoice.Invoice, number int) {
	t.Helper()
	v = membership(t, 9000)
	ok(t, v.Send(start, 14))
	if plan != "" {
		ok(t, v.Choose(plan, terms, start))
	}
	if plan == invoice.Quarterly {
		number = 1
	}
	v.Mailed(number, start)
	v.Reminded(number, 1, start)
	next, _ := v.Next()
	pay(v, next.Open)
	return v, number
}

// reminders are those of the whole or of an instalment.
func reminders(v *invoice.Invoice, number int) (first, second time.Time) {
	if number > 0 {
		return v.Installments[number-1].Reminder1At, v.Installments[number-1].Reminder2At
	}
	return v.Reminder1At, v.Reminder2At
}

// A cheque bounces, or the money was another member's: the second reminder is not the first mail about that.
func TestWhatWasPaidByHandAndIsTakenBackIsDueAnew(t *testing.T) {
	t.Parallel()
	later := on(day(2025, 12, 20))
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		byHand := func(at invoice.Moment) func(v *invoice.Invoice, open money.Cents) {
			return func(v *invoice.Invoice, open money.Cents) {
				_, err := v.AddPayment(invoice.HandPayment{Amount: open}, "Piet", at)
				ok(t, err)
			}
		}
		v, number := booked(t, plan, byHand(start))
		_, err := v.RemovePayment(1, later)
		ok(t, err)
		first, second := reminders(v, number)
		next, _ := v.Next()
		same(t, "due with plan "+string(plan), told(next.Term, v.StatusOn(later.On)), told(later.On, invoice.Sent))
		same(t, "reminders with plan "+string(plan), told(first.IsZero(), second.IsZero()), "true true")

		// A typing mistake: up to a day later all stands as if it never was.
		for hours, renewed := range map[int]bool{1: false, 23: false, 24: true} {
			mistake := on(later.On)
			v, number := booked(t, plan, byHand(mistake))
			before, _ := reminders(v, number)
			_, err := v.RemovePayment(1, invoice.At(mistake.At.Add(time.Duration(hours)*time.Hour), time.UTC))
			ok(t, err)
			first, _ := reminders(v, number)
			next, _ := v.Next()
			same(t, told(hours, "hours later with plan", plan), told(first.Equal(before), next.Term == later.On.AddDays(hours/24)),
				told(!renewed, renewed))
		}
	}
}

// Overdue by hand is late at once, and still reminded of from the beginning.
func TestWhatIsPaidAndThenOverdueByHandIsRemindedOfAnew(t *testing.T) {
	t.Parallel()
	later := on(day(2025, 12, 20))
	for _, plan := range []invoice.Plan{"", invoice.Full, invoice.Quarterly} {
		for paidAt, renewed := range map[invoice.Moment]bool{start: true, on(later.On): false} {
			v, number := booked(t, plan, func(v *invoice.Invoice, _ money.Cents) {
				ok(t, v.Override(invoice.Paid, "Piet", "", paidAt, 14))
			})
			ok(t, v.Override(invoice.Overdue, "Piet", "", later, 14))
			first, _ := reminders(v, number)
			next, _ := v.Next()
			same(t, told("paid on", paidAt.On, "with plan", plan),
				told(v.Status, v.Forced, first.IsZero(), next.Term == later.On), told(invoice.Overdue, true, renewed, renewed))
		}
	}
	v := membership(t, 9000)
	ok(t, v.Send(start, 14))
	v.Reminded(0, 1, start)
	ok(t, v.Override(invoice.Overdue, "Piet", "", later, 14))
	same(t, "what was open already", told(v.DueOn, v.Reminder1At.Equal(start.At)), told(day(2025, 10, 15), true))
}

// What an instalment was given once does not count for a whole that has another day.
func TestANewTermEndsTheOneBefore(t *testing.T) {
	t.Parallel()
	late := on(day(2025, 12, 20))
	for _, renew := range []func(*invoice.Invoice) error{
		func(v *invoice.Invoice) error { return v.SetDue(day(2025, 12, 24), late) },
		func(v *invoice.Invoice) error {
			return v.Override(invoice.Sent, "Piet", "", invoice.At(late.At.Add(-24*time.Hour), time.UTC), 5)
		},
	} {
		v := membership(t, 9000)
		ok(t, v.Send(start, 14))
		ok(t, v.Choose(invoice.Quarterly, terms, start))
		ok(t, v.SetDue(day(2026, 3, 1), late))
		ok(t, v.Choose(invoice.Full, terms, late))
		ok(t, v.Override(invoice.Overdue, "Piet", "", late, 14))
		ok(t, renew(v))
		next, _ := v.Next()
		same(t, "the day that is told", told(next.Term, v.Parts()[0].Term, v.LateFrom()),
			told(day(2025, 12, 24), day(2025, 12, 24), day(2025, 12, 25)))
	}
}
