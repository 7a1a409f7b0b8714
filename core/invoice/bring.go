package invoice

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
)

// Past is what had become of an invoice before it came to Clubhuis.
type Past struct {
	Number string
	SentOn civil.Date // the zero Date for a draft
	DueOn  civil.Date
	Forced bool // it is overdue, whatever its day

	InstallmentsDisabled bool
	Plan                 Plan          // "" for none
	Installments         []Installment // of the plan: their amounts add up to the total

	Payments []HandPayment // what had come in, in order
}

// Bring makes an invoice of one that was made before the club had Clubhuis. Its payments stand as booked by hand, under the
// number of the instalment that they pay, if there is a plan. What was due by then was asked for already: see AskedBefore. What
// New refuses is refused, and a plan that is not the whole of it.
func Bring(head record.Head, draw Draw, past Past, now Moment) (Invoice, error) {
	i, err := New(head, draw, now)
	if err != nil {
		return Invoice{}, err
	}
	if past.Plan != "" {
		var planned money.Cents
		for n := range past.Installments {
			one := &past.Installments[n]
			if one.Amount <= 0 || one.AdminFee < 0 {
				return Invoice{}, ErrPlan
			}
			planned += one.Amount
		}
		if planned != i.Total() || past.Plan == Full && len(past.Installments) != 1 || !slices.Contains(Plans, past.Plan) {
			return Invoice{}, ErrPlan
		}
		i.Plan, i.Installments, i.PlanTurn = past.Plan, slices.Clone(past.Installments), 1
	}
	i.Number, i.SentOn, i.DueOn = past.Number, past.SentOn, past.DueOn
	if !past.SentOn.IsZero() {
		i.BroughtOn = now.On
	}
	i.Forced, i.InstallmentsDisabled = past.Forced, past.InstallmentsDisabled
	for _, paid := range past.Payments {
		if _, err := i.AddPayment(paid, head.AuthorName, now); err != nil {
			return Invoice{}, err
		}
	}
	for n := range i.Installments { // AddPayment says that it was paid now
		if n < len(past.Installments) && !i.Installments[n].PaidAt.IsZero() && !past.Installments[n].PaidAt.IsZero() {
			i.Installments[n].PaidAt = past.Installments[n].PaidAt
		}
	}
	if i.Number == "" {
		return Invoice{}, fault.Param("invoice_number", fault.Required)
	}
	i.settle(now)
	return i, nil
}

// AskedBefore reports whether the application that an invoice came from asked for what was due on a day: mails about that went
// out there, and it may have been paid there.
func (i *Invoice) AskedBefore(due civil.Date) bool {
	return !i.BroughtOn.IsZero() && !i.BroughtOn.Before(due)
}
