package mollie

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the provider. What it refuses is told in these words; its own are in the cause.
var (
	errSilent = fault.New(fault.Unavailable, "payments_silent", "De betaaldienst antwoordt niet.")
	errBroken = fault.New(fault.Unavailable, "payments_broken", "De betaaldienst kan de vraag nu niet verwerken.")
	errBusy   = fault.New(fault.Unavailable, "payments_busy",
		"De betaaldienst krijgt te veel vragen en wil dat we later terugkomen.")
	errUnreadable = fault.New(fault.Unavailable, "payments_unreadable", "De betaaldienst geeft een antwoord dat niet te lezen is.")
	errKey        = fault.New(fault.Unauthenticated, "payments_key", "De betaaldienst weigert de sleutel.")
	errNoKey      = fault.New(fault.Unauthenticated, "payments_no_key", "Er is geen sleutel van de betaaldienst ingesteld.")
	errAbsent     = fault.New(fault.NotFound, "payments_absent", "De betaaldienst kent deze betaling niet.")
	errInvalid    = fault.New(fault.Invalid, "payments_invalid", "De betaaldienst weigert deze betaling.")
)
