// Package difference owns what comparing finds: what is not the same on two sides, which side it belongs to, and whether a run
// can repair it.
//
// It compares nothing (core/usecase/synchronizations), and repairs nothing.
package difference

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
)

// Area is a part of the synchronization that is repaired at once.
type Area string

// The areas, in the order in which they are repaired.
const (
	People        Area = "people"
	Teams         Area = "teams"
	Lists         Area = "lists"
	Photos        Area = "photos"
	Helpdesk      Area = "helpdesk"
	Discipline    Area = "discipline"
	Contributions Area = "contributions"
)

// Areas are all of them in order.
var Areas = []Area{People, Teams, Lists, Photos, Helpdesk, Discipline, Contributions}

// Finding is something that is not as it should be, in words for a volunteer.
type Finding struct {
	Area    Area   `json:"area"`
	System  string `json:"system"` // where it is seen, as in run.Problem
	Key     string `json:"key"`    // the member, address, team or committee
	Message string `json:"message"`

	// Field is the field that differs, with both values, of which no more is shown than somebody who knows them recognizes.
	Field string `json:"field,omitempty"`
	Site  string `json:"site,omitempty"`
	App   string `json:"app,omitempty"`

	// Again is the kind of the records that a repair sends again, whatever is remembered of them; "" when the plan has them anyway.
	Again ledger.Kind `json:"again,omitempty"`
	// ByHand says that a person must decide: no run repairs it.
	ByHand bool `json:"by_hand,omitempty"`
}

// Chosen are the findings of some areas, all of them without areas.
func Chosen(found []Finding, areas ...Area) []Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f Finding) bool {
		return len(areas) > 0 && !slices.Contains(areas, f.Area)
	})
}

// Repairable are the findings that a run repairs.
func Repairable(found []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return f.ByHand })
}

// Numbers are how many findings there are, and how many of them a person must look at.
func Numbers(found []Finding) (all, byHand int) {
	return len(found), len(found) - len(Repairable(found))
}
