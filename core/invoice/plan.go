package invoice

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
)

// Terms are what the club offers in a season.
type Terms struct {
	Quarterly bool
	Monthly   bool
	AdminFee  money.Cents // for each instalment of either
}

// Offer is one way to pay that can be chosen now.
type Offer struct {
	Plan         Plan
	Installments []Installment
}

// payDay is the day of the month on which instalments are due. The last one is in April of the year in which the season ends.
const payDay = 23

// PaymentDates returns the days on which instalments of a season can still be due: each 23rd from a day on.
func PaymentDates(from civil.Date, of season.Season) (dates []civil.Date) {
	last := civil.Date{Year: int(of) + 1, Month: time.April, Day: payDay}
	day := civil.Date{Year: from.Year, Month: from.Month, Day: payDay}
	if day.Before(from) {
		day = nextMonth(day)
	}
	for ; !last.Before(day) && len(dates) < 12; day = nextMonth(day) {
		dates = append(dates, day)
	}
	return dates
}

func nextMonth(day civil.Date) civil.Date {
	return civil.Of(time.Date(day.Year, day.Month+1, day.Day, 0, 0, 0, 0, time.UTC))
}

// Offers returns the ways to pay what is open, in the order of Plans. A discipline invoice, and one whose instalments are
// disabled, is paid at once; so is what is too little to be divided.
func (i *Invoice) Offers(on civil.Date, terms Terms) []Offer {
	open := i.Open()
	if open <= 0 {
		return nil
	}
	offers := []Offer{{Full, []Installment{{Amount: open, DueOn: i.DueOn}}}}
	if i.Kind != Membership || i.InstallmentsDisabled {
		return offers
	}
	dates := PaymentDates(on, i.Season)
	n := len(dates)
	offer := func(plan Plan, on ...civil.Date) {
		amounts := open.Split(len(on))
		if slices.Min(amounts) <= 0 {
			return
		}
		parts := make([]Installment, len(on))
		for k, day := range on {
			parts[k] = Installment{Amount: amounts[k], AdminFee: terms.AdminFee, DueOn: day}
		}
		offers = append(offers, Offer{plan, parts})
	}
	quarterly := terms.Quarterly && n >= 3
	if quarterly {
		offer(Quarterly, dates[0], dates[(n-1)/2], dates[n-1])
	}
	if terms.Monthly && n >= 2 && (n != 3 || !quarterly) {
		offer(Monthly, dates[:min(8, n)]...)
	}
	return offers
}

// Choose takes a plan and cancels what was asked for by another one. The same plan again changes nothing. Once something was paid
// for a plan another one is ErrBegun; one that is not offered is ErrPlan, and an invoice that is paid ErrPaid.
func (i *Invoice) Choose(plan Plan, terms Terms, now Moment) error {
	switch {
	case i.Open() <= 0:
		return ErrPaid
	case plan == i.Plan && plan != "":
		return nil
	case i.begun():
		return ErrBegun
	}
	offers := i.withoutPlan().Offers(now.On, terms)
	at := slices.IndexFunc(offers, func(o Offer) bool { return o.Plan == plan })
	if at < 0 {
		return ErrPlan
	}
	i.Plan, i.Installments = plan, offers[at].Installments
	i.PlanReceived, i.PlanCredited, i.PlanTurn = i.Received(), i.Credited(), i.PlanTurn+1
	i.settle(now)
	return nil
}

// OffersAnew returns what can be chosen instead of the plan that was chosen. It is nothing once that was begun.
func (i *Invoice) OffersAnew(on civil.Date, terms Terms) []Offer {
	if !i.MayChange() {
		return nil
	}
	return i.withoutPlan().Offers(on, terms)
}

// withoutPlan returns the invoice as it would stand if no plan had been chosen: without its fees.
func (i *Invoice) withoutPlan() *Invoice {
	c := i.Clone()
	c.Plan, c.Installments = "", nil
	return &c
}

// begun reports whether something was paid since the plan was chosen.
func (i *Invoice) begun() bool {
	return i.Plan != "" && slices.ContainsFunc(i.Payments, func(p Payment) bool { return p.Turn == i.PlanTurn && p.Net() > 0 })
}

// MayChange reports whether another plan can still be chosen.
func (i *Invoice) MayChange() bool { return i.Open() > 0 && !i.begun() }

// DisableInstallments says whether it can only be paid at once. A plan that was chosen stays.
func (i *Invoice) DisableInstallments(disabled bool, now Moment) {
	i.InstallmentsDisabled = disabled
	i.settle(now)
}

// ResetPayments forgets the plan, every payment and what was asked for. Only a server for tests does that. Checkouts that are
// live are still to be cancelled.
func (i *Invoice) ResetPayments(now Moment) {
	i.Plan, i.Installments, i.PlanReceived, i.PlanCredited = "", nil, 0, 0
	i.PlanTurn++
	i.Payments = nil
	i.Checkouts = slices.DeleteFunc(i.Checkouts, func(c Checkout) bool { return !c.Live() })
	i.Grace, i.Reminder1At, i.Reminder2At = civil.Date{}, time.Time{}, time.Time{}
	i.settle(now)
}

// Mailed notes that an instalment was asked for by mail, and reports whether it was not before.
func (i *Invoice) Mailed(number int, now Moment) bool {
	if number < 1 || number > len(i.Installments) || !i.Installments[number-1].SentAt.IsZero() {
		return false
	}
	i.Installments[number-1].SentAt = now.At
	i.settle(now)
	return true
}

// CreditMailed notes that a credit note, by its number, went out by mail, and reports whether it had not before.
func (i *Invoice) CreditMailed(number string, now Moment) bool {
	for n := range i.Credits {
		if i.Credits[n].Number == number && i.Credits[n].MailedAt.IsZero() {
			i.Credits[n].MailedAt = now.At
			return true
		}
	}
	return false
}

// Reminded notes that a reminder went out, the first or the second, for an instalment or for number 0 about the whole, and
// reports whether it had not before.
func (i *Invoice) Reminded(number, which int, now Moment) bool {
	first, second := &i.Reminder1At, &i.Reminder2At
	if number < 0 || number > len(i.Installments) {
		return false
	}
	if number > 0 {
		first, second = &i.Installments[number-1].Reminder1At, &i.Installments[number-1].Reminder2At
	}
	at := first
	if which == 2 {
		at = second
	}
	if !at.IsZero() {
		return false
	}
	*at = now.At
	i.settle(now)
	return true
}

// Unmailed forgets what Mailed and Reminded noted at an instant of an instalment, or for number 0 of the whole: the mail never
// went out. It reports whether there was anything.
func (i *Invoice) Unmailed(number int, at time.Time, now Moment) (news bool) {
	if number < 0 || number > len(i.Installments) || at.IsZero() {
		return false
	}
	notes := []*time.Time{&i.Reminder1At, &i.Reminder2At}
	if number > 0 {
		one := &i.Installments[number-1]
		notes = []*time.Time{&one.SentAt, &one.Reminder1At, &one.Reminder2At}
	}
	for _, note := range notes {
		if note.Equal(at) {
			*note, news = time.Time{}, true
		}
	}
	i.settle(now)
	return news
}
