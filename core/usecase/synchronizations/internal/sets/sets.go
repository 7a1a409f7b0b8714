// Package sets names the sets of the last good download (ports.Downloads).
package sets

import (
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
)

// The sets, by what the site calls its records.
var (
	Members = engine.Set[federation.Member]{Name: "members"}         // by code
	Details = engine.Set[federation.Detail]{Name: ledger.SetDetails} // by code
	Teams   = engine.Set[federation.Team]{Name: "teams"}             // by id
	Rosters = engine.Set[[]federation.Place]{Name: "rosters"}        // by the id of the team
)
