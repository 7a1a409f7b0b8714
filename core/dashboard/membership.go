package dashboard

import (
	"cmp"
	"strings"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sorting"
)

// Figures are how many people play in the association, and who came and went in a season up to a day (contract §2.11-6). Which
// people count where: person.PlayingMembers, person.Joined and person.Left.
type Figures struct {
	Season                           season.Season
	Start                            civil.Date // of the season
	Total, Joined, Left, LeftUnknown int
}

// Squad is a team with how many play in it and lead it (contract §2.11-9).
type Squad struct {
	Team           int64
	Name           string
	Key            string // that teams are sorted by
	Logo           int64
	FeedCode       string // of the team at the federation, "" when it is not known
	Players, Staff int
}

// SortSquads puts them in the order of lists of teams.
func SortSquads(list []Squad) {
	sorting.By(list, func(a, b Squad) int {
		return cmp.Or(strings.Compare(a.Key, b.Key), cmp.Compare(a.Team, b.Team))
	})
}
