package freescout

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the helpdesk. What it refuses is told in these words; its own are in the cause.
var (
	errSilent = fault.New(fault.Unavailable, "helpdesk_silent", "De helpdesk antwoordt niet.")
	errBroken = fault.New(fault.Unavailable, "helpdesk_broken", "De helpdesk kan de vraag nu niet verwerken.")
	errBusy   = fault.New(fault.Unavailable, "helpdesk_busy",
		"De helpdesk krijgt te veel vragen en wil dat we later terugkomen.")
	errUnreadable = fault.New(fault.Unavailable, "helpdesk_unreadable", "De helpdesk geeft een antwoord dat niet te lezen is.")
	errMoving     = fault.New(fault.Unavailable, "helpdesk_moving",
		"Er kwamen tijdens het lezen steeds klanten of gesprekken bij of ze verdwenen; de volgende run leest ze opnieuw.")
	errKey       = fault.New(fault.Unauthenticated, "helpdesk_key", "De helpdesk weigert de sleutel.")
	errForbidden = fault.New(fault.Forbidden, "helpdesk_forbidden", "De helpdesk staat dit met deze sleutel niet toe.")
	errAbsent    = fault.New(fault.NotFound, "helpdesk_absent", "De helpdesk kent deze klant niet.")
	errTaken     = fault.New(fault.Conflict, "helpdesk_taken", "De helpdesk heeft al een klant met dit e-mailadres.")
	errInvalid   = fault.New(fault.Invalid, "helpdesk_invalid", "De helpdesk weigert deze gegevens.")
)
