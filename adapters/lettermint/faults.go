package lettermint

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the provider. What it refuses is told in these words; its own are in the cause.
var (
	errSilent = fault.New(fault.Unavailable, "mail_silent", "De bezorgdienst voor mail antwoordt niet.")
	errBroken = fault.New(fault.Unavailable, "mail_broken", "De bezorgdienst voor mail kan het bericht nu niet aannemen.")
	errBusy   = fault.New(fault.Unavailable, "mail_busy",
		"De bezorgdienst voor mail krijgt te veel berichten en wil dat we later terugkomen.")
	errUnreadable = fault.New(fault.Unavailable, "mail_unreadable",
		"De bezorgdienst voor mail geeft een antwoord dat niet te lezen is.")
	errToken   = fault.New(fault.Unauthenticated, "mail_token", "De bezorgdienst voor mail weigert de sleutel.")
	errInvalid = fault.New(fault.Invalid, "mail_invalid", "De bezorgdienst voor mail weigert dit bericht.")
)

// notAccepted is the sentence about a part of a message that the provider refuses.
const notAccepted = "De bezorgdienst voor mail aanvaardt dit niet."
