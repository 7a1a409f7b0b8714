package note

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with notes, in the contract's codes (§7).
var (
	ErrAbsent  = fault.New(fault.NotFound, "rest_not_found", "Deze notitie bestaat niet.")
	ErrHidden  = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot deze notitie.")
	ErrNoWords = fault.New(fault.Invalid, "empty_content", "Een lege notitie wordt niet bewaard.")
)
