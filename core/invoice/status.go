package invoice

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// StatusOn returns the status on a day: paid exactly when nothing is open, a draft until it was sent, overdue when something of
// it is late.
func (i *Invoice) StatusOn(day civil.Date) Status {
	switch late := i.LateFrom(); {
	case i.Open() <= 0:
		return Paid
	case i.SentOn.IsZero():
		return Draft
	case i.Forced, !late.IsZero() && !day.Before(late):
		return Overdue
	}
	return Sent
}

// LateFrom returns the first day on which it is overdue if nothing comes in: the day after that of its earliest open instalment,
// or without instalments after its own. There is none for a draft and for one that is paid.
func (i *Invoice) LateFrom() civil.Date {
	if i.SentOn.IsZero() || i.Open() <= 0 {
		return civil.Date{}
	}
	due := i.DueOn
	if i.inInstallments() {
		due = civil.Date{}
		for n, part := range i.Parts() {
			if part.Open == 0 {
				continue
			}
			if due.IsZero() || !part.Term.IsZero() && part.Term.Before(due) {
				due = part.Term
			}
			if i.Installments[n].ReopenedOn.IsZero() { // the others are later
				break
			}
		}
	}
	if due.IsZero() {
		return civil.Date{}
	}
	return due.AddDays(1)
}

// DueBy reports whether something of it is open that has to be paid on a day or before.
func (i *Invoice) DueBy(day civil.Date) bool {
	late := i.LateFrom()
	return !late.IsZero() && !day.AddDays(1).Before(late)
}

// InstallmentStatusOn returns the status of an instalment, by number, on a day. It is overdue from the day after its date.
func (i *Invoice) InstallmentStatusOn(number int, day civil.Date) InstallmentStatus {
	return i.statusOf(&i.Parts()[number-1], day)
}

func (i *Invoice) statusOf(part *Part, day civil.Date) InstallmentStatus {
	switch {
	case part.Open == 0:
		return InstallmentPaid
	case !part.DueOn.IsZero() && part.Term.Before(day):
		return InstallmentOverdue
	case !i.Installments[part.Number-1].SentAt.IsZero():
		return InstallmentSent
	}
	return InstallmentPending
}

func (i *Invoice) inInstallments() bool { return i.Plan != "" && i.Plan != Full }

func latest(a, b civil.Date) civil.Date {
	if a.Before(b) {
		return b
	}
	return a
}

// settle works out what follows from the money and the day. Every change ends with it.
func (i *Invoice) settle(now Moment) {
	if i.Plan == Full {
		i.Installments[0].DueOn = i.DueOn
	}
	for _, part := range i.Parts() {
		switch one := &i.Installments[part.Number-1]; {
		case part.Open > 0:
			one.PaidAt = time.Time{}
		case one.PaidAt.IsZero():
			one.PaidAt = now.At
		}
	}
	i.cancelUnfit()
	if i.Open() <= 0 {
		i.Forced = false
	}
	i.Status = i.StatusOn(now.On)
}

// Age works the status out anew for a day: the daily job calls it.
func (i *Invoice) Age(now Moment) { i.settle(now) }

// Send notes that it was sent: its term begins. Only a draft is sent.
func (i *Invoice) Send(now Moment, termDays int) error {
	if i.StatusOn(now.On) != Draft {
		return ErrNotDraft
	}
	i.begin(now, termDays)
	i.settle(now)
	return nil
}

// begin starts the term. A day that a draft was given stays unless it has passed.
func (i *Invoice) begin(now Moment, termDays int) {
	if !i.SentOn.IsZero() || i.DueOn.Before(now.On) {
		i.DueOn = now.On.AddDays(termDays)
	}
	i.SentOn, i.Forced = now.On, false
	i.renew()
	i.unremind()
}

// renew begins the term that ends with the due date: up to then no instalment is late. That of the term before does not count.
func (i *Invoice) renew() {
	i.Grace = civil.Date{}
	if i.inInstallments() {
		i.Grace = i.DueOn
	}
	for n := range i.Installments {
		i.Installments[n].ReopenedOn = civil.Date{}
	}
}

// unremind forgets the reminders of what is open, because its term begins anew.
func (i *Invoice) unremind() {
	i.Reminder1At, i.Reminder2At, i.BroughtOn = time.Time{}, time.Time{}, civil.Date{}
	for _, part := range i.Parts() {
		if part.Open > 0 && part.Number <= len(i.Installments) {
			one := &i.Installments[part.Number-1]
			one.Reminder1At, one.Reminder2At = time.Time{}, time.Time{}
		}
	}
}

// reopen makes due again what is open and was not before: the term of it that has passed ends today, and it is reminded of anew.
func (i *Invoice) reopen(before *Invoice, now Moment) {
	if !i.inInstallments() {
		if before.Open() <= 0 && i.Open() > 0 {
			i.Reminder1At, i.Reminder2At = time.Time{}, time.Time{}
			if !i.DueOn.IsZero() {
				i.DueOn = latest(i.DueOn, now.On)
			}
		}
		return
	}
	was := before.Parts()
	for n, part := range i.Parts() {
		if part.Open > 0 && was[n].Open == 0 {
			one := &i.Installments[n]
			one.Reminder1At, one.Reminder2At = time.Time{}, time.Time{}
			if part.Term.Before(now.On) {
				one.ReopenedOn = now.On
			}
		}
	}
}

// Override gives it the status that the treasurer says. Paid books what is open as a manual payment, and every other status takes
// manual payments back when nothing is open; what is open in part keeps them. Sent begins the term, for late instalments too;
// Overdue stays until it is paid or another status is given, and what it takes back is reminded of as with RemovePayment; Draft
// forgets that it was sent. One that was paid otherwise stays paid: that is ErrPaidReally.
func (i *Invoice) Override(status Status, by, reason string, now Moment, termDays int) error {
	if !slices.Contains(Statuses, status) {
		return ErrStatus
	}
	if status == Paid {
		if open := i.Open(); open > 0 {
			i.book(Payment{Amount: open, PaidOn: now.On, Method: Manual, Note: reason, BookedBy: by}, now)
		}
		i.settle(now)
		return nil
	}
	changed := i.Clone()
	if i.Open() <= 0 { // else it can have the status with what was paid
		changed.Payments = slices.DeleteFunc(changed.Payments, func(p Payment) bool { return p.Method == Manual })
	}
	if changed.Open() <= 0 {
		return ErrPaidReally
	}
	switch standing := i.StatusOn(now.On); status {
	case Draft:
		changed.SentOn, changed.DueOn, changed.Grace, changed.Forced = civil.Date{}, civil.Date{}, civil.Date{}, false
	case Sent:
		if standing != Sent {
			changed.begin(now, termDays)
		}
	case Overdue:
		if changed.SentOn.IsZero() {
			changed.SentOn, changed.DueOn = now.On, now.On
		}
		changed.Forced = true
		if slices.ContainsFunc(i.Payments, func(p Payment) bool { return p.Method == Manual && !p.mistaken(now) }) {
			changed.reopen(i, now)
		}
	}
	changed.settle(now)
	*i = changed
	return nil
}

// SetDue gives it another day by which it has to be paid: not before it was sent, and for a draft not before today. Open
// instalments have to be paid by then, or by their own later day. Unless the day has passed, what is open is reminded of anew.
func (i *Invoice) SetDue(due civil.Date, now Moment) error {
	earliest := i.SentOn
	if earliest.IsZero() {
		earliest = now.On
	}
	switch {
	case i.Open() <= 0:
		return ErrPaid
	case due.Before(earliest):
		return ErrDue
	}
	i.DueOn = due
	i.renew()
	if !due.Before(now.On) {
		i.unremind()
	}
	i.settle(now)
	return nil
}

// Removable returns ErrNotRemovable unless it may be destroyed on a day: a draft of which nobody was asked anything and for which
// nothing came in. One that asks for nothing is paid from the beginning, and as good as a draft until it is sent. ErrCheckout
// says that somebody can pay it, and ErrWatched that somebody may have begun to by a checkout that was closed: by those with the
// refs nobody did.
func (i *Invoice) Removable(on civil.Date, untouched ...string) error {
	nothing := i.Total() == 0 && i.SentOn.IsZero()
	switch {
	case i.Status != Draft && !nothing, len(i.Payments) > 0, len(i.Credits) > 0:
		return ErrNotRemovable
	case i.Live() != nil:
		return ErrCheckout
	case slices.ContainsFunc(i.Watched(on), func(c Checkout) bool { return !slices.Contains(untouched, c.Ref) }):
		return ErrWatched
	}
	return nil
}
