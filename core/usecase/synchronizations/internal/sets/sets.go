// Package sets names the sets of the last good download (ports.Downloads).
package sets

import (
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
)

// The sets, by what the site calls its records.
var (
	Members = engine.Set[federation.Member]{Name: "members"}         // by code
	Details = engine.Set[federation.Detail]{Name: ledger.SetDetails} // by code
	Teams   = engine.Set[federation.Team]{Name: "teams"}             // by id
	Cases   = engine.Set[federation.Case]{Name: "cases"}             // by dossier, also those that are listed no more
	Rosters = engine.Set[[]federation.Place]{Name: "rosters"}        // by the id of the team

	// Dues are what the provider of contributions told of a member, by dues.Key of the code.
	Dues = engine.Set[[]dues.Year]{Name: "contributions"}
)
