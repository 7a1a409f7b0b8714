package operator

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with operators.
var (
	ErrAbsent = fault.New(fault.NotFound, "operator_absent", "Er is geen beheerder met deze gebruikersnaam.")
	ErrTaken  = fault.New(fault.Conflict, "operator_taken", "Er is al een beheerder met deze gebruikersnaam.")
	ErrSignIn = fault.New(fault.Unauthenticated, "operator_sign_in", "Gebruikersnaam of wachtwoord is onjuist.")
	// ErrTooMany says how long to wait in its wait.
	ErrTooMany = fault.New(fault.TooMany, "operator_too_many", "Te veel pogingen. Wacht even en probeer het dan opnieuw.")
)

const (
	notAUsername = "Een gebruikersnaam bestaat uit letters, cijfers, punt, streepje en @ (hooguit 60 tekens)."
	notAName     = "Geef een naam van hooguit 100 tekens, op één regel."
)
