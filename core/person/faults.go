package person

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with people, in the contract's codes (§7).
var (
	ErrAbsent = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze persoon bestaat niet.")
	ErrHidden = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot deze persoon.")

	// ErrOutsideSections is said to an editor who may change some fields of the person, of one that is not among them.
	ErrOutsideSections = fault.New(fault.Forbidden, "rest_forbidden",
		"Je mag bij deze persoon alleen de gegevens van je eigen onderdeel wijzigen.")
)

// Sentences about a field.
const (
	NoSuchType  = "Deze soort relatie bestaat niet."
	NoSuchGroup = "Dit team of deze commissie bestaat niet."
	CodeTaken   = "Deze relatiecode hoort al bij iemand anders."
	EndsTooSoon = "Het einde ligt voor het begin."
)
