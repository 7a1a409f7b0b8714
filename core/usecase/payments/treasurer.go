package payments

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/ports"
)

// ErrNoProvider is the error of what needs a provider in a club that has none.
var ErrNoProvider = fault.New(fault.Invalid, "no_payment_provider",
	"Er is geen betaaldienst ingesteld. Vul eerst de sleutel in bij Financiën.")

// ToReview is a payment that somebody should look at.
type ToReview struct {
	Invoice invoice.Invoice
	Payment invoice.Payment
}

// Review returns the payments that nobody has looked at yet: money for a plan that was replaced, of another amount, or a second
// time. It needs the capability financieel.
func (s *Service) Review(ctx context.Context, viewer access.Viewer) (found []ToReview, err error) {
	if err := viewer.Require(access.Finance); err != nil {
		return nil, err
	}
	q := invoice.Query{On: s.moment().On, ToReview: true, Order: invoice.ByCreated, Limit: atOnce}
	for {
		page, err := s.Invoices.Page(ctx, q)
		if err != nil || len(page.Records) == 0 {
			return found, err
		}
		for n := range page.Records {
			for _, p := range page.Records[n].Payments {
				if p.ToReview() {
					found = append(found, ToReview{page.Records[n], p})
				}
			}
		}
		q.Offset += len(page.Records)
	}
}

// Reviewed notes that the viewer looked at a payment of an invoice. It needs the capability financieel.
func (s *Service) Reviewed(ctx context.Context, viewer access.Viewer, id, payment int64) error {
	if err := viewer.Require(access.Finance); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var i invoice.Invoice
		var was bool
		err := stores.Invoices.Update(ctx, id, func(stands *invoice.Invoice) error {
			was = stands.ToReview()
			if err := stands.Reviewed(payment, viewer.Name, s.moment()); err != nil {
				return err
			}
			i = stands.Clone()
			return nil
		})
		if err != nil || !was {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.PaymentReviewed, audit.By(viewer), s.Now(), about(&i)).
			With(audit.Values{"payment": payment}))
	})
}

// Regenerate gives an invoice a fresh checkout for what is asked for next: the one before is closed. It needs the capability
// financieel. One that is paid is invoice.ErrPaid.
func (s *Service) Regenerate(ctx context.Context, viewer access.Viewer, id int64) error {
	if err := viewer.Require(access.Finance); err != nil {
		return err
	}
	if offered, err := s.offered(ctx); err != nil {
		return err
	} else if !offered {
		return ErrNoProvider
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var i invoice.Invoice
		err := stores.Invoices.Update(ctx, id, func(stands *invoice.Invoice) error {
			if stands.Open() <= 0 {
				return invoice.ErrPaid
			}
			if stands.TokenSealed == "" {
				return invoice.ErrNoPage
			}
			if live := stands.Live(); live != nil {
				if err := stands.Cancel(live.Ref, s.moment()); err != nil {
					return err
				}
			}
			i = stands.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.PaymentLinkRenewed, audit.By(viewer), s.Now(), about(&i)))
	})
	if err != nil {
		return err
	}
	_, err = s.checkout(ctx, id, nil)
	return err
}
