package clubapi

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the application as such. What it says itself about a request is returned in its words.
var (
	errSilent     = fault.New(fault.Unavailable, "application_silent", "De clubapplicatie antwoordt niet.")
	errBroken     = fault.New(fault.Unavailable, "application_broken", "De clubapplicatie kan de vraag nu niet verwerken.")
	errUnreadable = fault.New(fault.Unavailable, "application_unreadable",
		"De clubapplicatie geeft een antwoord dat niet te lezen is.")
	errMoved = fault.New(fault.Unavailable, "application_moved",
		"Het adres van de clubapplicatie verwijst door: stel het nieuwe adres in.")
	errElsewhere = fault.New(fault.Unavailable, "application_elsewhere", "Op het ingestelde adres is geen clubapplicatie.")
	errRefused   = fault.New(fault.Unauthenticated, "application_refused",
		"De clubapplicatie weigert de gebruikersnaam of het wachtwoord.")
	errAbroad   = fault.New(fault.Invalid, "picture_elsewhere", "Deze foto staat op een andere server dan de clubapplicatie.")
	errWithheld = fault.New(fault.Forbidden, "picture_withheld", "De clubapplicatie geeft deze foto niet.")
	errLost     = fault.New(fault.NotFound, "picture_lost", "De clubapplicatie heeft deze afbeelding niet meer.")
	errBusy     = fault.New(fault.TooMany, "application_busy", "De clubapplicatie krijgt te veel vragen.")
)
