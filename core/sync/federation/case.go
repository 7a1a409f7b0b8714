package federation

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/money"
)

// Case is a case of the federation's disciplinary committee about a player.
type Case struct {
	Dossier           string // the number of the case
	Member            string // code of the player, "" where the site names nobody
	Played, Processed civil.Date
	Match, Team       string
	Codes             []string // of the charges
	Charge, Sanction  string
	Fee               *money.Cents // administrative fee, nil for none
	Charged           bool         // the federation asks the player to pay it
	Home, Away        string       // ids of the club's own team that played, "" for another club's
}

// CodesText returns the codes of the charges as one text.
func (c *Case) CodesText() string { return strings.Join(c.Codes, ", ") }
