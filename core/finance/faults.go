package finance

import "github.com/clubhuis/clubhuis/core/fault"

// Sentences about one of the settings.
const (
	notAName     = "Een naam is één regel van hooguit 70 tekens."
	tooManyLines = "Dit zijn te veel regels (hooguit 12, samen 2.000 tekens)."
	notAnAddress = "Dit is geen geldig e-mailadres."
	notAnIBAN    = "Dit is geen geldig rekeningnummer (IBAN). Controleer of er geen cijfer mist of is verwisseld."
	notATerm     = "Een betaaltermijn is 1 tot 365 dagen."
	notAColour   = "Geef een kleur als # met zes tekens, zoals #0d687d."
	notAFee      = "De toeslag per termijn is 0 tot 100 euro."
	noTemplate   = "Deze tekst bestaat niet."
)

// ErrTemplate is the error of a template that does not exist.
var ErrTemplate = fault.Param("template", noTemplate)
