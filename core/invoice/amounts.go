package invoice

import (
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
)

// Total is what the lines ask for.
func (i *Invoice) Total() money.Cents { return sum(i.Lines) }

// Credited is what the credit notes take off.
func (i *Invoice) Credited() (credited money.Cents) {
	for n := range i.Credits {
		credited += i.Credits[n].Total()
	}
	return credited
}

// CreditedInFull reports whether credit notes take back all that the lines ask for.
func (i *Invoice) CreditedInFull() bool { return len(i.Credits) > 0 && i.Credited() >= i.Total() }

// Received is what came in and was not given or taken back.
func (i *Invoice) Received() (received money.Cents) {
	for n := range i.Payments {
		received += i.Payments[n].Net()
	}
	return received
}

// Fees are the administration fees of the instalments for which something is asked.
func (i *Invoice) Fees() (fees money.Cents) {
	for _, part := range i.Parts() {
		fees += part.AdminFee
	}
	return fees
}

// Open is what is still asked for: the total and the fees of the chosen plan, less what was credited and received. It is
// negative when too much was paid.
func (i *Invoice) Open() money.Cents { return i.Total() + i.Fees() - i.Credited() - i.Received() }

// Part is what is asked for by one instalment now: credits take off the last ones, and payments fill the earliest.
type Part struct {
	Number   int         // from 1
	Amount   money.Cents // without the fee
	AdminFee money.Cents // none where credits left nothing
	Open     money.Cents // of amount and fee, never negative
	DueOn    civil.Date  // the zero Date when there is none yet
	Term     civil.Date  // the last day on which it is not late: its own, or that of a new term
}

// Parts returns the instalments as they stand, none without a plan. Money that was received before the plan was chosen counts
// for the rest of the invoice; when it is taken back later, the first instalment asks for it.
func (i *Invoice) Parts() []Part {
	parts := make([]Part, len(i.Installments))
	credit := i.Credited() - i.PlanCredited
	for n := len(parts) - 1; n >= 0; n-- {
		one := &i.Installments[n]
		taken := min(credit, one.Amount)
		credit -= taken
		parts[n] = Part{Number: n + 1, Amount: one.Amount - taken, AdminFee: one.AdminFee, DueOn: one.DueOn,
			Term: latest(latest(one.DueOn, i.Grace), one.ReopenedOn)}
		if parts[n].Amount == 0 {
			parts[n].AdminFee = 0
		}
	}
	pool := credit + i.Received() - i.PlanReceived
	for n := range parts {
		asked := parts[n].Amount + parts[n].AdminFee
		if n == 0 && pool < 0 {
			asked, pool = asked-pool, 0
		}
		filled := min(pool, asked)
		pool -= filled
		parts[n].Open = asked - filled
	}
	return parts
}

// Next returns what is asked for next: the first instalment that is open, or without a plan all that is open, as part 0. There
// is none when nothing is open.
func (i *Invoice) Next() (next Part, there bool) {
	open := i.Open()
	if open <= 0 {
		return Part{}, false
	}
	if i.Plan == "" {
		return Part{Amount: open, Open: open, DueOn: i.DueOn, Term: latest(i.DueOn, i.Grace)}, true
	}
	for _, part := range i.Parts() {
		if part.Open > 0 {
			return part, true
		}
	}
	return Part{}, false
}
