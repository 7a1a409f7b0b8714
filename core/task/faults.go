package task

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with tasks, in the codes of the predecessor.
var (
	ErrAbsent   = fault.New(fault.NotFound, "not_found", "Deze taak bestaat niet.")
	ErrHidden   = fault.New(fault.Forbidden, "rest_forbidden", "Je hebt geen toegang tot deze taak.")
	ErrNotOwner = fault.New(fault.Forbidden, "rest_forbidden", "Alleen wie de taak heeft gemaakt kan dit wijzigen.")
	ErrNoWords  = fault.New(fault.Invalid, "empty_content", "Schrijf op wat er moet gebeuren.")
	ErrStatus   = fault.New(fault.Invalid, "invalid_status", "Deze status bestaat niet.")
	ErrNotKept  = fault.New(fault.Internal, "create_failed", "De taak kon niet worden bewaard. Probeer het later opnieuw.")
)

// Sentences about a field.
const (
	TooManyPeople  = "Dit zijn te veel personen (hooguit 100)."
	TooManyHolders = "Te veel gebruikers hebben deze functie. Geef de taak aan één van hen."
	NotAUser       = "Kies een gebruiker die kan aanmelden."
	TwoAssignees   = "Geef de taak aan een gebruiker of aan een functie, niet aan beide."
)
