package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/usecase/invoices"
)

// fee is what somebody pays for a season.
func (a *Adapters) fee(_ context.Context, id person.ID, of season.Season) (fee.Fee, error) {
	view := a.Stores.Directory.View()
	terms := fee.Terms{Season: of}
	terms.Settings, _ = view.FeeBook().Of(of, view.RecreationalTeams())
	for _, one := range fee.Season(terms, view.FeeMembers(civil.On(a.Now(), a.Zone))) {
		if one.Member.ID == id {
			return one, nil
		}
	}
	return fee.Fee{}, person.ErrAbsent
}

// noCases are the discipline cases of a club that keeps none.
func noCases(context.Context, ...int64) ([]invoices.Case, error) { return nil, nil }
