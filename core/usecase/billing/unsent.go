package billing

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Unsent takes back what Remind noted about a mail, in the step that withdraws it: nobody got it, so that what becomes due again
// is asked for again. token is that of the invoice's page; one that is gone is no error.
func (s *Service) Unsent(ctx context.Context, stores ports.Stores, token string, basis mail.Basis) error {
	v, err := stores.Invoices.ByKey(ctx, invoice.Key{By: invoice.ByToken, Value: string(account.DigestOf(token))})
	if err == nil {
		err = stores.Invoices.Update(ctx, v.ID, func(v *invoice.Invoice) error {
			v.Unmailed(basis.Part, basis.Noted, s.now())
			return nil
		})
	}
	if errors.Is(err, invoice.ErrAbsent) {
		return nil
	}
	return err
}
