package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

// pay makes the use cases of payments. What the club set for them is read anew each time: nobody who opens a payment page is
// signed in, so nothing else brought the directory up to date.
func pay(a Adapters, house func() letter.House) *payments.Service {
	club := a.Stores.Directory
	return &payments.Service{
		Invoices: a.Stores.Invoices, Atomic: a.Atomic, Provider: a.Payments, Now: a.Now, Zone: a.Zone, Random: a.Random, Key: a.Key,
		BaseURL: a.BaseURL, Callback: a.PaymentCallback, Papers: a.Papers,
		Offered: func(ctx context.Context) (bool, error) {
			if a.PaymentKey {
				return true, nil
			}
			err := club.Refresh(ctx)
			return err == nil && club.View().Finance().ProviderKey != "", err
		},
		Terms: func(ctx context.Context, of season.Season) (invoice.Terms, error) {
			if err := club.Refresh(ctx); err != nil {
				return invoice.Terms{}, err
			}
			view := club.View()
			set, _ := view.FeeBook().Of(of, nil)
			return invoice.Terms{Quarterly: set.PlanThree, Monthly: set.PlanEight, AdminFee: view.Finance().InstallmentFee}, nil
		},
		Payee: func(ctx context.Context) (payments.Payee, error) {
			if err := club.Refresh(ctx); err != nil {
				return payments.Payee{}, err
			}
			set := club.View().Finance()
			return payments.Payee{
				Name: set.Sender(house().Club), IBAN: set.IBAN, Accent: set.Colour(house().Colour), Contact: set.Contact,
			}, nil
		},
	}
}
