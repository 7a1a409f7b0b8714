package laposta

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with the provider. What it refuses is told in these words; its own are in the cause.
var (
	errSilent = fault.New(fault.Unavailable, "lists_silent", "De dienst voor e-maillijsten antwoordt niet.")
	errBroken = fault.New(fault.Unavailable, "lists_broken", "De dienst voor e-maillijsten kan de vraag nu niet verwerken.")
	errBusy   = fault.New(fault.Unavailable, "lists_busy",
		"De dienst voor e-maillijsten krijgt te veel vragen en wil dat we later terugkomen.")
	errUnreadable = fault.New(fault.Unavailable, "lists_unreadable",
		"De dienst voor e-maillijsten geeft een antwoord dat niet te lezen is.")
	errUnpaid  = fault.New(fault.Unavailable, "lists_unpaid", "De dienst voor e-maillijsten wacht op betaling.")
	errKey     = fault.New(fault.Unauthenticated, "lists_key", "De dienst voor e-maillijsten weigert de sleutel.")
	errAbsent  = fault.New(fault.Invalid, "lists_absent", "De dienst voor e-maillijsten kent deze lijst of dit adres niet.")
	errInvalid = fault.New(fault.Invalid, "lists_invalid", "De dienst voor e-maillijsten weigert deze gegevens.")
)

// notAccepted is the sentence about a value that the provider refuses.
const notAccepted = "De dienst voor e-maillijsten aanvaardt deze waarde niet."
