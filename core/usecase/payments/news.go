package payments

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/payment"
	"github.com/clubhuis/clubhuis/ports"
)

// Names of the daily and hourly work, as operators know it.
const (
	ReconcileName = "reconcile-payments"
	ReturnsName   = "returned-payments"
)

// mostText is the longest ref or id that a callback is believed to carry.
const mostText = 100

// longestNote is how long it may take to note that the provider is to be asked again.
const longestNote = 10 * time.Second

// ErrMeaningless is returned for a callback about a payment that nobody knows: somebody made it up, or the invoice is gone, as
// after going back to a backup.
var ErrMeaningless = errors.New("the callback is about no payment that is known")

// News hears that something became of a payment: the provider's callback. Nothing that it says is believed; the provider is
// asked. ref is that of a checkout; without one, id is what the provider calls the link or a payment that is booked. A callback
// that means no checkout changes nothing, and is ErrMeaningless. When the provider does not answer now, a job asks again.
func (s *Service) News(ctx context.Context, ref, id string) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	i, c, err := s.meant(ctx, ref, id)
	if err != nil {
		return err
	}
	if c == nil {
		return ErrMeaningless
	}
	if err := s.look(ctx, &i, c); err != nil {
		own, done := context.WithTimeout(context.WithoutCancel(ctx), longestNote) // its time may have gone by asking
		defer done()
		failed := s.Atomic.Do(own, func(stores ports.Stores) error {
			return stores.Outbox.Add(own, Look.New("", Asked{i.ID, c.Ref}))
		})
		return errors.Join(err, failed)
	}
	return nil
}

// Asked names a checkout of an invoice.
type Asked struct {
	Invoice int64
	Ref     string
}

// Look is the job that asks the provider again about what a callback told of: a checkout in whatever state it is.
const Look job.Kind[Asked] = "look-at-checkout"

// LookAt does the job Look.
func (s *Service) LookAt(ctx context.Context, asked Asked) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	i, err := s.byID(ctx, asked.Invoice)
	if errors.Is(err, invoice.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	c := i.Checkout(asked.Ref)
	if c == nil {
		return nil
	}
	return s.look(ctx, &i, c)
}

// meant returns the checkout that a callback is about, nil for none.
func (s *Service) meant(ctx context.Context, ref, id string) (i invoice.Invoice, c *invoice.Checkout, err error) {
	for _, key := range []invoice.Key{{By: invoice.ByCheckout, Value: ref}, {By: invoice.ByLink, Value: id},
		{By: invoice.ByPayment, Value: id}} {
		if key.Value == "" || len(key.Value) > mostText {
			continue
		}
		i, err = s.Invoices.ByKey(ctx, key)
		if errors.Is(err, invoice.ErrAbsent) {
			continue
		}
		if err != nil {
			return i, nil, err
		}
		return i, checkoutOf(&i, key), nil
	}
	return i, nil, nil
}

// checkoutOf returns the checkout by whose key an invoice was found.
func checkoutOf(i *invoice.Invoice, key invoice.Key) *invoice.Checkout {
	ref := key.Value
	for n := range i.Payments {
		if key.By == invoice.ByPayment && i.Payments[n].ProviderID == key.Value {
			ref = i.Payments[n].Ref
		}
	}
	for n := range i.Checkouts {
		if c := &i.Checkouts[n]; c.Ref == ref || key.By == invoice.ByLink && c.LinkID == key.Value {
			return c
		}
	}
	return nil
}

// look books what came in by a checkout, in whatever state it is.
func (s *Service) look(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) error {
	if c.LinkID == "" {
		found, err := s.find(ctx, i, c)
		if err != nil || !found {
			return err
		}
		now, err := s.byID(ctx, i.ID)
		if err != nil {
			return err
		}
		*i, c = now, now.Checkout(c.Ref)
	}
	return s.observe(ctx, i, c)
}

// observe asks what came in by a checkout that the provider has, and books it.
func (s *Service) observe(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) error {
	all, err := s.Provider.Received(ctx, c.LinkID)
	if fault.KindOf(err) == fault.NotFound && err != nil {
		return nil
	}
	if err != nil {
		return err
	}
	for n := range all {
		if !all[n].Paid {
			continue
		}
		if err := s.book(ctx, i.ID, c.Ref, &all[n]); err != nil {
			return err
		}
	}
	return nil
}

// errMeanwhile says that a payment changed between asking about it and booking the answer.
var errMeanwhile = errors.New("the payment has changed meanwhile")

// patience is how often what the provider tells is asked for anew when it may be older than what stands.
const patience = 5

// book notes what the provider tells of a payment. What is known already leaves no trace. Answers come in any order: one that
// takes a return back may be older than what stands, and is asked for once more.
func (s *Service) book(ctx context.Context, id int64, ref string, t *payment.Transaction) error {
	for range patience {
		stands, err := s.byID(ctx, id)
		if err != nil {
			return err
		}
		seen := s.observed(t)
		if stands.TakesBack(seen) {
			fresh, err := s.Provider.Transaction(ctx, seen.ID)
			if err != nil {
				return err
			}
			seen = s.observed(&fresh)
		}
		if err := s.bookOn(ctx, &stands, ref, seen); !errors.Is(err, errMeanwhile) {
			return err
		}
	}
	return errMeanwhile
}

func (s *Service) observed(t *payment.Transaction) invoice.Observed {
	seen := invoice.Observed{ID: t.ID, Amount: t.Amount, Refunded: t.Refunded, ChargedBack: t.ChargedBack}
	if !t.PaidAt.IsZero() {
		seen.PaidOn = civil.On(t.PaidAt, s.Zone)
	}
	return seen
}

// bookOn books an answer that was asked for when the invoice stood so. When what is known of the payment is not that any more, it
// is errMeanwhile.
func (s *Service) bookOn(ctx context.Context, stands *invoice.Invoice, ref string, seen invoice.Observed) error {
	id, trial := stands.ID, stands.Clone()
	if news, err := trial.Observe(ref, seen, s.moment()); err != nil || !news {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before, after invoice.Invoice
		var news bool
		err := stores.Invoices.Update(ctx, id, func(i *invoice.Invoice) (err error) {
			if i.Known(seen.ID) != stands.Known(seen.ID) {
				return errMeanwhile
			}
			before = i.Clone()
			if news, err = i.Observe(ref, seen, s.moment()); err != nil {
				return err
			}
			after = i.Clone()
			return nil
		})
		if err != nil || !news {
			return err
		}
		if err := stores.Audit.Append(ctx, s.told(&before, &after, seen)); err != nil {
			return err
		}
		return stores.Outbox.Add(ctx, Settle.New("", id))
	})
}

// told is what the log tells of a payment: that it came in, or what was given or taken back of it.
func (s *Service) told(before, after *invoice.Invoice, seen invoice.Observed) audit.Entry {
	kind := audit.PaymentReceived
	if len(before.Payments) == len(after.Payments) {
		kind = audit.PaymentReturned
	}
	values := audit.Values{"payment": seen.ID, "amount": seen.Amount.String(), "open": after.Open().String()}
	if returned := seen.Refunded + seen.ChargedBack; returned > 0 {
		values["returned"] = returned.String()
	}
	for n := range after.Payments {
		if p := &after.Payments[n]; p.ProviderID == seen.ID && p.Review != "" {
			values["review"] = audit.Word(p.Review)
		}
	}
	return audit.New(kind, audit.Job("payments"), s.Now(), about(after)).With(values)
}

// SettleOne does the job Settle.
func (s *Service) SettleOne(ctx context.Context, id int64) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	i, err := s.byID(ctx, id)
	if errors.Is(err, invoice.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	for range mostSteps {
		live := i.Live()
		if live == nil {
			break
		}
		switch live.State {
		case invoice.CheckoutAsking:
			err = s.ask(ctx, &i, live)
		case invoice.CheckoutCancelling:
			err = s.drop(ctx, &i, live)
		default:
			if err = s.observe(ctx, &i, live); err == nil {
				var usable bool
				if usable, err = s.usable(ctx, &i, live); usable {
					return err
				}
			}
		}
		if err != nil {
			return err
		}
		if i, err = s.byID(ctx, id); err != nil {
			return err
		}
	}
	if !awaits(&i) {
		return nil
	}
	_, err = s.checkout(ctx, id, nil)
	return err
}

// awaits reports whether the next instalment of a plan that was begun is to be asked for. Of who was erased there is no page any
// more on which it could be paid.
func awaits(i *invoice.Invoice) bool {
	next, open := i.Next()
	return open && i.Plan != "" && i.Plan != invoice.Full && next.Number > 1 && i.Live() == nil && i.TokenSealed != ""
}

// CheckOne does the job Check. When the provider is away there is nothing to be tried again: the next hour asks anew.
func (s *Service) CheckOne(ctx context.Context, id int64) error {
	err := s.round(func() error { return s.SettleOne(ctx, id) })
	if fault.KindOf(err) == fault.Unavailable && !ours(err) {
		return nil
	}
	return err
}

// ours reports whether it is our own database that is away.
func ours(err error) bool {
	return errors.Is(err, fault.ErrUnreachable) || errors.Is(err, fault.ErrFull) || errors.Is(err, fault.ErrTooSlow)
}

// atOnce is how many invoices are looked through in one step.
const atOnce = 200

// Reconcile lets a job ask the provider about every checkout that is open: a callback that never came loses nothing. It runs
// every hour, and returns how many invoices it asks about.
func (s *Service) Reconcile(ctx context.Context) (count int, err error) {
	hour := s.Now().UTC().Truncate(time.Hour).Format("2006-01-02T15 ")
	q := invoice.Query{On: s.moment().On, Live: true, Order: invoice.ByCreated, Limit: atOnce}
	return s.eachOf(ctx, q, func(id int64) job.Job { return Check.New(hour+strconv.FormatInt(id, 10), id) })
}

// eachOf adds a job for each invoice that a query finds, and returns how many. All are found first: the jobs change what is
// found.
func (s *Service) eachOf(ctx context.Context, q invoice.Query, jobOf func(id int64) job.Job) (count int, err error) {
	var due []job.Job
	for {
		page, err := s.Invoices.Page(ctx, q)
		if err != nil {
			return 0, err
		}
		if len(page.Records) == 0 {
			break
		}
		for n := range page.Records {
			due = append(due, jobOf(page.Records[n].ID))
		}
		q.Offset += len(page.Records)
	}
	for some := range slices.Chunk(due, atOnce) {
		if err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Outbox.Add(ctx, some...) }); err != nil {
			return count, err
		}
		count += len(some)
	}
	return count, nil
}

// closed lets a job ask the provider about each checkout that was closed lately.
func (s *Service) closed(ctx context.Context) (count int, err error) {
	day := s.moment().On
	q := invoice.Query{On: day, Watched: true, Order: invoice.ByCreated, Limit: atOnce}
	return s.eachOf(ctx, q, func(id int64) job.Job { return CheckClosed.New(day.String()+" "+strconv.FormatInt(id, 10), id) })
}

// CheckClosed is the job that looks whether something came in by the closed checkouts of an invoice, by its number.
const CheckClosed job.Kind[int64] = "check-closed-checkouts"

// CheckClosedOf does the job CheckClosed: who stood at the bank when a checkout was closed may have paid since, and the
// callback may be lost. One that fails does not keep the others back. What was asked for on the last day of a checkout may come
// to be done two days later: a silent provider is asked again for so long.
func (s *Service) CheckClosedOf(ctx context.Context, id int64) error {
	return s.round(func() error { return s.checkClosed(ctx, id) })
}

func (s *Service) checkClosed(ctx context.Context, id int64) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	i, err := s.byID(ctx, id)
	if errors.Is(err, invoice.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	var failures []error
	for _, c := range i.Watched(s.moment().On.AddDays(-retried)) {
		if err := s.observe(ctx, &i, &c); err != nil {
			failures = append(failures, err)
		}
	}
	return errors.Join(failures...)
}

// retried is how many days later the last try of a job may be: see job.Backoff.
const retried = 2

// lookedBack is how far back the provider is asked for what was given or taken back. A run may fail for some days, and a bank
// that took something back may give in weeks later: the provider tells that at the day of the chargeback.
const lookedBack = 60 * 24 * time.Hour

// CheckReturns is the job that books what was given or taken back. It carries when it was asked for.
const CheckReturns job.Kind[time.Time] = "check-returned-payments"

// Returned lets jobs ask the provider what was given or taken back of payments, and what came in by checkouts that are closed. It
// runs every day, and returns how many jobs there are.
func (s *Service) Returned(ctx context.Context) (int, error) {
	due := CheckReturns.New("", civil.Instant(s.Now()))
	if err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Outbox.Add(ctx, due) }); err != nil {
		return 0, err
	}
	closed, err := s.closed(ctx)
	return 1 + closed, err
}

// CheckReturn is the job that books what was given or taken back of one payment. It carries what the provider calls it.
const CheckReturn job.Kind[string] = "check-returned-payment"

// BookReturns lets a job ask about each payment of which something was given or taken back in the two months before: the
// job CheckReturns.
func (s *Service) BookReturns(ctx context.Context, at time.Time) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	ids, err := s.Provider.Returned(ctx, at.Add(-lookedBack))
	if err != nil {
		return err
	}
	asked := at.UTC().Format(time.RFC3339) + " "
	for some := range slices.Chunk(ids, atOnce) {
		var due []job.Job
		for _, id := range some {
			due = append(due, CheckReturn.New(asked+id, id))
		}
		if err := s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Outbox.Add(ctx, due...) }); err != nil {
			return err
		}
	}
	return nil
}

// BookReturn does the job CheckReturn.
func (s *Service) BookReturn(ctx context.Context, id string) error {
	return s.round(func() error { return s.bookReturn(ctx, id) })
}

func (s *Service) bookReturn(ctx context.Context, id string) error {
	if offered, err := s.offered(ctx); err != nil || !offered {
		return err
	}
	i, err := s.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByPayment, Value: id})
	if errors.Is(err, invoice.ErrAbsent) {
		return nil // of another system with the same account
	}
	if err != nil {
		return err
	}
	transaction, err := s.Provider.Transaction(ctx, id)
	if err != nil {
		return err
	}
	return s.book(ctx, i.ID, "", &transaction)
}
