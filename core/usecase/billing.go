package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
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
	list := make([]invoices.Case, len(found))
	for i := range found {
		one := &found[i]
		list[i] = invoices.Case{
			ID: one.ID, Person: one.Person, Dossier: one.Dossier, Match: one.Match, Charge: one.Charge, Sanction: one.Sanction,
		}
	}
	return list, err
}
