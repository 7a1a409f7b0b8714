package invoice

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
)

// Live returns the checkout that is asking or open, of which there is never more than one, else one that is being cancelled, else
// nil.
func (i *Invoice) Live() (live *Checkout) {
	for n := range i.Checkouts {
		if c := &i.Checkouts[n]; c.Live() && (live == nil || live.State == CheckoutCancelling) {
			live = c
		}
	}
	return live
}

// Checkout returns a checkout by its ref, nil when there is none.
func (i *Invoice) Checkout(ref string) *Checkout {
	at := slices.IndexFunc(i.Checkouts, func(c Checkout) bool { return c.Ref == ref })
	if at < 0 {
		return nil
	}
	return &i.Checkouts[at]
}

// PaymentLink is the address of the open checkout, "" when there is none.
func (i *Invoice) PaymentLink() string {
	if live := i.Live(); live != nil && live.State == CheckoutOpen {
		return live.URL
	}
	return ""
}

// fits reports whether a checkout asks for what is asked for next.
func (i *Invoice) fits(c *Checkout) bool {
	next, there := i.Next()
	return there && c.Turn == i.PlanTurn && c.Installment == next.Number && c.Amount == next.Open
}

// cancelUnfit begins to cancel what asks for something else than is asked for next.
func (i *Invoice) cancelUnfit() {
	for n := range i.Checkouts {
		if c := &i.Checkouts[n]; c.Live() && !i.fits(c) {
			c.State = CheckoutCancelling
		}
	}
}

// Begin returns the checkout for what is asked for next. It is the live one (fresh is false) or a new one under this ref and key,
// asking. With an open one go on; for an asking one call the provider, again with its key; one that is cancelling has to be
// Cancelled first, and then Begin makes a new one. When nothing is open it is ErrPaid.
func (i *Invoice) Begin(ref, key string, now Moment) (c Checkout, fresh bool, err error) {
	i.settle(now)
	next, there := i.Next()
	if !there {
		return Checkout{}, false, ErrPaid
	}
	if live := i.Live(); live != nil {
		return *live, false, nil
	}
	c = Checkout{
		Ref: ref, Key: key, Installment: next.Number, Turn: i.PlanTurn, Amount: next.Open, Description: i.describe(next.Number),
		State: CheckoutAsking, CreatedAt: now.At,
	}
	i.Checkouts = append(i.Checkouts, c)
	return c, true, nil
}

// describe is what a payer reads on the bank statement.
func (i *Invoice) describe(installment int) string {
	if installment == 0 || !i.inInstallments() {
		return "Factuur " + i.Number
	}
	return fmt.Sprintf("Termijn %d/%d - Factuur %s", installment, len(i.Installments), i.Number)
}

// Linked notes what the provider made of a checkout. One that was to be cancelled meanwhile has to be cancelled there, too.
func (i *Invoice) Linked(ref, linkID, url string, now Moment) error {
	c := i.Checkout(ref)
	if c == nil {
		return ErrNoCheckout
	}
	c.LinkID, c.URL = linkID, url
	switch c.State {
	case CheckoutAsking:
		c.State = CheckoutOpen
	case CheckoutCancelled:
		c.State, c.ClosedAt, c.ClosedOn = CheckoutCancelling, time.Time{}, civil.Date{}
	}
	i.settle(now)
	return nil
}

// Cancel begins to cancel a checkout: one that expired, or that another one is to replace. One that is not live stays as it is.
func (i *Invoice) Cancel(ref string, now Moment) error {
	c := i.Checkout(ref)
	if c == nil {
		return ErrNoCheckout
	}
	if c.Live() {
		c.State = CheckoutCancelling
	}
	i.settle(now)
	return nil
}

// Cancelled notes that the provider takes no money by a checkout any more, or never has. A paid one stays paid.
func (i *Invoice) Cancelled(ref string, now Moment) error {
	c := i.Checkout(ref)
	if c == nil {
		return ErrNoCheckout
	}
	if c.Live() {
		c.close(CheckoutCancelled, now)
	}
	i.settle(now)
	return nil
}

// close notes that nobody should be able to begin to pay by it any more.
func (c *Checkout) close(state CheckoutState, now Moment) {
	c.State = state
	if c.ClosedAt.IsZero() {
		c.ClosedAt, c.ClosedOn = now.At, now.On
	}
}

// watched is for how many days the provider is still asked about a checkout that is closed. Who stood at the bank when it was
// closed can still pay, or pay twice, and the callback can be lost; a bank transfer may take twelve working days.
const watched = 21

// watchedUntil returns the last day on which the provider is asked about a closed checkout, the zero Date for one that is live or
// that the provider never had.
func (c *Checkout) watchedUntil() civil.Date {
	if c.LinkID == "" || c.ClosedAt.IsZero() {
		return civil.Date{}
	}
	return cmp.Or(c.ClosedOn, civil.Of(c.ClosedAt)).AddDays(watched)
}

// WatchedUntil returns the last day on which the provider is to be asked about one of its closed checkouts, the zero Date for
// none.
func (i *Invoice) WatchedUntil() (last civil.Date) {
	for n := range i.Checkouts {
		last = latest(last, i.Checkouts[n].watchedUntil())
	}
	return last
}

// Watched returns the closed checkouts about which the provider is to be asked on a day.
func (i *Invoice) Watched(on civil.Date) (watch []Checkout) {
	for n := range i.Checkouts {
		if last := i.Checkouts[n].watchedUntil(); !last.IsZero() && !last.Before(on) {
			watch = append(watch, i.Checkouts[n])
		}
	}
	return watch
}

// Observed is a payment as the provider tells it: one that was paid.
type Observed struct {
	ID          string // tr_…
	Amount      money.Cents
	PaidOn      civil.Date
	Refunded    money.Cents // so far
	ChargedBack money.Cents // so far
}

// Known is what an invoice knows of a payment of the provider.
type Known struct {
	Booked                bool
	Refunded, ChargedBack money.Cents
}

// Known returns what it knows of the payment that the provider calls so.
func (i *Invoice) Known(payment string) Known {
	for n := range i.Payments {
		if p := &i.Payments[n]; p.ProviderID == payment && payment != "" {
			return Known{true, p.Refunded, p.ChargedBack}
		}
	}
	return Known{}
}

// TakesBack reports whether less was given or taken back of a payment, as it is seen, than is known.
func (i *Invoice) TakesBack(seen Observed) bool {
	known := i.Known(seen.ID)
	return seen.Refunded < known.Refunded || seen.ChargedBack < known.ChargedBack
}

// Observe books a payment that came by a checkout, or what was given or taken back of one that is booked already. It may be told
// as often as the provider likes, in any order: news says whether it changed anything. What nobody asked for is booked, too, and
// has a Review: by a checkout that was cancelled, another amount than was asked for, a second payment of the same. So has what
// the bank takes back. What is given back needs none: the club does that itself. What is open again by either is due again, and
// reminded of as if it never was.
func (i *Invoice) Observe(ref string, seen Observed, now Moment) (news bool, err error) {
	if at := slices.IndexFunc(i.Payments, func(p Payment) bool { return p.ProviderID == seen.ID && seen.ID != "" }); at >= 0 {
		p := &i.Payments[at]
		news = p.Refunded != seen.Refunded || p.ChargedBack != seen.ChargedBack
		before, taken, given := i.Clone(), seen.ChargedBack > p.ChargedBack, seen.Refunded > p.Refunded
		p.Refunded, p.ChargedBack = seen.Refunded, seen.ChargedBack
		if taken {
			p.Review, p.ReviewedBy, p.ReviewedAt = ReviewChargedBack, "", time.Time{}
		}
		if taken || given {
			i.reopen(&before, now)
		}
		i.settle(now)
		return news, nil
	}
	c := i.Checkout(ref)
	if c == nil || seen.ID == "" {
		return false, ErrNoCheckout
	}
	p := Payment{
		Amount: seen.Amount, PaidOn: seen.PaidOn, Method: Provider, ProviderID: seen.ID, Ref: ref, Installment: c.Installment,
		Refunded: seen.Refunded, ChargedBack: seen.ChargedBack,
	}
	switch {
	case c.State == CheckoutPaid, i.Open() <= 0:
		p.Review = ReviewSecond
	case seen.Amount != c.Amount:
		p.Review = ReviewWrongAmount
	case c.State == CheckoutCancelling, c.State == CheckoutCancelled, c.Turn != i.PlanTurn:
		p.Review = ReviewReplacedPlan
	}
	if p.ChargedBack > 0 { // and what more there is to say shows by itself
		p.Review = ReviewChargedBack
	}
	if p.PaidOn.IsZero() {
		p.PaidOn = now.On
	}
	c.close(CheckoutPaid, now)
	i.book(p, now)
	return true, nil
}

// Reviewed notes who looked at a payment that was to be looked at.
func (i *Invoice) Reviewed(payment int64, by string, now Moment) error {
	at := slices.IndexFunc(i.Payments, func(p Payment) bool { return p.ID == payment })
	if at < 0 {
		return ErrNoPayment
	}
	if p := &i.Payments[at]; p.ToReview() {
		p.ReviewedBy, p.ReviewedAt = by, now.At
	}
	return nil
}

// ToReview reports whether a payment of it is to be looked at.
func (i *Invoice) ToReview() bool {
	return slices.ContainsFunc(i.Payments, func(p Payment) bool { return p.ToReview() })
}

// book adds a payment under the next number.
func (i *Invoice) book(p Payment, now Moment) int64 {
	i.LastPayment++
	p.ID, p.Turn, p.BookedAt = i.LastPayment, i.PlanTurn, now.At
	i.Payments = append(i.Payments, p)
	i.settle(now)
	return p.ID
}
