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

// noCases are the discipline cases of a club that keeps none.
func noCases(context.Context, ...int64) ([]invoices.Case, error) { return nil, nil }
