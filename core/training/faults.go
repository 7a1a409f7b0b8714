package training

import "github.com/clubhuis/clubhuis/core/fault"

// What is said of a pitch or a block that cannot be kept.
const (
	NotADay       = "Kies een dag van maandag (1) tot en met zondag (7)."
	NotATime      = "Vul een tijd in als 18:30."
	EndsTooEarly  = "Een training eindigt later dan hij begint."
	NotAPitch     = "Dit veld bestaat niet."
	NotATeam      = "Dit team bestaat niet."
	TooManyTeams  = "Hooguit 20 teams trainen samen."
	UntilTooEarly = "De laatste dag komt niet voor de eerste."
	TooManyDays   = "Hooguit 200 dagen kunnen vervallen."
	NameTaken     = "Er is al een veld met deze naam."
	TooLong       = "Dit is te lang (hooguit 100 tekens)."
)

// Errors of schedules.
var (
	ErrNoPitch   = fault.New(fault.NotFound, "rest_not_found", "Dit veld bestaat niet.")
	ErrNoBlock   = fault.New(fault.NotFound, "rest_not_found", "Deze training bestaat niet.")
	ErrPitchUsed = fault.New(fault.Conflict, "pitch_in_use", "Op dit veld staan nog trainingen. Verplaats of verwijder die eerst.")
	ErrFull      = fault.New(fault.Conflict, "training_full",
		"Er staan te veel trainingen of velden in het schema. Verwijder eerst oude.")
)
