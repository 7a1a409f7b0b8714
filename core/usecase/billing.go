package usecase

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/billing"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
	"github.com/clubhuis/clubhuis/ports"
)

// fee is what somebody pays for a season.
func (c *Club) fee(_ context.Context, id person.ID, of season.Season) (fee.Fee, error) {
	computed := c.Fees.Computed(of, false)
	if one, there := computed.Of(id); there {
		return *one, nil
	}
	return fee.Fee{}, person.ErrAbsent
}

// cases are what invoices tell of discipline cases.
func (c *Club) cases(ctx context.Context, ids ...int64) ([]invoices.Case, error) {
	found, err := c.Cases.Cases.ByID(ctx, ids...)
	return billedCases(found), err
}

// holdCases is cases in a step, until the end of which nobody changes or removes one of them.
func holdCases(ctx context.Context, stores ports.Stores, ids ...int64) ([]invoices.Case, error) {
	found, err := stores.Cases.Hold(ctx, ids...)
	return billedCases(found), err
}

func billedCases(found []discipline.Case) []invoices.Case {
	list := make([]invoices.Case, len(found))
	for i := range found {
		one := &found[i]
		list[i] = invoices.Case{
			ID: one.ID, Person: one.Person, Dossier: one.Dossier, Match: one.Match, Charge: one.Charge, Sanction: one.Sanction,
		}
	}
	return list
}

// billing makes the use cases of what goes out about invoices. Mails that are withdrawn take back there what was noted of them.
func (c *Club) billing(
	a *Adapters, house func() letter.House, post func(context.Context, ports.Stores, mail.Draft) error,
) *billing.Service {
	s := &billing.Service{
		Directory: a.Stores.Directory, Invoices: a.Stores.Invoices, Media: a.Stores.Media, Files: a.Files, Atomic: a.Atomic,
		Papers: a.Papers, Now: a.Now, Zone: a.Zone, Key: a.Key, House: house, Post: post,
		Fees:   func(of season.Season) []fee.Fee { computed := c.Fees.Computed(of, false); return computed.Fees },
		Charge: c.charge,
		Bill: func(ctx context.Context, viewer access.Viewer, due *fee.Fee, of season.Season) (invoice.Invoice, error) {
			return c.Invoices.Bill(ctx, viewer, due, of, nil)
		},
	}
	c.Mails.Unsent = s.Unsent
	return s
}

// charge notes in a step that the club asks the member to pay for cases. One that is gone is left out.
func (c *Club) charge(ctx context.Context, stores ports.Stores, viewer access.Viewer, ids []int64) error {
	return c.chargedBy(ctx, stores, viewer, ids, func(discipline.Charged) discipline.Charged { return discipline.ByClub })
}

// discharge takes that back, in the step that removes an invoice, of the cases that no other one bills.
func (c *Club) discharge(ctx context.Context, stores ports.Stores, viewer access.Viewer, ids []int64) error {
	var free []int64
	for _, id := range ids {
		switch _, err := stores.Invoices.ByKey(ctx, invoice.CaseKey(id)); {
		case errors.Is(err, invoice.ErrAbsent):
			free = append(free, id)
		case err != nil:
			return err
		}
	}
	return c.chargedBy(ctx, stores, viewer, free, func(by discipline.Charged) discipline.Charged {
		if by == discipline.ByClub {
			return discipline.NotCharged
		}
		return by
	})
}

func (c *Club) chargedBy(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, ids []int64, by func(discipline.Charged) discipline.Charged,
) error {
	for _, id := range ids {
		err := stores.Cases.Update(ctx, id, func(one *discipline.Case) error {
			if is := by(one.Charged); is != one.Charged {
				one.Charged = is
				one.Touch(viewer.User, c.Cases.Now())
			}
			return nil
		})
		if err != nil && !errors.Is(err, discipline.ErrAbsent) {
			return err
		}
	}
	return nil
}
