package payments

import (
	"context"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/ports"
)

// Close closes at the provider what an invoice can be paid by, and books what came in. It returns the refs of the closed
// checkouts by which nobody began to pay: nothing can come in by them any more. When the provider does not answer, it is
// invoice.ErrCheckout, and a job goes on. When there is none any more and something is live, it is ErrNoProvider.
func (s *Service) Close(ctx context.Context, id int64) (untouched []string, err error) {
	offered, err := s.offered(ctx)
	if err != nil {
		return nil, err
	}
	if !offered {
		i, err := s.byID(ctx, id)
		if err == nil && i.Live() != nil {
			err = ErrNoProvider
		}
		return nil, err
	}
	untouched, err = s.close(ctx, id)
	if ours(err) { // the provider may answer very well
		return nil, err
	}
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Unauthenticated:
		return nil, invoice.ErrCheckout.Because(err)
	}
	return untouched, err
}

func (s *Service) close(ctx context.Context, id int64) (untouched []string, err error) {
	for range mostSteps {
		i, err := s.cancel(ctx, id)
		if err != nil {
			return nil, err
		}
		if live := i.Live(); live == nil {
			break
		} else if err := s.drop(ctx, &i, live); err != nil {
			return nil, err
		}
	}
	i, err := s.byID(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, c := range i.Watched(s.moment().On) {
		all, err := s.Provider.Received(ctx, c.LinkID)
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if len(all) == 0 {
			untouched = append(untouched, c.Ref)
			continue
		}
		if err := s.observe(ctx, &i, &c); err != nil {
			return nil, err
		}
	}
	return untouched, nil
}

// cancel begins to cancel the live checkout of an invoice, and returns how it stands then.
func (s *Service) cancel(ctx context.Context, id int64) (i invoice.Invoice, err error) {
	if i, err = s.byID(ctx, id); err != nil || i.Live() == nil || i.Live().State == invoice.CheckoutCancelling {
		return i, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		err := stores.Invoices.Update(ctx, id, func(v *invoice.Invoice) error {
			if live := v.Live(); live != nil {
				if err := v.Cancel(live.Ref, s.moment()); err != nil {
					return err
				}
			}
			i = v.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		return stores.Outbox.Add(ctx, Settle.New("", id))
	})
	return i, err
}
