package mail

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with mails that are kept.
var (
	ErrAbsent    = fault.New(fault.NotFound, "mail_not_found", "Deze mail bestaat niet.")
	ErrSent      = fault.New(fault.Conflict, "mail_sent", "Deze mail is al verstuurd.")
	ErrClosed    = fault.New(fault.Forbidden, "rest_forbidden", "Wat in deze mail staat is alleen voor wie hem kreeg.")
	ErrWithdrawn = fault.New(fault.Conflict, "mail_withdrawn",
		"Deze mail is ingetrokken: de ontvanger krijgt hem niet meer, of er is intussen betaald. De tekst is vernietigd.")
	ErrPassed = fault.New(fault.Conflict, "mail_passed",
		"Een dagoverzicht gaat niet opnieuw: de tekst is vernietigd. Het volgende komt op zijn eigen tijd.")
	ErrBusy = fault.New(fault.Conflict, "mail_busy", "Deze mail wordt net verstuurd. Kijk over een minuut opnieuw.")
)
