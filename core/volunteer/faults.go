package volunteer

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with shifts. Compare with errors.Is.
var (
	ErrAbsent    = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze dienst bestaat niet.")
	ErrFull      = fault.New(fault.Conflict, "shift_full", "Deze dienst is vol.")
	ErrTwice     = fault.New(fault.Conflict, "already_assigned", "Deze persoon staat al bij deze dienst.")
	ErrNotThere  = fault.New(fault.NotFound, "not_assigned", "Deze persoon staat niet bij deze dienst.")
	ErrCancelled = fault.New(fault.Conflict, "shift_cancelled", "Deze dienst gaat niet door.")
	ErrClosed    = fault.New(fault.Conflict, "shift_closed", "Voor deze dienst kun je je niet aanmelden.")
	ErrTooLate   = fault.New(fault.Conflict, "too_late",
		"Afmelden kan tot 24 uur voor het begin. Bel de coördinator als je niet kunt.")
	ErrNoPerson = fault.New(fault.Conflict, "no_linked_person",
		"Je account is nog niet aan een lid gekoppeld. Vraag een beheerder om dat te doen.")
	ErrUnable = fault.New(fault.Conflict, "person_unable", "Deze persoon kan geen dienst doen: oud-leden en overledenen niet.")
)

// Sentences about a field.
const (
	notATime        = "Dit is geen geldige tijd (UU:MM)."
	endsAtStart     = "Een dienst eindigt op een andere tijd dan hij begint."
	notACapacity    = "Er zijn 1 tot 500 mensen nodig."
	belowFilled     = "Er zijn al meer mensen ingedeeld. Haal eerst iemand weg."
	tooLong         = "Deze tekst is te lang (hooguit 200 tekens)."
	endsBeforeStart = "De laatste dag ligt voor de eerste."
	tooMany         = "Dit zijn te veel diensten (hooguit 110 in één keer)."
)
