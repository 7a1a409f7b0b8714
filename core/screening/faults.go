package screening

import (
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
)

// Sentences about one of the settings.
const (
	notAnAddress = "Dit is geen geldig e-mailadres."
	notAName     = "Een naam is één regel van hooguit 70 tekens."
)

// What can be wrong with one of many people.
var (
	ErrNotRequired = fault.New(fault.Conflict, "not_required", "Van deze persoon wordt nu geen VOG gevraagd.")
	ErrUnasked     = fault.New(fault.Conflict, "not_asked", "Deze persoon is nog niet aangeschreven.")
	ErrNoEmail     = fault.New(fault.Invalid, "no_email", "Deze persoon heeft geen e-mailadres dat werkt.")
	ErrNotDue      = fault.New(fault.Conflict, "not_due", "De VOG van deze persoon is nog geen jaar oud.")
	ErrToday       = fault.New(fault.Conflict, "sent_today", "Deze persoon heeft deze mail vandaag al gekregen.")
)

// AlreadySubmitted returns the fault of a request of which another day is known on which it was submitted.
func AlreadySubmitted(on civil.Date) *fault.Fault {
	return fault.New(fault.Conflict, "already_submitted", "De aanvraag van deze persoon staat al als ingediend bij Justis, op "+
		finance.Day(on)+". Klopt die dag niet? Wijzig hem dan op de pagina van de persoon.")
}
