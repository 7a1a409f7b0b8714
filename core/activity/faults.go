package activity

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with activities, in the contract's codes (§4.4, §7).
var (
	ErrAbsent  = fault.New(fault.NotFound, "rest_not_found", "Deze activiteit bestaat niet.")
	ErrHidden  = fault.New(fault.Forbidden, "rest_forbidden", "Je mag deze activiteit niet wijzigen.")
	ErrNoWords = fault.New(fault.Invalid, "empty_content", "Schrijf op wat er was: een lege activiteit wordt niet bewaard.")
	ErrNotKept = fault.New(fault.Internal, "create_failed", "De activiteit kon niet worden bewaard. Probeer het later opnieuw.")
)

// Sentences about a field.
const (
	NotATimeOfDay       = "Dit is geen geldige tijd (UU:MM)."
	TooManyParticipants = "Dit zijn te veel deelnemers (hooguit 100)."
)
