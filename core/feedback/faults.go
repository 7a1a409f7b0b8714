package feedback

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with items. Compare with errors.Is.
var (
	ErrAbsent     = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze melding bestaat niet.")
	ErrHidden     = fault.New(fault.Forbidden, "rest_forbidden", "Je mag dit niet met deze melding doen.")
	ErrTransition = fault.New(fault.Conflict, "invalid_transition",
		"Dit kan niet bij de status die de melding nu heeft. Vernieuw de pagina.")
	ErrTooManyScreenshots = fault.New(fault.Conflict, "too_many_screenshots", "Bij een melding horen hooguit 3 schermafbeeldingen.")
	ErrTooManyComments    = fault.New(fault.Conflict, "too_many_comments", "Onder deze melding staan te veel reacties.")
	ErrNoComment          = fault.New(fault.Invalid, "rest_missing_param", "Schrijf eerst een reactie.")
)

// Missing is said of an item without something that it needs.
func Missing(field string) error {
	return &fault.Fault{
		Kind: fault.Invalid, Code: "rest_missing_param", Message: fault.InvalidParameters + " " + field,
		Params: map[string]string{field: fault.Required},
	}
}

// Sentences about a field.
const (
	TooLong        = "Deze tekst is te lang."
	NotAWebAddress = "Dit is geen webadres (http of https)."
	NotAnItem      = "Deze melding bestaat niet."
	OfItself       = "Een melding is geen dubbele van zichzelf."
	OfADuplicate   = "Kies de melding waar het gesprek wordt gevoerd: deze is zelf een dubbele, of heeft er een."
)
