package discipline

import "github.com/clubhuis/clubhuis/core/fault"

// Faults of cases. Compare with errors.Is.
var (
	ErrAbsent = fault.New(fault.NotFound, "rest_post_invalid_id", "Deze tuchtzaak bestaat niet.")
	ErrTaken  = fault.New(fault.Invalid, "dossier_taken", "Er is al een tuchtzaak met dit dossiernummer.")
	ErrBilled = fault.New(fault.Conflict, "case_already_invoiced",
		"Deze tuchtzaak staat op een factuur. Daarom kan zij niet worden verwijderd.")
)

// Sentences about one field.
const (
	titleTooLong   = "Deze titel is te lang (hooguit 1.000 tekens)."
	dossierTooLong = "Dit dossiernummer is te lang (hooguit 100 tekens)."
)

// NoSuchPerson is said of the number of nobody.
const NoSuchPerson = "Deze persoon bestaat niet."
