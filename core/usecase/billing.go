package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
)

// feeOf is what somebody pays for a season.
func (c *Club) feeOf(_ context.Context, id person.ID, of season.Season) (fee.Fee, error) {
	computed := c.Fees.Computed(of, false)
	due, there := computed.Of(id)
	if !there {
		return fee.Fee{}, person.ErrAbsent
	}
	return *due, nil
}

// noCases are the discipline cases of a club that keeps none.
func noCases(context.Context, ...int64) ([]invoices.Case, error) { return nil, nil }
