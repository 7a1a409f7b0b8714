// Package invoice owns what the club asks of a member: the lines of an invoice, the plan in which it is paid, what was asked of
// the provider and what came in, and in which state that leaves it (contract §2.7, 3.2, 3.3).
//
// It does not own how a fee is computed (core/fee), what a discipline case is (core/discipline), the provider (ports.Payments),
// nor letters and papers. An Invoice is changed by its methods alone: the status is worked out from the money and the day.
package invoice

import (
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
)

// Invoice is one invoice with everything that became of it. It survives the person that it is for.
type Invoice struct {
	record.Head
	Number     string        `json:",omitzero"` // "C2026-001", "F2026-001": given when it is made, and never again
	Kind       Kind          `json:",omitzero"`
	Season     season.Season `json:",omitzero"` // 0 for discipline
	Person     int64         `json:",omitzero"`
	PersonName string        `json:",omitzero"` // as it was
	Erased     bool          `json:",omitzero"` // the person was: see Erase
	Addressee  []string      `json:",omitzero"` // lines of the address, of somebody who has none any more

	Status Status     `json:",omitzero"` // on the day of the last change; see StatusOn
	SentOn civil.Date `json:",omitzero"`
	DueOn  civil.Date `json:",omitzero"` // of the whole; instalments have days of their own
	Forced bool       `json:",omitzero"` // overdue because the treasurer said so, until it is paid or that is reset
	Grace  civil.Date `json:",omitzero"` // of a new term: no instalment is late up to this day

	Reminder1At time.Time `json:",omitzero"` // of the whole; instalments have reminders of their own
	Reminder2At time.Time `json:",omitzero"`

	BroughtOn civil.Date `json:",omitzero"` // when it came from another application that asked for it, until its term begins here

	Lines       []Line     `json:",omitzero"`
	Trace       *fee.Trace `json:",omitzero"` // how the fee was computed that it asks for, nil for another one
	TokenDigest string     `json:",omitzero"` // of the token of its payment page
	TokenSealed string     `json:",omitzero"` // the token itself; see core/seal

	Plan                 Plan          `json:",omitzero"`
	PlanReceived         money.Cents   `json:",omitzero"` // what was received before the plan was chosen, which divides the rest
	PlanCredited         money.Cents   `json:",omitzero"` // likewise what had been credited
	PlanTurn             int           `json:",omitzero"` // how often a plan was chosen
	InstallmentsDisabled bool          `json:",omitzero"`
	Installments         []Installment `json:",omitzero"` // in order; of Full there is one

	Checkouts   []Checkout `json:",omitzero"` // in order of creation; at most one is live
	Payments    []Payment  `json:",omitzero"` // in order of booking
	LastPayment int64      `json:",omitzero"` // the highest number that a payment had
	Credits     []Credit   `json:",omitzero"`
}

// Kind is what an invoice is for. The contract calls it the type.
type Kind string

// The kinds.
const (
	Membership Kind = "membership"
	Discipline Kind = "discipline"
)

// Kinds are all of them.
var Kinds = []Kind{Membership, Discipline}

// Status is how far an invoice is.
type Status string

// The statuses.
const (
	Draft   Status = "draft"
	Sent    Status = "sent"
	Paid    Status = "paid"
	Overdue Status = "overdue"
)

// Statuses are all of them.
var Statuses = []Status{Draft, Sent, Paid, Overdue}

// Line is one amount that is asked for, or with a negative amount a discount.
type Line struct {
	Description string      `json:",omitzero"`
	Amount      money.Cents `json:",omitzero"`
	Case        int64       `json:",omitzero"` // the discipline case that it bills, 0 for none
}

// Plan is how somebody chose to pay. None is "".
type Plan string

// The plans.
const (
	Full      Plan = "full"
	Quarterly Plan = "quarterly_3"
	Monthly   Plan = "monthly_8"
)

// Plans are all that can be chosen.
var Plans = []Plan{Full, Quarterly, Monthly}

// Installment is one part of a plan. Its number is its place, from 1.
type Installment struct {
	Amount      money.Cents `json:",omitzero"` // without the fee, as it was chosen; see Parts for what is left
	AdminFee    money.Cents `json:",omitzero"`
	DueOn       civil.Date  `json:",omitzero"` // of Full: that of the invoice
	SentAt      time.Time   `json:",omitzero"` // when it was first asked for by mail
	PaidAt      time.Time   `json:",omitzero"` // when it was paid; zero unless it is
	Reminder1At time.Time   `json:",omitzero"`
	Reminder2At time.Time   `json:",omitzero"`
	ReopenedOn  civil.Date  `json:",omitzero"` // when it became open again after its day: until then it is not late
}

// InstallmentStatus is how far an instalment is (contract §3.3).
type InstallmentStatus string

// The statuses of instalments.
const (
	InstallmentPending InstallmentStatus = "pending"
	InstallmentSent    InstallmentStatus = "sent"
	InstallmentPaid    InstallmentStatus = "paid"
	InstallmentOverdue InstallmentStatus = "overdue"
)

// Checkout is one payment that the provider was asked for. Its row stands before the provider is asked.
type Checkout struct {
	Ref         string        `json:",omitzero"` // random; the provider's callback brings it
	Key         string        `json:",omitzero"` // the idempotency key of the call
	Installment int           `json:",omitzero"` // that it pays, 0 for all of an invoice without a plan
	Turn        int           `json:",omitzero"` // the PlanTurn in which it was begun
	Amount      money.Cents   `json:",omitzero"`
	Description string        `json:",omitzero"` // for the bank statement: the same each time that the provider is asked
	LinkID      string        `json:",omitzero"` // the provider's, "" until it is known
	URL         string        `json:",omitzero"` // where to pay, "" until it is known
	State       CheckoutState `json:",omitzero"`
	CreatedAt   time.Time     `json:",omitzero"`
	ClosedAt    time.Time     `json:",omitzero"` // when it was first paid or cancelled; zero while it is live
	ClosedOn    civil.Date    `json:",omitzero"` // the day that it was then; zero in what was closed before this was kept
}

// CheckoutState is how far a checkout is.
type CheckoutState string

// The states. Of an asking one nobody knows yet whether the provider has it; a cancelling one can still be paid until the
// provider has archived it. Both are live, like an open one.
const (
	CheckoutAsking     CheckoutState = "asking"
	CheckoutOpen       CheckoutState = "open"
	CheckoutPaid       CheckoutState = "paid"
	CheckoutCancelling CheckoutState = "cancelling"
	CheckoutCancelled  CheckoutState = "cancelled"
)

// Live reports whether somebody may be able to pay it.
func (c *Checkout) Live() bool {
	return c.State == CheckoutAsking || c.State == CheckoutOpen || c.State == CheckoutCancelling
}

// Payment is money that came in, or what the treasurer booked as such.
type Payment struct {
	ID          int64       `json:",omitzero"` // within the invoice, never given again
	Amount      money.Cents `json:",omitzero"`
	PaidOn      civil.Date  `json:",omitzero"`
	Method      Method      `json:",omitzero"`
	Note        string      `json:",omitzero"`
	ProviderID  string      `json:",omitzero"` // the provider's payment: tr_…
	Ref         string      `json:",omitzero"` // of the checkout that it came by
	Installment int         `json:",omitzero"` // that it was asked for, 0 for none
	Turn        int         `json:",omitzero"` // the PlanTurn in which it was booked
	Refunded    money.Cents `json:",omitzero"` // that was given back
	ChargedBack money.Cents `json:",omitzero"` // that the bank took back
	Review      Review      `json:",omitzero"` // why somebody should look at it
	ReviewedBy  string      `json:",omitzero"` // who did
	ReviewedAt  time.Time   `json:",omitzero"`
	BookedAt    time.Time   `json:",omitzero"`
	BookedBy    string      `json:",omitzero"` // "" for the program
}

// Net is what is left of a payment.
func (p *Payment) Net() money.Cents { return p.Amount - p.Refunded - p.ChargedBack }

// ToReview reports whether somebody still has to look at it.
func (p *Payment) ToReview() bool { return p.Review != "" && p.ReviewedAt.IsZero() }

// Method is how money came in.
type Method string

// The methods. Manual is what a treasurer's status "paid" books; Provider comes through a checkout.
const (
	Manual   Method = "manual"
	Bank     Method = "bank"
	Cash     Method = "cash"
	Other    Method = "other"
	Provider Method = "provider"
)

// HandMethods are those of payments that are booked by hand.
var HandMethods = []Method{Bank, Cash, Other}

// Review is why somebody should look at a payment.
type Review string

// The reasons.
const (
	ReviewReplacedPlan Review = "replaced_plan" // it came by a checkout that was cancelled, or for a plan that was given up
	ReviewWrongAmount  Review = "wrong_amount"  // it is not what was asked for
	ReviewSecond       Review = "second"        // what it pays was paid already
	ReviewChargedBack  Review = "charged_back"  // the bank took it back
)

// Credit is a credit note.
type Credit struct {
	Number    string    `json:",omitzero"` // "K2026-001"
	Lines     []Line    `json:",omitzero"` // amounts that are not asked for any more, so positive as a whole
	Reason    string    `json:",omitzero"`
	CreatedAt time.Time `json:",omitzero"`
	By        string    `json:",omitzero"`
	MailedAt  time.Time `json:",omitzero"` // when its mail was kept; zero before
}

// Total is what it credits.
func (c *Credit) Total() money.Cents { return sum(c.Lines) }

// Moment is when something happens: the instant, and the day that it is then in the club's zone.
type Moment struct {
	At time.Time
	On civil.Date
}

// At is the moment of an instant.
func At(at time.Time, zone *time.Location) Moment {
	return Moment{At: civil.Instant(at), On: civil.On(at, zone)}
}

// Clone returns a copy that shares nothing with i.
func (i *Invoice) Clone() Invoice {
	c := *i
	c.Trace, c.Addressee = i.Trace.Clone(), slices.Clone(i.Addressee)
	c.Lines, c.Installments = slices.Clone(i.Lines), slices.Clone(i.Installments)
	c.Checkouts, c.Payments, c.Credits = slices.Clone(i.Checkouts), slices.Clone(i.Payments), slices.Clone(i.Credits)
	for n := range c.Credits {
		c.Credits[n].Lines = slices.Clone(c.Credits[n].Lines)
	}
	return c
}

// Cases are the discipline cases that it bills.
func (i *Invoice) Cases() (cases []int64) {
	for _, line := range i.Lines {
		if line.Case != 0 {
			cases = append(cases, line.Case)
		}
	}
	return cases
}

func sum(lines []Line) (total money.Cents) {
	for _, line := range lines {
		total += line.Amount
	}
	return total
}
