package payments

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/payment"
)

// keyLives is for how long the provider makes one link of requests with the same key, less some time for what is slow.
const keyLives = 50 * time.Minute

// clocks is how much the clocks of the provider and of the club may differ.
const clocks = time.Hour

// mostSteps is how often a checkout is looked at before somebody is asked to try again: others may change it meanwhile.
const mostSteps = 8

// checkout returns where what is asked for next can be paid. There is one such address, whoever asks and however often. When
// something else is asked for than was chosen, it is ErrStale; choice is nil when nobody did.
func (s *Service) checkout(ctx context.Context, id int64, choice *Choice) (string, error) {
	for range mostSteps {
		i, c, err := s.begin(ctx, id, choice)
		if err != nil {
			return "", err
		}
		switch c.State {
		case invoice.CheckoutAsking:
			err = s.ask(ctx, &i, &c)
		case invoice.CheckoutCancelling:
			err = s.drop(ctx, &i, &c)
		default:
			var usable bool
			if usable, err = s.usable(ctx, &i, &c); usable {
				return c.URL, nil
			}
		}
		if err != nil {
			return "", err
		}
	}
	return "", invoice.ErrBusy
}

// begin keeps what is to be asked for, unless something is asked for already.
func (s *Service) begin(ctx context.Context, id int64, choice *Choice) (i invoice.Invoice, c invoice.Checkout, err error) {
	ref, err := s.random()
	if err != nil {
		return i, c, err
	}
	key, err := s.random()
	if err != nil {
		return i, c, err
	}
	err = s.Invoices.Update(ctx, id, func(stands *invoice.Invoice) error {
		var err error
		if choice != nil {
			if err = choice.fits(stands); err != nil {
				return err
			}
		}
		if c, _, err = stands.Begin(ref, key, s.moment()); err != nil {
			return err
		}
		i = stands.Clone()
		return nil
	})
	return i, c, err
}

// usable reports whether an open checkout can be paid. What came in by it is booked, and one that can't be paid any more begins
// to be cancelled. When the provider does not say, the address stays.
func (s *Service) usable(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) (bool, error) {
	link, err := s.Provider.Link(ctx, c.LinkID)
	switch kind := fault.KindOf(err); {
	case err == nil && link.Usable(s.Now()), err != nil && (kind == fault.Unavailable || kind == fault.Unauthenticated):
		return true, nil
	case err != nil && kind != fault.NotFound:
		return false, err
	case err == nil:
		if err := s.observe(ctx, i, c); err != nil {
			return false, err
		}
	}
	return false, s.Invoices.Update(ctx, i.ID, func(stands *invoice.Invoice) error { return stands.Cancel(c.Ref, s.moment()) })
}

// ask asks the provider for what a checkout says. The same key makes one link, however often that is asked; when it may be
// forgotten, the provider's list is searched.
func (s *Service) ask(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) error {
	if s.Now().Sub(c.CreatedAt) > keyLives {
		found, err := s.find(ctx, i, c)
		if err == nil && !found {
			err = s.cancelled(ctx, i.ID, c.Ref)
		}
		return err
	}
	request, err := s.request(i, c)
	if err != nil {
		return err
	}
	link, err := s.Provider.Ask(ctx, request)
	if err == nil {
		return s.created(ctx, i.ID, c.Ref, &link)
	}
	if surely(err) {
		if err := s.cancelled(ctx, i.ID, c.Ref); err != nil {
			return err
		}
	}
	return err
}

// find looks for the link of a checkout whose answer was lost, and notes it. Of several, which a key that was forgotten leaves,
// the first one counts; nobody was given the others, and they are closed.
func (s *Service) find(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) (bool, error) {
	links, err := s.Provider.Find(ctx, c.Ref, c.CreatedAt.Add(-clocks))
	if err != nil || len(links) == 0 {
		return false, err
	}
	first := len(links) - 1
	for n := range first {
		if err := s.Provider.Cancel(ctx, links[n].ID); err != nil {
			return false, err
		}
	}
	return true, s.created(ctx, i.ID, c.Ref, &links[first])
}

func (s *Service) created(ctx context.Context, id int64, ref string, link *payment.Link) error {
	return s.Invoices.Update(ctx, id, func(stands *invoice.Invoice) error {
		return stands.Linked(ref, link.ID, link.URL, s.moment())
	})
}

func (s *Service) cancelled(ctx context.Context, id int64, ref string) error {
	return s.Invoices.Update(ctx, id, func(stands *invoice.Invoice) error { return stands.Cancelled(ref, s.moment()) })
}

// drop closes a checkout at the provider: nobody can begin to pay by it any more. What came in before is booked. One of which
// nobody knows whether there is a link becomes known first.
func (s *Service) drop(ctx context.Context, i *invoice.Invoice, c *invoice.Checkout) error {
	if c.LinkID == "" {
		return s.ask(ctx, i, c)
	}
	if err := s.Provider.Cancel(ctx, c.LinkID); err != nil {
		return err
	}
	if err := s.observe(ctx, i, c); err != nil {
		return err
	}
	return s.cancelled(ctx, i.ID, c.Ref)
}
